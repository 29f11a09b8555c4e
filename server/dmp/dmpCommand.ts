/** `dmp`: calls a server from the command line, with an API token. */
import { dmp } from './dmp.ts';

process.exitCode = await dmp(process.argv.slice(2), process.env, { out: console.log, error: console.error });

/**
 * Runs a command of the built server: `node tools/command.mjs feed/importCommand feed.zip --database city`. Builds the server
 * first where its sources changed (DMP_SKIP_BUILD=1: runs what is in dist as it is). It runs in this very process, so
 * that signals and exit codes are the command's own, and nothing is translated while it runs: from the sources an import
 * takes 1.8 s of processor time more.
 */
import './needs.mjs';
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const [name] = process.argv.splice(2, 1);
const file = join(root, 'dist', 'server', `${name}.js`);

if (process.env['DMP_SKIP_BUILD'] !== '1') {
  try {
    const { buildWhatChanged } = await import('./build.mjs');
    await buildWhatChanged({ halves: ['server'], say: (line) => console.error(line) });
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exit(1);
  }
}
if (name === undefined || !existsSync(file)) {
  console.error(
    name === undefined ? 'Say which command of the server to run: node tools/command.mjs feed/importCommand ...' : `There is no built ${name}.`,
  );
  process.exit(2);
}
await import(pathToFileURL(file).href);

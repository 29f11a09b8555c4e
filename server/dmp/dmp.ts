/** `dmp SUBCOMMAND ...`: reads the arguments, makes the calls, prints the outcome and answers the code to end with. */
import { parseArgs } from 'node:util';
import { EXIT, WrongArguments } from './arguments.ts';
import { CallFailed, connect } from './client.ts';
import { SUBCOMMANDS } from './subcommands.ts';

const COMMON = `  --server URL    address of the server (default: DMP_SERVER)
  --json          print one JSON object
  --help          print this

The API token is in DMP_TOKEN. Ends with 0: done; 1: found something (see the subcommand); 2: wrong arguments;
3: the server refused the call or cannot be reached; 4: a run waits for approval; 5: a release is held back.`;

const OVERVIEW = `Usage: dmp SUBCOMMAND ... [--server URL] [--json]

${Object.entries(SUBCOMMANDS)
  .map(([name, { summary }]) => `  ${name.padEnd(14)}  ${summary}`)
  .join('\n')}

  dmp SUBCOMMAND --help   what a subcommand takes

${COMMON}`;

/** Where the output goes. */
export interface Output {
  out(text: string): void;
  error(text: string): void;
}

export async function dmp(args: readonly string[], env: Readonly<Record<string, string | undefined>>, { out, error }: Output): Promise<number> {
  const [name = '', ...rest] = args;
  if (name === '' || name === '--help' || name === '-h' || name === 'help') {
    out(OVERVIEW);
    return name === '' ? EXIT.usage : EXIT.done;
  }
  const subcommand = Object.hasOwn(SUBCOMMANDS, name) ? SUBCOMMANDS[name] : undefined;
  if (subcommand === undefined) {
    error(`There is no subcommand ${name}.\n\n${OVERVIEW}`);
    return EXIT.usage;
  }
  const help = `${subcommand.usage}\n\n${COMMON}`;
  try {
    const { values, positionals } = parseArgs({
      args: rest,
      allowPositionals: true,
      options: {
        ...Object.fromEntries(Object.entries(subcommand.options).map(([option, type]) => [option, { type }])),
        server: { type: 'string' },
        json: { type: 'boolean' },
        help: { type: 'boolean', short: 'h' },
      },
    });
    const options = Object.fromEntries(Object.entries(values).flatMap(([key, value]) => (Array.isArray(value) ? [] : [[key, value]])));
    if (options['help'] === true) {
      out(help);
      return EXIT.done;
    }
    const server = typeof options['server'] === 'string' ? options['server'] : (env['DMP_SERVER'] ?? '');
    if (!/^https?:\/\/[^/]/.test(server)) throw new WrongArguments('Say which server: --server https://dmp.example.org, or DMP_SERVER.');
    const token = env['DMP_TOKEN'] ?? '';
    if (!/^[\w-]+$/.test(token)) throw new WrongArguments('Put an API token into the environment variable DMP_TOKEN.');
    const { text, json, code } = await subcommand.run(connect(server, token), { positionals, options });
    const printed = options['json'] === true ? JSON.stringify(json) : text;
    if (printed !== '') out(printed);
    return code;
  } catch (failure) {
    if (failure instanceof CallFailed) {
      error(failure.message);
      return EXIT.refused;
    }
    // parseArgs reports what it does not know by TypeErrors with a code
    const isUsage = failure instanceof WrongArguments || (failure instanceof TypeError && 'code' in failure);
    if (!isUsage) throw failure;
    error(`${failure.message}\n\n${help}`);
    return EXIT.usage;
  }
}

/**
 * `npm run simulate -- --planted`: plants the faults of mutants/worldFaults.ts one by one and lives worlds under fixed seeds until one fails.
 * Exit code 0 when all are found, 2 when the worlds fail without a fault.
 */
import { spawnSync } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { planted } from './mutants/planted.ts';
import { worldFaults } from './mutants/worldFaults.ts';
import { bundleWorlds } from './worldBundle.ts';

const HELP = `npm run simulate -- --planted [TEXT] [--seeds 1-25] [--events 800]
  TEXT      only faults whose name or file holds it, or that need that part of a world; pages: those that need none
  --seeds   under which worlds are lived until one fails
  --events  of a world`;

const root = join(import.meta.dirname, '..');
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { seeds: { type: 'string', default: '1-25' }, events: { type: 'string', default: '800' }, help: { type: 'boolean', default: false } },
});
if (values.help) {
  console.log(HELP);
  process.exit(0);
}
const [wanted = ''] = positionals;
const isWanted = ({ name, file, parts }: (typeof worldFaults)[number]): boolean =>
  wanted === 'pages' ? parts.length === 0 : name.includes(wanted) || file.includes(wanted) || parts.some((part) => part === wanted);
const chosen = worldFaults.filter(isWanted);
const folder = join(root, `node_modules/.cache/worlds/planted-${process.pid}`);
const rows: string[] = [];
let missed = 0;

/** Lives worlds with these parts until one fails; answers its seed and what was wrong, or that the program has failed otherwise. */
function live(
  program: string,
  parts: readonly string[],
): { readonly status: number | null; readonly seed: string; readonly found: string | undefined } {
  const args = ['--seeds', values.seeds, '--events', values.events, '--first', '--cold', '--with', parts.join(',')];
  const { status, stdout } = spawnSync(process.execPath, [program, ...args], { cwd: root, encoding: 'utf8', timeout: 600_000 });
  const [, seed = '', found] = /^FAIL +seed (\d+).*\n +(\S.*)$/m.exec(stdout) ?? [];
  return { status, seed, found };
}

// a world that fails without a fault finds none
const unplanted = await bundleWorlds(folder);
for (const parts of new Set(chosen.map((fault) => fault.parts.join(',')))) {
  const { status, seed, found } = live(unplanted, parts.split(',').filter(Boolean));
  if (status === 0) continue;
  console.error(`Without a fault the worlds${parts === '' ? '' : ` with ${parts}`} fail, seed ${seed}: ${found ?? `exit code ${status}`}`);
  process.exit(2);
}
for (const fault of chosen) {
  planted(fault, readFileSync(join(root, fault.file), 'utf8'));
  const began = performance.now();
  const program = await bundleWorlds(folder, JSON.stringify(fault));
  const { status, seed, found } = live(program, fault.parts);
  const isFound = status === 1 && found !== undefined;
  if (!isFound) missed += 1;
  const seconds = ((performance.now() - began) / 1000).toFixed(0);
  const told = isFound ? `found   seed ${seed.padEnd(3)}` : 'MISSED          ';
  rows.push(`${told} ${seconds.padStart(4)} s  ${fault.file}: ${fault.name}${isFound ? `\n          ${found.slice(0, 160)}` : ''}`);
  console.log(rows.at(-1));
}
rmSync(folder, { recursive: true, force: true });
console.log(`\nAll faults\n${rows.map((row) => row.split('\n', 1)[0] ?? '').join('\n')}`);
console.log(`${chosen.length - missed} of ${chosen.length} planted faults found`);
process.exit(missed === 0 && chosen.length > 0 ? 0 : 1);

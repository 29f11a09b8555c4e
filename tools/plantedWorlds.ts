/**
 * `npm run simulate -- --planted`: plants the faults of mutants/worldFaults.ts one by one and lives worlds under fixed seeds until one fails;
 * faults that no world finds are named. `--planted TEXT` takes those whose name or file holds it, or that need that part of a world. Exit code 0 when all are found.
 */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { planted } from './mutants/planted.ts';
import { worldFaults } from './mutants/worldFaults.ts';

const root = join(import.meta.dirname, '..');
const [wanted = '', seeds = '1-25'] = process.argv.slice(2);
const chosen = worldFaults.filter(({ name, file, part }) => name.includes(wanted) || file.includes(wanted) || part === wanted);
const missed: string[] = [];
for (const fault of chosen) {
  planted(fault, readFileSync(join(root, fault.file), 'utf8'));
  const part = fault.part === undefined ? [] : ['--with', fault.part];
  const began = performance.now();
  const { status, stdout } = spawnSync(
    process.execPath,
    ['--import', 'tsx', '--import', './tools/mutants/plantHooks.mjs', 'tools/simulate.ts', '--seeds', seeds, '--events', '800', '--first', ...part],
    { cwd: root, env: { ...process.env, DMP_PLANTED: JSON.stringify(fault) }, encoding: 'utf8', timeout: 600_000 },
  );
  const found = /^ +(\S.*)$/m.exec(stdout.slice(Math.max(0, stdout.indexOf('FAIL'))))?.[1];
  const isFound = status === 1 && found !== undefined;
  if (!isFound) missed.push(fault.name);
  const seconds = ((performance.now() - began) / 1000).toFixed(0);
  console.log(`${isFound ? 'found ' : 'MISSED'}  ${seconds} s  ${fault.file}: ${fault.name}${isFound ? `\n          ${found.slice(0, 160)}` : ''}`);
}
console.log(`${chosen.length - missed.length} of ${chosen.length} planted faults found`);
for (const name of missed) console.log(`  no world finds: ${name}`);
process.exit(missed.length === 0 && chosen.length > 0 ? 0 : 1);

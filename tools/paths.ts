/**
 * `npm run paths`: makes the paths of every machine, runs them against the real kernel with a fake server (vitest) and the
 * shorter set in the browser (Playwright), and writes paths-report.html. `--no-browser` leaves the browser out.
 */
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { workflowCatalogue } from '../src/machines/catalogue.ts';
import { pathCases } from '../test/paths/cases.ts';
import { coverageOf } from '../test/paths/coverage.ts';
import { differs } from '../test/paths/differs.ts';
import { edgeCover } from '../test/paths/edgeCover.ts';
import { mutantsOf } from '../test/paths/mutants.ts';
import { type MachineReport, reportPage } from './pathsReport/page.ts';

const REPORT = 'paths-report.html';

const reports = workflowCatalogue.map(({ id, machine }): MachineReport => {
  const cases = pathCases[id] ?? [];
  const paths = edgeCover(machine, cases);
  const browserPaths = edgeCover(machine, cases, { alike: 'state' });
  const mutants = mutantsOf(machine);
  const survivors = mutants.filter((mutant) => !paths.some((path) => differs(machine, mutant.machine, path))).map((mutant) => mutant.name);
  return { id, machine, coverage: coverageOf(machine, paths), paths, browserPaths, mutants: mutants.length, survivors };
});

for (const { id, paths, browserPaths, coverage, mutants, survivors } of reports) {
  const taken = coverage.transitions.filter((one) => one.count > 0).length;
  console.log(
    `${id}: ${paths.length} paths (${browserPaths.length} in the browser), ${taken} of ${coverage.transitions.length} transitions, ${mutants - survivors.length} of ${mutants} planted mistakes seen`,
  );
  for (const line of [...coverage.missing, ...survivors]) console.log(`  ${line}`);
}

const outcome = [run('On the machines and the kernel', ['vitest', 'run', '--project', 'paths'])];
if (!process.argv.includes('--no-browser')) outcome.push(run('In the browser', ['playwright', 'test', 'test/e2e/paths.spec.ts']));
writeFileSync(
  REPORT,
  reportPage(
    reports,
    outcome.map((one) => one.line),
  ),
);
console.log(`The report is in ${REPORT}`);

const whole = reports.every((report) => report.coverage.missing.length === 0 && report.survivors.length === 0);
process.exit(whole && outcome.every((one) => one.passed) ? 0 : 1);

function run(title: string, command: readonly string[]): { readonly passed: boolean; readonly line: string } {
  const [program = '', ...args] = command;
  const { status } = spawnSync('npx', ['--no-install', program, ...args], { stdio: 'inherit' });
  const passed = status === 0;
  return { passed, line: `${title}: ${passed ? 'all paths passed' : 'some paths failed'}` };
}

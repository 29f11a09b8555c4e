/**
 * `npm run paths`: makes the paths of every machine, judges each step by the machine's table, runs them against the real kernel
 * with a fake server (vitest) and the shorter set in the browser (Playwright), and writes paths-report.html with a picture of every
 * browser step. `--no-browser` leaves the browser out; `npm run paths -- moveStop` takes one machine.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { workflowCatalogue } from '../src/machines/catalogue.ts';
import { pathCases } from '../test/paths/cases.ts';
import { coverageOf } from '../test/paths/coverage.ts';
import { edgeCover } from '../test/paths/edgeCover.ts';
import { mutantsOf } from '../test/paths/mutants.ts';
import { machineTables } from '../test/paths/tables/catalogue.ts';
import { isFaulty, judgedSteps } from '../test/paths/tables/judge.ts';
import { type MachineReport, reportPage } from './pathsReport/page.ts';

const REPORT = 'paths-report.html';
const PICTURES = 'paths-report';
const CACHE = 'node_modules/.cache/reports';
/** Titles of the browser's tests, and how each ended. */
const Specs = z.array(z.object({ title: z.string(), ok: z.boolean() }));
const Suites = z.object({ suites: z.array(z.object({ specs: Specs })).default([]) });

const withBrowser = !process.argv.includes('--no-browser');
const only = process.argv.slice(2).find((argument) => !argument.startsWith('-'));
const workflows = workflowCatalogue.filter(({ id }) => only === undefined || id === only);
if (workflows.length === 0) {
  console.error(`There is no machine ${only}. There are: ${workflowCatalogue.map(({ id }) => id).join(', ')}`);
  process.exit(2);
}
const named = only === undefined ? [] : ['-t', `(workflow|the table of) '${only}'`];
const outcome = [run('On the machines and the kernel', ['vitest', 'run', '--project', 'paths', ...named])];
const inBrowser = withBrowser ? walkInBrowser() : new Map<string, boolean>();

const reports = workflows.map(({ id, machine }): MachineReport => {
  const cases = pathCases[id] ?? [];
  const table = machineTables[id] ?? { rows: [], conditions: {} };
  const paths = edgeCover(machine, cases);
  const mutants = mutantsOf(machine);
  return {
    id,
    machine,
    coverage: coverageOf(machine, paths),
    paths: paths.map((path) => judgedSteps(machine, path, table)),
    browserPaths: edgeCover(machine, cases, { alike: 'state' }).map((path, i, { length }) => ({
      steps: judgedSteps(machine, path, table),
      passed: inBrowser.get(`the screen follows ${id}, path ${i + 1} of ${length} (${path.events.length} steps)`),
      picture: (step) => pictureOf(id, i + 1, step),
    })),
    mutants: mutants.length,
    survivors: mutants.filter((mutant) => !paths.some((path) => isFaulty(mutant.machine, path, table))).map((mutant) => mutant.name),
  };
});

for (const { id, paths, coverage, mutants, survivors } of reports) {
  const taken = coverage.transitions.filter((one) => one.count > 0).length;
  const failed = paths.filter((steps) => steps.some(({ faults }) => faults.length > 0)).length;
  console.log(
    `${id}: ${paths.length - failed} of ${paths.length} paths as its table says, ${taken} of ${coverage.transitions.length} transitions, ${mutants - survivors.length} of ${mutants} planted mistakes seen`,
  );
  for (const line of [...coverage.missing, ...survivors]) console.log(`  ${line}`);
}
const build = execFileSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8' }).trim();
writeFileSync(
  REPORT,
  reportPage(reports, { build, date: new Date().toISOString().slice(0, 16).replace('T', ' '), lines: outcome.map((one) => one.line) }),
);
console.log(`The report is in ${REPORT}`);

const whole = reports.every(
  (report) =>
    report.coverage.missing.length === 0 &&
    report.survivors.length === 0 &&
    report.paths.every((steps) => steps.every(({ faults }) => faults.length === 0)),
);
process.exit(whole && outcome.every((one) => one.passed) ? 0 : 1);

/** Walks the paths on the screen, with a picture of each step; answers how each ended by its title. */
function walkInBrowser(): ReadonlyMap<string, boolean> {
  rmSync(PICTURES, { recursive: true, force: true });
  mkdirSync(CACHE, { recursive: true });
  const json = join(CACHE, 'browser-paths.json');
  rmSync(json, { force: true });
  const env = { DMP_PATH_PICTURES: PICTURES, PLAYWRIGHT_JSON_OUTPUT_NAME: json };
  outcome.push(
    run(
      'In the browser',
      [
        'playwright',
        'test',
        '-c',
        'playwright.long.config.ts',
        'test/e2e/paths.spec.ts',
        '--reporter=list,json',
        ...(only === undefined ? [] : ['-g', `follows ${only}, `]),
      ],
      env,
    ),
  );
  if (!existsSync(json)) return new Map();
  const { suites } = Suites.parse(JSON.parse(readFileSync(json, 'utf8')));
  return new Map(suites.flatMap(({ specs }) => specs.map(({ title, ok }) => [title, ok] as const)));
}

function pictureOf(id: string, path: number, step: number): string | undefined {
  const file = `${PICTURES}/${id}-${path}-${step}.png`;
  return existsSync(file) ? file : undefined;
}

function run(
  title: string,
  command: readonly string[],
  env: Readonly<Record<string, string>> = {},
): { readonly passed: boolean; readonly line: string } {
  const [program = '', ...args] = command;
  const { status } = spawnSync('npx', ['--no-install', program, ...args], { stdio: 'inherit', env: { ...process.env, ...env } });
  const passed = status === 0;
  return { passed, line: `${title}: ${passed ? 'all paths passed' : 'some paths failed'}` };
}

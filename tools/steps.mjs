/**
 * The steps of `npm run check` and `npm test`: each runs a program, prints one line with its seconds and counts, and shows
 * the program's output only when it failed.
 */
import './needs.mjs';
import { spawn } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { stripVTControlCharacters } from 'node:util';

export const root = dirname(dirname(fileURLToPath(import.meta.url)));

/** Where the test runners leave their reports; `npm run requirements` reads them. */
export const reports = join(root, 'node_modules', '.cache', 'reports');

const bin = (name) => join(root, 'node_modules', '.bin', name);

/** Format, types, lint with the boundaries, dead code: what can be told without running anything. Each counts as one check. */
export const staticSteps = () => [
  step('format', [bin('oxfmt'), '--check', '.']),
  { ...step('types', [bin('tsc'), '-b', '--pretty', 'false', '--builders', '1', '--checkers', '1']), tidy: withoutRepeats },
  step('lint and boundaries', [bin('oxlint'), '--type-aware', '--deny-warnings']),
  step('dead code', [bin('knip'), '--no-progress', '--no-config-hints']),
];

/** The tests of one vitest project, or of several; `label` names the report when the same project runs twice. */
export function vitestStep(project, { label = project, also = [], env = {} } = {}) {
  const report = join(reports, `${label.replaceAll(/[^a-z]+/gi, '-')}.json`);
  const projects = [project, ...also].flatMap((name) => ['--project', name]);
  const args = [bin('vitest'), 'run', ...projects, '--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
  return { ...step(label, args, env), report, count: countVitest, tidy: fromFirstFailedTest };
}

/** The stories in a browser. */
export function playwrightStep(env) {
  const report = join(reports, 'browser.json');
  const args = [bin('playwright'), 'test'];
  return { ...step('browser', args, { ...env, PLAYWRIGHT_JSON_OUTPUT_FILE: report }), report, count: countPlaywright, tidy: fromFirstFailure };
}

/** A step that is one program: it passed when the program ends with 0. A variable of `env` that is undefined is taken away. */
export function step(name, command, env = {}) {
  return { name, command, env };
}

/** A tally of passed and failed checks; the closing line and the exit code come from it. */
export function newTally() {
  return { passed: 0, failed: 0 };
}

/** Runs the steps, at most `atOnce` of them beside each other, and adds what they did to the tally. */
export async function runSteps(steps, tally, atOnce = 1) {
  const waiting = [...steps];
  const lane = async () => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) addTo(tally, await runStep(next));
  };
  await Promise.all(Array.from({ length: atOnce }, lane));
}

/** Prints the closing line and sets the exit code. */
export function close(tally) {
  console.log(`${tally.passed} passed, ${tally.failed} failed`);
  process.exitCode = tally.failed === 0 && tally.passed > 0 ? 0 : 1;
}

/** Counts a failure that is no step of its own, such as a browser that cannot be had. */
export function fail(tally, name, why) {
  console.log(`FAIL  ${name}\n${indent(why)}`);
  tally.failed += 1;
}

async function runStep({ name, command, env, report, count, tidy = (text) => text }) {
  if (report !== undefined) {
    mkdirSync(reports, { recursive: true });
    rmSync(report, { force: true });
  }
  const begun = performance.now();
  const { code, output } = await run(command, env);
  const seconds = `${((performance.now() - begun) / 1000).toFixed(1)} s`.padStart(8);
  const result = count === undefined ? oneCheck(code) : fromReport(code, report, count);
  const counts =
    count === undefined
      ? ''
      : `${result.passed} passed${result.failed > 0 ? `, ${result.failed} failed` : ''}${result.skipped > 0 ? `, ${result.skipped} skipped` : ''}`;
  console.log(`${result.failed === 0 ? 'ok  ' : 'FAIL'}  ${name.padEnd(24)}${seconds}  ${counts}`.trimEnd());
  for (const title of result.again ?? []) console.log(`    passed only at the second attempt, mend it: ${title}`);
  for (const line of result.broken ?? []) console.log(`    failed: ${line}`);
  if (result.failed > 0) console.log(indent(result.why ?? tidy(output)));
  return result;
}

const oneCheck = (code) => (code === 0 ? { passed: 1, failed: 0, skipped: 0 } : { passed: 0, failed: 1, skipped: 0 });

/** What the report says; a runner that failed without a failed test (it crashed, or found no tests) is one failure. */
function fromReport(code, report, count) {
  let result;
  try {
    result = count(JSON.parse(readFileSync(report, 'utf8')));
  } catch {
    return { passed: 0, failed: 1, skipped: 0 };
  }
  if (result.passed + result.failed + result.skipped === 0) return { ...result, failed: 1, why: 'There are no tests here.' };
  return code !== 0 && result.failed === 0 ? { ...result, failed: 1 } : result;
}

function countVitest(report) {
  const unloadable = report.testResults.filter((file) => file.status === 'failed' && file.assertionResults.every((test) => test.status !== 'failed'));
  const broken = report.testResults.flatMap((file) => file.assertionResults.filter((test) => test.status === 'failed'));
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests + unloadable.length,
    skipped: report.numPendingTests + report.numTodoTests,
    broken: [...unloadable.map((file) => oneLine(file.name, file.message)), ...broken.map((test) => oneLine(test.fullName, test.failureMessages[0]))],
  };
}

function countPlaywright(report) {
  const { expected, unexpected, flaky, skipped } = report.stats;
  const of = (status) => report.suites.flatMap((suite) => storiesThatEnded(suite, status));
  const broken = of('unexpected').map(({ file, title, tests }) => oneLine(`${file}: ${title}`, tests[0]?.results.at(-1)?.error?.message));
  return { passed: expected + flaky, failed: unexpected, skipped, again: of('flaky').map(({ title }) => title), broken };
}

function storiesThatEnded(suite, status) {
  const own = (suite.specs ?? []).filter((spec) => spec.tests.some((test) => test.status === status));
  return [...own, ...(suite.suites ?? []).flatMap((inner) => storiesThatEnded(inner, status))];
}

/** A failed test and the beginning of what it said, for the list that stands before the whole output. */
function oneLine(title, message = '') {
  return `${title}: ${stripVTControlCharacters(message).split('\n', 6).join(' ').replaceAll(/\s+/g, ' ').slice(0, 300)}`;
}

function run([program, ...args], env) {
  const merged = { ...process.env, FORCE_COLOR: '0', NO_COLOR: '1', ...env };
  for (const [name, value] of Object.entries(merged)) if (value === undefined) delete merged[name];
  return new Promise((done) => {
    const child = spawn(program, args, { cwd: root, env: merged, stdio: ['ignore', 'pipe', 'pipe'], shell: process.platform === 'win32' });
    running.add(child);
    let output = '';
    child.stdout.on('data', (part) => (output += part));
    child.stderr.on('data', (part) => (output += part));
    child.on('error', (error) => done({ code: 1, output: `${output}${error.message}` }));
    child.on('close', (code) => {
      running.delete(child);
      done({ code: code ?? 1, output });
    });
  });
}

const running = new Set();
for (const signal of ['SIGINT', 'SIGTERM']) {
  process.on(signal, () => {
    for (const child of running) child.kill(signal);
    process.exit(130);
  });
}

function addTo(tally, { passed, failed }) {
  tally.passed += passed;
  tally.failed += failed;
}

/** A failing tool may print a great deal; its beginning and its end say what is wrong. */
function indent(text) {
  const lines = text
    .trim()
    .split('\n')
    .filter((line) => !line.startsWith('npm warn'));
  const shown = lines.length <= 160 ? lines : [...lines.slice(0, 80), `... ${lines.length - 160} more lines ...`, ...lines.slice(-80)];
  return shown.map((line) => `    ${line}`).join('\n');
}

/** Vitest lists every slow test, and what the programs under test printed, before it tells what went wrong with the failed ones. */
function fromFirstFailedTest(text) {
  const at = text.search(/^[^\n\w]*Failed (?:Tests|Suites) \d+/m);
  return at === -1 ? text : text.slice(at);
}

/** Playwright lists every story before it tells what went wrong with the failed ones. */
function fromFirstFailure(text) {
  const at = text.search(/^ +1\) /m);
  return at === -1 ? text : text.slice(at);
}

/** Files that several TypeScript projects include have their errors reported by each; once is enough. */
function withoutRepeats(text) {
  return [...new Set(text.split(/\n(?=\S)/))].join('\n');
}

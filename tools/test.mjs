/**
 * `npm test`: everything, on any machine with Node: what `npm run check` does, then the laws, the generated paths, the
 * server on the embedded database and on PostgreSQL, and the product in a browser. PostgreSQL and a browser are found or
 * fetched (test/drivers). The last line is `N passed, N failed`, counted in test cases.
 */
import { execFile } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { close, fail, newTally, playwrightStep, reports, root, runSteps, staticSteps, step, vitestStep } from './steps.mjs';

// Verdicts of an older run must not pass for those of this one.
rmSync(reports, { recursive: true, force: true });
const tally = newTally();
await runSteps([...staticSteps(), step('build', [process.execPath, join(root, 'tools/build.mjs')])], tally, 2);
await runSteps([vitestStep('unit', { also: ['alone'] }), vitestStep('laws')], tally);
// Each of these keeps one processor busy, so they run two beside each other; the longest first.
await runSteps(
  [
    step('worlds', [process.execPath, join(root, 'tools/run.mjs'), 'tools/simulate.ts', '--seeds', '1-8', '--events', '600', '--first']),
    step('worlds repeat', [process.execPath, join(root, 'tools/run.mjs'), 'tools/simulate.ts', '--seeds', '6-7', '--events', '150', '--repeat', '2']),
    vitestStep('paths'),
    vitestStep('several'),
    step('kept worlds', [process.execPath, join(root, 'tools/run.mjs'), 'tools/simulate.ts', '--kept']),
  ],
  tally,
  2,
);
// Each waits a fifth of its time for processes that start and for moments to come: beside each other they use that too.
await runSteps(
  [
    vitestStep('server', { label: 'server on PGlite', env: { DATABASE_URL: undefined, DMP_TEST_DATABASE: undefined } }),
    vitestStep('server', { label: 'server on PostgreSQL', env: { DMP_TEST_DATABASE: 'postgres' } }),
  ],
  tally,
  2,
);
const browser = await browserPath();
if (browser !== undefined) await runSteps([playwrightStep({ BROWSER_PATH: browser, DATABASE_URL: undefined })], tally);
close(tally);

async function browserPath() {
  try {
    const { stdout } = await promisify(execFile)(process.execPath, ['--import', 'tsx', 'test/drivers/findBrowser.ts'], { cwd: root });
    return stdout.trim().split('\n').at(-1);
  } catch (error) {
    fail(tally, 'browser', String(error.stderr ?? error));
    return undefined;
  }
}

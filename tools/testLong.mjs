/**
 * `npm run test:long`: the exhaustive forms of the tests, over night. Every server test on both databases, the stories tagged `LONG`, kills by
 * the hundred, fuzz, and the mutants. Runs all steps also after one has failed; the last line is `N passed, N failed`.
 */
import { join } from 'node:path';
import { close, newTally, root, runSteps, step, vitestStep } from './steps.mjs';

const bin = (name) => join(root, 'node_modules', '.bin', name);
const LONG = { DMP_LONG: '1' };
const tally = newTally();
await runSteps(
  [
    step('build', [process.execPath, join(root, 'tools/build.mjs')]),
    vitestStep('server', { label: 'long server on PGlite', env: { ...LONG, DATABASE_URL: undefined, DMP_TEST_DATABASE: undefined } }),
    vitestStep('server', { label: 'long server on PostgreSQL', env: { ...LONG, DMP_TEST_DATABASE: 'postgres' } }),
    vitestStep('several', { label: 'several through PgBouncer', env: { DMP_POOLER: '1' } }),
    vitestStep('long'),
    step('browser', [bin('playwright'), 'test', '-c', 'playwright.long.config.ts']),
    step('worlds', [process.execPath, join(root, 'tools/run.mjs'), 'tools/simulate.ts', '--hours', '1']),
    step('planted faults', [process.execPath, join(root, 'tools/run.mjs'), 'tools/simulate.ts', '--planted', '']),
    step('mutants', [process.execPath, join(root, 'tools/run.mjs'), 'tools/mutants.ts']),
  ],
  tally,
);
close(tally);

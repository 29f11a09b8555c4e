/**
 * `npm run mutants`: plants mistakes one by one, each in its own run of a few tests, and prints which check sees each; those that are
 * seen by nothing are named. `-- TEXT` runs those whose name or file holds it. No file is changed. Exit code 0 when all are seen.
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import { mistakes } from './mutants/list.ts';
import { type Mistake, planted } from './mutants/planted.ts';

const root = join(import.meta.dirname, '..');
/** Not among the reports that `npm run requirements` reads: a test that sees a mistake has not failed. */
const report = join(root, `node_modules/.cache/mutants/${process.pid}.json`);
const Report = z.object({
  testResults: z.array(z.object({ status: z.string(), assertionResults: z.array(z.object({ status: z.string(), fullName: z.string() })) })),
});

const [wanted = ''] = process.argv.slice(2);
const chosen = mistakes.filter(({ name, file }) => name.includes(wanted) || file.includes(wanted));
const unseen: Mistake[] = [];
const begun = performance.now();
for (const mistake of chosen) {
  planted(mistake, readFileSync(join(root, mistake.file), 'utf8'));
  const seenBy = firstToSee(mistake);
  if (seenBy === undefined) unseen.push(mistake);
  console.log(
    `${seenBy === undefined ? 'NOT SEEN' : 'seen    '}  ${mistake.file}: ${mistake.name}${seenBy === undefined ? '' : `\n            by ${seenBy}`}`,
  );
}
console.log(`${chosen.length - unseen.length} of ${chosen.length} planted mistakes seen in ${Math.round((performance.now() - begun) / 1000)} s`);
for (const { file, name } of unseen) console.log(`  nobody sees: ${file}: ${name}`);
rmSync(report, { force: true });
process.exit(unseen.length === 0 && chosen.length > 0 ? 0 : 1);

/** The title of the first test that fails with the mistake, in the order of its checks. */
function firstToSee(mistake: Mistake): string | undefined {
  for (const check of mistake.checks) {
    const [, project = '', file = '', title] = /^(\S+) (\S+)(?: -t "(.+)")?$/.exec(check) ?? [];
    mkdirSync(dirname(report), { recursive: true });
    rmSync(report, { force: true });
    const args = [
      'run',
      '--project',
      project,
      file,
      '--bail=1',
      '--reporter=json',
      `--outputFile.json=${report}`,
      ...(title === undefined ? [] : ['-t', title]),
    ];
    spawnSync(join(root, 'node_modules/.bin/vitest'), args, {
      cwd: root,
      env: { ...process.env, DMP_PLANTED: JSON.stringify(mistake) },
      stdio: 'ignore',
    });
    const { testResults } = Report.parse(JSON.parse(readFileSync(report, 'utf8')));
    const failed = testResults.flatMap(({ assertionResults }) => assertionResults).find(({ status }) => status === 'failed');
    if (failed) return `${file}: ${failed.fullName}`;
    if (testResults.some(({ status }) => status === 'failed')) return `${file}, which does not load`;
    if (testResults.every(({ assertionResults }) => assertionResults.every(({ status }) => status !== 'passed')))
      throw new Error(`The check ${check} runs no test`);
  }
  return undefined;
}

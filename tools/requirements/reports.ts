import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { citedIds } from './citations.ts';

/** What became of one test in the last `npm test`. */
export interface Verdict {
  readonly title: string;
  readonly ids: ReadonlySet<string>;
  readonly status: 'passed' | 'failed' | 'skipped';
  readonly report: string;
}

/** The verdicts in the reports of vitest and Playwright in that folder; none when the tests have not run. */
export function readReports(folder: string): Verdict[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((file) => file.endsWith('.json'))
    .flatMap((file) => {
      const report: unknown = JSON.parse(readFileSync(join(folder, file), 'utf8'));
      const vitest = VitestReport.safeParse(report);
      const tests = vitest.success ? ofVitest(vitest.data) : ofSuites(PlaywrightReport.parse(report).suites, '');
      return tests.map((test) => ({ ...test, ids: new Set(citedIds(test.title)), report: file }));
    });
}

const VitestReport = z.object({
  testResults: z.array(z.object({ assertionResults: z.array(z.object({ fullName: z.string(), status: z.string() })) })),
});

interface Step {
  readonly title: string;
  readonly error?: unknown;
  readonly steps?: readonly Step[] | undefined;
}
const Step: z.ZodType<Step> = z.lazy(() => z.object({ title: z.string(), error: z.unknown().optional(), steps: z.array(Step).optional() }));

const Spec = z.object({
  title: z.string(),
  ok: z.boolean(),
  tests: z.array(z.object({ status: z.string(), results: z.array(z.object({ steps: z.array(Step).optional() })).optional() })),
});
type Spec = z.infer<typeof Spec>;

interface Suite {
  readonly title: string;
  readonly specs: readonly Spec[];
  readonly suites?: readonly Suite[] | undefined;
}
const Suite: z.ZodType<Suite> = z.lazy(() => z.object({ title: z.string(), specs: z.array(Spec), suites: z.array(Suite).optional() }));
const PlaywrightReport = z.object({ suites: z.array(Suite) });

function ofVitest(report: z.infer<typeof VitestReport>): Omit<Verdict, 'ids' | 'report'>[] {
  return report.testResults.flatMap(({ assertionResults }) =>
    assertionResults.map(({ fullName, status }) => ({ title: fullName, status: status === 'passed' || status === 'failed' ? status : 'skipped' })),
  );
}

/** The stories of suites, and the steps of the last attempt at each: a step that was not come to has no verdict. */
function ofSuites(suites: readonly Suite[], above: string): Omit<Verdict, 'ids' | 'report'>[] {
  return suites.flatMap((suite) => {
    const prefix = `${above}${suite.title} `;
    const own = suite.specs.flatMap((spec) => [{ title: prefix + spec.title, status: statusOf(spec) }, ...spec.tests.flatMap(stepsOf)]);
    return [...own, ...ofSuites(suite.suites ?? [], prefix)];
  });
}

function statusOf({ ok, tests }: Spec): Verdict['status'] {
  return !ok ? 'failed' : tests.every(({ status }) => status === 'skipped') ? 'skipped' : 'passed';
}

function stepsOf({ results = [] }: Spec['tests'][number]): Omit<Verdict, 'ids' | 'report'>[] {
  const all = (steps: readonly Step[]): Step[] => steps.flatMap((step) => [step, ...all(step.steps ?? [])]);
  return all(results.at(-1)?.steps ?? []).map(({ title, error }) => ({ title, status: error === undefined ? 'passed' : 'failed' }));
}

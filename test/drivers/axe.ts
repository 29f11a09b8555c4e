import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from '@playwright/test';

const require = createRequire(import.meta.url);
const axe = readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8');

/** Whatever axe finds, minor findings too, in a line each. What is told beside the mouse belongs to no region of the page. */
export async function axeFindings(page: Page): Promise<readonly string[]> {
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axe);
  return page.evaluate(async () => {
    const checker: unknown = Reflect.get(globalThis, 'axe');
    if (typeof checker !== 'object' || checker === null) return ['axe is missing'];
    const run: unknown = Reflect.get(checker, 'run');
    if (typeof run !== 'function') return ['axe is missing'];
    const { violations } = (await Reflect.apply(run, checker, [
      { exclude: [['[role=tooltip]']] },
      { resultTypes: ['violations'], selectors: false },
    ])) as {
      violations: readonly { id: string; impact: string; nodes: readonly { html: string }[] }[];
    };
    return violations.flatMap(({ id, impact, nodes }) => nodes.slice(0, 3).map(({ html }) => `${id} (${impact}): ${html.slice(0, 200)}`));
  });
}

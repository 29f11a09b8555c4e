import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from '@playwright/test';

const require = createRequire(import.meta.url);
const axe = readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8');

/** What axe finds that is serious or worse, in a line each. */
export async function seriousFindings(page: Page): Promise<readonly string[]> {
  await page.evaluate(axe);
  return page.evaluate(async () => {
    const checker: unknown = Reflect.get(globalThis, 'axe');
    if (typeof checker !== 'object' || checker === null) return ['axe is missing'];
    const run: unknown = Reflect.get(checker, 'run');
    if (typeof run !== 'function') return ['axe is missing'];
    const { violations } = (await Reflect.apply(run, checker, [document])) as {
      violations: readonly { id: string; impact: string; nodes: readonly { html: string }[] }[];
    };
    return violations
      .filter(({ impact }) => impact === 'serious' || impact === 'critical')
      .map(({ id, nodes }) => `${id}: ${nodes[0]?.html.slice(0, 200)}`);
  });
}

/**
 * `npm run bench -- reload [ACTS]`: a tab in which so many acts were made (1,000 when nothing is said) is loaded again. `value` is the time to
 * the first paint of the product (its header stands in the page) in relation to a new tab at the same address; `list_ratio` is the same of
 * the first row of the list. Medians of five in milliseconds beside them. `kept_b`: bytes of the log that the browser keeps.
 *
 * The feed is hart_2020 where it lies beside the project (or the zip that DMP_BENCH_FEED names), else the demo network. An act is what staff do
 * all day: a field of a stop is changed, and every tenth time another stop is opened.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BrowserContext, chromium, type Page } from '@playwright/test';
import { z } from 'zod';
import { signIn, WITHOUT_MAP } from '../drivers/browser.ts';
import { browserFlags, findBrowser } from '../drivers/findBrowser.ts';
import { startProduct } from '../drivers/server.ts';

const ROOT = join(import.meta.dirname, '..', '..');
const TIMES = 5;

export async function run([given = '1000']: readonly string[] = []): Promise<Record<string, unknown>> {
  const acts = Number(given);
  const feed = process.env['DMP_BENCH_FEED'] ?? join(ROOT, '../shared/feeds/hart_2020.zip');
  const dataDir = mkdtempSync(join(tmpdir(), 'dmp-bench-reload-'));
  const isReal = existsSync(feed);
  if (isReal)
    execFileSync(process.execPath, ['tools/command.mjs', 'feed/importCommand', feed, '--database', 'bench'], {
      cwd: ROOT,
      env: { PATH: process.env['PATH'], HOME: process.env['HOME'], DATA_DIR: dataDir, DMP_SKIP_BUILD: '1' },
      stdio: ['ignore', 'ignore', 'inherit'],
    });
  const server = await startProduct({ dataDir, env: { LOG_LEVEL: 'error', ...(isReal ? { DEMO_DATA: 'no' } : {}) } });
  const path = findBrowser();
  const browser = await chromium.launch({ args: browserFlags(), ...(path === undefined ? {} : { executablePath: path }) });
  try {
    const context = await browser.newContext({ baseURL: server.url, viewport: { width: 1440, height: 900 } });
    const page = await context.newPage();
    await page.addInitScript(watchFirstPaint);
    await signIn(page, 'editor', isReal ? '/data/db/bench/v/1' : '/data/db/velmar/v/2', WITHOUT_MAP);
    await page.getByRole('button', { name: 'Begin edit' }).first().click();
    await page.getByRole('button', { name: 'Finish edit' }).waitFor();
    await page.goto(`${new URL(page.url()).pathname}/stops`);
    await work(page, acts);
    await page.getByText('All saved').waitFor();
    await page.waitForTimeout(2000);
    const kept = await page.evaluate(async () => (await navigator.storage.estimate()).usage ?? 0);
    const again = await measured(() => reloaded(page));
    const anew = await measured(() => inNewTab(context, new URL(page.url()).pathname));
    return {
      value: Math.round((again.paint / anew.paint) * 100) / 100,
      unit: 'ratio',
      list_ratio: Math.round((again.list / anew.list) * 100) / 100,
      reload_paint_ms: again.paint,
      reload_list_ms: again.list,
      new_paint_ms: anew.paint,
      new_list_ms: anew.list,
      kept_b: kept,
      acts,
      feed: isReal ? 'hart_2020' : 'demo',
    };
  } finally {
    await browser.close();
    await server.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

async function work(page: Page, acts: number): Promise<void> {
  const rows = page.getByRole('grid', { name: 'Stops' }).locator('[data-row]');
  await rows.first().waitFor();
  for (let act = 0; act < acts; act++) {
    if (act % 10 === 0) await rows.nth((act / 10) % 20).click();
    const name = page.getByRole('complementary').getByRole('textbox', { name: 'Name', exact: true });
    await name.fill(`Stop ${act}`);
    await name.press('Enter');
    if (act % 500 === 499) console.error(`${act + 1} acts`);
  }
}

const Times = z.object({ paint: z.number(), list: z.number() });

async function reloaded(page: Page): Promise<z.infer<typeof Times>> {
  await page.reload();
  return timesOf(page);
}

async function inNewTab(context: BrowserContext, path: string): Promise<z.infer<typeof Times>> {
  const page = await context.newPage();
  await page.addInitScript(watchFirstPaint);
  await page.goto(path);
  const times = await timesOf(page);
  await page.close();
  return times;
}

async function timesOf(page: Page): Promise<z.infer<typeof Times>> {
  await page.getByRole('grid').locator('[data-row]').first().waitFor();
  return Times.parse(await page.evaluate('globalThis.__paints'));
}

async function measured(act: () => Promise<z.infer<typeof Times>>): Promise<z.infer<typeof Times>> {
  const all: z.infer<typeof Times>[] = [];
  for (let i = 0; i < TIMES; i++) all.push(await act());
  const median = (key: keyof z.infer<typeof Times>): number => Math.round(all.map((one) => one[key]).toSorted((a, b) => a - b)[TIMES >> 1] ?? 0);
  return { paint: median('paint'), list: median('list') };
}

/** Notes in the page when its header, and when a row of a list, stands there for the first time; milliseconds since navigation began. */
const watchFirstPaint = `{
  const paints = (globalThis.__paints = {});
  const look = () => {
    if (paints.paint === undefined && document.querySelector('header')) paints.paint = performance.now();
    if (paints.list === undefined && document.querySelector('[role=grid] [data-row]')) paints.list = performance.now();
    if (paints.list === undefined) requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}`;

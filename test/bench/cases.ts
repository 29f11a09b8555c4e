/**
 * `npm run bench -- cases [COUNT]`: 100,000 cases of one rule in the built product and a headless browser: from the click on the rule to
 * the first of them; then frames while the list is scrolled to its end, page after page (`loading`), while it is scrolled through all of
 * them (`scroll`) and gone through by keys (`keys`). Of frames the median and the worst, by the clock; `cpu_worst` is the processor time
 * that the longest task of the page took, which says the same on a machine that has other things to do.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from '@playwright/test';
import { z } from 'zod';
import { aFeed, removeFeeds } from '../builders/gtfsZip.ts';
import { signIn, WITHOUT_MAP } from '../drivers/browser.ts';
import { browserFlags, findBrowser } from '../drivers/findBrowser.ts';
import { startProduct } from '../drivers/server.ts';

const ROOT = join(import.meta.dirname, '..', '..');

export async function run([given = '100000']: string[]): Promise<Record<string, unknown>> {
  const count = Number(given);
  const dataDir = mkdtempSync(join(tmpdir(), 'dmp-bench-cases-'));
  const stops = Array.from(
    { length: count },
    (_, n) => `N${n},,${(48 + (n % 400) * 0.002).toFixed(3)},${(9 + Math.floor(n / 400) * 0.002).toFixed(3)}`,
  );
  const zip = await aFeed()
    .withRows('stops.txt', ...stops)
    .write();
  execFileSync(process.execPath, ['tools/command.mjs', 'feed/importCommand', zip, '--database', 'bench'], {
    cwd: ROOT,
    env: { PATH: process.env['PATH'], HOME: process.env['HOME'], DATA_DIR: dataDir, DMP_SKIP_BUILD: '1' },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  removeFeeds();
  const server = await startProduct({ dataDir, env: { DEMO_DATA: 'no', LOG_LEVEL: 'error' } });
  const path = findBrowser();
  const browser = await chromium.launch({ args: browserFlags(), ...(path === undefined ? {} : { executablePath: path }) });
  try {
    const page = await (await browser.newContext({ baseURL: server.url, viewport: { width: 1440, height: 900 } })).newPage();
    await signIn(page, 'editor', '/data/db/bench/v/1/agencies?summary=stops', WITHOUT_MAP);
    const rule = page.getByRole('link', { name: 'Stop name missing' });
    await rule.waitFor({ timeout: 180_000 });
    // what the bench's bundler calls in every function that has a name
    await page.evaluate('globalThis.__name = (named) => named');
    await page.evaluate(helpers);
    const open = await page.evaluate(() => globalThis.__cases.open());
    const traced = async (what: string, act: () => Promise<Frames>): Promise<Record<string, number>> => {
      await browser.startTracing(page, { categories: ['toplevel', 'disabled-by-default-devtools.timeline', '__metadata'] });
      const frames = await act();
      const measured = { ...frames, cpu_worst_ms: longestTask(await browser.stopTracing()) };
      console.error(what, measured);
      return Object.fromEntries(Object.entries(measured).map(([key, value]) => [`${what}_${key}`, value]));
    };
    const loading = await traced('loading', () => page.evaluate((all) => globalThis.__cases.toEnd(all), count));
    const scrolling = await traced('scroll', () => page.evaluate(() => globalThis.__cases.through()));
    const keys = await traced('keys', () => page.evaluate(() => globalThis.__cases.keys()));
    return { value: scrolling['scroll_cpu_worst_ms'], unit: 'ms', open_ms: open, ...loading, ...scrolling, ...keys, cases: count };
  } finally {
    await browser.close();
    await server.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

interface Frames {
  readonly p50_ms: number;
  readonly p99_ms: number;
  readonly worst_ms: number;
  readonly over_50: number;
  readonly frames: number;
}

const Trace = z.object({
  traceEvents: z.array(
    z.looseObject({
      name: z.string(),
      pid: z.number(),
      tid: z.number(),
      tdur: z.number().optional(),
      args: z.looseObject({ name: z.unknown().optional() }).optional(),
    }),
  ),
});

/** Processor time of the longest task on the main thread of a page, in milliseconds. */
function longestTask(trace: Buffer): number {
  const { traceEvents } = Trace.parse(JSON.parse(trace.toString()));
  const threadOf = ({ pid, tid }: { pid: number; tid: number }): string => `${pid} ${tid}`;
  const main = new Set(traceEvents.filter(({ name, args }) => name === 'thread_name' && args?.name === 'CrRendererMain').map(threadOf));
  const tasks = traceEvents.flatMap((event) => (event.name.endsWith('RunTask') && main.has(threadOf(event)) ? [event.tdur ?? 0] : []));
  return Math.round(tasks.reduce((longest, ms) => Math.max(longest, ms), 0) / 100) / 10;
}

declare global {
  var __cases: { open(): Promise<number>; toEnd(count: number): Promise<Frames>; through(): Promise<Frames>; keys(): Promise<Frames> };
}

/** Runs in the page. */
function helpers(): void {
  const painted = (): Promise<number> =>
    new Promise((done) => {
      requestAnimationFrame(() => {
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = () => done(performance.now());
        port2.postMessage(0);
      });
    });
  const list = (): HTMLElement | null => document.querySelector<HTMLElement>('[role=grid][aria-label="Cases"]');
  const loaded = (): number => Number(list()?.getAttribute('aria-rowcount') ?? 0) - 1;
  const round = (ms: number): number => Math.round(ms * 10) / 10;
  const frames = async (act: () => boolean): Promise<Frames> => {
    const all: number[] = [];
    for (let last = await painted(); act();) {
      const now = await painted();
      all.push(now - last);
      last = now;
    }
    const sorted = all.toSorted((a, b) => a - b);
    const at = (share: number): number => round(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0);
    return { p50_ms: at(0.5), p99_ms: at(0.99), worst_ms: at(1), over_50: all.filter((ms) => ms > 50).length, frames: all.length };
  };
  globalThis.__cases = {
    async open() {
      const began = performance.now();
      [...document.querySelectorAll('a')].find((link) => link.textContent === 'Stop name missing')?.click();
      for (;;) {
        const now = await painted();
        if (list()?.querySelector('[data-row]')) return round(now - began);
      }
    },
    toEnd(count) {
      const grid = list();
      return frames(() => {
        grid?.scrollTo(0, grid.scrollHeight);
        return loaded() < count;
      });
    },
    through() {
      const grid = list();
      let step = 0;
      return frames(() => {
        // by the wheel, by pages, and by the bar from one end to the other
        if (step < 100) grid?.scrollBy(0, -180);
        else if (step < 200) grid?.scrollBy(0, -4000);
        else grid?.scrollTo(0, ((step * 7919) % 100) * 0.01 * grid.scrollHeight);
        return step++ < 300;
      });
    },
    keys() {
      const grid = list();
      grid?.focus();
      let step = 0;
      return frames(() => {
        const key = ['End', 'PageUp', 'ArrowUp', 'ArrowUp', 'Home', 'PageDown', 'ArrowDown'][step % 7] ?? 'Home';
        grid?.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
        return step++ < 140;
      });
    },
  };
}

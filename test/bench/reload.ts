/**
 * `npm run bench -- reload [ACTS]`: a tab in which so many acts were made (1,000 when nothing is said) is loaded again. `value` is the time to
 * the first paint of the product (its header stands in the page) in relation to a new tab at the same address; `list_ratio` is the same of
 * the first row of the list. Medians of five in milliseconds beside them. `undo_ms`: from Ctrl+Z after the last reload until the screen shows
 * it. `kept_b`: bytes of the log that the browser keeps.
 *
 * The feed is hart_2020 where it lies beside the project (or the zip that DMP_BENCH_FEED names), else the demo network. An act is what staff do
 * all day: a field of a stop is changed, and every tenth time another stop is opened. The first acts are typed; the rest is said to a kernel
 * without a screen that takes up the log of the tab, against the same server and with the same log store, and is put back into the browser.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BrowserContext, chromium, type Page } from '@playwright/test';
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import { z } from 'zod';
import { openPlace } from '../../src/commands/shell/openPlace.ts';
import { editStopField } from '../../src/commands/stops/stopEdits.ts';
import { createHttp } from '../../src/effects/http.ts';
import { answer, done, openDatabase } from '../../src/effects/logDatabase.ts';
import { SessionRow } from '../../src/effects/logSessions.ts';
import { openLogStore } from '../../src/effects/logStore.ts';
import { createKernel, type Kernel } from '../../src/kernel/kernel.ts';
import { definitions } from '../../src/machines/definitions.ts';
import { presentPlace } from '../../src/projections/versions.ts';
import type { AppState } from '../../src/projections/state.ts';
import { signIn, WITHOUT_MAP } from '../drivers/browser.ts';
import { browserFlags, findBrowser } from '../drivers/findBrowser.ts';
import { startProduct } from '../drivers/server.ts';
import { signInByHttp } from '../drivers/signInByHttp.ts';

const ROOT = join(import.meta.dirname, '..', '..');
const TIMES = 5;
/** Acts that are typed, one for each of so many stops. */
const TYPED = 20;

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
    const stops = await typed(page);
    await page.getByText('All saved').waitFor();
    await page.waitForTimeout(2000);
    await page.goto('/config.json');
    await page.evaluate(putLog, await grown(Log.parse(await page.evaluate(readLog)), server.url, stops, acts));
    await page.goto(stops[lastStop(acts)] ?? '/');
    await timesOf(page);
    await page.waitForTimeout(2000);
    const kept = await page.evaluate(async () => (await navigator.storage.estimate()).usage ?? 0);
    const again = await measured(() => reloaded(page));
    const undo = await undone(page, acts);
    const anew = await measured(() => inNewTab(context, new URL(page.url()).pathname));
    return {
      value: Math.round((again.paint / anew.paint) * 100) / 100,
      unit: 'ratio',
      list_ratio: Math.round((again.list / anew.list) * 100) / 100,
      reload_paint_ms: again.paint,
      reload_list_ms: again.list,
      new_paint_ms: anew.paint,
      new_list_ms: anew.list,
      undo_ms: undo,
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

/** Types a name into each of the first stops; answers their addresses. */
async function typed(page: Page): Promise<readonly string[]> {
  const rows = page.getByRole('grid', { name: 'Stops' }).locator('[data-row]');
  const stops: string[] = [];
  for (let act = 0; act < TYPED; act++) {
    await rows.nth(act).click();
    const name = nameOf(page);
    await name.fill(`Stop ${act}`);
    await name.press('Enter');
    stops.push(new URL(page.url()).pathname);
  }
  return stops;
}

function nameOf(page: Page) {
  return page.getByRole('complementary').getByRole('textbox', { name: 'Name', exact: true });
}

/** The stop that is open at the end. */
function lastStop(acts: number): number {
  return acts <= TYPED ? TYPED - 1 : Math.floor((acts - 1) / 10) % TYPED;
}

/** Milliseconds from Ctrl+Z until the name before the last act stands in the page. */
async function undone(page: Page, acts: number): Promise<number> {
  await page.waitForFunction((last) => [...document.querySelectorAll('input')].some(({ value }) => value === last), `Stop ${acts - 1}`);
  const begun = performance.now();
  await page.keyboard.press('Control+z');
  await page.waitForFunction((gone) => ![...document.querySelectorAll('input')].some(({ value }) => value === gone), `Stop ${acts - 1}`);
  return Math.round(performance.now() - begun);
}

const Log = z.object({ sessions: z.array(SessionRow), segments: z.array(z.unknown()), bodies: z.array(z.unknown()) });
type Log = z.infer<typeof Log>;
const STORES = ['sessions', 'segments', 'bodies'] as const;

/** The log after so many acts, the typed ones counted. */
async function grown(log: Log, site: string, stops: readonly string[], acts: number): Promise<Log> {
  const page = new EventTarget();
  Object.assign(globalThis, { IDBKeyRange, window: page, document: page });
  const [row] = log.sessions;
  if (row === undefined) throw new Error('The browser has kept no log');
  const factory = new IDBFactory();
  const database = await openDatabase(factory);
  const tx = database.transaction(STORES, 'readwrite');
  for (const name of STORES) for (const one of log[name]) tx.objectStore(name).put(one);
  await done(tx);
  const store = await openLogStore(factory);
  const found = await store.recover(row.session);
  if (found === undefined) throw new Error('The log cannot be taken up');
  const began = Date.parse(row.header.startedAt);
  const kernel = createKernel<AppState>({
    ...definitions,
    header: found.header,
    restore: found.recovered,
    run: 'bench',
    clock: () => Date.now() - began,
    perform: createHttp({
      accessToken: tokens(site),
      login: () => Promise.reject(new Error('The token is not accepted')),
      fetch: (url, init) => fetch(new URL(z.string().parse(url), site), init),
    }),
  });
  store.keep(kernel, row.owner);
  for (let act = TYPED; act < acts; act++) {
    const path = stops[lastStop(act + 1)] ?? '';
    if (kernel.snapshot().view.location.path !== path) {
      kernel.dispatch(openPlace({ path, search: '' }));
      await settled(kernel);
    }
    const { versionId = 0, itemId = '' } = presentPlace(kernel.snapshot().view);
    kernel.dispatch(editStopField({ versionId, stopId: itemId, field: 'name', value: `Stop ${act}` }));
    if (act % 10 === 9) await settled(kernel);
    if (act % 50 === 49) await store.flush();
    if (act % 1000 === 999) console.error(`${act + 1} acts`);
  }
  await settled(kernel);
  await store.flush();
  const { errors } = kernel.snapshot();
  if (errors.length > 0) throw new Error(`${errors.length} acts failed: ${errors[0]?.messages.join(' ')}`);
  kernel.stop();
  const reading = database.transaction(STORES, 'readonly');
  const [sessions, segments, bodies] = await Promise.all(STORES.map((name) => answer(reading.objectStore(name).getAll())));
  return Log.parse({ sessions, segments, bodies });
}

/** Resolves when nothing waits for an answer. */
function settled(kernel: Kernel<AppState>): Promise<void> {
  return new Promise((resolve) => {
    const look = (): void => {
      if (kernel.snapshot().pending.length > 0) return;
      end();
      resolve();
    };
    const end = kernel.subscribe(look);
    look();
  });
}

/** A token that is renewed while it is valid: many acts take longer than one holds. */
function tokens(site: string): () => Promise<string> {
  let held = { token: '', until: 0 };
  return async () => {
    if (held.until < Date.now()) held = { token: (await signInByHttp(site, 'editor')).access_token, until: Date.now() + 60_000 };
    return held.token;
  };
}

/** In the page: the stores of the log database. */
const readLog = `(async () => {
  const database = await new Promise((resolve, reject) => {
    const opening = indexedDB.open('dmp-log', 1);
    opening.onsuccess = () => resolve(opening.result);
    opening.onerror = reject;
  });
  const all = (name) => new Promise((resolve) => {
    const asked = database.transaction(name).objectStore(name).getAll();
    asked.onsuccess = () => resolve(asked.result);
  });
  const log = { sessions: await all('sessions'), segments: await all('segments'), bodies: await all('bodies') };
  database.close();
  return log;
})()`;

/** In the page: puts a log in the place of the one that is there. */
async function putLog(log: Record<string, readonly unknown[]>): Promise<void> {
  const database = await new Promise<IDBDatabase>((resolve, reject) => {
    const opening = indexedDB.open('dmp-log', 1);
    opening.onsuccess = () => resolve(opening.result);
    opening.onerror = () => reject(new Error('The log database cannot be opened'));
  });
  const tx = database.transaction(Object.keys(log), 'readwrite');
  for (const [name, rows] of Object.entries(log)) {
    tx.objectStore(name).clear();
    for (const row of rows) tx.objectStore(name).put(row);
  }
  await new Promise((resolve) => (tx.oncomplete = resolve));
  database.close();
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

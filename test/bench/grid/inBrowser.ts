/** The sheet of 60 stops x 500 departures in the built product and a headless browser. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type Page } from '@playwright/test';
import { aFeed, removeFeeds } from '../../builders/gtfsZip.ts';
import { signIn } from '../../drivers/browser.ts';
import { aColleague } from '../../drivers/colleagueVersions.ts';
import { browserFlags, findBrowser } from '../../drivers/findBrowser.ts';
import { startProduct } from '../../drivers/server.ts';
import { percentiles } from '../../server/bigVersion.ts';

const STOPS = 60;
const DEPARTURES = 500;
const KEYS = 60;
const BETWEEN_KEYS = 100;

/**
 * Milliseconds: from a key to the painted cell (`+` on one inner cell; at 10 keys a second, as fast as people type, and each as soon as the one
 * before is painted, as a key that is held down), from a paste of 3,000 cells and from its undo to the painted sheet,
 * from the click on Timetables to the first cells (warm), and the longest frame while the sheet is scrolled through.
 */
export async function gridInBrowser(): Promise<Record<string, number>> {
  const dataDir = mkdtempSync(join(tmpdir(), 'dmp-bench-grid-'));
  const root = join(import.meta.dirname, '..', '..', '..');
  const zip = await feed();
  execFileSync(process.execPath, ['tools/command.mjs', 'feed/importCommand', zip, '--database', 'bench'], {
    cwd: root,
    env: { PATH: process.env['PATH'], HOME: process.env['HOME'], DATA_DIR: dataDir, DMP_SKIP_BUILD: '1' },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  removeFeeds();
  const server = await startProduct({ dataDir, env: { DEMO_DATA: 'no', LOG_LEVEL: 'error' } });
  const path = findBrowser();
  const browser = await chromium.launch({ args: browserFlags(), ...(path === undefined ? {} : { executablePath: path }) });
  try {
    const context = await browser.newContext({ baseURL: server.url, viewport: { width: 1440, height: 900 } });
    const page = await context.newPage();
    const draft = await (await aColleague(server.url, 'bench')).draft();
    await signIn(page, 'editor', `/data/db/bench/v/${draft}/schedules`, { maximised: 'content' });
    await page.getByRole('grid', { name: 'Schedules' }).locator('[data-row]').first().click();
    await page.getByRole('region', { name: 'Tracks' }).getByRole('link').first().click();
    // what the bench's bundler calls in every function that has a name
    await page.evaluate('globalThis.__name = (named) => named');
    await page.evaluate(helpers);
    const open: number[] = [];
    for (let n = 0; n < 7; n++) {
      await page.getByRole('link', { name: 'Stops', exact: true }).click();
      await page.getByRole('grid', { name: /^Stops of track/ }).waitFor();
      open.push(await page.evaluate(() => globalThis.__grid.open()));
    }
    const grid = page.getByRole('grid', { name: /^Timetable of track/ });
    await grid.locator('[role=row][aria-rowindex="10"] [aria-colindex="5"]').click();
    const keys = async (pause: number): Promise<ReturnType<typeof percentiles>> => {
      const all: number[] = [];
      for (let n = -5; n < KEYS; n++) {
        const ms = await page.evaluate(() => globalThis.__grid.key());
        if (n >= 0) all.push(ms);
        await page.waitForTimeout(pause);
      }
      await saved(page);
      return percentiles(all);
    };
    const key = await keys(BETWEEN_KEYS);
    const held = await keys(0);
    const paste: number[] = [];
    const undo: number[] = [];
    for (let n = 0; n < 5; n++) {
      await grid.focus();
      await page.keyboard.press('Control+Home');
      await page.keyboard.press('Home');
      for (let up = 0; up < 12; up++) await page.keyboard.press('PageUp');
      paste.push(await page.evaluate(() => globalThis.__grid.paste(60, 50)));
      await saved(page);
      undo.push(await page.evaluate(() => globalThis.__grid.undo()));
      await saved(page);
    }
    const scroll = await page.evaluate(() => globalThis.__grid.scroll());
    return {
      key_p50_ms: key.p50_ms,
      key_p95_ms: key.p95_ms,
      held_p50_ms: held.p50_ms,
      held_p95_ms: held.p95_ms,
      paste_ms: percentiles(paste).p50_ms,
      undo_ms: percentiles(undo).p50_ms,
      open_ms: percentiles(open).p50_ms,
      scroll_worst_ms: Math.round(scroll * 10) / 10,
    };
  } finally {
    await browser.close();
    await server.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

/** One line of all stops and departures. */
function feed(): Promise<string> {
  const clock = (seconds: number): string =>
    [seconds / 3600, (seconds / 60) % 60, seconds % 60].map((part) => String(Math.floor(part)).padStart(2, '0')).join(':');
  const stops = Array.from({ length: STOPS }, (_, at) => `G${at},Stop ${at},${48 + at * 0.004},9.1`);
  const trips = Array.from({ length: DEPARTURES }, (_, nth) => `BIG,ALL,G.${nth}`);
  const times = trips.flatMap((_trip, nth) =>
    stops.map((_stop, at) => {
      const time = clock(14_400 + nth * 120 + at * 90);
      return `G.${nth},${time},${time},G${at},${at + 1}`;
    }),
  );
  return aFeed()
    .with('agency.txt', 'agency_id,agency_name,agency_url,agency_timezone\nA,Agency,https://agency.example,Europe/Berlin')
    .with('stops.txt', ['stop_id,stop_name,stop_lat,stop_lon', ...stops].join('\n'))
    .with('routes.txt', 'route_id,agency_id,route_short_name,route_type\nBIG,A,4,3')
    .with(
      'calendar.txt',
      'service_id,monday,tuesday,wednesday,thursday,friday,saturday,sunday,start_date,end_date\nALL,1,1,1,1,1,1,1,20260101,20261231',
    )
    .with('trips.txt', ['route_id,service_id,trip_id', ...trips].join('\n'))
    .with('stop_times.txt', ['trip_id,arrival_time,departure_time,stop_id,stop_sequence', ...times].join('\n'))
    .write();
}

async function saved(page: Page): Promise<void> {
  await page.getByRole('contentinfo', { name: 'Status' }).getByText('All saved').waitFor();
}

declare global {
  var __grid: {
    open(): Promise<number>;
    key(): Promise<number>;
    paste(rows: number, columns: number): Promise<number>;
    undo(): Promise<number>;
    scroll(): Promise<number>;
  };
}

/** Runs in the page: acts and waits for the frame that shows what came of it. */
function helpers(): void {
  const painted = (): Promise<number> =>
    new Promise((done) => {
      requestAnimationFrame(() => {
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = () => done(performance.now());
        port2.postMessage(0);
      });
    });
  const sheet = (): HTMLElement | null => document.querySelector<HTMLElement>('[role=grid][aria-label^="Timetable of track"]');
  const until = async (holds: () => boolean): Promise<number> => {
    for (;;) {
      const at = await painted();
      if (holds()) return at;
    }
  };
  const active = (): HTMLElement | null => document.getElementById(sheet()?.getAttribute('aria-activedescendant') ?? '');
  const texts = (): string => [...(sheet()?.querySelectorAll('[role=gridcell]') ?? [])].map((cell) => cell.textContent).join(' ');
  globalThis.__grid = {
    async open() {
      const began = performance.now();
      [...document.querySelectorAll('a')].find((link) => link.textContent === 'Timetables')?.click();
      return (await until(() => (sheet()?.querySelectorAll('[role=gridcell]').length ?? 0) > 0)) - began;
    },
    async key() {
      const before = active()?.textContent;
      const began = performance.now();
      sheet()?.dispatchEvent(new KeyboardEvent('keydown', { key: '+', code: 'NumpadAdd', bubbles: true, cancelable: true }));
      return (await until(() => active()?.textContent !== before)) - began;
    },
    async paste(rows, columns) {
      const clock = (minutes: number): string => `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, '0')}`;
      const text = Array.from({ length: rows }, (_, row) =>
        Array.from({ length: columns }, (_cell, column) => clock(300 + column * 5 + row * (2 + (column % 3)))).join('\t'),
      ).join('\n');
      const data = new DataTransfer();
      data.setData('text/plain', text);
      const before = texts();
      const began = performance.now();
      sheet()?.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }));
      return (await until(() => texts() !== before)) - began;
    },
    async undo() {
      const before = texts();
      const began = performance.now();
      sheet()?.dispatchEvent(new KeyboardEvent('keydown', { key: 'z', code: 'KeyZ', ctrlKey: true, bubbles: true, cancelable: true }));
      return (await until(() => texts() !== before)) - began;
    },
    async scroll() {
      const grid = sheet();
      let worst = 0;
      let last = await painted();
      for (let step = 0; step < 120; step++) {
        grid?.scrollBy(step % 2 === 0 ? 220 : 0, step % 8 === 0 ? 60 : 0);
        const now = await painted();
        worst = Math.max(worst, now - last);
        last = now;
      }
      return worst;
    },
  };
}

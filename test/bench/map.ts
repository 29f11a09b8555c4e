import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type Page } from '@playwright/test';
import { build, preview } from 'vite';
import { browserFlags, findBrowser } from '../drivers/findBrowser.ts';

/** Mouse moves of one drag. */
const MOVES = 40;

/**
 * The map in a headless browser: painting 50,000 stops, the frame after a stop was dropped, a pick among 100,000 stops, and a
 * vertex of a 5,000-point shape dragged by the mouse, beside the same with mapbox-gl-draw on a bare map. Software graphics: read the ratios.
 */
export async function run(): Promise<Record<string, unknown>> {
  const folder = await mkdtemp(join(tmpdir(), 'dmp-bench-map-'));
  const root = join(import.meta.dirname, 'map');
  await build({ root, configFile: false, logLevel: 'warn', build: { outDir: folder, emptyOutDir: true }, worker: { format: 'es' } });
  const server = await preview({ root, configFile: false, logLevel: 'warn', build: { outDir: folder }, preview: { port: 0, host: '127.0.0.1' } });
  const path = findBrowser();
  const browser = await chromium.launch({ args: browserFlags(), ...(path === undefined ? {} : { executablePath: path }) });
  try {
    const page = await browser.newPage({ viewport: { width: 920, height: 680 } });
    page.on('pageerror', (error) => console.error(error));
    await page.goto(server.resolvedUrls?.local[0] ?? '');
    await page.waitForFunction(() => globalThis.__bench !== undefined);
    await page.evaluate(() => globalThis.__bench?.open());
    const paint50k = await page.evaluate(() => globalThis.__bench?.paint(50_000));
    const drop = await page.evaluate(() => globalThis.__bench?.drop());
    const paint100k = await page.evaluate(() => globalThis.__bench?.paint(100_000));
    const pick = await page.evaluate(() => globalThis.__bench?.pick(1000));
    const ours = await dragged(page, await page.evaluate(() => globalThis.__bench?.shape()));
    const point = await page.evaluate(() => globalThis.__bench?.movedPoint());
    const theirs = await dragged(page, await page.evaluate(() => globalThis.__bench?.draw()));
    return {
      value: ours.perMove,
      unit: 'ms',
      paint_50k_ms: rounded(paint50k),
      paint_100k_ms: rounded(paint100k),
      drop_frame_ms: rounded(drop?.frame),
      drop_rest_ms: rounded(drop?.rest),
      pick_100k_ms: Math.round((pick ?? 0) * 1000) / 1000,
      vertex_move_ms: ours.perMove,
      vertex_long_tasks: ours.long,
      vertex_right_point: point === 2500,
      draw_move_ms: theirs.perMove,
      draw_long_tasks: theirs.long,
      ratio: Math.round((theirs.perMove / ours.perMove) * 10) / 10,
      n: MOVES,
    };
  } finally {
    await browser.close();
    await server.close();
    await rm(folder, { recursive: true, force: true });
  }
}

/** Drags from a px in small steps, each followed by the frame that shows it. */
async function dragged(
  page: Page,
  from: { readonly x: number; readonly y: number } | undefined,
): Promise<{ readonly perMove: number; readonly long: number }> {
  if (!from) throw new Error('There is no vertex to drag');
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(from.x + 2, from.y + 1);
  await page.evaluate(() => globalThis.__bench?.takeLong());
  const began = performance.now();
  for (let i = 0; i < MOVES; i++) {
    await page.mouse.move(from.x + 3 + i, from.y + i / 2);
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => setTimeout(done, 0))));
  }
  const perMove = rounded((performance.now() - began) / MOVES);
  const long = (await page.evaluate(() => globalThis.__bench?.takeLong())) ?? [];
  await page.mouse.up();
  return { perMove, long: long.length };
}

function rounded(value: number | undefined): number {
  return Math.round((value ?? 0) * 10) / 10;
}

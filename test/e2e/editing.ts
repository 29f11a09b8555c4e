/** What the stories of the data area begin with: a version of their own, and the map's answers. */
import type { Locator, Page } from '@playwright/test';
import type { MapProbe } from '../../src/map/mapProbe.ts';
import type { BrowserSettings } from '../../src/domain/settings.ts';
import { expect } from '../drivers/browser.ts';
import { haveFreshVersion } from '../drivers/freshVersion.ts';

/** Signs in as the editor with a new version to edit and the map's probe on; answers its address. */
export async function editNewVersion(page: Page, settings: Partial<BrowserSettings> = {}): Promise<string> {
  await askForProbe(page);
  return haveFreshVersion(page, settings);
}

/** Asks for the map's probe; before the first page is opened. */
export async function askForProbe(page: Page): Promise<void> {
  await page.addInitScript(() => {
    globalThis.__dmpMapProbe = true;
  });
}

/** Opens a stop by its address and waits for its popup on the map. */
export async function openStop(page: Page, base: string, stopId: string): Promise<Locator> {
  await page.goto(`${base}/stops/${stopId}`);
  const popup = stopPopup(page);
  await expect(popup.getByLabel('Coordinates')).toBeVisible();
  return popup;
}

/** The details of the chosen stop, docked to the map. */
export function stopPopup(page: Page): Locator {
  return page.getByRole('complementary', { name: /^Stop / });
}

/** Closes the popup of a stop that was opened by its address, once the map has come to the stop: closed before, it stays where it was. */
export async function closeStop(page: Page): Promise<void> {
  await expect.poll(() => page.evaluate(() => globalThis.__map?.zoom() ?? 0)).toBeGreaterThan(13);
  await stopPopup(page).getByRole('button', { name: 'Close' }).click();
}

/** The list of stops. */
export function stopRows(page: Page): Locator {
  return page.getByRole('grid', { name: 'Stops' }).locator('[data-row]');
}

/** Waits until everything is saved. */
export async function saved(page: Page): Promise<void> {
  await expect(page.getByRole('contentinfo', { name: 'Status' }).getByText('All saved')).toBeVisible();
}

/** A px of the page, on the map, near a stop, where nothing lies. Waits until the map is at rest. */
export async function emptyPlaceNear(page: Page, stopId: string): Promise<{ x: number; y: number }> {
  await expect.poll(() => page.evaluate((id) => globalThis.__map?.feature(id) !== undefined, stopId)).toBe(true);
  return page.evaluate(async (id) => {
    const map: MapProbe | undefined = globalThis.__map;
    await map?.idle();
    const at = map?.feature(id);
    if (!map || !at) throw new Error(`The map shows no stop ${id}`);
    for (const [dx, dy] of [
      [120, 150],
      [-120, 150],
      [150, -120],
      [-150, -120],
    ] as const) {
      const hit = map.at(at.x + dx, at.y + dy);
      if (hit.stops.length === 0) return { x: at.x + dx, y: at.y + dy };
    }
    throw new Error('There is no empty place');
  }, stopId);
}

/** The edits of stops that the page sends from now on: the last part of each call's path. */
export function watchEdits(page: Page): readonly string[] {
  const sent: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (request.method() === 'POST' && pathname.includes('/edit/stop/')) sent.push(pathname.split('/edit/stop/')[1] ?? '');
  });
  return sent;
}

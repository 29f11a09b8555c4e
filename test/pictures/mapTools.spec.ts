/** Pictures of the map's tools at work, for docs/map.md. */
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { test } from '../drivers/browser.ts';
import { haveFreshVersion } from '../drivers/freshVersion.ts';
import { driveMap, type MapDriver } from '../drivers/mapDriver.ts';

const FOLDER = join(import.meta.dirname, '../../docs/pictures');
const [FROM, TO] = ['V0133A', 'V0133B'];

test.use({ viewport: { width: 1280, height: 720 } });

async function openAt(page: Page, path: string): Promise<MapDriver> {
  const map = await driveMap(page);
  const base = await haveFreshVersion(page);
  await page.goto(base + path);
  await map.idle();
  return map;
}

async function take(page: Page, map: MapDriver, name: string): Promise<void> {
  await map.idle();
  await page.waitForTimeout(300);
  await page.screenshot({ path: join(FOLDER, `map-${name}.png`) });
}

test('searching', async ({ page }) => {
  const map = await openAt(page, '/stops?query=central&Type=5&condition=Or');
  await page.getByRole('combobox', { name: 'Search the map' }).fill('central');
  await page.getByRole('option').first().waitFor();
  await take(page, map, 'search');
});

test('moving a stop', async ({ page }) => {
  const map = await openAt(page, `/stops/${FROM}`);
  await map.press(await map.stop(FROM));
  const at = await map.place({ Lat: 48.0605, Lng: 9.79 });
  const from = await map.stop(TO).catch(() => at);
  await map.pull({ x: from.x + 60, y: from.y - 50 });
  await page.screenshot({ path: join(FOLDER, 'map-move-stop.png') });
  await page.keyboard.press('Escape');
  await map.release();
});

test('creating a transfer', async ({ page }) => {
  const map = await openAt(page, `/stops/${FROM}`);
  await page.getByRole('complementary').getByRole('button', { name: 'Create transfer' }).click();
  await map.click(await map.stop(TO));
  await page.getByRole('dialog', { name: 'Create transfer' }).waitFor();
  await take(page, map, 'transfer');
});

test('drawing pathways', async ({ page }) => {
  const map = await openAt(page, `/stops/${FROM}`);
  await page.getByRole('complementary').getByRole('button', { name: 'Create pathway' }).click();
  const ground = await map.ground(1);
  await page.mouse.move(ground.x, ground.y, { steps: 4 });
  await take(page, map, 'pathway');
});

test('a station by its levels', async ({ page }) => {
  const map = await openAt(page, '/stops/VELMAR-N1');
  await page.keyboard.press('Alt+KeyY');
  const plan = page.getByRole('region', { name: 'Levels of Central Station' });
  await plan.getByRole('button', { name: '0', exact: true }).click();
  await take(page, map, 'station');
});

test('vehicles', async ({ page }) => {
  const map = await openAt(page, '/schedules');
  await page.keyboard.press('Alt+KeyG');
  await page
    .getByRole('group', { name: 'Realtime' })
    .getByText(/vehicles?,/)
    .waitFor();
  await take(page, map, 'realtime');
});

test('moving and drawing a shape', async ({ page }) => {
  const map = await openAt(page, `/stops/${FROM}`);
  await page
    .getByRole('complementary')
    .getByRole('button', { name: /^Schedules/ })
    .click();
  await page.getByRole('complementary').locator('a[href$="/map"]').first().click();
  await page.waitForURL(/\/schedules\/.*\/map$/);
  await map.idle();
  const bar = page.getByRole('toolbar', { name: 'Shape' });
  await bar.getByRole('button', { name: 'Move shape points' }).click();
  await take(page, map, 'shape-move');
  await bar.getByRole('button', { name: 'Draw shape' }).click();
  await map.click(await map.stop(FROM));
  await map.click(await map.ground(1));
  await take(page, map, 'shape-draw');
});

test('layers and options', async ({ page }) => {
  const map = await openAt(page, '/stops');
  await page.getByRole('button', { name: 'Layers and map options' }).click();
  await take(page, map, 'layers');
});

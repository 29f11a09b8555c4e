/** A product whose operator has built streets: the base map is seen, light and dark, and gives the credit. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { mapFile, namesFile, writeMade } from '../../server/geo/streets/madeStreets.ts';
import { MapFeatures, readMapFeatures } from '../../server/geo/streets/mapFeatures.ts';
import { writeMapTiles } from '../../server/geo/streets/mapTiles.ts';
import { writeStreetNames } from '../../server/geo/streets/streetNames.ts';
import { inTown, townMapExtract } from '../builders/town.ts';
import { expect, LONG, productOfThisFile, signIn, test } from '../drivers/browser.ts';
import { driveMap, type Place, type Point } from '../drivers/mapDriver.ts';

let dataDir: string;
productOfThisFile(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'dmp-streets-'));
  await makeStreets(dataDir);
  return { dataDir };
});
test.afterAll('remove its data', () => rmSync(dataDir, { recursive: true, force: true }));

/** The base map as `npm run streets` makes it, without the engine for paths. */
async function makeStreets(dataDir: string): Promise<void> {
  const file = join(dataDir, 'town.osm.pbf');
  writeFileSync(file, townMapExtract());
  mkdirSync(join(dataDir, 'streets', 'tiles-1'), { recursive: true });
  const features = new MapFeatures();
  readMapFeatures(file, features, new Set());
  const tiles = await writeMapTiles(features, mapFile(dataDir, 'tiles-1'), () => {});
  writeStreetNames(features, namesFile(dataDir, 'tiles-1'));
  const [from, to] = [inTown(-6, -2), inTown(15, 14)];
  const bounds = { south: from.Lat, north: to.Lat, west: from.Lng, east: to.Lng };
  const extracts = [{ file, bytes: 1, modified: 1, bounds }];
  writeMade(dataDir, { folder: 'tiles-1', at: '2026-01-01T00:00:00Z', engine: '0', seconds: 1, bytes: 1, map: { tiles, bytes: 1 }, extracts });
}

/** Lightness of pixels of the page, 0 to 255. */
async function lightness(page: Page, points: readonly Point[]): Promise<number[]> {
  const picture = (await page.screenshot({ scale: 'css' })).toString('base64');
  return page.evaluate(
    async ([data, at]) => {
      const bytes = Uint8Array.from(atob(data), (each) => each.codePointAt(0) ?? 0);
      const image = await createImageBitmap(new Blob([bytes], { type: 'image/png' }));
      const pen = new OffscreenCanvas(image.width, image.height).getContext('2d');
      pen?.drawImage(image, 0, 0);
      return at.map(({ x, y }) => {
        const [red = 0, green = 0, blue = 0] = pen?.getImageData(Math.round(x), Math.round(y), 1, 1).data ?? [];
        return Math.round((red + green + blue) / 3);
      });
    },
    [picture, points] as const,
  );
}

test(
  'streets, water and names of an extract lie on the built-in map, light and dark, with the credit of OpenStreetMap [R084]',
  LONG,
  async ({ page }) => {
    const map = await driveMap(page);
    await signIn(page, 'editor', '/data/db/city/v/1/stops');
    await map.idle();
    const search = page.getByRole('combobox', { name: 'Search the map' });
    const { Lat, Lng } = inTown(3, 5.5);
    await search.fill(`${Lat.toFixed(6)}, ${Lng.toFixed(6)}`);
    await page.getByRole('option', { name: /48\.00/ }).click();
    const zoom = async (): Promise<number | undefined> => {
      await map.idle();
      return page.evaluate(() => globalThis.__map?.zoom());
    };
    await expect.poll(zoom).toBeCloseTo(15, 1);
    await page.getByRole('button', { name: 'Zoom out' }).click();
    await expect.poll(zoom).toBeCloseTo(14, 1);
    await expect(page.getByText('© OpenStreetMap contributors')).toBeVisible();
    // The lightest of several places: names lie on some streets.
    const places: Record<string, readonly Place[]> = {
      street: [1, 2, 4, 5].map((x) => inTown(x, 6.5)),
      main: [1.5, 2.5, 3.5, 4.5].map((x) => inTown(x, 6)),
      block: [inTown(3.5, 6.5)],
      lake: [inTown(-2.5, 4)],
    };
    const look = async (): Promise<Record<string, number>> => {
      await map.idle();
      const found: [string, number][] = [];
      for (const [name, at] of Object.entries(places)) {
        const points = await Promise.all(at.map((each) => map.place(each)));
        found.push([name, Math.max(...(await lightness(page, points)))]);
      }
      return Object.fromEntries(found);
    };
    const light = await look();
    expect(light['street']).toBeGreaterThan((light['block'] ?? 255) + 3);
    expect(light['lake']).toBeLessThan((light['block'] ?? 0) - 8);
    await page.emulateMedia({ colorScheme: 'dark' });
    await expect.poll(async () => (await look())['block']).toBeLessThan(80);
    const dark = await look();
    expect(dark['street']).toBeGreaterThan((dark['block'] ?? 255) + 15);
    expect(dark['main']).toBeGreaterThan((dark['block'] ?? 255) + 15);
    expect(dark['lake']).toBeLessThan((dark['block'] ?? 0) - 8);
  },
);

test('a street of the extract is found by the search of the map, which goes there', LONG, async ({ page }) => {
  const map = await driveMap(page);
  await signIn(page, 'editor', '/data/db/city/v/1/stops');
  await map.idle();
  await page.getByRole('combobox', { name: 'Search the map' }).fill('avenue we');
  await page.getByRole('option', { name: /Avenue west, Gridham/ }).click();
  await expect
    .poll(async () => {
      const { x, y } = await map.place(inTown(5.5, 13.15));
      const edge = await page.locator('.map-surface').boundingBox();
      return edge !== null && x > edge.x && x < edge.x + edge.width && y > edge.y && y < edge.y + edge.height;
    })
    .toBe(true);
});

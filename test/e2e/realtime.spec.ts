/** Vehicles on the map, those of the simulated feed of the demo database. */
import type { Page } from '@playwright/test';
import { expect, signIn, test } from '../drivers/browser.ts';
import { driveMap, type MapDriver, type Point } from '../drivers/mapDriver.ts';

const BASE = '/data/db/velmar/v/2/schedules';

async function openTrack(page: Page): Promise<MapDriver> {
  const map = await driveMap(page);
  await signIn(page, 'viewer', BASE);
  await page.getByRole('grid', { name: 'Schedules' }).getByText('Elsee Village - Brenzell Village').first().click();
  await page.locator('a[href$="/map"]').first().click();
  await expect(page).toHaveURL(/\/schedules\/.*\/map$/);
  await map.idle();
  return map;
}

async function toggle(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Layers and map options' }).click();
  await page.getByRole('checkbox', { name: 'Realtime' }).click();
  await page.keyboard.press('Escape');
}

/** A px of the map with a vehicle's point and no stop, as near to the middle as there is: it is looked for in wider and wider rings. */
async function vehiclePoint(page: Page): Promise<Point> {
  const found = await page.evaluate(() => {
    const edge = document.querySelector('.map-surface')?.getBoundingClientRect();
    if (!edge) return undefined;
    const [midX, midY, step] = [edge.left + edge.width / 2, edge.top + edge.height / 2, 7];
    const rings = Math.floor((Math.max(edge.width, edge.height) / 2 - 60) / step);
    for (let ring = 0; ring <= rings; ring++) {
      for (let i = -ring; i <= ring; i++) {
        for (const [across, down] of [
          [i, -ring],
          [i, ring],
          [-ring, i],
          [ring, i],
        ] as const) {
          const [x, y] = [midX + across * step, midY + down * step];
          if (x < edge.left + 60 || x > edge.right - 60 || y < edge.top + 60 || y > edge.bottom - 60) continue;
          const hit = globalThis.__map?.at(x, y);
          if (hit?.['realtime']?.length && hit.stops.length === 0 && document.elementFromPoint(x, y)?.closest('.map-surface')) return { x, y };
        }
      }
    }
    return undefined;
  });
  if (!found) throw new Error('The map shows no vehicle');
  return found;
}

test('Realtime shows the positions of the open track from 2 days ago through today, and another version clears them [R007 R199 R200 H196]', async ({
  page,
}) => {
  const asked = page.waitForRequest((request) => request.url().includes('/db/velmar/realtime?'));
  const map = await openTrack(page);
  await toggle(page);
  const query = new URL((await asked).url()).searchParams;
  const day = (before: number): string => new Date(Date.now() - before * 86_400_000).toISOString().slice(0, 10);
  expect([query.get('track'), query.get('from'), query.get('to')]).toEqual(['a-b', day(2), day(0)]);
  const bar = page.getByRole('group', { name: 'Realtime' });
  await expect(bar.getByRole('status')).toHaveText(/^[\d,]+ vehicles?, [\d,]+ points/);
  // the address says so, and its key puts them away and brings them back
  await expect(page).toHaveURL(new RegExp(`\\?realtime=${day(2)}\\.\\.${day(0)}$`));
  await page.reload();
  await expect(bar.getByRole('status')).toHaveText(/^[\d,]+ vehicles?, [\d,]+ points/);
  await page.keyboard.press('Alt+KeyG');
  await expect(bar).toHaveCount(0);
  await expect(page).not.toHaveURL(/realtime=/);
  await page.keyboard.press('Alt+KeyG');
  await expect(bar).toBeVisible();
  await map.idle();

  // A point of a trail is brought near, then clicked.
  const far = await vehiclePoint(page);
  await page.mouse.move(far.x, far.y);
  for (let turn = 0; turn < 8; turn++) await page.mouse.wheel(0, -400);
  await map.idle();
  await map.click(await vehiclePoint(page));
  const card = page.getByRole('dialog', { name: /^Vehicle / });
  await expect(card.getByText('Trip', { exact: true })).toBeVisible();
  await expect(card.getByText('Age', { exact: true })).toBeVisible();

  // a search of the list, so that another version has something to clear
  await page.goto(`${BASE}${new URL(page.url()).search}&Name=circle`);
  await expect(page.getByRole('list', { name: 'Filter' })).toContainText('circle');
  await expect(bar).toBeVisible();
  await page.getByRole('button', { name: /^Version/ }).click();
  await page.getByRole('option', { name: /Autumn works/ }).click();
  await expect(page).toHaveURL(/\/v\/3[^?]*$/);
  await expect(bar).toHaveCount(0);
  await expect(page.getByRole('list', { name: 'Filter' })).toHaveCount(0);
});

test('a range of more than 2 weeks and dates that are none are refused, and an empty one says so [R089 R256 R354]', async ({ page }) => {
  await openTrack(page);
  await toggle(page);
  const day = (before: number): string => new Date(Date.now() - before * 86_400_000).toISOString().slice(0, 10);
  await page.getByRole('button', { name: `Dates: ${day(2)} to ${day(0)}` }).click();
  const form = page.getByRole('form', { name: 'Dates of vehicle positions' });
  const [first, second] = [form.getByLabel('First date'), form.getByLabel('Second date')];
  await first.fill('2026-02-30');
  await second.fill('');
  await expect(form.getByText('Wrong first date')).toBeVisible();
  await expect(form.getByText('Wrong second date')).toBeVisible();
  await first.fill('2020-01-01');
  await second.fill('2020-01-16');
  await expect(form.getByText('Range must not exceed 2 weeks')).toBeVisible();
  await second.press('Enter');
  await expect(form).toBeVisible();
  await second.fill('2020-01-15');
  await second.press('Enter');
  await expect(page.getByText('No realtime historical points have been found in this date range. Try increasing it.')).toBeVisible();
});

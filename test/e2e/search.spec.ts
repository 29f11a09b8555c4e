import type { Page } from '@playwright/test';
import { expect, LONG, signIn, test, WITHOUT_MAP } from '../drivers/browser.ts';
import { driveMap } from '../drivers/mapDriver.ts';
import { stopRows } from './editing.ts';

const BASE = '/data/db/velmar/v/1';
const schedules = (page: Page) => page.getByRole('grid', { name: 'Schedules' }).locator('[data-row]');
const filter = (page: Page) => page.getByRole('list', { name: 'Filter' });
const option = (page: Page, name: string | RegExp) => page.getByRole('option', { name });

test('stops are searched by tags: by the mouse, by digits, by text; the address holds the search [E056 E144 E323 E334 H372 R367]', async ({
  page,
}) => {
  await signIn(page, 'viewer', `${BASE}/stops`, WITHOUT_MAP);
  await stopRows(page).first().waitFor();
  const box = page.getByRole('combobox', { name: 'Search stops' });
  await box.click();
  await expect(page.getByText('Search by text or select desired search category.').first()).toBeVisible();
  // the fourth category is the type; its values are chosen by digits as well
  await box.press('4');
  await expect(page).toHaveURL(/\?draft-Type=$/);
  // two digits at once would be a number
  await page.waitForTimeout(400);
  await box.press('6');
  await expect(page).toHaveURL(/\?Type=5$/);
  await expect(filter(page)).toContainText('Type is Station');
  await expect(box).toBeFocused();

  // a number is a number, although digits choose options
  await box.click();
  await box.pressSequentially('10');
  await expect(box).toHaveValue('10');
  await box.fill('central');
  await expect(page).toHaveURL(/\?Type=5&draft-query=central/);
  await box.press('Enter');
  await expect(page).toHaveURL(/\?Type=5&query=central&condition=And$/);
  const both = await stopRows(page).count();
  await page.getByRole('radiogroup', { name: 'Condition' }).getByText('Or').click();
  await expect(page).toHaveURL(/condition=Or$/);
  await expect.poll(() => stopRows(page).count()).toBeGreaterThan(both);
  await page.getByRole('radiogroup', { name: 'Match' }).getByText('Exact').click();
  await expect(page).toHaveURL(/match=Exact&condition=Or$/);
  await page.reload();
  await expect(filter(page).getByRole('listitem')).toHaveCount(2);

  await page.getByRole('button', { name: 'Remove the filter Text is central' }).click();
  await expect(page).toHaveURL(/\?Type=5&match=Exact&condition=Or$/);
  await page.getByRole('button', { name: 'Clear the search' }).click();
  await expect(page).toHaveURL(/\/stops$/);
});

test('trips are found by the server, and guided tags cannot be mixed with others [E157, E324, E325]', async ({ page }) => {
  await signIn(page, 'viewer', `${BASE}/schedules`, WITHOUT_MAP);
  await schedules(page).first().waitFor();
  const box = page.getByRole('combobox', { name: 'Search schedules' });
  await box.click();
  await option(page, 'Trip ID').click();
  await expect(page.getByText('Min 4 symbols and press ENTER to search.').first()).toBeVisible();
  await box.fill('T1');
  await box.press('Enter');
  await expect(box).toHaveAttribute('aria-invalid', 'true');
  await expect(filter(page)).toHaveCount(0);
  await box.press('Escape');
  await box.press('Escape');

  await box.fill('8:05');
  await box.press('Alt+ArrowDown');
  await option(page, 'Departure: 08:05').click();
  await expect(page).toHaveURL(/\?Departure=08%3A05$/);
  await box.click();
  await expect(option(page, /^Name/)).toHaveAttribute('aria-disabled', 'true');
  await expect(option(page, /^Name/)).toContainText('Regular tags cannot be used together with guided search tags');
  await expect(option(page, /^Trip ID/)).not.toHaveAttribute('aria-disabled', 'true');
  await box.press('Backspace');
  await expect(page).toHaveURL(/\/schedules$/);

  await box.fill('circle');
  await box.press('Enter');
  await box.click();
  await expect(option(page, /^Trip ID/)).toContainText('Guided search tags cannot be used together with regular tags');
});

test('what cannot be a value is refused in words, and what is not there is said so [E158, E322, R257]', async ({ page }) => {
  await signIn(page, 'viewer', `${BASE}/stops?draft-Coordinate=91`, WITHOUT_MAP);
  await stopRows(page).first().waitFor();
  const box = page.getByRole('combobox', { name: 'Search stops' });
  await box.click();
  await expect(page.getByText('Enter a coordinate as latitude,longitude, such as 52.3702,4.8952.').first()).toBeVisible();
  await box.press('Escape');
  await box.press('Escape');
  await box.click();
  await option(page, 'Type').click();
  await box.fill('zeppelin');
  await expect(page.getByText('There is no options with "zeppelin"').first()).toBeVisible();
  await page.goto(`${BASE}/schedules?draft-TrackCount=x`);
  await page.getByRole('combobox', { name: 'Search schedules' }).click();
  await expect(page.getByText('Only numeric values are available for this category.').first()).toBeVisible();
});

test('the map fits to what a search keeps', LONG, async ({ page }) => {
  const map = await driveMap(page);
  await signIn(page, 'viewer', `${BASE}/stops`);
  await map.idle();
  const before = await page.evaluate(() => globalThis.__map?.zoom() ?? 0);
  const box = page.getByRole('combobox', { name: 'Search stops' });
  await box.fill('V0133');
  await box.press('Enter');
  await expect(stopRows(page)).toHaveCount(2);
  await expect.poll(() => page.evaluate(() => globalThis.__map?.zoom() ?? 0)).toBeGreaterThan(before + 1);
  await map.stop('V0133A');
});

test('the map is searched: a stop, a coordinate, a place by name [R090, R316, E295]', async ({ page }) => {
  const map = await driveMap(page);
  await signIn(page, 'viewer', `${BASE}/stops`);
  await map.idle();
  const box = page.getByRole('combobox', { name: 'Search the map' });
  await box.click();
  await expect(page.getByText('Type to search options')).toBeVisible();
  await box.fill('V0133A');
  await expect(option(page, /V0133A/)).toBeVisible();
  await box.press('Enter');
  await expect(page).toHaveURL(/\/stops\/V0133A$/);
  await map.stop('V0133A');

  await box.fill('48.06,9.78');
  await option(page, /^Stops near 48\.06,9\.78/).click();
  await expect(page).toHaveURL(/\/stops\?Coordinate=48\.06%2C9\.78$/);
  await expect(stopRows(page).first()).toBeVisible();

  await box.fill('utrecht');
  await option(page, /^Utrecht, Netherlands/).click();
  await expect.poll(() => page.evaluate(() => globalThis.__map?.zoom())).toBe(8);
  const at = await map.place({ Lat: 52.09, Lng: 5.12 });
  const middle = await page.evaluate(() => {
    const edge = document.querySelector('.map-surface')?.getBoundingClientRect();
    return edge ? { x: edge.x + edge.width / 2, y: edge.y + edge.height / 2 } : { x: 0, y: 0 };
  });
  expect(Math.hypot(at.x - middle.x, at.y - middle.y)).toBeLessThan(60);
  await box.fill('no such place');
  await expect(page.getByText('No options')).toBeVisible();
});

test('a search that the server takes its time for shows a loader, after 300 ms [H368]', async ({ page }) => {
  await signIn(page, 'viewer', `${BASE}/schedules`, WITHOUT_MAP);
  await schedules(page).first().waitFor();
  // From the key on, not from the request: on a busy machine a request goes out later than the search that waits for it begins.
  await page.evaluate(() => {
    const seen = globalThis as unknown as { pressed?: number; shown?: number };
    window.addEventListener('keydown', ({ key }) => void (key === 'Enter' && (seen.pressed ??= performance.now())), { capture: true });
    new MutationObserver(() => {
      if (document.querySelector('[aria-label="Searching"]')) seen.shown ??= performance.now();
    }).observe(document.body, { childList: true, subtree: true });
  });
  await page.route(/tripIds=/, async (route) => {
    await new Promise((done) => setTimeout(done, 1500));
    await route.continue();
  });
  const box = page.getByRole('combobox', { name: 'Search schedules' });
  await box.click();
  await option(page, 'Trip ID').click();
  await box.fill('nothing-like-it');
  await box.press('Enter');
  const loader = page.getByLabel('Searching');
  await expect(loader).toBeVisible();
  const waited = await page.evaluate(() => {
    const { pressed = NaN, shown = NaN } = globalThis as unknown as { pressed?: number; shown?: number };
    return shown - pressed;
  });
  expect(waited).toBeGreaterThanOrEqual(300);
  await expect(loader).toHaveCount(0);
});

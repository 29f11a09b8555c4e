/** Two people in one database see where the other works. */
import type { Locator, Page } from '@playwright/test';
import { axeFindings } from '../drivers/axe.ts';
import { expect, LONG, signIn, test, WITHOUT_MAP } from '../drivers/browser.ts';
import { aColleague } from '../drivers/colleagueVersions.ts';
import { driveMap } from '../drivers/mapDriver.ts';

const LIVE = { exact: true };

async function openSheet(page: Page): Promise<Locator> {
  await page.getByRole('grid', { name: 'Schedules' }).locator('[data-row]').nth(0).click();
  await page.getByRole('region', { name: 'Tracks' }).getByRole('link').first().click();
  await page.getByRole('link', { name: 'Timetables' }).click();
  const grid = page.getByRole('grid', { name: /^Timetable of track/ });
  await expect(grid.getByRole('gridcell').first()).toBeVisible();
  return grid;
}

function cell(grid: Locator, stop: number, departure: number): Locator {
  return grid.locator(`[role=row][aria-rowindex="${stop + 1}"] [aria-colindex="${departure + 1}"]`);
}

test('two people in one sheet see each other, one follows, and one is gone', async ({ page, browser, product }) => {
  const draft = await (await aColleague(product.url, 'tarnholm')).draft();
  const base = `/data/db/tarnholm/v/${draft}`;
  await signIn(page, 'editor', `${base}/schedules`, WITHOUT_MAP);
  const context = await browser.newContext();
  const iris = await context.newPage();
  await signIn(iris, 'regional', `${base}/schedules`, WITHOUT_MAP);
  for (const one of [page, iris]) await expect(one.getByText('Live', LIVE)).toBeVisible();

  const [mine, theirs] = [await openSheet(page), await openSheet(iris)];
  await cell(theirs, 3, 2).click();
  const frame = mine.locator('[data-person]').filter({ hasText: 'Iris Smit' });
  await expect(frame).toBeVisible();
  await expect.poll(() => isOver(frame, cell(mine, 3, 2))).toBe(true);
  await iris.keyboard.press('ArrowDown');
  await expect.poll(() => isOver(frame, cell(mine, 4, 2))).toBe(true);
  await expect(theirs.locator('[data-person]')).toContainText('Mia Jansen');
  expect(await axeFindings(page)).toEqual([]);

  const people = page.getByRole('button', { name: /1 colleague here: Iris Smit/ });
  await people.click();
  const list = page.getByRole('dialog', { name: 'Colleagues in this database' });
  await expect(list).toContainText('this page');
  expect(await axeFindings(page)).toEqual([]);
  await list.getByRole('button', { name: 'Follow Iris Smit' }).click();
  const bar = page.getByRole('status').filter({ hasText: 'Following Iris Smit' });
  await expect(bar).toBeVisible();
  // without a reload: somebody who is away for long is no longer followed
  await iris.getByRole('button', { name: /^View/ }).click();
  await iris.getByRole('option', { name: 'Agencies' }).click();
  await iris.getByRole('grid', { name: 'Agencies' }).locator('[data-row]').first().click();
  await expect(page).toHaveURL(/\/agencies\/./);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  expect(await axeFindings(page)).toEqual([]);

  const name = iris.getByRole('textbox', { name: 'Name', exact: true });
  await name.focus();
  await expect(page.getByText('Iris Smit is editing this field')).toBeVisible();
  expect(await axeFindings(page)).toEqual([]);
  await name.blur();
  await expect(page.getByText('is editing this field')).toBeHidden();

  await page.keyboard.press('Escape');
  await expect(bar).toBeHidden();
  await iris.goto(`${base}/stops`);
  await expect(page.getByRole('button', { name: 'Iris Smit, Stops' })).toBeVisible();
  await expect(page).toHaveURL(/\/agencies\/./);

  // hidden by the setting of the account, and shown again
  await iris.getByRole('button', { name: /Account of iris/ }).click();
  await iris.getByRole('switch', { name: 'Show others where I work' }).click();
  await expect(page.getByRole('button', { name: /colleague here/ })).toBeHidden();
  await iris.getByRole('switch', { name: 'Show others where I work' }).click();
  await expect(page.getByRole('button', { name: /colleague here/ })).toBeVisible();
  await context.close();
  await expect(page.getByRole('button', { name: /colleague here/ })).toBeHidden();
});

test('the map shows at which stop a colleague works, and the stop can still be pressed', LONG, async ({ page, browser, product }) => {
  const draft = await (await aColleague(product.url, 'tarnholm')).draft();
  const base = `/data/db/tarnholm/v/${draft}`;
  const context = await browser.newContext();
  const iris = await context.newPage();
  await signIn(iris, 'regional', `${base}/stops`, WITHOUT_MAP);
  await iris.getByRole('grid', { name: 'Stops' }).locator('[data-row]').first().click();
  await expect(iris).toHaveURL(/\/stops\/./);
  const { pathname } = new URL(iris.url());

  const map = await driveMap(page);
  await signIn(page, 'editor', pathname);
  const dot = page.locator('.map-person');
  await expect(dot).toContainText('Iris Smit');
  const stop = await map.stop(decodeURIComponent(pathname.split('/').at(-1) ?? ''));
  const box = await dot.boundingBox();
  expect(box && Math.hypot(box.x + box.width / 2 - stop.x, box.y + box.height / 2 - stop.y)).toBeLessThan(3);

  // somebody else's focus does not move what one is about to press
  const below = page.getByRole('textbox', { name: 'Url', exact: true });
  const before = await below.boundingBox();
  await iris.getByRole('textbox', { name: 'Name', exact: true }).focus();
  await expect(page.getByText('Iris Smit is editing this field')).toBeVisible();
  expect(await below.boundingBox()).toEqual(before);
  await context.close();
  await expect(dot).toBeHidden();
});

async function isOver(frame: Locator, of: Locator): Promise<boolean> {
  const [a, b] = [await frame.boundingBox(), await of.boundingBox()];
  return a !== null && b !== null && Math.abs(a.x - b.x) < 3 && Math.abs(a.y - b.y) < 3;
}

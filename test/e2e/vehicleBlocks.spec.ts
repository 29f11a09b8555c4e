/** Vehicle blocks: a date is chained, a trip goes to another vehicle, and each is taken back. */
import { axeFindings } from '../drivers/axe.ts';
import { expect, test, visit, WITHOUT_MAP } from '../drivers/browser.ts';
import { haveFreshVersion } from '../drivers/freshVersion.ts';
import { saved } from './editing.ts';

test('a date is chained, a trip is dragged to another vehicle, and both are undone', async ({ page }) => {
  const base = await haveFreshVersion(page, WITHOUT_MAP);
  await page.goto(base);
  await visit(page, `${base}/blocks`);
  const figures = page.getByRole('group', { name: 'Figures of the date' });
  await expect(figures.getByText('0 vehicles', { exact: true })).toBeVisible();

  await figures.getByRole('link', { name: 'No depots yet' }).click();
  await page.getByRole('main').getByRole('button', { name: 'Create depot' }).first().click();
  await page.getByRole('textbox', { name: 'Name' }).fill('Garage North');
  await page.getByRole('textbox', { name: 'Latitude' }).fill('52.1');
  await page.getByRole('textbox', { name: 'Longitude' }).fill('5.1');
  await page.getByRole('textbox', { name: 'Vehicles at most' }).fill('500');
  await page.getByRole('button', { name: 'Create', exact: true }).click();
  await saved(page);
  await visit(page, `${base}/blocks`);
  await expect(figures.getByRole('link', { name: '1 depot' })).toBeVisible();

  await page.getByRole('button', { name: 'Chain automatically' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Calculate' }).click();
  const result = dialog.getByRole('table', { name: 'Result' });
  await expect(result.getByRole('row', { name: /^Vehicles 0 [1-9]\d*$/ })).toBeVisible();
  await expect(dialog.getByText('Vehicles come from and go back to: Garage North (500).')).toBeVisible();
  expect(await axeFindings(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Apply' }).click();
  await expect(dialog).toHaveCount(0);
  await saved(page);
  // what is left are the runs of intervals, which have one block together
  const runs = Number(/(\d+) trips are runs of a departure at intervals/.exec((await figures.textContent()) ?? '')?.[1]);
  expect(runs).toBeGreaterThan(0);
  const without = (count: number) => figures.getByText(`${count} without a vehicle`, { exact: true });
  await expect(without(runs)).toBeVisible();
  await expect(figures.getByText('0 overlaps', { exact: true })).toBeVisible();
  await expect(page.getByRole('button', { name: /^Undo: Assign [\d,]+ trips to [\d,]+ blocks/ })).toBeVisible();
  expect(await axeFindings(page)).toEqual([]);

  await page.getByRole('switch', { name: 'Show trips without a vehicle' }).click();
  await expect(page.getByRole('img', { name: /^From depot Garage North: / }).first()).toBeVisible();
  const vehicles = page.getByRole('region', { name: /^Vehicles of / }).getByRole('listitem');
  const trip = vehicles.nth(1).getByRole('button').first();
  const name = await trip.getAttribute('aria-label');
  const there = await vehicles.nth(0).boundingBox();
  const from = await trip.boundingBox();
  if (!from || !there) throw new Error('no trip to drag');
  await page.mouse.move(from.x + 2, from.y + from.height / 2);
  await page.mouse.down();
  await page.mouse.move(from.x + 2, there.y + there.height / 2, { steps: 5 });
  await expect(page.getByText('Drop here for a new vehicle')).toBeVisible();
  await page.mouse.up();
  await saved(page);
  await expect(page.getByRole('button', { name: /^Undo: Assign 1 trip to block / })).toBeVisible();
  await expect(page.getByRole('button', { name: name ?? '', exact: true })).toHaveCount(0);
  await page.keyboard.press('Control+z');
  await saved(page);
  await expect(page.getByRole('button', { name: name ?? '', exact: true })).toBeVisible();

  // riders stay in the vehicle
  await page.getByRole('button', { name: 'Riders stay in the vehicle', exact: true }).click();
  const staying = page.getByRole('dialog');
  await staying.getByRole('textbox', { name: 'Layover at most (min)' }).fill('60');
  await expect(staying.getByRole('status')).toContainText(/^[\d,]+ pairs of trips get an in-seat transfer\./);
  expect(await axeFindings(page)).toEqual([]);
  await staying.getByRole('button', { name: 'Apply' }).click();
  await expect(staying).toHaveCount(0);
  await saved(page);
  await page.getByRole('button', { name: 'Riders stay in the vehicle', exact: true }).click();
  await staying.getByRole('textbox', { name: 'Layover at most (min)' }).fill('60');
  await expect(staying.getByRole('status')).toContainText(/No pair of trips gets an in-seat transfer\. [\d,]+ pairs have one\./);
  await staying.getByRole('button', { name: 'Cancel' }).click();
  await page.keyboard.press('Control+z');
  await saved(page);

  // without a pointer
  await trip.focus();
  await page.keyboard.press('Enter');
  await page.getByRole('menuitem', { name: 'Take out of the block' }).click();
  await saved(page);
  await expect(without(runs + 1)).toBeVisible();
  await page.keyboard.press('Control+z');
  await expect(without(runs)).toBeVisible();
  await page.keyboard.press('Control+z');
  await expect(figures.getByText('0 vehicles', { exact: true })).toBeVisible();
  await saved(page);
});

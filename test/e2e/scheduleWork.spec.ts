/** Work on schedules and their tracks, as staff do it: made, cloned, deleted; stops of a track in each of the editing modes. */
import type { Page } from '@playwright/test';
import { expect, LONG, test, visit, WITHOUT_MAP } from '../drivers/browser.ts';
import { haveFreshVersion } from '../drivers/freshVersion.ts';
import { driveMap } from '../drivers/mapDriver.ts';
import { holdCalls } from '../drivers/heldCalls.ts';
import { saved } from './editing.ts';

test('a schedule is created; what the server says against it stands under the input [E037 E059 E169]', async ({ page }) => {
  const base = await haveFreshVersion(page, WITHOUT_MAP);
  const held = await holdCalls(page, /\/edit\/schedule\/create$/);
  await page.goto(`${base}/schedules`);
  await page.getByRole('button', { name: 'Create schedule' }).click();
  const modal = page.getByRole('dialog', { name: 'Create schedule' });
  await modal.getByLabel('Schedule id').fill('N 7');
  await modal.getByLabel('Schedule id').press('Enter');
  await expect.poll(() => held.waiting).toBe(1);
  await held.fail(400, 'Id is reserved\nId is too plain');
  await expect(modal).toContainText('Id is reserved');
  await expect(modal).toContainText('Id is too plain');

  await modal.getByLabel('Schedule id').press('Enter');
  await expect.poll(() => held.waiting).toBe(1);
  await held.release();
  await expect(page).toHaveURL(`${base}/schedules/N%207/a-b/map`);
  await expect(page.getByText('This track has no stops')).toBeVisible();
});

test('a clone keeps the track that is in view; deleting the open schedule returns to the list [E060 E154 E153]', async ({ page }) => {
  const base = await haveFreshVersion(page, WITHOUT_MAP);
  await page.goto(`${base}/schedules`);
  await page.getByRole('grid', { name: 'Schedules' }).locator('[data-row]').nth(1).click();
  await page.getByRole('region', { name: 'Tracks' }).getByRole('link').nth(1).click();
  await expect(page).toHaveURL(/\/b-a\/map$/);
  await page.getByRole('button', { name: 'Clone', exact: true }).click();
  const modal = page.getByRole('dialog', { name: 'Clone schedule' });
  await modal.getByLabel('New schedule id').fill('copy');
  await modal.getByLabel('New schedule id').press('Enter');
  await expect(page).toHaveURL(`${base}/schedules/copy/b-a/map`);
  await saved(page);

  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  await page.getByRole('dialog', { name: 'Delete schedule' }).getByRole('button', { name: 'Delete' }).click();
  await expect(page).toHaveURL(`${base}/schedules`);
  await expect(page.getByRole('grid', { name: 'Schedules' })).toBeVisible();
});

test('the list and the summary follow when schedules and tracks are made, changed and deleted [E150 E151]', async ({ page }) => {
  const base = await haveFreshVersion(page, WITHOUT_MAP);
  await page.goto(`${base}/schedules`);
  const row = page.getByRole('grid', { name: 'Schedules' }).locator('[data-row]').filter({ hasText: 'Harbour shuttle' });
  const counts = page.getByRole('region', { name: 'Validation' }).getByRole('status').first();
  /** Errors and warnings together; none while a check is under way, which waits its turn behind those of other versions. */
  const found = expect.poll(
    async () => {
      const text = (await counts.textContent()) ?? '';
      return text.includes('checking') ? -1 : (text.match(/[\d,]+/g) ?? []).reduce((sum, number) => sum + Number(number.replaceAll(',', '')), 0);
    },
    { timeout: 120_000 },
  );
  await found.toBeGreaterThan(0);
  const before = (await counts.textContent()) ?? '';

  await page.getByRole('button', { name: 'Create schedule' }).click();
  const form = page.getByRole('dialog', { name: 'Create schedule' });
  await form.getByLabel('Schedule id').fill('shuttle');
  await form.getByLabel('Name').fill('Harbour shuttle');
  await form.getByLabel('Name').press('Enter');
  await expect(page).toHaveURL(`${base}/schedules/shuttle/a-b/map`);
  const tracks = page.getByRole('region', { name: 'Tracks' });
  await tracks.getByRole('button', { name: 'Create track' }).click();
  await page.getByRole('dialog', { name: 'Create track' }).getByRole('button', { name: 'Create' }).click();
  await expect(tracks.getByRole('link')).toHaveCount(2);
  await visit(page, `${base}/schedules?draft-query=harbour+shuttle`);
  await expect(row).toContainText('2');
  // its tracks have no stops
  await expect(counts).not.toHaveText(before);

  await row.click();
  await tracks
    .getByRole('button', { name: /^Acts on track/ })
    .last()
    .click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await page.getByRole('dialog', { name: 'Delete track' }).getByRole('button', { name: 'Delete' }).click();
  await expect(tracks.getByRole('link')).toHaveCount(1);
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  await page.getByRole('dialog', { name: 'Delete schedule' }).getByRole('button', { name: 'Delete' }).click();
  await expect(page).toHaveURL(`${base}/schedules`);
  await visit(page, `${base}/schedules?draft-query=harbour+shuttle`);
  await expect(page.getByText('No schedule matches')).toBeVisible();
  await expect(counts).toHaveText(before, { timeout: 120_000 });
});

test('a refusal of a delete stands in the question, which stays open [E061 E314]', async ({ page }) => {
  const base = await haveFreshVersion(page, WITHOUT_MAP);
  const held = await holdCalls(page, /\/edit\/schedule\/delete$/);
  await page.goto(`${base}/schedules`);
  await page.getByRole('grid', { name: 'Schedules' }).locator('[data-row]').nth(1).click();
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  const modal = page.getByRole('dialog', { name: 'Delete schedule' });
  await modal.getByRole('button', { name: 'Delete' }).click();
  await expect.poll(() => held.waiting).toBe(1);
  await held.fail(409, 'Fares name it\nA pipeline names it');
  await expect(modal).toContainText('Fares name it');
  await expect(modal).toContainText('A pipeline names it');
});

/** The stops page of the second schedule's first track. */
async function openStops(page: Page): Promise<void> {
  const base = await haveFreshVersion(page, WITHOUT_MAP);
  await page.goto(`${base}/schedules`);
  await page.getByRole('grid', { name: 'Schedules' }).locator('[data-row]').nth(1).click();
  await page.getByRole('region', { name: 'Tracks' }).getByRole('link').first().click();
  await expect(
    page
      .getByRole('grid', { name: /^Stops of track/ })
      .locator('[data-row]')
      .first(),
  ).toBeVisible();
}

test('the stops of a track have five editing modes; the sequence mode alone numbers them by the shape [E137 E138 E139]', async ({ page }) => {
  await openStops(page);
  const modes = page.getByRole('radiogroup', { name: 'Edit track stops' });
  const rows = page.getByRole('grid', { name: /^Stops of track/ }).locator('[data-row]');
  const numbers = async (): Promise<string[]> => (await rows.locator('[role=gridcell]:first-child').allInnerTexts()).slice(0, 3);
  for (const mode of ['Destinations', 'Order', 'Add', 'Remove']) {
    await modes.getByText(mode, { exact: true }).click();
    await expect.poll(numbers).toEqual(['1', '2', '3']);
  }
  await modes.getByText('Sequence', { exact: true }).click();
  await expect.poll(numbers).not.toEqual(['1', '2', '3']);
  const points = (await numbers()).map(Number);
  expect(points.every((point, at) => at === 0 || point > (points[at - 1] ?? 0))).toBe(true);
});

test('a stop is taken out after a question that says what stands against it, and comes back with an undo [E062 E315]', async ({ page }) => {
  await openStops(page);
  const held = await holdCalls(page, /\/edit\/track\/stop\/delete$/);
  await page.getByRole('radiogroup', { name: 'Edit track stops' }).getByText('Remove', { exact: true }).click();
  const rows = page.getByRole('grid', { name: /^Stops of track/ }).locator('[data-row]');
  const name = await rows.nth(1).locator('[role=gridcell]:nth-child(2)').innerText();
  await page.getByRole('button', { name: 'Remove stop 2', exact: true }).click();
  const modal = page.getByRole('dialog', { name: 'Delete track stop' });
  await modal.getByRole('button', { name: 'Delete' }).click();
  await expect.poll(() => held.waiting).toBe(1);
  await held.fail(409, 'It is a timepoint\nIt is a terminus');
  await expect(modal.getByRole('alert')).toContainText('It is a timepoint');
  await expect(modal.getByRole('alert')).toContainText('It is a terminus');
  await modal.getByRole('button', { name: 'Delete' }).click();
  await expect.poll(() => held.waiting).toBe(1);
  await held.release();
  await expect(modal).toBeHidden();
  await expect(rows.nth(1)).not.toContainText(name);
  await saved(page);
  await expect(page.getByTestId('errors')).toHaveCount(0);
  await page.keyboard.press('Control+z');
  await expect(rows.nth(1)).toContainText(name);
});

test('stops are added to a track by clicking them on the map, and put into another order by dragging', LONG, async ({ page }) => {
  const map = await driveMap(page);
  const base = await haveFreshVersion(page);
  await page.goto(`${base}/schedules/2_20260701/a-b/map`);
  const modes = page.getByRole('radiogroup', { name: 'Edit track stops' });
  const rows = page.getByRole('grid', { name: /^Stops of track/ }).locator('[data-row]');
  await modes.getByText('Add', { exact: true }).click();
  await page.getByRole('textbox', { name: 'As stop' }).fill('2');
  await page.getByRole('textbox', { name: 'As stop' }).press('Tab');
  await expect(page.getByText('Click a stop to add it as stop 2. Escape leaves.')).toBeVisible();
  await map.click(await map.stop('V0133A'));
  await expect(rows.nth(1)).toContainText('V0133A');
  await expect(page.getByText('Click a stop to add it as stop 3. Escape leaves.')).toBeVisible();
  await saved(page);

  // what validation says of it stands above the rows and moves them down
  await expect(page.getByRole('list', { name: 'Found by validation' })).toContainText('The stop V0133A is already stop 2 of the track');
  await modes.getByText('Order', { exact: true }).click();
  const first = await rows.nth(0).innerText();
  const [from, to] = [await page.getByRole('button', { name: 'Drag stop 2', exact: true }).boundingBox(), await rows.nth(3).boundingBox()];
  if (!from || !to) throw new Error('The rows are not drawn');
  await page.mouse.move(from.x + 6, from.y + 8);
  await page.mouse.down();
  await page.mouse.move(to.x + 40, to.y + to.height - 4, { steps: 6 });
  await page.mouse.up();
  await expect(rows.nth(3)).toContainText('V0133A');
  expect(await rows.nth(0).innerText()).toBe(first);
  await page.getByRole('button', { name: 'Drag stop 4', exact: true }).press('Alt+ArrowUp');
  await expect(rows.nth(2)).toContainText('V0133A');
  await saved(page);
});

test('dates of a calendar are painted by one drag, which is one edit; Escape gives the stroke up', LONG, async ({ page }) => {
  const base = await haveFreshVersion(page, WITHOUT_MAP);
  await page.goto(`${base}/schedules/2_20260701`);
  const date = (day: string) => page.locator(`[data-date="${day}"]`);
  const calendar = page.getByRole('region', { name: 'Calendar' });
  await calendar.getByText('No service', { exact: true }).click();
  const drag = async (from: string, to: string): Promise<void> => {
    await date(from).scrollIntoViewIfNeeded();
    await date(from).hover();
    await page.mouse.down();
    await date(to).hover();
  };
  await drag('2026-08-03', '2026-08-06');
  await page.keyboard.press('Escape');
  await page.mouse.up();
  await expect(date('2026-08-04')).toHaveAttribute('data-kind', 'usual');
  await drag('2026-08-03', '2026-08-06');
  await page.mouse.up();
  for (const day of ['03', '04', '05', '06']) await expect(date(`2026-08-${day}`)).toHaveAttribute('data-kind', 'none');
  await expect(date('2026-08-07')).toHaveAttribute('data-kind', 'usual');
  await saved(page);
  await page.keyboard.press('Control+z');
  for (const day of ['03', '04', '05', '06']) await expect(date(`2026-08-${day}`)).toHaveAttribute('data-kind', 'usual');
  await saved(page);
});

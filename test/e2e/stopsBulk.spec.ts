/** Several stops at once: selected in the list and on the map, changed, merged, pasted; each one undo. */
import { expect, LONG, test, WITHOUT_MAP } from '../drivers/browser.ts';
import { haveFreshVersion } from '../drivers/freshVersion.ts';
import { driveMap } from '../drivers/mapDriver.ts';
import { saved } from './editing.ts';

test('stops selected by a lasso on the map get another zone in one command, and one Undo gives all of them the old one back', async ({ page }) => {
  const map = await driveMap(page);
  const base = await haveFreshVersion(page);
  await page.goto(`${base}/stops/V0133A`);
  await map.idle();
  const at = await map.stop('V0133A');
  await page.keyboard.press('Alt+KeyL');
  await expect(page.getByText('Press and draw a line round stops.')).toBeVisible();
  await map.press({ x: at.x - 60, y: at.y - 60 });
  for (const [x, y] of [
    [60, -60],
    [60, 60],
    [-60, 60],
    [-60, -60],
  ] as const)
    await map.pull({ x: at.x + x, y: at.y + y });
  await map.release();
  await page.keyboard.press('Escape');
  const bar = page.getByRole('toolbar', { name: 'Selected stops' });
  await expect(bar.getByText(/^[2-9] selected$/)).toBeVisible();
  await bar.getByRole('button', { name: 'Change a field' }).click();
  const form = page.getByRole('dialog', { name: /Change a field of \d stops/ });
  await form.getByLabel('Value').fill('ZZ9');
  await form.getByLabel('Value').press('Enter');
  await saved(page);
  await page.getByRole('combobox', { name: 'Search stops' }).fill('V0133A');
  const row = page.getByRole('grid', { name: 'Stops' }).locator('[data-row]').first();
  await expect(row).toContainText('ZZ9');
  const undo = page.getByRole('contentinfo', { name: 'Status' }).getByRole('button', { name: /Undo/ });
  await expect(undo).toHaveAccessibleName(/Change zone of \d stops/);
  await undo.click();
  await saved(page);
  await expect(row).not.toContainText('ZZ9');
});

test('two stops are merged after a look at what changes, and one Undo brings the other back', LONG, async ({ page }) => {
  const base = await haveFreshVersion(page, WITHOUT_MAP);
  await page.goto(`${base}/stops`);
  await page.getByRole('combobox', { name: 'Search stops' }).fill('V0133');
  const grid = page.getByRole('grid', { name: 'Stops' });
  await expect(grid.locator('[data-row]')).toHaveCount(2);
  await grid.locator('[data-row]', { hasText: 'V0133A' }).getByRole('checkbox').click();
  await grid.locator('[data-row]', { hasText: 'V0133B' }).getByRole('checkbox').click();
  await page.getByRole('toolbar', { name: 'Selected stops' }).getByRole('button', { name: 'Merge' }).click();
  const merge = page.getByRole('dialog', { name: 'Merge two stops' });
  await expect(merge.getByRole('list', { name: 'What changes' })).toContainText(/\d+ tracks? go(es)? over to the stop that stays/);
  await merge.getByRole('button', { name: 'Merge', exact: true }).click();
  await expect(merge).toHaveCount(0);
  await saved(page);
  await expect(grid.locator('[data-row]')).toHaveCount(1);
  await page.getByRole('contentinfo', { name: 'Status' }).getByRole('button', { name: /Undo/ }).click();
  await saved(page);
  await expect(grid.locator('[data-row]')).toHaveCount(2);
});

test('pasted stops are created all together or not at all, with the fault of each line [R242 R249]', LONG, async ({ page }) => {
  const base = await haveFreshVersion(page, WITHOUT_MAP);
  await page.goto(`${base}/stops`);
  await page.getByRole('button', { name: 'More for stops' }).click();
  await page.getByRole('menuitem', { name: 'Paste stops' }).click();
  const form = page.getByRole('dialog', { name: 'Paste stops' });
  const table = form.getByLabel('Table');
  await table.fill('Paste One, 48.05, 9.77\n, 48.05, 9.77\nPaste Three, 148.05, 9.77');
  await expect(form.getByText('Line 2: Stop name is required')).toBeVisible();
  await expect(form.getByText('Line 3: Latitude must be within ±90 and longitude within ±180')).toBeVisible();
  await expect(form.getByRole('button', { name: /^Create/ })).toHaveAttribute('aria-disabled', 'true');
  await table.fill('Paste One, 48.05, 9.77\nPaste Two, 48.051, 9.77');
  await form.getByRole('button', { name: 'Create 2 stops' }).click();
  await saved(page);
  await page.getByRole('combobox', { name: 'Search stops' }).fill('Paste ');
  await expect(page.getByRole('grid', { name: 'Stops' }).locator('[data-row]')).toHaveCount(2);
});

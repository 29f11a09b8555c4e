/** A station by its levels, on the map: it opens when one zooms in, and its levels are made, named and put in order there. */
import { axeFindings } from '../drivers/axe.ts';
import { expect, LONG, signIn, test } from '../drivers/browser.ts';
import { haveFreshVersion } from '../drivers/freshVersion.ts';
import { driveMap } from '../drivers/mapDriver.ts';
import { saved } from './editing.ts';

const STATION = 'VELMAR';

test(
  'a station opens by its levels when one zooms in on it; a level shows its stops, a stop and a pathway open from there',
  LONG,
  async ({ page }) => {
    const map = await driveMap(page);
    await signIn(page, 'viewer', `/data/db/velmar/v/1/stops/${STATION}`);
    const plan = page.getByRole('region', { name: 'Levels of Central Station' });
    await map.idle();
    await expect(plan).toHaveCount(0);
    const at = await map.stop(STATION);
    await page.mouse.move(at.x, at.y);
    for (let turn = 0; turn < 6; turn++) await page.mouse.wheel(0, -300);
    await expect(plan).toBeVisible();

    const levels = plan.getByRole('list', { name: /^Levels/ }).getByRole('listitem');
    await expect(levels).toHaveCount(3);
    await expect(levels.nth(0)).toContainText('Platforms');
    await expect(levels.nth(0)).toContainText('6 stops');
    await expect(levels.nth(2)).toContainText('Underpass');
    const shown = levels.nth(2).getByRole('button', { name: '-1', exact: true });
    await shown.click();
    await expect(shown).toHaveAttribute('aria-pressed', 'true');
    expect(await axeFindings(page)).toEqual([]);

    await plan.getByRole('button', { name: 'Entrance / exit East Side' }).click();
    await expect(page).toHaveURL(/\/stops\/VELMAR-E3$/);
    await expect(page.getByRole('complementary').getByText('-1 Underpass')).toBeVisible();
    await plan.getByRole('button', { name: /^Walkway between East Side/ }).press('Enter');
    await expect(page.getByRole('complementary').getByText('Mode', { exact: true })).toBeVisible();
    await plan.getByRole('button', { name: 'Close the levels' }).click();
    await expect(plan).toHaveCount(0);
  },
);

test('levels are made, named and put in order in the plan, stops are put on them, each undone by one key', LONG, async ({ page }) => {
  const map = await driveMap(page);
  const base = await haveFreshVersion(page);
  await page.goto(`${base}/stops/${STATION}-N1`);
  await map.idle();
  await page.keyboard.press('Alt+KeyY');
  const plan = page.getByRole('region', { name: 'Levels of Central Station' });
  const levels = plan.getByRole('list', { name: /^Levels/ }).getByRole('listitem');
  const order = (): Promise<string[]> => levels.getByRole('textbox').evaluateAll((boxes) => boxes.map((box) => (box as HTMLInputElement).value));
  await expect.poll(order).toEqual(['Platforms', 'Street', 'Underpass']);

  await plan.getByRole('button', { name: 'Add level' }).click();
  const form = plan.getByRole('form', { name: 'New level' });
  await expect(form.getByLabel('Index')).toHaveValue('2');
  await form.getByLabel('Name').fill('Roof');
  await form.getByLabel('Name').press('Enter');
  await expect.poll(order).toEqual(['Roof', 'Platforms', 'Street', 'Underpass']);
  await saved(page);

  const name = plan.getByLabel('Name of level L2');
  await name.fill('Roof garden');
  await name.press('Enter');
  await saved(page);
  await plan.getByRole('button', { name: 'Move Roof garden down' }).click();
  await expect.poll(order).toEqual(['Platforms', 'Roof garden', 'Street', 'Underpass']);
  await saved(page);

  const details = page.getByRole('complementary', { name: /^Stop / });
  await details.getByRole('combobox', { name: 'Level' }).click();
  await page.getByRole('option', { name: '1 Roof garden' }).click();
  await expect(levels.nth(1)).toContainText('1 stop');
  await saved(page);

  const undo = page.getByRole('contentinfo', { name: 'Status' }).getByRole('button', { name: /Undo/ });
  await page.getByRole('heading', { name: 'Central Station' }).first().click();
  await page.keyboard.press('Control+z');
  await expect(levels.nth(1)).toContainText('0 stops');
  await saved(page);
  await expect(undo).toHaveAccessibleName(/Move level Roof garden/);
  await page.keyboard.press('Control+z');
  await expect.poll(order).toEqual(['Roof garden', 'Platforms', 'Street', 'Underpass']);
});

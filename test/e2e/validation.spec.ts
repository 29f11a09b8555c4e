import { expect, signIn, test, WITHOUT_MAP } from '../drivers/browser.ts';
import { seriousFindings } from '../drivers/axe.ts';
import { haveFreshVersion } from '../drivers/freshVersion.ts';
import { saved, stopPopup } from './editing.ts';

test('the summary leads from a group to a rule, its cases, and the place of one of them [E048 E057 E147]', async ({ page }) => {
  await signIn(page, 'viewer', '/data/db/velmar/v/1/stops', WITHOUT_MAP);
  const panel = page.getByRole('region', { name: 'Validation' });
  await panel.getByRole('button', { name: 'Expand the summary' }).click();
  await panel.getByRole('button', { name: /^Fares/ }).click();
  await expect(panel.getByRole('list', { name: 'Rules of Fares' })).toBeVisible();
  await panel.getByRole('button', { name: /^Stops/ }).click();
  await expect(panel.getByRole('list', { name: 'Rules of Fares' })).toHaveCount(0);
  await panel.getByRole('link', { name: 'Stop name missing' }).click();
  await expect(page).toHaveURL(/rule=stops\.202/);

  await panel.getByRole('button', { name: 'What this rule means' }).click();
  await expect(page.getByRole('dialog')).toContainText('Passengers and journey planners know a stop by its name.');
  await page.keyboard.press('Escape');

  await panel.getByRole('grid', { name: 'Cases' }).locator('[data-row]').first().click();
  await expect(page).toHaveURL(/\/stops\/V0020A\?rule=stops\.202$/);
  await expect(page.getByRole('list', { name: 'Found by validation' })).toContainText('This regular stop has no name');
});

test('cases are excluded, told, listed with their session, and brought back [E049 E058 R179]', async ({ page }) => {
  const base = await haveFreshVersion(page, WITHOUT_MAP);
  await page.goto(`${base}/stops?rule=stops.212`);
  const panel = page.getByRole('region', { name: 'Validation' });
  await panel.getByRole('button', { name: 'Exclude cases' }).click();
  await expect(page).toHaveURL(/excluding=true/);
  const row = panel.getByRole('grid', { name: 'Cases' }).locator('[data-row]').first();
  await row.click();
  await panel.getByRole('button', { name: 'Exclude 1', exact: true }).click();
  await expect(page.getByText('1 case in 1 stop was excluded.')).toBeVisible();
  expect(await seriousFindings(page)).toEqual([]);

  await page.goto(`${base}/stops?summary=open&exclusions=sessions`);
  const manager = page.getByRole('dialog', { name: 'Exclusions' });
  await manager.getByRole('button', { name: /^Edit the note/ }).click();
  const note = page.getByRole('dialog', { name: 'Session note' });
  await expect(note.getByRole('button', { name: 'Save' })).toBeDisabled();
  await note.getByRole('textbox', { name: 'Note' }).fill('x'.repeat(129));
  await expect(note.getByText('Maximum 128 symbols')).toBeVisible();
  await expect(note.getByRole('button', { name: 'Save' })).toBeDisabled();
  await note.getByRole('textbox', { name: 'Note' }).fill('Both sides share a pole');
  await note.getByRole('button', { name: 'Save' }).click();
  await expect(note).toHaveCount(0);
  await expect(manager.getByText('Both sides share a pole')).toBeVisible();
  await manager.getByRole('button', { name: /^Delete all exclusions of session/ }).click();
  await expect(manager.getByText('Nothing is excluded')).toBeVisible();
});

test('the cases of a rule with a safe remedy are shown before and after, mended at once, and brought back by one undo', async ({ page }) => {
  const base = await haveFreshVersion(page, WITHOUT_MAP);
  for (const stop of ['V0133A', 'V0020A']) {
    await page.goto(`${base}/stops/${stop}`);
    const name = stopPopup(page).getByLabel('Name', { exact: true });
    await name.fill(`Two  spaces ${stop}`);
    await name.press('Enter');
    await saved(page);
  }
  await page.goto(`${base}/stops?rule=stops.203`);
  const panel = page.getByRole('region', { name: 'Validation' });
  const cases = panel.getByRole('grid', { name: 'Cases' }).locator('[data-row]');
  await expect(cases).toHaveCount(2);
  await panel.getByRole('button', { name: 'Mend…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Trim the name: Stop name format' });
  const row = dialog.getByRole('grid', { name: 'What is mended' }).locator('[data-row]').filter({ hasText: 'V0133A' }).first();
  await expect(row).toContainText('“Two spaces V0133A”');
  expect(await seriousFindings(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Mend all 2' }).click();
  await saved(page);
  await expect(cases).toHaveCount(0);
  await page.getByRole('button', { name: 'Undo: Trim the name of 2 stops' }).click();
  await expect(cases).toHaveCount(2);
});

import { expect, signIn, test, WITHOUT_MAP } from '../drivers/browser.ts';
import { seriousFindings } from '../drivers/axe.ts';
import { haveFreshVersion } from '../drivers/freshVersion.ts';

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

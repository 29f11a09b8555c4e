import { expect, test, visit, WITHOUT_MAP } from '../drivers/browser.ts';
import { haveFreshVersion } from '../drivers/freshVersion.ts';

test('somebody chooses German, works with lists, a form and a dialog, and it is still German after a reload', async ({ page }) => {
  const base = await haveFreshVersion(page, WITHOUT_MAP);
  await page.goto(`${base}/agencies`);
  await page.getByRole('button', { name: /Account of/ }).click();
  await page.getByRole('radiogroup', { name: 'Language' }).getByText('Deutsch', { exact: true }).click();
  await expect(page.locator('html')).toHaveAttribute('lang', 'de');
  const agencies = page.getByRole('grid', { name: 'Betreiber' });
  await expect(agencies.locator('[data-row]').first()).toBeVisible();

  await page.getByRole('button', { name: 'Anlegen: Betreiber', exact: true }).click();
  const form = page.getByRole('dialog', { name: 'Betreiber anlegen' });
  await form.getByLabel('ID').fill('ferry');
  await form.getByLabel('Name').fill('Hafenfähren');
  await form.getByRole('button', { name: 'Anlegen' }).click();
  const details = page.getByRole('complementary', { name: 'Betreiber Hafenfähren' });
  await details.getByLabel('E-Mail').fill('keine Adresse');
  await details.getByLabel('E-Mail').press('Enter');
  await expect(details.getByText('Geben Sie eine E-Mail-Adresse ein')).toBeVisible();
  await details.getByLabel('E-Mail').fill('hallo@ferries.example');
  await details.getByLabel('E-Mail').press('Enter');
  await expect(page.getByRole('contentinfo').getByText('Alles gespeichert')).toBeVisible();

  await page.getByRole('button', { name: 'Löschmodus' }).click();
  await agencies.locator('[data-row]').filter({ hasText: 'Hafenfähren' }).click();
  await page.getByRole('button', { name: '1 entfernen' }).click();
  const question = page.getByRole('dialog', { name: 'Betreiber entfernen' });
  await expect(question.getByText('Möchten Sie den Betreiber „Hafenfähren“ entfernen?')).toBeVisible();
  await question.getByRole('button', { name: 'Entfernen', exact: true }).click();
  await expect(page.getByRole('contentinfo').getByText('Alles gespeichert')).toBeVisible();

  await visit(page, `${base}/stops`);
  await page.reload();
  const stops = page.getByRole('grid', { name: 'Haltestellen' });
  await expect(stops.locator('[data-row]').first()).toBeVisible();
  await expect(stops.getByText('Zugang', { exact: true }).first()).toBeVisible();
  await visit(page, `${base}/schedules`);
  await expect(page.getByRole('grid', { name: 'Linien' }).locator('[data-row]').first()).toBeVisible();
});

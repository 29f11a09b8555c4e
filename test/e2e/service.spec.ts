import { axeFindings } from '../drivers/axe.ts';
import { expect, test, WITHOUT_MAP } from '../drivers/browser.ts';
import { haveFreshVersion } from '../drivers/freshVersion.ts';
import { saved } from './editing.ts';

test('what two more trips cost is read before they are saved, and the figures follow', async ({ page }) => {
  const base = await haveFreshVersion(page, WITHOUT_MAP);
  await page.goto(`${base}/schedules`);
  await page.getByRole('grid', { name: 'Schedules' }).locator('[data-row]').nth(1).click();
  await page.getByRole('button', { name: 'Service', exact: true }).click();
  const figures = page.getByRole('region', { name: 'Figures of service' });
  const trips = figures.getByRole('table', { name: 'Figures of service' }).locator('tbody').first().locator('td').first();
  await expect(trips).toHaveText(/^\d+$/);
  const before = Number(await trips.innerText());
  expect(await axeFindings(page)).toEqual([]);
  const schedule = page.url();
  await figures.getByRole('link', { name: 'Enter rates' }).click();
  await page.getByLabel('Cost per kilometre').fill('1,5');
  await page.getByLabel('Currency of costs').fill('eur');
  await page.keyboard.press('Tab');
  await saved(page);
  await page.goto(schedule);
  await expect(figures.getByRole('columnheader', { name: 'Cost (EUR)' })).toBeVisible();

  await page.getByRole('region', { name: 'Tracks' }).getByRole('link').first().click();
  await page.getByRole('link', { name: 'Timetables' }).click();
  const grid = page.getByRole('grid', { name: /^Timetable of track/ });
  await grid.getByRole('gridcell').first().click();
  await page.getByRole('button', { name: 'Duplicate' }).click();
  const asked = page.getByRole('dialog');
  await asked.getByLabel('Times').fill('2');
  await expect(asked.getByText(/^This change: .*\+2 trips, \+[\d.]+ vehicle hours?, \+[\d.]+ km, .*\+EUR [\d.]+/)).toBeVisible();
  await asked.getByRole('button', { name: 'Add 2 departures' }).click();
  await expect(page.getByText(/^Since you opened this page: .*\+2 trips/)).toBeVisible();
  await saved(page);

  await page.goto(schedule);
  await expect(trips).toHaveText(String(before + 2));
});

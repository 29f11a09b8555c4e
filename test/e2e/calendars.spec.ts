/** The calendar of the network: one holiday for all lines, periods, day types, and what runs then. */
import type { Page } from '@playwright/test';
import { axeFindings } from '../drivers/axe.ts';
import { expect, LONG, test, visit, WITHOUT_MAP } from '../drivers/browser.ts';
import { haveFreshVersion } from '../drivers/freshVersion.ts';
import { saved } from './editing.ts';

const HOLIDAY = '2026-08-12';

/** Looks at a date: the twelve months that are shown hold it. */
async function lookAt(page: Page, day: string): Promise<void> {
  await page.getByLabel('What runs on').fill(day);
  await expect(page.locator(`[data-date="${day}"]`)).toBeVisible();
}

test('a holiday runs as Sunday in the whole network in four acts and one undo', async ({ page }) => {
  const base = await haveFreshVersion(page, WITHOUT_MAP);
  await page.goto(base);
  await page.getByRole('button', { name: /^View/ }).click();
  await page.getByRole('option', { name: 'Calendar' }).click();
  await expect(page).toHaveURL(new RegExp(`${base}/calendar$`));
  const date = page.locator(`[data-date="${HOLIDAY}"]`);
  await lookAt(page, HOLIDAY);
  await expect(date).toHaveAccessibleName(`12: ${HOLIDAY}, As usual`);
  await date.click();
  const running = page.getByRole('region', { name: 'What runs' });
  await expect(running.getByRole('status')).toContainText(`on ${HOLIDAY}`);
  const before = await running.getByRole('status').innerText();
  const form = page.getByRole('form', { name: 'Not saved' });
  await expect(form.getByRole('status')).toContainText(/^1 date in \d+ schedules will change\. .*\d+ schedules will follow the new calendar\.$/);
  expect(await axeFindings(page)).toEqual([]);
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(form).toBeHidden();
  await saved(page);

  await expect(date).toHaveAccessibleName(`12: ${HOLIDAY}, Runs as on Sun`);
  await expect(page.getByRole('region', { name: 'Following' })).toContainText(/(\d+) of \1 schedules follow Network\./);
  // four weeks from the date on, by schedule
  const byDate = page.getByRole('table', { name: 'Trips by date' });
  const holiday = Number(/^[\d,]+/.exec(await running.getByRole('status').innerText())?.[0].replace(',', ''));
  await expect(byDate.getByTitle(new RegExp(`^All schedules, ${HOLIDAY}: `))).toHaveText(String(holiday));
  await expect(byDate.getByRole('columnheader')).toHaveCount(29);
  await expect(running.getByRole('status')).not.toHaveText(before);
  expect(await axeFindings(page)).toEqual([]);

  await page.keyboard.press('Control+z');
  await expect(date).toHaveAccessibleName(`12: ${HOLIDAY}, As usual`);
  await saved(page);
  await expect(running.getByRole('status')).toHaveText(before);
});

test('what is painted is taken back by Ctrl+Z before anything that is saved, and stays while one looks elsewhere', LONG, async ({ page }) => {
  const base = await haveFreshVersion(page, WITHOUT_MAP);
  await page.goto(`${base}/calendar`);
  const form = page.getByRole('form', { name: 'Not saved' });
  const date = (day: string) => page.locator(`[data-date="${day}"]`);
  await lookAt(page, '2026-12-24');
  await page.getByLabel('Name of the dates').fill('Holidays');
  await date('2026-12-24').click();
  await date('2026-12-26').click({ modifiers: ['Shift'] });
  await expect(date('2026-12-25')).toHaveAccessibleName('25: 2026-12-25, Holidays, Runs as on Sun');
  await visit(page, `${base}/agencies`);
  await visit(page, `${base}/calendar`);
  await expect(form).toBeVisible();
  await date('2026-12-26').focus();
  await page.keyboard.press('Control+z');
  await expect(date('2026-12-25')).toHaveAccessibleName('25: 2026-12-25, As usual');
  await expect(date('2026-12-24')).toHaveAccessibleName('24: 2026-12-24, Holidays, Runs as on Sun');
  await page.keyboard.press('Control+z');
  await expect(form).toBeHidden();
  await expect(date('2026-12-24')).toHaveAccessibleName('24: 2026-12-24, As usual');
});

test('a day type and a term that runs as it: typed, seen as a band, changed for all that follow', LONG, async ({ page }) => {
  const base = await haveFreshVersion(page, WITHOUT_MAP);
  await page.goto(`${base}/calendar`);
  const dialog = page.getByRole('dialog');
  const form = page.getByRole('form', { name: 'Not saved' });
  const dayTypes = page.getByRole('region', { name: 'Day types' });
  const periods = page.getByRole('region', { name: 'Periods' });
  await dayTypes.getByRole('button', { name: 'Add day type' }).click();
  await dialog.getByLabel('Name').fill('Summer service');
  await expect(dialog.getByRole('status')).toHaveText('Runs as on Sun');
  expect(await axeFindings(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toBeHidden();
  await expect(dayTypes.getByRole('listitem')).toContainText('Summer service');

  await periods.getByRole('button', { name: 'Add period' }).click();
  await dialog.getByLabel('Name').fill('Summer');
  await dialog.getByLabel('First day').fill('2026-07-06');
  await dialog.getByLabel('Last day').fill('2026-07-05');
  await expect(dialog.getByText('A period cannot end before it begins')).toBeVisible();
  await dialog.getByLabel('Last day').fill('2026-07-31');
  await dialog.getByLabel('Runs as').selectOption('Summer service');
  await expect(dialog.getByRole('status')).toHaveText('26 dates');
  expect(await axeFindings(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(dialog).toBeHidden();
  await lookAt(page, '2026-07-08');
  const date = page.locator('[data-date="2026-07-08"]');
  await expect(date).toHaveAccessibleName('8: 2026-07-08, Summer, Summer service');
  await expect(date).toHaveAttribute('data-band', '');
  // on what is not saved: Sundays stay as they are
  await expect(form.getByRole('status')).toContainText(/^23 dates in \d+ schedules will change\./);
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(form).toBeHidden();
  await saved(page);

  await dayTypes.getByRole('button', { name: 'Change Summer service' }).click();
  await dialog.getByText('Sat', { exact: true }).click();
  await expect(dialog.getByRole('status')).toHaveText(/^Runs as on Sat, Sun\. 26 dates in \d+ schedules will change\.$/);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toBeHidden();
  await saved(page);
  await dayTypes.getByRole('button', { name: 'Delete Summer service' }).click();
  await expect(dialog).toContainText('Do you want to delete the day type Summer service? No date and 1 period of it keep what they run as.');
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await expect(date).toHaveAccessibleName('8: 2026-07-08, Summer, Runs as on Sat, Sun');
  await saved(page);
  for (let undone = 0; undone < 3; undone++) {
    await page.keyboard.press('Control+z');
    await saved(page);
  }
  await expect(date).toHaveAccessibleName('8: 2026-07-08, As usual');
});

test('a school term for two lines: a calendar of their own, chosen in the list, undone, and deleted', LONG, async ({ page }) => {
  const base = await haveFreshVersion(page, WITHOUT_MAP);
  await page.goto(`${base}/calendar`);
  const form = page.getByRole('form', { name: 'Not saved' });
  const following = page.getByRole('region', { name: 'Following' });
  await lookAt(page, HOLIDAY);
  await page.locator(`[data-date="${HOLIDAY}"]`).click();
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(form).toBeHidden();
  await saved(page);
  await page.getByRole('combobox', { name: 'Calendar', exact: true }).selectOption('New calendar');
  await page.locator('[data-date="2026-09-14"]').click();
  await expect(form.getByRole('status')).toContainText('0 schedules will follow the new calendar.');
  await form.getByLabel('Name of the calendar').fill('School');
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(form).toBeHidden();
  await saved(page);

  await visit(page, `${base}/schedules`);
  const boxes = page.getByRole('checkbox', { name: /^Select / });
  await boxes.nth(0).check();
  await boxes.nth(1).check();
  await page.getByRole('button', { name: 'Follow calendar' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('combobox', { name: 'Calendar', exact: true }).selectOption('School');
  await expect(dialog.getByRole('status')).toHaveText('2 dates in 2 schedules will change.');
  expect(await axeFindings(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toBeHidden();
  await saved(page);

  await visit(page, `${base}/calendar`);
  await page.getByRole('combobox', { name: 'Calendar', exact: true }).selectOption('School');
  await expect(following).toContainText(/^Following2 of \d+ schedules follow School\./);
  await following.getByRole('button', { name: 'Delete calendar' }).click();
  await expect(dialog).toContainText('Do you want to delete the calendar School? 2 schedules that follow it keep their exceptions.');
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await expect(dialog).toBeHidden();
  await expect(following).toContainText('follow Network.');
  await page.keyboard.press('Control+z');
  await page.getByRole('combobox', { name: 'Calendar', exact: true }).selectOption('School');
  await expect(following).toContainText(/^Following2 of/);
});

test('holidays of the country: proposed, ticked, with one of our own, as one edit and one undo', LONG, async ({ page }) => {
  const base = await haveFreshVersion(page, WITHOUT_MAP);
  await page.goto(`${base}/calendar`);
  const form = page.getByRole('form', { name: 'Not saved' });
  const dialog = page.getByRole('dialog');
  await lookAt(page, '2026-12-25');
  await page.getByRole('button', { name: 'Add holidays' }).click();
  await expect(dialog.getByLabel('Country')).toHaveValue(/^[A-Z]{2}$/);
  await dialog.getByLabel('Country').selectOption('Netherlands');
  await dialog.getByLabel('From year').fill('2026');
  await dialog.getByLabel('To year').fill('2026');
  const offers = dialog.getByRole('group', { name: 'holidays' });
  await expect(offers.getByRole('checkbox', { name: '2026-12-25 Christmas Day' })).toBeChecked();
  await expect(offers.getByRole('checkbox', { name: '2026-12-31 New Year' })).not.toBeChecked();
  await offers.getByLabel('2026-12-26 runs as').selectOption('As Saturday');
  await dialog.getByRole('textbox', { name: 'A holiday of your own' }).fill('Harbour day');
  await dialog.getByLabel('When').selectOption('On a weekday of a month');
  await dialog.getByLabel('Which one').selectOption('Last');
  await dialog.getByLabel('Weekday').selectOption('Sat');
  await dialog.getByLabel('Month').selectOption('Aug');
  await dialog.getByRole('button', { name: 'Add to the list' }).click();
  await expect(offers.getByRole('checkbox', { name: '2026-08-29 Harbour day' })).toBeChecked();
  expect(await axeFindings(page)).toEqual([]);
  await dialog.getByRole('button', { name: /^Add \d+ dates$/ }).click();
  await expect(dialog).toBeHidden();
  const date = (day: string) => page.locator(`[data-date="${day}"]`);
  await expect(date('2026-12-25')).toHaveAccessibleName('25: 2026-12-25, Christmas Day, Runs as on Sun');
  await expect(date('2026-12-31')).toHaveAccessibleName('31: 2026-12-31, As usual');
  await lookAt(page, '2026-08-29');
  await expect(date('2026-08-29')).toHaveAccessibleName('29: 2026-08-29, Harbour day, Runs as on Sun');
  const named = page.getByRole('region', { name: 'Holidays and named dates' });
  await expect(named.getByRole('listitem').filter({ hasText: 'Boxing Day' })).toContainText('As Saturday');
  await expect(named.getByTitle('last saturday in August')).toBeVisible();
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(form).toBeHidden();
  await saved(page);
  // what is there already is not ticked again
  await page.getByRole('button', { name: 'Add holidays' }).click();
  await expect(offers.getByRole('checkbox', { name: '2026-12-25 Christmas Day' })).not.toBeChecked();
  await expect(offers.getByText('In the calendar: As Sunday').first()).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await lookAt(page, '2026-12-25');
  await date('2026-12-25').focus();
  await page.keyboard.press('Control+z');
  await expect(date('2026-12-25')).toHaveAccessibleName('25: 2026-12-25, As usual');
  await expect(page.getByRole('button', { name: 'Undo', exact: true })).toHaveAttribute('aria-disabled', 'true');
});

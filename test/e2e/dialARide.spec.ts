import type { Locator, Page } from '@playwright/test';
import { axeFindings } from '../drivers/axe.ts';
import { expect, LONG, test, visit, WITHOUT_MAP } from '../drivers/browser.ts';
import { haveFreshVersion } from '../drivers/freshVersion.ts';
import { saved } from './editing.ts';

async function choose(within: Page | Locator, label: string, option: string | RegExp): Promise<void> {
  const field = within.getByRole('combobox', { name: label, exact: true });
  await field.click();
  await field.page().getByRole('option', { name: option }).first().click();
}

/** Makes a record of a page with typed values and choices. */
async function create(page: Page, word: string, typed: Readonly<Record<string, string>>, chosen: Readonly<Record<string, string | RegExp>> = {}) {
  await page
    .getByRole('button', { name: `Create ${word}` })
    .first()
    .click();
  const form = page.getByRole('dialog', { name: `Create ${word}` });
  for (const [label, option] of Object.entries(chosen)) await choose(form, label, option);
  for (const [label, text] of Object.entries(typed)) await form.getByRole('textbox', { name: label, exact: true }).fill(text);
  await form.getByRole('button', { name: 'Create', exact: true }).click();
  await expect(form).toBeHidden();
  await saved(page);
}

test('a dial-a-ride trip is made of a booking rule, a zone and two calls; a wrong window is refused, and undo takes a call back', async ({
  page,
}) => {
  const base = await haveFreshVersion(page, WITHOUT_MAP);
  await page.goto(`${base}/booking-rules`);
  await create(page, 'booking rule', { Id: 'phone', 'At least before (min)': '60' }, { Booking: 'On the same day' });
  await visit(page, `${base}/zones`);
  await create(page, 'zone', { Id: 'valley', Name: 'Valley' });
  await visit(page, `${base}/flexible-trips`);
  await create(page, 'flexible trip', { Id: 'ride1', Destination: 'Dial-a-ride' }, { Schedule: /\S/ });

  const details = page.getByRole('complementary', { name: /^Flexible trip / });
  const incomplete = details.getByText('Not exported yet: a trip needs two calls, and zones and groups of stops need a window.');
  await expect(incomplete).toBeVisible();
  await choose(details, 'Add a call at', 'Zone: Valley · valley');
  const first = details.getByRole('listitem', { name: 'Call 1' });
  await expect(first.getByRole('combobox', { name: 'Pickup', exact: true })).toHaveValue('By booking');
  for (const [label, typed] of [
    ['From', '6:00'],
    ['Until', '2000'],
  ] as const) {
    await first.getByRole('textbox', { name: label }).fill(typed);
    await first.getByRole('textbox', { name: label }).press('Enter');
    await saved(page);
  }
  await choose(first, 'Pickup booking', 'phone');
  await saved(page);
  await choose(details, 'Add a call at', 'Zone: Valley · valley');
  const second = details.getByRole('listitem', { name: 'Call 2' });
  await expect(second.getByRole('textbox', { name: 'Until' })).toHaveValue('20:00:00');
  await expect(second.getByRole('combobox', { name: 'Drop off', exact: true })).toHaveValue('By booking');
  await expect(incomplete).toBeHidden();

  const until = first.getByRole('textbox', { name: 'Until' });
  await until.fill('5:00');
  await until.press('Enter');
  await expect(first.getByText('Not saved: The window ends before it begins')).toBeVisible();
  await until.fill('21:30');
  await until.press('Enter');
  await saved(page);
  expect(await axeFindings(page)).toEqual([]);
  await page.reload();
  await expect(until).toHaveValue('21:30:00');
  await expect(second).toBeVisible();
  const undo = page.getByRole('contentinfo', { name: 'Status' }).getByRole('button', { name: /^Undo/ });
  for (const step of [/until/i, /call/i]) {
    await expect(undo).toHaveAccessibleName(step);
    await undo.click();
    await saved(page);
  }
  await expect(second).toBeHidden();

  // the sheet of windows: two rows a place, a pasted block is one edit
  await page.getByRole('button', { name: 'Windows' }).click();
  const cell = page.getByRole('textbox', { name: 'From of Dial-a-ride, call 1: Valley · valley' });
  await expect(cell).toHaveValue('06:00:00');
  await cell.fill('late');
  await cell.press('Enter');
  await expect(page.getByRole('alert').filter({ hasText: 'time' })).toBeVisible();
  await cell.fill('7.15');
  await cell.press('Enter');
  await saved(page);
  await expect(cell).toHaveValue('07:15:00');
  await cell.evaluate((field) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', '8:00\n19:30\n');
    field.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  });
  await saved(page);
  await expect(cell).toHaveValue('08:00:00');
  await expect(page.getByRole('textbox', { name: 'Until of Dial-a-ride, call 1: Valley · valley' })).toHaveValue('19:30:00');
  await undo.click();
  await saved(page);
  await expect(cell).toHaveValue('07:15:00');
  expect(await axeFindings(page)).toEqual([]);
});

test('a fare from area to area is made in the matrix with one click', LONG, async ({ page }) => {
  const base = await haveFreshVersion(page, WITHOUT_MAP);
  await page.goto(`${base}/fare-areas`);
  await create(page, 'fare area', { Id: 'A', Name: 'Zone A' });
  await create(page, 'fare area', { Id: 'B', Name: 'Zone B' });
  await visit(page, `${base}/fare-products`);
  await create(page, 'fare product', { 'Product id': 'single', Amount: '2.50', Currency: 'EUR' });
  await visit(page, `${base}/fare-leg-rules`);
  await page.getByRole('button', { name: 'Matrix', exact: true }).click();
  const matrix = page.getByRole('table', { name: 'Matrix of fare areas' });
  await choose(page, 'Product of new rules', 'single');
  await matrix.getByRole('button', { name: 'Add a rule from Zone A to Zone B' }).click();
  await expect(matrix.getByRole('row', { name: /^Zone A/ }).getByRole('link', { name: 'single' })).toHaveCount(1);
  await expect(page.getByRole('complementary', { name: /^Fare leg rule / })).toBeVisible();
  await saved(page);
  expect(await axeFindings(page)).toEqual([]);
});

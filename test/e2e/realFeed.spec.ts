/** Work on the feed of a real agency, hart_2020 (66 schedules, 13,217 trips), as staff do it. Skipped where the feed is not beside the project. */
import type { Locator } from '@playwright/test';
import { axeFindings } from '../drivers/axe.ts';
import { expect, signIn, test, WITHOUT_MAP } from '../drivers/browser.ts';
import { aRealFeed, dropFiles } from '../drivers/feedFiles.ts';
import { saved } from './editing.ts';

const FEED = aRealFeed('hart_2020');
/** Address of the version that the first story imports. */
let version = '';

test.describe.configure({ mode: 'serial' });
test.skip(FEED === undefined, 'the feed hart_2020 is not beside the project');

test('a GTFS zip dropped on the page of a database is imported, and its log is one click away', async ({ page }) => {
  await signIn(page, 'editor', '/data/db/velmar', WITHOUT_MAP);
  await expect(page.getByRole('heading', { name: 'Versions of Velmar City' })).toBeVisible();
  await dropFiles(page.getByRole('main'), FEED ? [FEED] : []);
  const dialog = page.getByRole('dialog', { name: 'Upload version' });
  await expect(dialog).toContainText('hart_2020.zip');
  await expect(dialog).toContainText('GTFS feed · 3.5 MB');
  await dialog.getByLabel('Version name').fill('Hart 2020');
  await dialog.getByRole('button', { name: 'Upload', exact: true }).click();
  await expect(dialog.getByRole('heading', { name: 'Upload successful' })).toBeVisible();
  await expect(dialog.getByRole('link', { name: 'Open the import log' })).toBeVisible();
  expect(await axeFindings(page)).toEqual([]);
  await dialog.getByRole('link', { name: 'Hart 2020' }).click();
  await expect(page).toHaveURL(/\/data\/db\/velmar\/v\/\d+$/);
  await page.getByRole('button', { name: 'Begin edit' }).first().click();
  await expect(page.getByRole('button', { name: 'Finish edit' })).toBeVisible();
  version = new URL(page.url()).pathname;
});

test('a holiday of the whole network takes seven acts and one undo', async ({ page }) => {
  await signIn(page, 'editor', `${version}/schedules`, WITHOUT_MAP);
  const list = page.getByRole('grid', { name: 'Schedules' });
  await expect(list.locator('[data-row]').first()).toBeVisible();
  const bulk = page.getByRole('toolbar', { name: 'Selected schedules' });
  const dialog = page.getByRole('dialog', { name: 'Add an exception to 66 schedules' });
  const acts: readonly (() => Promise<void>)[] = [
    () => list.focus(),
    () => page.keyboard.press('Control+a'),
    () => bulk.getByRole('button', { name: 'Add exception' }).click(),
    () => dialog.getByLabel('First day').fill('2020-12-25'),
    async () => void (await dialog.getByLabel('Runs').selectOption('As Sunday')),
    () => expect(dialog.getByRole('status')).toContainText(/^One date changes in \d+ schedules\./),
    () => dialog.getByRole('button', { name: /^Change \d+ schedules$/ }).click(),
  ];
  for (const act of acts) await act();
  await expect(dialog).toHaveCount(0);
  await saved(page);
  await expect(page.getByRole('button', { name: /^Undo: As on Sun|^Undo: Run as on/ })).toBeVisible();
  await page.keyboard.press('Control+z');
  await saved(page);
  await expect(page.getByRole('button', { name: 'Undo', exact: true })).toHaveAttribute('aria-disabled', 'true');
});

test('Shift+click selects the rows between, and Ctrl+A all that are listed', async ({ page }) => {
  await signIn(page, 'editor', `${version}/schedules`, WITHOUT_MAP);
  const list = page.getByRole('grid', { name: 'Schedules' });
  const boxes = list.getByRole('checkbox');
  await boxes.nth(1).click();
  await boxes.nth(4).click({ modifiers: ['Shift'] });
  const bulk = page.getByRole('toolbar', { name: 'Selected schedules' });
  await expect(bulk).toContainText('4 selected');
  await list.press('Control+a');
  await expect(bulk).toContainText('66 selected');
  await bulk.getByRole('button', { name: 'Change validity' }).click();
  const dialog = page.getByRole('dialog', { name: 'Change validity of 66 schedules' });
  // they differ: nothing is filled in, so that Enter alone changes nothing
  await expect(dialog.getByLabel('First day')).toHaveValue('');
  await expect(dialog.getByRole('button', { name: 'Save' })).toBeDisabled();
});

test('a stop is found by its id in every picker: 4021 is the stop 4021, and Enter adds it and goes on', async ({ page }) => {
  await signIn(page, 'editor', `${version}/schedules/1_20201115/a-b/map`, WITHOUT_MAP);
  await expect(
    page
      .getByRole('grid', { name: /^Stops of track/ })
      .locator('[data-row]')
      .first(),
  ).toBeVisible();
  const before = Number(
    /of (\d+)|(\d+)/.exec((await page.getByRole('grid', { name: /^Stops of track/ }).getAttribute('aria-rowcount')) ?? '')?.[0] ?? 0,
  );
  await page.getByRole('radiogroup', { name: 'Edit track stops' }).getByText('Add', { exact: true }).click();
  const stop = page.getByRole('combobox', { name: 'Stop', exact: true });
  await stop.fill('4021');
  await expect(page.getByRole('option').first()).toContainText('· 4021');
  await stop.press('Enter');
  await expect(stop).toHaveValue('');
  await expect(stop).toBeFocused();
  await page.keyboard.type('551');
  await stop.press('Enter');
  await expect(page.getByRole('grid', { name: /^Stops of track/ })).toHaveAttribute('aria-rowcount', String(before + 2));
  await saved(page);
  await expect(page.getByText('The stop 4021 is passed at place 3 already')).toBeVisible();
  // a list with an id that is none adds nothing; one of known ids is one act and one undo
  await paste(stop, '4661\n5551\nNOPE');
  await expect(page.getByText('Nothing was added. There is no stop NOPE.')).toBeVisible();
  await paste(stop, '4661\n5551');
  await expect(page.getByRole('grid', { name: /^Stops of track/ })).toHaveAttribute('aria-rowcount', String(before + 4));
  await saved(page);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: /^Undo: Add 2 stops/ }).click();
  await expect(page.getByRole('grid', { name: /^Stops of track/ })).toHaveAttribute('aria-rowcount', String(before + 2));
});

async function paste(field: Locator, text: string): Promise<void> {
  await field.evaluate((input, given) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text', given);
    input.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  }, text);
}

test('a trip at 7:35 takes three acts, has the running times of its neighbour, and is selected where it belongs', async ({ page }) => {
  await signIn(page, 'editor', `${version}/schedules/1_20201115/a-b/timetables`, WITHOUT_MAP);
  const sheet = page.getByRole('grid', { name: /^Timetable of track/ });
  await expect(sheet.getByRole('gridcell').first()).toBeVisible();
  const acts: readonly (() => Promise<void>)[] = [
    () => page.getByRole('toolbar', { name: 'Timetable' }).getByRole('button', { name: 'Add departure' }).click(),
    () => page.keyboard.type('7.35am'),
    () => page.keyboard.press('Enter'),
  ];
  for (const act of acts) await act();
  const head = sheet.getByRole('columnheader', { name: /^07:35, / }).and(sheet.locator('[data-selected]'));
  await expect(head).toBeInViewport();
  const column = await head.getAttribute('aria-colindex');
  // every stop of the neighbour has a time here as well
  await expect(sheet.locator(`[role=gridcell][aria-colindex="${column}"]`).first()).toHaveText('07:35');
  await expect(sheet.locator(`[role=gridcell][aria-colindex="${column}"]`).nth(3)).toHaveText(/^07:\d\d/);
  await saved(page);
  await expect(page.getByRole('button', { name: /^Undo: Add 1 departure/ })).toBeVisible();

  // two shifts of one selection are one undo
  await sheet.press('s');
  const dialog = page.getByRole('dialog', { name: 'Shift the selection' });
  await dialog.getByLabel('Minutes later').fill('4');
  await page.keyboard.press('Enter');
  await expect(sheet.getByRole('columnheader', { name: /^07:39, / })).toBeVisible();
  await sheet.press('+');
  await expect(sheet.getByRole('columnheader', { name: /^07:40, / }).first()).toBeVisible();
  await saved(page);
  await page.keyboard.press('Control+z');
  await expect(head).toBeVisible();
  await saved(page);

  // the menu of a column has the keys beside its entries
  await head.click({ button: 'right' });
  await expect(page.getByRole('menuitem', { name: 'Shift by … S' })).toBeVisible();
  await page.getByRole('menuitem', { name: 'Remove Ctrl+Delete' }).click();
  await expect(head).toHaveCount(0);
  await saved(page);
});

test('one of 118 timetables is found by its first departure, and the next is one key away', async ({ page }) => {
  await signIn(page, 'editor', `${version}/schedules/1_20201115/a-b/access`, WITHOUT_MAP);
  const timetable = page.getByRole('navigation', { name: 'Timetables' }).getByRole('combobox', { name: 'Timetable' });
  await timetable.fill('21:35');
  await expect(page.getByRole('listbox', { name: 'Timetable' }).getByRole('option')).toHaveCount(1);
  await timetable.press('ArrowDown');
  await timetable.press('Enter');
  await expect(page).toHaveURL(/\/a-b\/access\/\d+$/);
  await expect(timetable).toHaveValue(/· 21:35, 1 departure$/);
  const at = page.url();
  await page.getByRole('button', { name: 'Next timetable' }).press('Enter');
  await expect(page).not.toHaveURL(at);
  // the stops have the page: 118 timetables took it before
  const rows = page.getByRole('grid', { name: 'Access' }).locator('[data-row]');
  await expect(rows.nth(9)).toBeInViewport();
});

test('a stop is changed in all timetables of the same days, and one undo takes it back', async ({ page }) => {
  await signIn(page, 'editor', `${version}/schedules/1_20201115/a-b/access`, WITHOUT_MAP);
  await page.getByRole('combobox', { name: 'Shown and changed together' }).click();
  await page.getByRole('option', { name: /^All of the track \(\d+\)$/ }).click();
  const pickUp = page.getByRole('combobox', { name: 'Pick-up at stop 3' });
  await expect(pickUp).toHaveValue('0');
  await pickUp.selectOption('Not available');
  await saved(page);
  await expect(page.getByRole('button', { name: /^Undo: Change pick-up at stop 3 in \d{3} timetables/ })).toBeVisible();
  await page.getByRole('button', { name: 'Next timetable' }).click();
  await expect(pickUp).toHaveValue('1');
  // one of them differs: it is said, and the other value can be chosen for all
  await page.getByRole('combobox', { name: 'Shown and changed together' }).click();
  await page.getByRole('option', { name: 'This timetable' }).click();
  await pickUp.selectOption('Ask the driver');
  await saved(page);
  await page.getByRole('combobox', { name: 'Shown and changed together' }).click();
  await page.getByRole('option', { name: /^All of the track/ }).click();
  await expect(pickUp).toHaveValue('differs');
  await page.getByRole('grid', { name: 'Access' }).focus();
  await page.keyboard.press('Control+z');
  await saved(page);
  await page.keyboard.press('Control+z');
  await saved(page);
  await expect(pickUp).toHaveValue('0');
});

/** Work on the feed of a real agency, hart_2020 (66 schedules, 13,217 trips), as staff do it. Skipped where the feed is not beside the project. */
import type { Locator } from '@playwright/test';
import { axeFindings } from '../drivers/axe.ts';
import { expect, LONG, signIn, test, visit, WITHOUT_MAP } from '../drivers/browser.ts';
import { aRealFeed, dropFiles } from '../drivers/feedFiles.ts';
import { saved } from './editing.ts';

const FEED = aRealFeed('hart_2020');
/** Address of the version that the first story imports. */
let version = '';

test.describe.configure({ mode: 'serial' });
test.skip(FEED === undefined, 'the feed hart_2020 is not beside the project');

test('a GTFS zip dropped on the page of a database is imported, and its log is one click away', LONG, async ({ page }) => {
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

test('a holiday of the whole network takes seven acts and one undo', LONG, async ({ page }) => {
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

test('Christmas as Sunday for the network takes five acts on the calendar and one undo; a school term for five lines', LONG, async ({ page }) => {
  await signIn(page, 'editor', version, WITHOUT_MAP);
  await expect(page.getByRole('button', { name: 'Finish edit' })).toBeVisible();
  const form = page.getByRole('form', { name: 'Not saved' });
  const christmas = page.locator('[data-date="2020-12-25"]');
  const acts: readonly (() => Promise<void>)[] = [
    () => page.getByRole('button', { name: /^View/ }).click(),
    () => page.getByRole('option', { name: 'Calendar' }).click(),
    () => page.getByLabel('Name of the dates').fill('Christmas Day'),
    () => christmas.click(),
    () => form.getByRole('button', { name: 'Save' }).click(),
  ];
  for (const act of acts) await act();
  await expect(form).toBeHidden();
  await expect(christmas).toHaveAccessibleName('25: 2020-12-25, Christmas Day, Runs as on Sun');
  await saved(page);
  await page.keyboard.press('Control+z');
  await expect(christmas).toHaveAccessibleName('25: 2020-12-25, As usual');
  await saved(page);
  await expect(page.getByRole('button', { name: 'Undo', exact: true })).toHaveAttribute('aria-disabled', 'true');

  // a term is a calendar of its own, which five lines follow
  await page.goto(`${version}/calendar/new`);
  const dialog = page.getByRole('dialog');
  await page.getByRole('button', { name: 'Add period' }).click();
  await dialog.getByLabel('Name').fill('School holidays');
  await dialog.getByLabel('First day').fill('2020-12-21');
  await dialog.getByLabel('Last day').fill('2021-01-03');
  await dialog.getByLabel('Runs as').selectOption('As Saturday');
  await dialog.getByRole('button', { name: 'Add', exact: true }).click();
  await form.getByLabel('Name of the calendar').fill('School');
  await form.getByLabel('Followed by').selectOption('No schedule yet');
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(form).toBeHidden();
  await saved(page);
  await visit(page, `${version}/schedules`);
  const boxes = page.getByRole('grid', { name: 'Schedules' }).getByRole('checkbox');
  await boxes.nth(1).click();
  await boxes.nth(5).click({ modifiers: ['Shift'] });
  const bulk = page.getByRole('toolbar', { name: 'Selected schedules' });
  await expect(bulk).toContainText('5 selected');
  await bulk.getByRole('button', { name: 'Follow calendar' }).click();
  await dialog.getByRole('combobox', { name: 'Calendar', exact: true }).selectOption('School');
  await expect(dialog.getByRole('status')).toContainText(/^\d+ dates in \d schedules? will change\./);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toBeHidden();
  await saved(page);
  await page.keyboard.press('Control+z');
  await saved(page);
});

test('Shift+click selects the rows between, and Ctrl+A all that are listed', LONG, async ({ page }) => {
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

test('a stop is found by its id in every picker: 4021 is the stop 4021, and Enter adds it and goes on', LONG, async ({ page }) => {
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
  await expect(page.getByText('The stop 4021 is already stop 3 of the track')).toBeVisible();
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

test('a trip at 7:35 takes three acts, has the running times of its neighbour, and is selected where it belongs', LONG, async ({ page }) => {
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
  await expect(page.getByRole('button', { name: /^Undo: Shift departure 07:35 by \+5 min, line 1/ })).toBeVisible();
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

test('one of 118 timetables is found by its first departure, and the next is one key away', LONG, async ({ page }) => {
  await signIn(page, 'editor', `${version}/schedules/1_20201115/a-b/access`, WITHOUT_MAP);
  const timetable = page.getByRole('navigation', { name: 'Timetables' }).getByRole('combobox', { name: 'Timetable' });
  // a pasted text and Enter at once
  await timetable.focus();
  await page.keyboard.insertText('21:35');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/a-b\/access\/\d+$/);
  await expect(timetable).toHaveValue(/· 21:35, 1 departure$/);
  const at = page.url();
  await page.getByRole('button', { name: 'Next timetable' }).press('Enter');
  await expect(page).not.toHaveURL(at);
  // the stops have the page: 118 timetables took it before
  const rows = page.getByRole('grid', { name: 'Access' }).locator('[data-row]');
  await expect(rows.nth(9)).toBeInViewport();
});

test('access of 118 timetables is one matrix: set, filled, pasted by keys, each one edit and one undo', LONG, async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await signIn(page, 'editor', `${version}/schedules/1_20201115/a-b/access`, WITHOUT_MAP);
  const matrix = page.getByRole('grid', { name: /^Access of track/ });
  const cell = (row: number, column: number): Locator => matrix.locator(`[role=row][aria-rowindex="${row + 1}"] [aria-colindex="${column + 1}"]`);
  await expect(cell(1, 1)).toHaveText('Regular');
  const count = Number(await matrix.getAttribute('aria-colcount')) - 1;
  expect(count).toBeGreaterThan(100);
  // outside the view nothing is laid out
  expect(await matrix.getByRole('gridcell').count()).toBeLessThan(1500);

  // the drop-off of the first stop in all timetables of the track
  await cell(2, 1).click();
  await page.keyboard.press('Shift+Space');
  await page.keyboard.press('1');
  await expect(cell(2, 1)).toHaveText('No');
  await saved(page);
  await expect(page.getByRole('button', { name: new RegExp(`^Undo: Change drop-off at stop 1 in ${count} timetables`) })).toBeVisible();
  await page.keyboard.press('Control+End');
  await page.keyboard.press('Control+ArrowUp');
  await page.keyboard.press('ArrowDown');
  await expect(cell(2, count)).toHaveText('No');
  await page.keyboard.press('Control+z');
  await saved(page);
  await expect(cell(2, count)).toHaveText('Regular');

  // Enter lists the values; a block of a spreadsheet goes in whole or not at all
  await page.keyboard.press('Control+Home');
  await page.keyboard.press('Enter');
  await page.getByRole('menuitem', { name: 'Phone the agency 2' }).click();
  await expect(cell(1, 1)).toHaveText('Phone');
  await saved(page);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await page.evaluate(() => navigator.clipboard.writeText('3\tNot available\r\nRegular\tnever\r\n'));
  await page.keyboard.press('Control+v');
  await expect(page.getByRole('alert').filter({ hasText: 'Nothing was pasted' })).toContainText('Row 2, column 2: never is none of');
  await page.evaluate(() => navigator.clipboard.writeText('3\tNot available\r\nRegular\tPhone\r\n'));
  await page.keyboard.press('Control+v');
  await expect(cell(3, 1)).toHaveText('Driver');
  await expect(cell(3, 2)).toHaveText('No');
  await expect(cell(4, 2)).toHaveText('Phone');
  await saved(page);
  await page.keyboard.press('Control+z');
  await expect(cell(3, 1)).toHaveText('Regular');
  await expect(cell(4, 2)).toHaveText('Regular');
  await saved(page);
  await page.keyboard.press('Control+z');
  await expect(cell(1, 1)).toHaveText('Regular');
  await saved(page);

  // of the same days alone: the last timetable runs on others
  await cell(5, 1).click();
  await page.getByRole('checkbox', { name: 'All of these days' }).check();
  await matrix.press('3');
  await expect(cell(5, 2)).toHaveText('Driver');
  await saved(page);
  await page.keyboard.press('Control+ArrowRight');
  await expect(cell(5, count)).toHaveText('Regular');
  await page.keyboard.press('Control+z');
  await saved(page);
  await page.keyboard.press('Control+ArrowLeft');
  await expect(cell(5, 1)).toHaveText('Regular');
  expect(await axeFindings(page)).toEqual([]);
});

test('Tidy shows what it joins and by how much times change, and does nothing before', LONG, async ({ page }) => {
  await signIn(page, 'editor', `${version}/schedules/1_20201115/a-b/times`, WITHOUT_MAP);
  const timetables = page.getByRole('navigation', { name: 'Timetables' });
  await timetables.getByRole('button', { name: 'Tidy' }).click();
  const dialog = page.getByRole('dialog', { name: 'Tidy timetables' });
  // each trip of the feed has its own running times
  await expect(dialog.getByRole('status')).toHaveText('No timetables can be joined.');
  await expect(dialog.getByRole('button', { name: 'Tidy' })).toBeDisabled();
  await dialog.getByLabel(/^Join running times/).fill('60');
  await expect(dialog.getByRole('status')).toHaveText(/^\d+ timetables become \d+\. Times of \d+ departures change, by at most (\d|[1-5]\d|60) s\.$/);
  const [, before = '', after = ''] = /^(\d+) timetables become (\d+)\./.exec(await dialog.getByRole('status').innerText()) ?? [];
  expect(Number(after)).toBeLessThan(Number(before));
  await expect(dialog.getByRole('grid', { name: 'Departures that are joined' }).locator('[data-row]').first()).toContainText(/no change|stops?: /);
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Undo: Tidy', exact: false })).toHaveCount(0);

  await timetables.getByRole('button', { name: 'Tidy' }).click();
  await dialog.getByLabel(/^Join running times/).fill('60');
  await dialog.getByRole('button', { name: 'Tidy' }).click();
  await expect(dialog).toHaveCount(0);
  await saved(page);
  const undo = page.getByRole('button', { name: /^Undo: Tidy timetables within 60 s, line 1/ });
  await undo.click();
  await saved(page);
  await timetables.getByRole('button', { name: 'Tidy' }).click();
  await dialog.getByLabel(/^Join running times/).fill('60');
  await expect(dialog.getByRole('status')).toContainText(`${before} timetables become ${after}.`);
});

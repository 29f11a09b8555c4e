import type { Locator, Page } from '@playwright/test';
import { axeFindings } from '../drivers/axe.ts';
import { expect, LONG, signIn, test, visit, WITHOUT_MAP } from '../drivers/browser.ts';
import { haveFreshVersion } from '../drivers/freshVersion.ts';
import { holdCalls } from '../drivers/heldCalls.ts';
import { saved } from './editing.ts';

/** Opens the sheet of the second schedule's first track, in a version that can be edited. */
async function openSheet(page: Page): Promise<Locator> {
  const base = await haveFreshVersion(page, WITHOUT_MAP);
  await page.goto(`${base}/schedules`);
  await page.getByRole('grid', { name: 'Schedules' }).locator('[data-row]').nth(1).click();
  await page.getByRole('region', { name: 'Tracks' }).getByRole('link').first().click();
  await page.getByRole('link', { name: 'Timetables' }).click();
  const grid = page.getByRole('grid', { name: /^Timetable of track/ });
  await expect(grid.getByRole('gridcell').first()).toBeVisible();
  return grid;
}

/** The text of a cell by stop and departure, both from 1, and the cell itself. */
function cell(grid: Locator, stop: number, departure: number): Locator {
  return grid.locator(`[role=row][aria-rowindex="${stop + 1}"] [aria-colindex="${departure + 1}"]`);
}

test('a time is typed, moves the departure, and is undone', async ({ page }) => {
  const grid = await openSheet(page);
  const before = await cell(grid, 3, 1).innerText();
  await cell(grid, 3, 1).click();
  await page.keyboard.type('2510');
  await page.keyboard.press('Enter');
  await expect(cell(grid, 3, 1)).toHaveText('25:10');
  await saved(page);
  await page.keyboard.press('Control+z');
  await expect(cell(grid, 3, 1)).toHaveText(before);
  await saved(page);
});

test('times are copied to the clipboard and pasted from it; bad cells are listed and nothing is half pasted', LONG, async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const grid = await openSheet(page);
  await cell(grid, 1, 1).click();
  await page.keyboard.press('Shift+ArrowDown');
  await page.keyboard.press('Control+c');
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(copied).toBe(`${await cell(grid, 1, 1).innerText()}\n${await cell(grid, 2, 1).innerText()}`);

  await page.evaluate(() => navigator.clipboard.writeText('04:00\t04:10\r\n04:02\t25:61\r\n'));
  await page.keyboard.press('Control+v');
  await expect(page.getByRole('alert').filter({ hasText: 'Nothing was pasted' })).toContainText('Row 2, column 2: 25:61 is not a time');
  await expect(cell(grid, 1, 1)).not.toHaveText('04:00');

  await page.evaluate(() => navigator.clipboard.writeText('04:00\t04:10\r\n04:02\t04:12\r\n'));
  await page.keyboard.press('Control+v');
  await expect(cell(grid, 1, 1)).toHaveText('04:00');
  await expect(cell(grid, 2, 2)).toHaveText('04:12');
  await saved(page);
  await page.keyboard.press('Control+z');
  await expect(cell(grid, 1, 1)).not.toHaveText('04:00');
  await saved(page);
});

test(
  'transposed, departures are rows and stops columns: keys, clipboard and undo go along, and it is remembered',
  LONG,
  async ({ page, context }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    const grid = await openSheet(page);
    const [second, third] = [await cell(grid, 2, 1).innerText(), await cell(grid, 3, 1).innerText()];
    const another = await cell(grid, 2, 2).innerText();
    await page.getByRole('button', { name: 'Transpose' }).click();
    await expect(grid.getByRole('columnheader').first()).toHaveText('Departure');
    await expect(cell(grid, 1, 2)).toHaveText(second);
    await expect(cell(grid, 1, 3)).toHaveText(third);
    await expect(cell(grid, 2, 2)).toHaveText(another);
    expect(await axeFindings(page)).toEqual([]);

    // Enter goes to the next departure, Tab to the next stop
    await cell(grid, 1, 3).click();
    await page.keyboard.type('2510');
    await page.keyboard.press('Enter');
    await expect(cell(grid, 1, 3)).toHaveText('25:10');
    await expect(cell(grid, 2, 3)).toHaveAttribute('aria-selected', 'true');
    await saved(page);
    await page.keyboard.press('Control+z');
    await expect(cell(grid, 1, 3)).toHaveText(third);

    await cell(grid, 1, 2).click();
    await cell(grid, 1, 3).click({ modifiers: ['Shift'] });
    await page.keyboard.press('Control+c');
    await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(`${second}\t${third}`);
    await page.evaluate(() => navigator.clipboard.writeText('26:10\t26:20'));
    await page.keyboard.press('Control+v');
    await expect(cell(grid, 1, 2)).toHaveText('26:10');
    await expect(cell(grid, 1, 3)).toHaveText('26:20');
    await page.reload();
    await expect(grid.getByRole('columnheader').first()).toHaveText('Departure');
  },
);

test('a departure shifts by the keyboard and keeps its place in the sheet', LONG, async ({ page }) => {
  const grid = await openSheet(page);
  const [first, other] = [await cell(grid, 1, 1).innerText(), await cell(grid, 1, 2).innerText()];
  await cell(grid, 1, 1).click();
  await page.keyboard.press('Shift+NumpadAdd');
  await page.keyboard.press('Shift+NumpadAdd');
  await expect(cell(grid, 1, 1)).not.toHaveText(first);
  await expect(cell(grid, 1, 2)).toHaveText(other);
  await saved(page);
});

test(
  'the toolbar is one row at 1280 pixels: what has no room is in its menu, and the modes in there are told below the sheet',
  LONG,
  async ({ page }) => {
    await page.setViewportSize({ width: 1280, height: 720 });
    const grid = await openSheet(page);
    // beside the map
    await page.keyboard.press('BracketLeft');
    const bar = page.getByRole('toolbar', { name: 'Timetable' });
    const top = (await grid.boundingBox())?.y;
    expect((await bar.boundingBox())?.height).toBeLessThan(50);
    await bar.getByRole('button', { name: 'More tools' }).click();
    await page.getByRole('menuitemcheckbox', { name: 'Whole band' }).click();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('status', { name: 'Sheet' })).toContainText('Whole band');
    await bar.getByRole('button', { name: 'All timetables' }).click();
    await page.getByRole('menuitem', { name: 'Mon–Fri', exact: true }).click();
    await expect(bar.getByRole('button', { name: 'Mon–Fri' })).toBeVisible();
    expect((await grid.boundingBox())?.y).toBe(top);
    // with room for all of them there is no menu
    await grid.press('BracketLeft');
    await expect(bar.getByRole('checkbox', { name: 'Arrivals' })).toBeVisible();
    await expect(bar.getByRole('button', { name: 'More tools' })).toHaveCount(0);
    // the menu of a cell: cut and pasted without keys
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    const first = await cell(grid, 3, 1).innerText();
    await cell(grid, 3, 1).click({ button: 'right' });
    await page.getByRole('menuitem', { name: 'Cut Ctrl+X' }).click();
    await expect(cell(grid, 3, 1)).toHaveAttribute('data-kind', 'untimed');
    await cell(grid, 3, 1).click({ button: 'right' });
    await page.getByRole('menuitem', { name: 'Paste Ctrl+V' }).click();
    await expect(cell(grid, 3, 1)).toHaveText(first);
    await saved(page);
  },
);

test('header and bars fold away on the page of a track and stay so; F6 goes from part to part', LONG, async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 720 });
  const grid = await openSheet(page);
  const before = (await grid.boundingBox())?.height ?? 0;
  const banner = page.getByRole('banner').filter({ hasText: 'DMP' });
  await expect(banner).toBeVisible();
  await cell(grid, 1, 1).click();
  await page.keyboard.press('Backslash');
  await expect(banner).toHaveCount(0);
  await expect(page.getByRole('region', { name: 'Validation' })).toHaveCount(0);
  // at least ten rows more
  await expect.poll(async () => (await grid.boundingBox())?.height ?? 0).toBeGreaterThan(before + 240);
  await page.reload();
  await expect(grid.getByRole('gridcell').first()).toBeVisible();
  await expect(banner).toHaveCount(0);

  await grid.focus();
  await page.keyboard.press('F6');
  await expect(page.getByRole('contentinfo', { name: 'Status' }).locator(':focus')).toHaveCount(1);
  await page.keyboard.press('F6');
  await expect(page.getByRole('navigation', { name: 'Pages of the track' }).locator(':focus')).toHaveCount(1);
  await page.keyboard.press('F6');
  await expect(grid).toBeFocused();
  await page.keyboard.press('Shift+F6');
  await expect(page.getByRole('navigation', { name: 'Pages of the track' }).locator(':focus')).toHaveCount(1);

  await page.getByRole('button', { name: 'Show header and bars' }).click();
  await expect(banner).toBeVisible();
  // other pages keep their header
  await page.keyboard.press('Backslash');
  await expect(banner).toHaveCount(0);
  await visit(page, new URL(page.url()).pathname.replace(/\/schedules\/.*$/, '/stops'));
  await expect(banner).toBeVisible();
});

test('a line of the stringline is selected in both, and dragging it shifts its departure as one edit', LONG, async ({ page }) => {
  const grid = await openSheet(page);
  await page.getByRole('button', { name: 'Stringline' }).click();
  await page.getByRole('menuitem', { name: 'Stringline of all tracks, both directions' }).click();
  await expect(page).toHaveURL(/[?&]lines=all/);
  const lines = page.getByRole('application', { name: /^Stringline of track/ });
  await expect(lines).toHaveAccessibleName(/\d+ runs/);

  await lines.focus();
  await page.keyboard.press('ArrowRight');
  await expect(grid.locator('[role=columnheader][aria-colindex="3"]')).toHaveAttribute('data-selected', '');
  await cell(grid, 1, 1).click();
  const before = await cell(grid, 1, 1).innerText();
  // zoomed in on its first departure, the line is the first one from the left
  for (let i = 0; i < 6; i++) {
    await lines.hover({ position: { x: 160, y: 60 } });
    await page.mouse.wheel(0, -300);
  }
  const box = await lines.boundingBox();
  if (!box) throw new Error('The stringline has no place');
  const at = await lineUnder(page, box);
  await page.mouse.move(at.x, at.y);
  await page.mouse.down();
  await page.mouse.move(at.x + 60, at.y, { steps: 4 });
  await page.mouse.up();
  await expect(cell(grid, 1, 1)).not.toHaveText(before);
  await saved(page);
  await page.keyboard.press('Control+z');
  await expect(cell(grid, 1, 1)).toHaveText(before);
  await saved(page);
});

/** A point on the leftmost line of the stringline, found as a hand finds it: the pointer changes over it. */
async function lineUnder(page: Page, box: { x: number; y: number; width: number; height: number }): Promise<{ x: number; y: number }> {
  const lines = page.getByRole('application', { name: /^Stringline of track/ });
  for (let x = box.x + 152; x < box.x + box.width; x += 4) {
    await page.mouse.move(x, box.y + 60);
    if ((await lines.getAttribute('data-hand')) !== 'line') continue;
    const tip = await page.getByRole('region', { name: 'Stringline' }).locator('[aria-hidden]', { hasText: '·' }).innerText();
    if (tip.endsWith('a-b')) return { x, y: box.y + 60 };
  }
  throw new Error('No line is under the hand');
}

test('a timetable is printed as passengers know it, without the frame of the product', LONG, async ({ page }) => {
  const grid = await openSheet(page);
  const first = await cell(grid, 1, 1).innerText();
  await page.getByRole('navigation', { name: 'Pages of the track' }).getByRole('link', { name: 'Print' }).click();
  await expect(page).toHaveURL(/\/a-b\/print$/);
  const paper = page.getByRole('article', { name: 'Printed timetable' });
  await expect(paper.getByRole('region', { name: 'Mon–Fri' }).getByRole('row').first()).toContainText(first.slice(0, 5));
  await page.emulateMedia({ media: 'print' });
  await expect(paper).toBeVisible();
  await expect(page.getByRole('banner')).toBeHidden();
  await expect(page.getByRole('contentinfo', { name: 'Status' })).toBeHidden();
});

test('a departure has a form: its type, values in words, and the headway in minutes [E083 E084 E088]', async ({ page }) => {
  const grid = await openSheet(page);
  await cell(grid, 1, 1).click();
  await page.getByRole('button', { name: 'Departure', exact: true }).click();
  const form = page.getByRole('dialog', { name: /^Departure / });
  const choose = async (label: string, option: string): Promise<void> => {
    await form.getByLabel(label, { exact: true }).click();
    await page.getByRole('option', { name: option, exact: true }).click();
  };
  await choose('Wheelchair', 'Accessible');
  await choose('Bicycles', 'Not allowed');
  await choose('Type', 'Interval');
  const every = form.getByLabel('Every (min)');
  await expect(every).toHaveValue('10');
  await every.fill('7.5');
  await every.press('Enter');
  await saved(page);
  await form.getByRole('button', { name: 'Close' }).click();
  await expect(grid.locator('[role=columnheader][aria-colindex="2"]')).toContainText('every 7.5 min');
});

test('the number of a timetable in the address is a number; another word is no timetable [E029]', async ({ page }) => {
  await openSheet(page);
  await page.getByRole('navigation', { name: 'Pages of the track' }).getByRole('link', { name: 'Times', exact: true }).click();
  await visit(page, `${new URL(page.url()).pathname}/2`);
  await expect(page.getByRole('combobox', { name: 'Timetable' })).toHaveValue(/^2 ·/);
  await visit(page, new URL(page.url()).pathname.replace(/\/2$/, '/99'));
  await expect(page.getByText('There is no such timetable')).toBeVisible();
});

test(
  'two people write different cells of one sheet: both go through and nobody is asked; the same cell is shown, theirs and mine',
  LONG,
  async ({ page, browser }) => {
    const grid = await openSheet(page);
    const address = page.url();
    const context = await browser.newContext();
    const other = await context.newPage();
    await signIn(other, 'editor', address, WITHOUT_MAP);
    const theirs = other.getByRole('grid', { name: /^Timetable of track/ });
    await expect(theirs.getByRole('gridcell').first()).toBeVisible();
    const write = async (on: Page, at: Locator, time: string): Promise<void> => {
      await at.click();
      await on.keyboard.type(time);
      await on.keyboard.press('Enter');
    };
    // mine waits on its way while theirs is made
    const held = await holdCalls(page, /\/edit\/timetable\/times$/);
    await write(page, cell(grid, 3, 1), '2501');
    await expect.poll(() => held.waiting).toBe(1);
    await write(other, cell(theirs, 4, 2), '2502');
    await saved(other);
    await held.release();
    await expect.poll(() => held.waiting).toBe(1);
    await held.release();
    await saved(page);
    for (const sheet of [grid, theirs]) {
      await expect(cell(sheet, 3, 1)).toHaveText('25:01');
      await expect(cell(sheet, 4, 2)).toHaveText('25:02');
    }
    await expect(page.getByText('changed this at the same time')).toHaveCount(0);

    await write(page, cell(grid, 5, 3), '2503');
    await expect.poll(() => held.waiting).toBe(1);
    await write(other, cell(theirs, 5, 3), '2504');
    await saved(other);
    await held.release();
    const clash = page.getByRole('alert').filter({ hasText: 'changed this at the same time' });
    await expect(clash).toContainText(/stop 5/);
    await expect(clash).toContainText('25:04');
    await expect(clash).toContainText('25:03');
    await expect(cell(grid, 5, 3)).toHaveText('25:04');
    await clash.getByRole('button', { name: 'Apply mine anyway' }).click();
    await expect.poll(() => held.waiting).toBe(1);
    await held.release();
    await expect(cell(theirs, 5, 3)).toHaveText('25:03');
    await context.close();
  },
);

test('what is wrong is said at the cell, and what was typed stays until it is right or given up', LONG, async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const grid = await openSheet(page);
  const before = await cell(grid, 3, 1).innerText();
  const field = grid.getByRole('textbox', { name: 'Time' });
  await cell(grid, 3, 1).click();
  for (const [typed, said] of [
    ['25:61', '25:61 is not a time'],
    ['noon', 'Times are typed as 805, 8:05, 0805, 80530 or 25:10; - is not served'],
  ] as const) {
    await page.keyboard.press('F2');
    await field.fill(typed);
    await field.press('Enter');
    await expect(grid.getByRole('alert')).toHaveText(said);
    await expect(field).toHaveValue(typed);
    await expect(field).toHaveAttribute('aria-invalid', 'true');
    await field.press('Escape');
    await expect(cell(grid, 3, 1)).toHaveText(before);
  }

  const count = await grid.getAttribute('aria-colcount');
  await page.evaluate(() => navigator.clipboard.writeText(Array.from({ length: 10_000 }, () => '8:00').join('\t')));
  await page.keyboard.press('Control+v');
  const refused = page.getByRole('alert').filter({ hasText: 'Nothing was pasted' });
  await expect(refused).toContainText('new departures are more than can be added at once (2,000)');
  await expect(grid).toHaveAttribute('aria-colcount', count ?? '');
  await page.keyboard.press('Escape');
  await expect(refused).toHaveCount(0);

  await page.getByRole('button', { name: 'Departure', exact: true }).click();
  const form = page.getByRole('dialog', { name: /^Departure / });
  await form.getByRole('combobox', { name: 'Type' }).click();
  await page.getByRole('option', { name: 'Interval' }).click();
  await saved(page);
  for (const [name, typed, said] of [
    ['Every (min)', '0', 'The headway has to be longer than 0'],
    ['Until (not included)', '0:01', 'An interval has to end after it begins'],
    ['From', '25:61', '25:61 is not a time'],
  ] as const) {
    const input = form.getByRole('textbox', { name });
    await input.fill(typed);
    await input.press('Enter');
    await expect(form.getByText(said)).toBeVisible();
    await expect(input).toHaveValue(typed);
    await input.press('Escape');
  }
  await saved(page);
});

test(
  'somebody removes the departure that is typed into, then the whole schedule: it is said, and no other cell is written',
  LONG,
  async ({ page, browser }) => {
    const grid = await openSheet(page);
    const address = new URL(page.url()).pathname;
    const context = await browser.newContext();
    const other = await context.newPage();
    await signIn(other, 'editor', page.url(), WITHOUT_MAP);
    const theirs = other.getByRole('grid', { name: /^Timetable of track/ });
    await expect(theirs.getByRole('gridcell').first()).toBeVisible();

    const count = Number(await grid.getAttribute('aria-colcount'));
    const next = await cell(grid, 3, 2).innerText();
    await cell(grid, 3, 1).click();
    await page.keyboard.type('2509');
    await cell(theirs, 1, 1).click();
    await other.keyboard.press('Control+Delete');
    await saved(other);
    await expect(grid).toHaveAttribute('aria-colcount', String(count - 1));
    const field = grid.getByRole('textbox', { name: 'Time' });
    await field.press('Enter');
    await expect(grid.getByRole('alert')).toHaveText('This departure or its stop was removed meanwhile. Copy what you typed, or press Escape.');
    await expect(field).toHaveValue('2509');
    await field.press('Escape');
    await expect(cell(grid, 3, 1)).toHaveText(next);

    // a departure before the one that is typed into: the time goes where it was typed for
    const third = await cell(grid, 3, 2).innerText();
    expect(third).not.toBe('25:10');
    await cell(grid, 3, 2).click();
    await page.keyboard.type('2510');
    await cell(theirs, 1, 1).click();
    await other.keyboard.press('Control+Delete');
    await saved(other);
    await expect(grid).toHaveAttribute('aria-colcount', String(count - 2));
    await field.press('Enter');
    await expect(cell(grid, 3, 1)).toHaveText('25:10');
    await saved(page);

    await cell(grid, 3, 1).click();
    await page.keyboard.type('2511');
    await other.goto(address.replace(/\/timetables$/, '/map'));
    await other.getByRole('button', { name: 'Delete', exact: true }).click();
    await other.getByRole('dialog', { name: 'Delete schedule' }).getByRole('button', { name: 'Delete' }).click();
    await saved(other);
    await expect(page.getByText('This schedule is gone')).toBeVisible();
    await other.keyboard.press('Control+z');
    await expect(cell(grid, 3, 1)).toHaveText('25:10');
    await context.close();
  },
);

test(
  'departures of a timetable have their values in cells; what is refused stays in its cell with the message and Retry [E105 E107]',
  LONG,
  async ({ page }) => {
    const base = await haveFreshVersion(page, WITHOUT_MAP);
    await page.goto(`${base}/schedules/2_20260701/a-b/times/1`);
    await page.getByRole('group', { name: 'Shown' }).getByRole('link', { name: 'Departures' }).click();
    await expect(page).toHaveURL(/\/times\/1\/departures$/);
    const cell = (name: string) => page.getByRole('textbox', { name, exact: true });
    const tripId = cell('Trip id of departure 05:00');
    const mine = await tripId.inputValue();
    const taken = await cell('Trip id of departure 04:45').inputValue();
    await tripId.fill(taken);
    await tripId.press('Enter');
    await expect(page.getByRole('tooltip', { name: `Not saved: Trip id ${taken} is in use on this track already` })).toBeVisible();
    await expect(tripId).toHaveValue(taken);
    await expect(page.getByRole('contentinfo', { name: 'Status' }).getByText('1 not saved')).toBeVisible();
    await tripId.press('Escape');
    await expect(tripId).toHaveValue(mine);

    const departs = cell('Departs of departure 05:15');
    await departs.fill('25:61');
    await departs.press('Enter');
    await expect(page.getByRole('tooltip', { name: '25:61 is not a time' })).toBeVisible();
    await departs.press('Escape');
    await expect(departs).toHaveValue('05:15');

    await cell('Block of departure 05:15').fill('B7');
    await cell('Block of departure 05:15').press('Enter');
    await page.getByRole('combobox', { name: 'Wheelchair of departure 05:15', exact: true }).selectOption('Not accessible');
    await saved(page);
    await page.reload();
    await expect(cell('Block of departure 05:15')).toHaveValue('B7');
    await expect(page.getByRole('combobox', { name: 'Wheelchair of departure 05:15', exact: true })).toHaveValue('2');
    await page.keyboard.press('Control+z');
    await expect(cell('Block of departure 05:15')).toHaveValue('B7');
    await expect(page.getByRole('combobox', { name: 'Wheelchair of departure 05:15', exact: true })).toHaveValue('');
  },
);

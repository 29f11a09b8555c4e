import type { Page } from '@playwright/test';
import type { EditSheetEvent } from '../../../src/machines/editSheetMachine.ts';
import { expect, signIn, visit, WITHOUT_MAP } from '../browser.ts';
import { commonOnScreen, type Surroundings, type WorkflowOnScreen } from './workflowOnScreen.ts';

type State = 'idle' | 'typing' | 'refused';

/** The departures of the path cases, as columns of the grid, and the row that is written into. */
const COLUMNS: Readonly<Record<number, number>> = { 3: 2, 4: 3 };
const ROW = 4;
const OUT_OF_DAY = 'A time lies outside 00:00 to 99:59:59';

/** Typing into the sheet of a track, while a colleague writes into the same one at another screen. */
export function editSheetOnScreen(surroundings: Surroundings): WorkflowOnScreen<EditSheetEvent, State> {
  const { page, held, base } = surroundings;
  const { nothingToAnswer } = commonOnScreen(surroundings);
  const path = `${base}/schedules/2_20260701/a-b/timetables`;
  const sheetOf = (at: Page) => at.getByRole('grid', { name: /^Timetable of track/ });
  const cellOf = (at: Page, column: number) => sheetOf(at).locator(`[role=row][aria-rowindex="${ROW}"] [aria-colindex="${column}"]`);
  const sheet = sheetOf(page);
  const field = sheet.getByRole('textbox', { name: 'Time' });
  const problems = page
    .getByRole('main')
    .getByRole('alert')
    .filter({ has: page.getByRole('button', { name: 'Close', exact: true }) });
  const count = async (at: Page): Promise<number> => Number(await sheetOf(at).getAttribute('aria-colcount'));

  let colleague: Page | undefined;
  let column = 2;
  /** What stands for 08:04 and 08:06 of the path cases: what the cell read when the typing began, and what the colleague wrote. */
  let [was, theirs, present] = ['', '', ''];
  let typed = '';
  /** Every time is written once: minutes after 30:00 are the user's, those after 40:00 the colleague's. */
  let written = 0;
  /** Why nothing was pasted or duplicated. */
  let why: readonly string[] = [];

  const nextTime = (hour: number): string => `${hour + Math.floor((written += 1) / 60)}:${String(written % 60).padStart(2, '0')}`;
  const other = (): Page => {
    if (!colleague) throw new Error('There is no colleague');
    return colleague;
  };
  /** Departures that went and came back stand where they did once the columns are put in order. */
  const tidy = async (at: Page): Promise<void> => {
    const sort = at.getByRole('button', { name: 'Sort columns by time' });
    if ((await sort.getAttribute('aria-disabled')) !== 'true') await sort.click();
  };
  const openSheet = async (): Promise<void> => {
    await visit(page, path);
    await expect(cellOf(page, 2)).toBeVisible();
  };
  const colleagueWrites = async (time: string): Promise<void> => {
    const at = other();
    await cellOf(at, column).click();
    await at.keyboard.type(time);
    await at.keyboard.press('Enter');
    await expect(cellOf(at, column)).toHaveText(time);
    // the sheet lies below the field that is typed into
    await expect(cellOf(page, column)).toHaveText(time);
    present = time;
  };
  const begin = async (): Promise<void> => {
    await cellOf(page, column).click();
    was = present = await cellOf(page, column).innerText();
    await page.keyboard.press('F2');
    typed = was;
  };
  /** The words of the path cases with the times of this walk. */
  const inWords = (message: string): string => message.replace('08:04', was).replace('08:06', theirs);
  const pasteBad = async (): Promise<void> => {
    await cellOf(page, 2).click();
    await page.evaluate(() => navigator.clipboard.writeText('04:00\t04:10\r\n04:02\t25:61\r\n'));
    await page.keyboard.press('Control+v');
    why = ['Nothing was pasted', 'Row 2, column 2: 25:61 is not a time'];
  };
  const duplicateTooLate = async (): Promise<void> => {
    await page.getByRole('button', { name: 'Duplicate', exact: true }).click();
    const ask = page.getByRole('dialog', { name: 'Duplicate the departure' });
    await ask.getByLabel('Headway (min)').fill('7000');
    await ask.getByRole('button', { name: 'Add 1 departure' }).click();
    await expect(ask).toHaveCount(0);
    why = [OUT_OF_DAY];
  };

  return {
    async begin() {
      const site = new URL(page.url()).origin;
      await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
      await page.goto(path);
      await expect(cellOf(page, 2)).toBeVisible();
      const context = await page.context().browser()?.newContext({ baseURL: site, viewport: page.viewportSize(), locale: 'en-GB' });
      colleague = await context?.newPage();
      await signIn(other(), 'editor', path, WITHOUT_MAP);
      await expect(cellOf(other(), 2)).toBeVisible();
      for (const one of [page, other()]) await expect(one.getByText('Live', { exact: true })).toBeVisible();
    },
    events: {
      async BEGIN(event, state) {
        // a cell is left before another one is begun
        if (state === 'typing') await page.keyboard.press('Escape');
        await expect(field).toHaveCount(0);
        column = COLUMNS[event.column] ?? 2;
        await begin();
      },
      async ENTER({ now, write, message }, state, context) {
        if (state !== 'typing') return expect(field).toHaveCount(0);
        if (now === null) {
          const departures = await count(page);
          await cellOf(other(), column).click();
          await other().keyboard.press('Control+Delete');
          await expect.poll(() => count(page)).toBe(departures - 1);
          typed = nextTime(30);
          await field.fill(typed);
          await field.press('Enter');
          await expect(field).toHaveAttribute('aria-invalid', 'true');
          await other().keyboard.press('Control+z');
          await expect.poll(() => count(page)).toBe(departures);
          return expect.poll(() => count(other())).toBe(departures);
        }
        const { was: seen } = context as { was?: string };
        const isOther = seen !== now;
        if (isOther) {
          if (now === '08:06') theirs = nextTime(40);
          await colleagueWrites(now === '08:06' ? theirs : was);
        }
        typed = message !== null ? '25:61' : write !== null || isOther ? nextTime(30) : present;
        await field.fill(typed);
        await field.press('Enter');
        if (isOther || write === null) return;
        await expect(cellOf(page, column)).toHaveText(typed);
        await expect.poll(() => held.waiting).toBe(1);
        await held.release();
        await nothingToAnswer();
        // so that what the colleague does next does not meet it
        await expect(cellOf(other(), column)).toHaveText(typed);
      },
      async REFUSE({ messages }, state) {
        if (state === 'typing') {
          // what is wrong stays open while something else is tried
          typed = '25:61';
          await field.fill(typed);
          return duplicateTooLate();
        }
        if (messages[0] === 'Nothing was pasted') return pasteBad();
        await cellOf(page, 2).click();
        await duplicateTooLate();
      },
      async CANCEL(_event, state) {
        if (state === 'typing') await field.press('Escape');
        else if (state === 'refused') await problems.getByRole('button', { name: 'Close', exact: true }).click();
        else await sheet.press('Escape');
        await tidy(page);
        await tidy(other());
      },
      async LEAVE() {
        await visit(page, `${base}/schedules`);
        await expect(page.getByRole('grid', { name: 'Schedules' })).toBeVisible();
        await expect(problems).toHaveCount(0);
        await openSheet();
      },
    },
    states: {
      async idle() {
        await expect(field).toHaveCount(0);
        await expect(problems).toHaveCount(0);
      },
      async typing({ messages = [] }) {
        await expect(field).toHaveValue(typed);
        if (messages.length === 0) return expect(field).toHaveAttribute('aria-invalid', 'false');
        const told = sheet.getByRole('alert');
        // the same text is refused in the field and by what was tried beside it
        const isRefusal = messages[0] === 'Nothing was pasted' || messages[0]?.startsWith('Times run') === true;
        for (const message of isRefusal ? why : messages.map(inWords)) await expect(told).toContainText(message);
      },
      async refused() {
        for (const message of why) await expect(problems).toContainText(message);
        await expect(field).toHaveCount(0);
      },
    },
    sent: (asked) => asked,
    async end() {
      if ((await field.count()) > 0) await field.press('Escape');
      await colleague?.context().close();
      await nothingToAnswer();
    },
  };
}

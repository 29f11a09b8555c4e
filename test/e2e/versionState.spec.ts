import { expect, LONG, test } from '../drivers/browser.ts';
import { editNewVersion, openStop, saved } from './editing.ts';

const STOP = 'V0133A';

test(
  'a data page says what it is a draft of and with how many edits; Finish edit asks, and a double click on it finishes one draft and opens no other',
  LONG,
  async ({ page }) => {
    const base = await editNewVersion(page);
    const popup = await openStop(page, base, STOP);
    const bar = page.getByRole('complementary', { name: 'Version state' });
    await expect(bar).toContainText('Draft of Summer timetable, no edits');
    for (const [label, text] of [
      ['Zone id', '7'],
      ['Area name', 'Old Harbour'],
    ] as const) {
      await popup.getByLabel(label).fill(text);
      await popup.getByLabel(label).press('Enter');
    }
    await saved(page);
    await expect(bar).toContainText('Draft of Summer timetable, 2 edits');
    await page.keyboard.press('Control+z');
    await expect(bar).toContainText('Draft of Summer timetable, 1 edit');
    await expect(bar).not.toContainText('edits');
    await page.keyboard.press('Control+Shift+z');
    await expect(bar).toContainText('Draft of Summer timetable, 2 edits');
    await saved(page);

    const acts: string[] = [];
    page.on('request', (request) => request.method() === 'POST' && /\/(begin|finish)-edit$/.test(request.url()) && acts.push(request.url()));
    await bar.getByRole('button', { name: 'Finish edit' }).dblclick();
    const question = page.getByRole('dialog', { name: 'Finish edit' });
    // two edits of one stop
    await expect(question.getByRole('row', { name: /^Stops/ })).toHaveText('Stops1——');
    await question.getByRole('button', { name: 'Finish edit' }).dblclick();
    await expect(bar.getByRole('button', { name: 'Begin edit' })).toBeVisible();
    await expect(question).toHaveCount(0);
    expect(acts.filter((url) => url.endsWith('/finish-edit'))).toHaveLength(1);
    expect(acts.filter((url) => url.endsWith('/begin-edit'))).toEqual([]);

    const undo = page.getByRole('contentinfo', { name: 'Status' }).getByRole('button', { name: /^Undo/ });
    await expect(undo).toHaveAttribute('aria-disabled', 'true');
    await undo.hover();
    await expect(page.getByRole('tooltip', { name: 'This version is finished: nothing in it can be changed' })).toBeVisible();
  },
);

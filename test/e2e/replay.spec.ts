import { readFileSync, writeFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { contentHash } from '../../src/kernel/hash.ts';
import { encodeTrace } from '../../src/kernel/trace.ts';
import { expect, LONG, test, WITHOUT_MAP } from '../drivers/browser.ts';
import { haveFreshVersion } from '../drivers/freshVersion.ts';
import { saveReport } from '../drivers/saveReport.ts';
import { editNewVersion, openStop, saved, stopPopup, stopRows } from './editing.ts';

/** Renames a stop, then saves the recording of the session; answers the file. */
async function recordRename(page: Page, file: string): Promise<void> {
  const base = await editNewVersion(page, WITHOUT_MAP);
  const popup = await openStop(page, base, 'V0133A');
  await popup.getByLabel('Name', { exact: true }).fill('Recorded Lane');
  await popup.getByLabel('Name', { exact: true }).press('Enter');
  await saved(page);
  await saveReport(page, file);
}

test('a problem report plays back on the real screens, step by step', LONG, async ({ page }, info) => {
  const file = info.outputPath('session.dmplog');
  await recordRename(page, file);
  await page.goto('/replay');
  await page.locator('input[type=file]').setInputFiles(file);
  const desk = page.getByRole('region', { name: 'Replay' });
  await expect(desk.getByText('Reproduces')).toBeVisible();

  const place = desk.getByRole('slider', { name: 'Place in the recording' });
  await expect(place).toHaveValue('0');
  await page.keyboard.press('End');
  await expect(stopRows(page).filter({ hasText: 'V0133A' })).toContainText('Recorded Lane');
  const end = Number(await place.inputValue());
  expect(end).toBeGreaterThan(10);
  await page.keyboard.press('ArrowLeft');
  await expect(place).toHaveValue(String(end - 1));
  await page.keyboard.press('ArrowRight');
  await expect(place).toHaveValue(String(end));

  // Reads may be answered after it, and the list draws what is near alone.
  const answered = desk.getByRole('row').filter({ hasText: 'stop.editField.answered' });
  await expect(async () => {
    if ((await answered.count()) === 0) await page.keyboard.press('ArrowLeft');
    expect(await answered.count()).toBe(1);
  }).toPass();
  await answered.click();
  const record = desk.getByRole('region', { name: /^Record \d+$/ });
  await expect(record.getByRole('heading', { level: 2 })).toContainText('to Recorded Lane');
  const before = Number(await place.inputValue());
  await record.getByRole('button').filter({ hasText: 'stop.editField' }).last().click();
  expect(Number(await place.inputValue())).toBeLessThan(before);
  await page.keyboard.press('ArrowLeft');
  await expect(stopRows(page).filter({ hasText: 'V0133A' })).not.toContainText('Recorded Lane');
  await expect(stopPopup(page)).toBeVisible();

  // what the page read by itself is folded under the acts
  await desk.getByText('Acts', { exact: true }).click();
  const rename = desk.getByRole('grid', { name: 'Records' }).getByRole('row').filter({ hasText: 'to Recorded Lane' });
  await expect(rename).toHaveCount(1);
  await expect(desk.getByRole('row').filter({ hasText: 'stop.loadDetails' })).toHaveCount(0);

  // Play stops at a breakpoint and says why
  await desk.getByText('Breakpoints', { exact: true }).click();
  await desk.getByLabel('Record type').fill('stop.editField');
  await desk.getByRole('button', { name: 'Add' }).click();
  await desk.getByRole('button', { name: 'First record' }).click();
  await desk.getByLabel('Speed').click();
  await page.getByRole('option', { name: 'As fast as possible' }).click();
  await desk.getByRole('button', { name: 'Play' }).click();
  await expect(desk.getByRole('status')).toContainText('stop.editField');
  await expect(desk.getByRole('button', { name: 'Play' })).toBeVisible();

  // what the act changed, by path; what was sent and answered beside it
  await desk.getByText('Difference', { exact: true }).click();
  await desk.getByLabel('Filter by path').fill('V0133A Name');
  const changes = desk.getByRole('list', { name: 'Difference' });
  await expect(changes).toContainText('"Recorded Lane"');
  const network = desk.getByRole('grid', { name: 'Network' });
  await network.getByRole('row').filter({ hasText: 'POST …/edit/stop/name' }).last().click();
  await expect(stopRows(page).filter({ hasText: 'V0133A' })).toContainText('Recorded Lane');

  // the pictures of the acts show the list with the new name
  await desk.getByRole('button', { name: 'Pictures of the acts' }).click();
  const pictures = desk.getByRole('group', { name: 'Pictures of the acts' });
  await expect(pictures.getByText('V0133A').first()).toBeVisible();
  await desk.getByRole('button', { name: 'First record' }).click();
  await page.keyboard.press('Space');
  await expect(desk.getByRole('status')).toContainText('stop.editField');

  // the same session as two tabs of a trace: a line leads to its replay, and back
  const trace = info.outputPath('trace.json');
  const tab = (name: string) => ({ name, log: readFileSync(file, 'utf8') });
  writeFileSync(
    trace,
    encodeTrace({ note: 'seed 7', tabs: [tab('Anna'), tab('Ben')], network: [{ at: 1, tab: 1, kind: 'fault', text: 'The line is cut for 3 s' }] }),
  );
  await desk.getByRole('button', { name: 'Open another report' }).click();
  await page.locator('input[type=file]').setInputFiles(trace);
  const lines = page.getByRole('grid', { name: 'Trace of several tabs' });
  await expect(lines.getByRole('row').filter({ hasText: 'The line is cut for 3 s' })).toContainText('Ben');
  await lines.getByRole('row').filter({ hasText: 'to Recorded Lane' }).last().click();
  await expect(desk.getByRole('region', { name: /^Record \d+$/ })).toContainText('to Recorded Lane');
  await desk.getByRole('button', { name: 'Back to the trace' }).click();
  await expect(lines).toBeVisible();
});

/** Puts another build in the place of the one that began the session. */
function recordedBy(file: string, build: string): void {
  const [first = '', ...rest] = readFileSync(file, 'utf8').trimEnd().split('\n');
  const content = [first.replace(/"build":"[^"]*"/, `"build":"${build}"`), ...rest.slice(0, -1)];
  const last = { end: content.length, hash: contentHash(content.join('\n')) };
  writeFileSync(file, `${[...content, JSON.stringify(last)].join('\n')}\n`);
}

test('a report of an older build says so first, with the command that brings its sources back', LONG, async ({ page }, info) => {
  const file = info.outputPath('session.dmplog');
  const base = await haveFreshVersion(page, WITHOUT_MAP);
  await page.goto(`${base}/agencies`);
  await saveReport(page, file);
  recordedBy(file, '0.0.9 (48d38d0abc, 2026-11-22 09:00 UTC)');
  await page.goto('/replay');
  await page.locator('input[type=file]').setInputFiles(file);
  const note = page.getByRole('region', { name: 'Replay' }).getByRole('note');
  await expect(note).toContainText('Recorded by 0.0.9 at 48d38d0abc');
  await expect(note).toContainText('Differences may come from that.');
  await expect(note.locator('code')).toContainText('git checkout ');
});

test(
  'a form that is half filled in is so after a reload, and in the replay of a report; one that was closed is empty',
  LONG,
  async ({ page }, info) => {
    const file = info.outputPath('session.dmplog');
    const base = await haveFreshVersion(page, WITHOUT_MAP);
    await page.goto(`${base}/agencies`);
    const create = page.getByRole('button', { name: 'Create agency', exact: true });
    const form = page.getByRole('dialog', { name: 'Create agency' });
    const [id, name] = [form.getByLabel('Id'), form.getByLabel('Name')];
    await create.click();
    await id.pressSequentially('ferry');
    await name.pressSequentially('Harbour fer');
    await page.reload();
    await expect(id).toHaveValue('ferry');
    await expect(name).toHaveValue('Harbour fer');
    await name.press('End');
    await name.pressSequentially('ries');
    await form.getByRole('button', { name: 'Cancel' }).click();
    await create.click();
    await expect(id).toHaveValue('');
    await expect(name).toHaveValue('');
    await form.getByRole('button', { name: 'Cancel' }).click();
    await saveReport(page, file);

    await page.goto('/replay');
    await page.locator('input[type=file]').setInputFiles(file);
    const desk = page.getByRole('region', { name: 'Replay' });
    await expect(desk.getByText('Reproduces')).toBeVisible();
    await desk.getByText('Acts', { exact: true }).click();
    await desk.getByRole('button', { name: 'Last record' }).click();
    await desk.getByRole('row').filter({ hasText: 'Fill in a new agency' }).last().click();
    await expect(id).toHaveValue('ferry');
    await expect(name).toHaveValue('Harbour ferries');
  },
);

import type { Page } from '@playwright/test';
import { expect, LONG, test, WITHOUT_MAP } from '../drivers/browser.ts';
import { haveFreshVersion } from '../drivers/freshVersion.ts';
import { editNewVersion, openStop, saved, stopRows, watchEdits } from './editing.ts';

const STOP = 'V0133A';

test('a refused save keeps what was typed, red, with its message and Retry; the strip does not say that all is saved', async ({ page }) => {
  const base = await editNewVersion(page, WITHOUT_MAP);
  const popup = await openStop(page, base, STOP);
  const zone = popup.getByLabel('Zone id');
  const strip = page.getByRole('contentinfo', { name: 'Status' });
  const answers = [
    { status: 400, body: [{ Field: 'value', Message: 'Zone 77 is not in use here' }] },
    { status: 500, body: { errors: [{ message: 'The disk is full' }] } },
  ];
  await page.route('**/edit/stop/zoneId', (route) => {
    const answer = answers.shift();
    return answer ? route.fulfill({ status: answer.status, contentType: 'application/json', body: JSON.stringify(answer.body) }) : route.continue();
  });
  await zone.fill('77');
  await zone.press('Enter');
  await expect(popup.getByText('Not saved: Zone 77 is not in use here')).toBeVisible();
  await expect(zone).toHaveValue('77');
  await expect(zone).toHaveAttribute('aria-invalid', 'true');
  await expect(strip.getByText('1 not saved')).toBeVisible();
  await expect(page.getByTestId('errors')).toHaveCount(0);

  await stopRows(page).filter({ hasText: 'V0067A' }).click();
  await expect(page.getByRole('complementary', { name: /Albach/ })).toBeVisible();
  await strip.getByText('1 not saved').click();
  await expect(zone).toHaveValue('77');
  await popup.getByRole('button', { name: 'Retry' }).click();
  await expect(popup.getByText('Not saved: The disk is full')).toBeVisible();
  await popup.getByRole('button', { name: 'Retry' }).click();
  await saved(page);
  await expect(zone).not.toHaveAttribute('aria-invalid', 'true');
  await page.reload();
  await expect(zone).toHaveValue('77');
});

test('a window whose command is refused stays with what was filled in and says why; the next attempt goes through', LONG, async ({ page }) => {
  const base = await haveFreshVersion(page, WITHOUT_MAP);
  const failures = [
    { status: 500, body: { errors: [{ message: 'The disk is full' }] }, told: 'Not saved: The disk is full' },
    { status: 400, body: [{ Field: 'Id', Message: 'This id is kept for others' }], told: 'Not saved: This id is kept for others' },
  ];
  let refusals: typeof failures = [];
  await page.route(/\/(edit\/|agencies$)/, (route) => {
    const [refusal, ...rest] = refusals;
    if (!refusal || route.request().method() === 'GET') return route.continue();
    refusals = rest;
    return route.fulfill({ status: refusal.status, contentType: 'application/json', body: JSON.stringify(refusal.body) });
  });
  const windows: readonly { at: string; open: string; title: string; fill: Readonly<Record<string, string>>; confirm: string }[] = [
    { at: 'agencies', open: 'Create agency', title: 'Create agency', fill: { Id: 'ferry', Name: 'Ferries' }, confirm: 'Create' },
    { at: 'levels', open: 'Create level', title: 'Create level', fill: { Id: 'L9', Index: '9' }, confirm: 'Create' },
    { at: 'track', open: 'Create track', title: 'Create track', fill: { 'Track id': 'c-d' }, confirm: 'Create' },
    { at: 'times', open: 'Write departures', title: 'Departures of timetable 1', fill: { Departures: '06:05 06:20' }, confirm: 'Save' },
  ];
  for (const { at, open, title, fill, confirm } of windows)
    await test.step(title, async () => {
      if (at === 'track' || at === 'times') {
        await page.goto(`${base}/schedules`);
        await page.getByRole('grid', { name: 'Schedules' }).locator('[data-row]').nth(1).click();
        if (at === 'times') {
          await page.getByRole('region', { name: 'Tracks' }).getByRole('link').first().click();
          await page.getByRole('navigation', { name: 'Pages of the track' }).getByRole('link', { name: 'Times', exact: true }).click();
        }
      } else await page.goto(`${base}/${at}`);
      await page.getByRole('button', { name: open, exact: true }).click();
      const form = page.getByRole('dialog', { name: title });
      for (const [label, text] of Object.entries(fill)) await form.getByLabel(label).fill(text);
      for (const failure of failures) {
        refusals = [failure];
        await form.getByRole('button', { name: confirm, exact: true }).click();
        await expect(form.getByRole('alert')).toContainText(failure.told);
        for (const [label, text] of Object.entries(fill)) await expect(form.getByLabel(label)).toHaveValue(text);
        await expect(page.getByTestId('errors')).toHaveCount(0);
      }
      await form.getByRole('button', { name: confirm, exact: true }).click();
      await expect(form).toHaveCount(0);
      await saved(page);
    });
});

test('Ctrl+Z after Enter takes back the edit, and belongs to the text while that differs', LONG, async ({ page }) => {
  const base = await editNewVersion(page, WITHOUT_MAP);
  const sent = watchEdits(page);
  const popup = await openStop(page, base, STOP);
  const name = popup.getByLabel('Name', { exact: true });
  const before = await name.inputValue();
  await name.fill('Harbour Front');
  await name.press('Enter');
  await saved(page);
  await name.press('Control+z');
  await expect(name).toHaveValue(before);
  await saved(page);
  const undone = sent.length;
  await name.blur();
  await name.focus();
  await name.press('End');
  await name.pressSequentially('xy');
  await name.press('Control+z');
  await expect(name).toHaveValue(/^(?!.*xy$)/);
  await name.press('Escape');
  await saved(page);
  expect(sent).toHaveLength(undone);
});

test(
  'one goes from the search box into the list and into the first field by keys alone, a digit chooses in an open list, and Escape leads back out [R367]',
  LONG,
  async ({ page }) => {
    const base = await editNewVersion(page, WITHOUT_MAP);
    await page.goto(`${base}/stops`);
    await stopRows(page).first().waitFor();
    await page.keyboard.press('Slash');
    await page.keyboard.type('albach village');
    await expect(stopRows(page)).toHaveCount(2);
    // The first makes a tag of the text, the second goes on into the list.
    await page.keyboard.press('Enter');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('grid', { name: 'Stops' })).toBeFocused();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/\/stops\/V0067B/);
    const details = page.getByRole('complementary', { name: /^Stop / });
    await expect(details.getByLabel('Name', { exact: true })).toBeFocused();
    const wheelchair = details.getByRole('combobox', { name: 'Wheelchair boarding' });
    const before = await wheelchair.inputValue();
    await wheelchair.press('3');
    await expect(wheelchair, 'a digit chooses nothing where no list is open').toHaveValue(before);
    await wheelchair.press('ArrowDown');
    await expect(page.getByRole('option', { name: 'Not accessible' })).toBeVisible();
    await page.keyboard.press('3');
    await expect(wheelchair).toHaveValue('Not accessible');
    await saved(page);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('complementary', { name: /^Stop / })).toHaveCount(0);
    await expect(page.getByRole('grid', { name: 'Stops' })).toBeFocused();
  },
);

test('the palette finds stops and schedules by id and by name, and loses no letter typed while it opens', LONG, async ({ page }) => {
  const base = await editNewVersion(page, WITHOUT_MAP);
  await page.goto(`${base}/stops`);
  await stopRows(page).first().waitFor();
  await page.keyboard.press('Control+k');
  await page.keyboard.type('v0133a');
  const box = page.getByRole('combobox', { name: 'Find anything' });
  await expect(box).toHaveValue('v0133a');
  await expect(page.getByRole('option').first()).toContainText('Stop V0133A');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/stops\/V0133A/);
  await page.keyboard.press('Control+k');
  await box.fill('albach');
  await expect(page.getByRole('option').filter({ hasText: 'Stop V0067A' })).toBeVisible();
});

test('an undo opens the stop that it changes', LONG, async ({ page }) => {
  const base = await editNewVersion(page, WITHOUT_MAP);
  const popup = await openStop(page, base, STOP);
  await popup.getByLabel('Zone id').fill('7');
  await popup.getByLabel('Zone id').press('Enter');
  await saved(page);
  await stopRows(page).filter({ hasText: 'V0067A' }).click();
  await expect(page).toHaveURL(/V0067A/);
  await page.keyboard.press('Control+z');
  await expect(page).toHaveURL(/V0133A/);
  await saved(page);
});

test('a selected stop is moved by pressing and dragging it, and the map says how far', LONG, async ({ page }) => {
  const base = await editNewVersion(page);
  const sent = watchEdits(page);
  const popup = await openStop(page, base, STOP);
  const before = await popup.getByLabel('Coordinates').inputValue();
  await expect.poll(() => page.evaluate((id) => globalThis.__map?.feature(id), STOP)).toBeTruthy();
  await expect.poll(() => page.evaluate(() => globalThis.__map?.zoom())).toBe(15);
  await page.evaluate(() => globalThis.__map?.idle());
  const at = await page.evaluate((id) => globalThis.__map?.feature(id), STOP);
  if (!at) throw new Error('The stop is not on the map');
  const zoomed = await page.evaluate(() => globalThis.__map?.zoom());
  expect(zoomed).toBe(15);
  await page.mouse.move(at.x, at.y);
  await page.mouse.down();
  await page.mouse.move(at.x + 30, at.y + 10);
  await page.mouse.move(at.x + 60, at.y + 10);
  await expect(page.getByText(/^Let go to put the stop here, \d+ m away/)).toBeVisible();
  await page.mouse.up();
  await saved(page);
  expect(sent).toEqual(['coordinates']);
  await expect(popup.getByLabel('Coordinates')).not.toHaveValue(before);
});

test('at 1280x720 the selected stop is seen beside its details, and at 200 % zoom nothing of the panel is cut off', LONG, async ({ page }) => {
  const base = await editNewVersion(page);
  await page.setViewportSize({ width: 1280, height: 720 });
  const popup = await openStop(page, base, STOP);
  const panel = await popup.boundingBox();
  const map = await page.getByRole('region', { name: 'Map', exact: true }).boundingBox();
  if (!panel || !map) throw new Error('Not on the screen');
  await expect
    .poll(async () => {
      const at = await page.evaluate((id) => globalThis.__map?.feature(id), STOP);
      return at && at.x > map.x + 10 && at.x < panel.x - 10;
    })
    .toBe(true);
  await expect.poll(() => looksSelected(page)).toBe(true);

  await page.setViewportSize({ width: 640, height: 360 });
  await expect(popup.getByRole('button', { name: 'Move stop', exact: true })).toBeInViewport();
  await expect(popup.getByRole('button', { name: 'Close' })).toBeInViewport();
  const small = await popup.boundingBox();
  expect(small?.x).toBeGreaterThanOrEqual(0);
  expect((small?.x ?? 0) + (small?.width ?? 0)).toBeLessThanOrEqual(640);
});

/** Whether the px at the middle of the stop have the colour of what is selected. */
async function looksSelected(page: Page): Promise<boolean> {
  await page.evaluate(() => globalThis.__map?.idle());
  const at = await page.evaluate((id) => globalThis.__map?.feature(id), STOP);
  if (!at) return false;
  const picture = await page.screenshot({ clip: { x: Math.round(at.x) - 1, y: Math.round(at.y) - 1, width: 3, height: 3 } });
  const seen = await page.evaluate(
    async (bytes) => {
      const bitmap = await createImageBitmap(new Blob([new Uint8Array(bytes)], { type: 'image/png' }));
      const drawing = new OffscreenCanvas(3, 3).getContext('2d');
      drawing?.drawImage(bitmap, 0, 0);
      return [...(drawing?.getImageData(1, 1, 1, 1).data.slice(0, 3) ?? [])];
    },
    [...picture],
  );
  return seen.length === 3 && seen.every((part, i) => Math.abs(part - (SELECTED[i] ?? 0)) <= 16);
}

/** Red, green and blue of what is selected on a light map. */
const SELECTED = [0xe8, 0x59, 0x0c];

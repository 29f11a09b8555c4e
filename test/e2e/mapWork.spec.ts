/** Transfers, pathways and shapes made on the map with the real mouse, and taken back with one key each. */
import type { Page } from '@playwright/test';
import { RouteAnswer } from '../../src/domain/routing.ts';
import { decodeShape } from '../../src/domain/shapes.ts';
import { expect, LONG, test } from '../drivers/browser.ts';
import { haveFreshVersion } from '../drivers/freshVersion.ts';
import { driveMap, type MapDriver } from '../drivers/mapDriver.ts';
import { hearToasts } from '../drivers/toasts.ts';
import { saved } from './editing.ts';

const [FROM, TO] = ['V0133A', 'V0133B'];

async function openMap(page: Page, path: string): Promise<MapDriver> {
  const map = await driveMap(page);
  const base = await haveFreshVersion(page);
  await page.goto(base + path);
  await map.idle();
  return map;
}

test('transfers and pathways are drawn on the map from a stop', async ({ page }) => {
  const map = await openMap(page, `/stops/${FROM}`);
  await test.step('a transfer is drawn from stop to stop, needs a duration where its type has one, and is undone by one key [R008 R184 R186 R188]', async () => {
    await page.getByRole('complementary').getByRole('button', { name: 'Create transfer' }).click();
    await expect(page.getByText('Complete creating transfer')).toBeVisible();
    await map.click(await map.stop(TO));
    const form = page.getByRole('dialog', { name: 'Create transfer' });
    await form.getByRole('combobox', { name: 'Type' }).click();
    await page.getByRole('option', { name: 'Timed connection (min transfer time)' }).click();
    const create = form.getByRole('button', { name: 'Create' });
    await create.hover();
    await expect(page.getByRole('tooltip', { name: 'You can’t create a transfer without duration' })).toBeVisible();
    await form.getByLabel('Duration (seconds)').fill('180');
    const told = await hearToasts(page);
    await create.click();
    await told('Transfer successfully created');
    await saved(page);
    const transfers = page.getByRole('complementary').getByRole('button', { name: /^Transfers/ });
    await expect(transfers).toContainText('1');
    await page.keyboard.press('Control+z');
    await saved(page);
    await expect(transfers).toContainText('none');
  });
  await test.step('Escape leaves creating a transfer, while drawing and while filling the form; nothing is made [R185 R187]', async () => {
    const sent: string[] = [];
    page.on('request', (request) => request.url().includes('/edit/transfer/') && sent.push(request.url()));
    const hint = page.getByText('Complete creating transfer');
    await page.keyboard.press('Alt+KeyT');
    await expect(hint).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(hint).toHaveCount(0);
    await page.keyboard.press('Alt+KeyT');
    await map.click(await map.stop(TO));
    const form = page.getByRole('dialog', { name: 'Create transfer' });
    await expect(form).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(form).toHaveCount(0);
    expect(sent).toEqual([]);
  });
  await test.step('pathways are drawn to empty ground, where a node is made, and undone by one key [R008 R189 R190]', async () => {
    await page.getByRole('complementary').getByRole('button', { name: 'Create pathway' }).click();
    await map.click(await map.ground(1));
    await saved(page);
    await page.keyboard.press('Escape');
    const pathways = page.getByRole('complementary').getByRole('button', { name: /^Pathways/ });
    await expect(pathways).toContainText('1');
    await page.keyboard.press('Control+z');
    await saved(page);
    await expect(pathways).toContainText('none');
  });
});

test('a point of a shape is dragged, undone by one key, dragged again and applied; Undo brings the shape back [E019 R091 R195 E140]', async ({
  page,
}) => {
  const map = await openMap(page, `/stops/${FROM}`);
  await page
    .getByRole('complementary')
    .getByRole('button', { name: /^Schedules/ })
    .click();
  await page.getByRole('complementary').locator('a[href$="/map"]').first().click();
  await expect(page).toHaveURL(/\/schedules\/.*\/map$/);
  const bar = page.getByRole('toolbar', { name: 'Shape' });
  await bar.getByRole('button', { name: 'Move shape points' }).click();
  await map.idle();
  await page.mouse.move(0, 0);
  const from = await map.stop(FROM);
  const to = { x: from.x + 40, y: from.y + 60 };
  await map.drag(from, to);
  const undo = page.getByRole('contentinfo', { name: 'Status' }).getByRole('button', { name: /Undo/ });
  await expect(undo).toHaveAccessibleName(/shape point/i);
  await page.keyboard.press('Control+z');
  await expect(undo).not.toHaveAccessibleName(/shape point/i);
  const underPointer = page.locator('.map-pointer-line');
  await map.press(from);
  await map.pull(to);
  await expect(underPointer).toBeVisible();
  await map.release();
  const sent = page.waitForRequest(/\/edit\/track\/shape$/);
  await bar.getByRole('button', { name: 'Apply' }).click();
  expect((await sent).postDataJSON()).toMatchObject({ shape: expect.any(String), sequences: expect.any(Array), recalculateTimes: false });
  await saved(page);
  await expect(bar.getByRole('button', { name: 'Apply' })).toHaveCount(0);
  await expect(undo).toHaveAccessibleName(/Move shape points, line /);
  await page.keyboard.press('Control+z');
  await saved(page);
  await expect(undo).not.toHaveAccessibleName(/Move shape points, line /);
});

test('a shape is drawn on the page of its track', async ({ page }) => {
  const map = await openTrack(page);
  const bar = page.getByRole('toolbar', { name: 'Shape' });
  const undo = page.getByRole('contentinfo', { name: 'Status' }).getByRole('button', { name: /Undo/ });
  await test.step('a part of a shape is redrawn from stop to stop, each leg undone by itself, and applied with new times [E019 R195 R196 E142]', async () => {
    await bar.getByRole('button', { name: 'Draw shape' }).click();
    await expect(page.getByText('Click the stop where the new part begins. Escape leaves.')).toBeVisible();
    await map.click(await map.stop(FROM));
    await expect(page.getByText(/^Click where the shape leads next/)).toBeVisible();
    await expect(undo).toHaveAccessibleName(/Begin to draw/);
    // the line to the pointer follows the path before it is pinned; with Alt it is straight
    const ground = await map.ground(1);
    const preview = page.waitForResponse(/\/routing\/preview\/standard$/);
    await page.mouse.move(ground.x + 2, ground.y);
    await page.mouse.move(ground.x, ground.y);
    const path = decodeShape(RouteAnswer.parse(await (await preview).json()).Route);
    const corners = (): Promise<number> =>
      page.locator('.map-pointer-line path').evaluate((line) => (line.getAttribute('d') ?? '').split(/[ML]/).length - 1);
    await expect.poll(corners).toBeGreaterThanOrEqual(path.length);
    await page.keyboard.down('Alt');
    await page.mouse.move(ground.x + 1, ground.y);
    await expect.poll(corners).toBe(2);
    await map.click(ground);
    await page.keyboard.up('Alt');
    await expect(undo).toHaveAccessibleName(/Draw on/);
    await page.keyboard.press('Control+z');
    await expect(undo).toHaveAccessibleName(/Begin to draw/);
    await map.click(await map.ground(1));
    await expect(undo).toHaveAccessibleName(/Draw on/);
    await page.keyboard.press('Control+z');
    await expect(undo).toHaveAccessibleName(/Begin to draw/);
    await map.click(await map.ground(2));
    await expect(undo).toHaveAccessibleName(/Draw on/);
    await bar.getByLabel('Recalculate times').check();
    await expect(bar.getByRole('status')).toHaveText(/departures? changes?, by \d+ min \d+ s at most|No time changes/);
    const sent = page.waitForRequest(/\/edit\/track\/shape\/replace$/);
    await bar.getByRole('button', { name: 'Apply' }).click();
    expect((await sent).postDataJSON()).toMatchObject({
      segment: { Stops: expect.any(Array), Shape: expect.any(String) },
      recalculateTimes: true,
      startOriginalSequence: expect.any(Number),
      endOriginalSequence: expect.any(Number),
    });
    await saved(page);
    await expect(bar.getByRole('button', { name: 'Apply' })).toHaveCount(0);
    await page.keyboard.press('Control+z');
    await saved(page);
  });
  await test.step('another mode drops what was drawn, and Cancel leaves the shape as it was [E141, R198]', async () => {
    await bar.getByRole('button', { name: 'Draw shape' }).click();
    await map.click(await map.stop(FROM));
    await expect(undo).toHaveAccessibleName(/Begin to draw/);
    await bar.getByRole('button', { name: 'Move shape points' }).click();
    await expect(undo).not.toHaveAccessibleName(/Begin to draw/);
    await expect(bar.getByRole('button', { name: 'Move shape points' })).toHaveAttribute('aria-pressed', 'true');
    // what is saved in a field is not the shape
    const symbol = page.getByRole('textbox', { name: 'Symbol', exact: true });
    await symbol.fill('S');
    await symbol.press('Enter');
    await saved(page);
    await expect(bar.getByRole('button', { name: 'Apply' })).toBeEnabled();
    // words under the pointer do not keep the Escape that the hint speaks of
    await bar.getByRole('button', { name: 'Cancel' }).hover();
    await expect(page.getByRole('tooltip').filter({ hasText: 'Cancel' })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(bar.getByRole('button', { name: 'Apply' })).toHaveCount(0);
  });
});

test('where it is available, Use Beta API asks for the alignment of transit; what is drawn is sent with its mode [R197 R314]', async ({ page }) => {
  await page.route('**/config.json', async (route) => {
    const answer = await route.fetch();
    await route.fulfill({ response: answer, json: { ...((await answer.json()) as object), transitAlignment: true } });
  });
  const map = await openTrack(page);
  const bar = page.getByRole('toolbar', { name: 'Shape' });
  await bar.getByRole('button', { name: 'Draw shape' }).click();
  await bar.getByLabel('Use Beta API').check();
  const asked = page.waitForRequest(/\/routing\/segment\//);
  await map.click(await map.stop(FROM));
  await map.click(await map.ground(1));
  expect((await asked).url()).toMatch(/\/routing\/segment\/transit-alignment$/);
  await expect(page.getByText(/^Click where the shape leads next/)).toBeVisible();
  await bar.getByLabel('Use Beta API').uncheck();
  const again = page.waitForRequest(/\/routing\/segment\//);
  await map.click(await map.ground(2));
  expect((await again).url()).toMatch(/\/routing\/segment\/standard$/);
  await expect(page.getByText(/^Click where the shape leads next/)).toBeVisible();
  await bar.getByRole('button', { name: 'Cancel' }).click();
});

test('the line of a GPX file becomes the shape; a file without a line says why', LONG, async ({ page }) => {
  const map = await openTrack(page);
  const bar = page.getByRole('toolbar', { name: 'Shape' });
  const choose = async (name: string, text: string): Promise<void> => {
    const chooser = page.waitForEvent('filechooser');
    await bar.getByRole('button', { name: 'Import line' }).click();
    await (await chooser).setFiles({ name, mimeType: 'application/gpx+xml', buffer: Buffer.from(text) });
  };
  await choose('empty.gpx', '<gpx></gpx>');
  await expect(bar.getByRole('alert')).toHaveText('empty.gpx: The file holds no line: a shape has two points at least.');
  const points = Array.from({ length: 30 }, (_, i) => `<trkpt lat="${48.06 + i * 0.001}" lon="${9.78 + i * 0.001}"/>`).join('');
  await choose('line.gpx', `<gpx><trk><trkseg>${points}</trkseg></trk></gpx>`);
  await expect(bar.getByRole('status')).toHaveText('30 points from line.gpx. Apply keeps them.');
  await map.idle();
  await bar.getByRole('button', { name: 'Apply' }).click();
  await saved(page);
  await expect(bar.getByRole('button', { name: 'Apply' })).toHaveCount(0);
});

test('Follow streets makes the whole shape, shown before it is applied; Undo brings the old one back', LONG, async ({ page }) => {
  const map = await openTrack(page);
  const bar = page.getByRole('toolbar', { name: 'Shape' });
  const notes = page.getByRole('status', { name: 'Follow streets' });
  const undo = page.getByRole('contentinfo', { name: 'Status' }).getByRole('button', { name: /Undo/ });
  await page.getByRole('button', { name: /^Find anything/ }).click();
  await page.getByRole('combobox', { name: 'Find anything' }).fill('streets');
  await page.getByRole('option', { name: /Follow streets/ }).click();
  await expect(notes).toContainText('Shape found.');
  await map.idle();
  await bar.getByRole('button', { name: 'Cancel' }).click();
  await expect(notes).toHaveCount(0);
  await bar.getByRole('button', { name: 'Follow streets' }).click();
  await expect(notes).toContainText('Shape found.');
  const sent = page.waitForRequest(/\/edit\/track\/shape$/);
  await bar.getByRole('button', { name: 'Apply' }).click();
  expect((await sent).postDataJSON()).toMatchObject({ shape: expect.any(String), sequences: expect.any(Array), recalculateTimes: false });
  await saved(page);
  await expect(notes).toHaveCount(0);
  await expect(undo).toHaveAccessibleName(/Follow streets, line /);
  await page.keyboard.press('Control+z');
  await saved(page);
  await expect(undo).not.toHaveAccessibleName(/Follow streets, line /);
});

test('a detour of several lines round a closed street is found, applied as one change and undone', LONG, async ({ page }) => {
  const map = await openMap(page, '/schedules');
  const panel = page.getByRole('region', { name: 'Detour' });
  const undo = page.getByRole('contentinfo', { name: 'Status' }).getByRole('button', { name: /Undo/ });
  const start = async (): Promise<void> => {
    await page.getByRole('button', { name: /^Find anything/ }).click();
    await page.getByRole('combobox', { name: 'Find anything' }).fill('detour');
    await page.getByRole('option', { name: 'Detour Tracks' }).click();
    await expect(panel).toContainText('Draw the closed stretch');
  };
  await page.getByRole('combobox', { name: 'Search the map' }).fill('48.056509, 9.797520');
  await page.getByRole('option', { name: /48\.0565/ }).click();
  await expect.poll(() => page.evaluate(() => globalThis.__map?.zoom())).toBeCloseTo(15, 1);
  await map.idle();
  const draw = async (...places: readonly { Lat: number; Lng: number }[]): Promise<void> => {
    for (const at of places) await map.click(await map.place(at));
  };
  await start();
  // beside all lines: it is said there, and the stretch can be drawn otherwise
  await draw({ Lat: 48.0595, Lng: 9.7965 }, { Lat: 48.0595, Lng: 9.7985 });
  await panel.getByRole('button', { name: 'Find tracks' }).click();
  await expect(panel.getByRole('alert')).toContainText('No track of this version runs along the closed stretch.');
  await page.keyboard.press('Escape');
  await expect(panel).toHaveCount(0);
  await start();
  await draw({ Lat: 48.056665, Lng: 9.796747 }, { Lat: 48.056353, Lng: 9.798293 });
  await page.keyboard.press('Enter');
  await expect(panel.getByRole('status')).toHaveText('8 tracks use the closed stretch:');
  const first = panel.getByRole('listitem').first();
  await expect(first).toContainText('5 stops left out: Dalfeld Street, Venfeld Square, Tallach Avenue, Parmont Lane, Normer Park');
  await expect(first).toContainText(/\+1,\d{3} m, \+4:48 to \+5:50 min/);
  for (const box of await panel.getByRole('checkbox', { name: /Line N3/ }).all()) await box.uncheck();
  await panel.getByRole('checkbox', { name: 'Only on the dates of the works' }).check();
  await panel.getByLabel('First day').fill('2027-02-01');
  await panel.getByLabel('Last day').fill('2027-01-31');
  await expect(panel).toContainText('The last day is before the first');
  await panel.getByLabel('Last day').fill('2027-02-12');
  const sent = page.waitForRequest(/\/edit\/track\/detours$/);
  await panel.getByRole('button', { name: 'Apply 6 detours' }).click();
  expect((await sent).postDataJSON()).toMatchObject({ tracks: { length: 6 }, works: { from: '2027-02-01', to: '2027-02-12' } });
  await saved(page);
  await expect(panel).toHaveCount(0);
  await expect(undo).toHaveAccessibleName(/Detour, lines 3, 10, 12, 2027-02-01 to 2027-02-12/);
  await expect(page.getByRole('main')).toContainText('_20270201');
  await page.keyboard.press('Control+z');
  await saved(page);
  await expect(undo).not.toHaveAccessibleName(/Detour/);
});

/** Opens the track that serves a stop, on the map. */
async function openTrack(page: Page): Promise<MapDriver> {
  const map = await openMap(page, `/stops/${FROM}`);
  await page
    .getByRole('complementary')
    .getByRole('button', { name: /^Schedules/ })
    .click();
  await page.getByRole('complementary').locator('a[href$="/map"]').first().click();
  await expect(page).toHaveURL(/\/schedules\/.*\/map$/);
  await map.idle();
  return map;
}

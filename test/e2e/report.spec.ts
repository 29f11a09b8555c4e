/** Problem reports: what is in the file, what is not, and that it plays back what happened. */
import { execFile } from 'node:child_process';
import { readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Locator, Page } from '@playwright/test';
import { expect, LONG, signIn, test, WITHOUT_MAP } from '../drivers/browser.ts';
import { colleagueEdits } from '../drivers/colleague.ts';
import { haveFreshVersion } from '../drivers/freshVersion.ts';
import { holdCalls } from '../drivers/heldCalls.ts';
import { driveMap } from '../drivers/mapDriver.ts';
import { saveReport } from '../drivers/saveReport.ts';
import { SMALL_DATABASE, startSmallProduct } from '../drivers/smallProduct.ts';
import { openStop, saved, stopPopup, stopRows } from './editing.ts';

const STOP = 'V0133A';
const ROOT = join(import.meta.dirname, '..', '..');
/** Bytes that a log kept with the tests may have. */
const KEPT_LIMIT = 300_000;

/** Presses 'Report a problem' and keeps the file. */
async function report(page: Page, file: string): Promise<string> {
  expect(await saveReport(page, file)).toMatch(/^dmp-[\d-]+.*\.dmplog$/);
  return readFile(file, 'utf8');
}

/** What `npm run -s replay -- FILE` says, and with which exit code. */
async function replayInTerminal(file: string): Promise<{ code: number; output: string }> {
  try {
    const { stdout, stderr } = await promisify(execFile)('npm', ['run', '-s', 'replay', '--', file], { cwd: ROOT });
    return { code: 0, output: stdout + stderr };
  } catch (error) {
    const { code, stdout, stderr } = error as { code: number; stdout: string; stderr: string };
    return { code, output: stdout + stderr };
  }
}

async function editField(page: Page, label: string, to: string): Promise<void> {
  const field = stopPopup(page).getByLabel(label, { exact: true });
  await field.fill(to);
  await field.press('Enter');
}

/** An edit that goes through, one that the server fails, and one of somebody else: what most reports are about. */
async function somethingHappens(page: Page, site: string): Promise<string> {
  const base = await haveFreshVersion(page, WITHOUT_MAP);
  await openStop(page, base, STOP);
  await editField(page, 'Name', 'Reported Lane');
  await saved(page);
  const held = await holdCalls(page, /\/edit\/stop\/zoneId$/);
  await editField(page, 'Zone id', '99');
  await expect.poll(() => held.waiting).toBe(1);
  await held.fail(500, 'The disk is full');
  await expect(stopPopup(page).getByText('Not saved: The disk is full')).toBeVisible();
  await colleagueEdits(site, Number(base.split('/').at(-1)), STOP, 'areaName', 'Old Harbour');
  await expect(stopPopup(page).getByLabel('Area name')).toHaveValue('Old Harbour');
  return base;
}

/** The strip at the bottom; on the replay page it is one part among others, and no footer of the page. */
function statusOf(page: Page): Locator {
  return page.getByLabel('Status', { exact: true });
}

/** What a reader sees of the version, the stop and the state of the session. */
async function shown(page: Page): Promise<unknown> {
  return {
    place: await page.getByRole('group', { name: 'Place' }).innerText(),
    list: await page.getByRole('heading', { name: /^Stops/ }).innerText(),
    row: await stopRows(page).filter({ hasText: STOP }).innerText(),
    title: await stopPopup(page).locator('[id]').first().innerText(),
    fields: await stopPopup(page)
      .locator('input')
      .evaluateAll((inputs) => inputs.map((input) => (input instanceof HTMLInputElement ? input.value : ''))),
    buttons: await stopPopup(page)
      .getByRole('button')
      .evaluateAll((buttons) => buttons.map((button) => button.getAttribute('aria-label') ?? button.textContent)),
    status: await statusOf(page).innerText(),
  };
}

test('a report holds no token, no e-mail address and no name of anybody, and reproduces in the terminal', async ({ page, product }, info) => {
  const secrets: string[] = [];
  page.on('response', (response) => {
    if (!response.url().includes('/notifications/token')) return;
    void response.json().then(
      ({ accessToken }: { accessToken: string }) => secrets.push(accessToken),
      () => undefined,
    );
  });
  await somethingHappens(page, product.url);
  const kept = await page.evaluate(() => Object.entries(sessionStorage).find(([key]) => key.startsWith('dmp.user.'))?.[1] ?? '{}');
  const user = JSON.parse(kept) as Record<string, unknown>;
  for (const key of ['access_token', 'refresh_token', 'id_token']) secrets.push(String(user[key]));
  expect(secrets.filter((secret) => secret.length > 20).length).toBeGreaterThanOrEqual(4);

  const file = info.outputPath('session.dmplog');
  const text = await report(page, file);
  expect(text).toContain('Reported Lane');
  for (const secret of secrets) expect(text.includes(secret), 'a token is in the report').toBe(false);
  expect(text).not.toMatch(/eyJ[\w-]{10,}\.[\w-]+\./);
  const addresses = text.match(/[\w.-]+(@|%40)[\w-]+\.\w+/g) ?? [];
  expect(addresses.length).toBeGreaterThan(0);
  expect(addresses.filter((address) => !/^person-\d+@masked\.invalid$/.test(address))).toEqual([]);
  expect(text).not.toMatch(/\b(mia|jansen)\b/i);
  expect(text).not.toMatch(/bearer|password|"code_verifier"/i);

  const { code, output } = await replayInTerminal(file);
  expect(output).toMatch(/failed at record \d+: stop\.editField: .*The disk is full/);
  expect(output).toMatch(/^ {2}Compared: ([\d,]+) records, \1 states, \d+ calls, \d+ derived records and \d+ answers? kept beside the log\.$/m);
  expect(output).toContain('Where it was made, with nothing blanked out, it reproduced.');
  expect(output).not.toContain('Not compared');
  expect(output).toMatch(/^reproduces$/m);
  expect(code).toBe(0);
});

test('opened at /replay, a report shows the same screen; stepping, scrubbing and the next error work', LONG, async ({ page, product }, info) => {
  await somethingHappens(page, product.url);
  await stopPopup(page).getByLabel('Zone id').press('Escape');
  await expect(stopPopup(page).getByText('Not saved: The disk is full')).toHaveCount(0);
  const file = info.outputPath('session.dmplog');
  const before = await shown(page);
  await report(page, file);

  await page.goto('/replay');
  await page.locator('input[type=file]').setInputFiles(file);
  const desk = page.getByRole('region', { name: 'Replay' });
  const place = desk.getByRole('slider', { name: 'Place in the recording' });
  await expect(desk.getByText('Reproduces')).toBeVisible();
  await expect(desk.getByTestId('verdict')).toContainText(
    /^Compared: [\d,]+ records, .* Where it was made, with nothing blanked out, it reproduced\.$/,
  );
  await expect(place).toHaveValue('0');
  await desk.getByRole('button', { name: 'Last record' }).click();
  await expect(stopPopup(page).getByLabel('Area name')).toHaveValue('Old Harbour');
  await expect.poll(() => shown(page)).toEqual(before);

  const end = Number(await place.inputValue());
  await desk.getByRole('button', { name: 'Step back' }).click();
  await expect(place).toHaveValue(String(end - 1));
  await desk.getByRole('button', { name: 'Step forward' }).click();
  await expect(place).toHaveValue(String(end));

  await place.fill('0');
  await expect(stopPopup(page)).toHaveCount(0);
  await desk.getByRole('button', { name: 'Next error' }).click();
  await expect(desk.getByRole('region', { name: /^Record \d+$/ })).toContainText('stop.editField.failed');
  const failed = Number(await place.inputValue());
  await expect(desk.getByRole('button', { name: 'Next error' })).toHaveAttribute('aria-disabled', 'true');

  await place.fill(String(failed - 1));
  await expect(stopPopup(page).getByLabel('Zone id')).toHaveValue('99');
  await expect(statusOf(page)).toContainText('1 waiting');
  await place.fill(String(end));
  await expect.poll(() => shown(page)).toEqual(before);
});

test(
  'a report that is cut short, changed, newer or none at all is refused with the reason, on the page and in the terminal',
  LONG,
  async ({ page }, info) => {
    await signIn(page, 'viewer', '/data', WITHOUT_MAP);
    await expect(page.getByRole('button', { name: 'Report a problem' })).toBeVisible();
    const text = await report(page, info.outputPath('whole.dmplog'));
    const [first = '', ...rest] = text.split('\n');
    const spoiled = {
      cut: [text.slice(0, -100), 'This report is cut short: its end is missing. Ask for the file again.'],
      beginning: [first.slice(0, 40), 'This report is cut short: its end is missing. Ask for the file again.'],
      newer: [
        [first.replace(/"schema":\d+/, '"schema":99'), ...rest].join('\n'),
        /^This report was written by a newer version of the product \(.+\); open it there\.$/,
      ],
      changed: [[first, ...rest].join('\n').replace('"path":"/data"', '"path":"/dada"'), 'This report has been changed since it was written.'],
      foreign: ['stop_id,stop_name\nA,Alpha\n', 'This file is not a problem report (.dmplog).'],
      empty: ['', 'This file is not a problem report (.dmplog).'],
    } as const;

    await page.goto('/replay');
    for (const [name, [content, sentence]] of Object.entries(spoiled)) {
      const file = info.outputPath(`${name}.dmplog`);
      await writeFile(file, content);
      expect(content, name).not.toBe(text);
      await page.locator('input[type=file]').setInputFiles(file);
      const refusal = page.getByRole('alert').locator('.mantine-Alert-message');
      await expect(refusal, name).toHaveText(sentence);
    }
    // the terminal reads a file with the same function
    const terminal = await replayInTerminal(info.outputPath('newer.dmplog'));
    expect(terminal.code).toBe(2);
    expect(terminal.output).toMatch(/This report was written by a newer version of the product \(.+\); open it there\./);
  },
);

/**
 * The session behind test/logs/stop-edits.dmplog: a move, an edit, an undo, a refused removal, a conflict that is resolved and
 * a reload. DMP_KEEP_LOG=yes records it again.
 */
test('a whole session of edits, with a refusal, a conflict and a reload, reproduces', LONG, async ({ browser }, info) => {
  const server = await startSmallProduct();
  const context = await browser.newContext({ baseURL: server.url, viewport: { width: 1400, height: 1000 } });
  try {
    const page = await context.newPage();
    const map = await driveMap(page);
    await signIn(page, 'editor', `/data/db/${SMALL_DATABASE}`);
    await page.getByRole('button', { name: 'Begin edit' }).first().click();
    await page.waitForURL(/\/v\/\d+$/);
    const base = new URL(page.url()).pathname;
    const version = Number(base.split('/').at(-1));

    const popup = await openStop(page, base, 'D');
    const coordinates = popup.getByLabel('Coordinates');
    const home = await coordinates.inputValue();
    await popup.getByRole('button', { name: 'Move stop', exact: true }).click();
    const at = await map.stop('D');
    await map.drag(at, { x: at.x + 80, y: at.y + 30 });
    await saved(page);
    await expect(coordinates).not.toHaveValue(home);

    await editField(page, 'Name', 'Delta Quay');
    await saved(page);
    const status = statusOf(page);
    await status.getByRole('button', { name: /^Undo: Rename stop/ }).click();
    await expect(popup.getByLabel('Name', { exact: true })).toHaveValue('Delta');
    await saved(page);

    // A page that does not know yet that a line has come to use the stop: the server refuses.
    await page.route(/\/stops\/details\/v2/, async (route) => {
      const answer = await route.fetch();
      const known = (await answer.json()) as { Stops: object[] };
      await route.fulfill({ response: answer, json: { Stops: known.Stops.map((stop) => ({ ...stop, Schedules: [] })) } });
    });
    await stopRows(page).filter({ hasText: 'Beta' }).click();
    await expect(popup.getByLabel('Name', { exact: true })).toHaveValue('Beta');
    await popup.getByRole('button', { name: 'Remove stop' }).click();
    await expect(page.getByTestId('errors')).toContainText('there are schedules with it');
    await expect(stopRows(page).filter({ hasText: 'Beta' })).toBeVisible();
    await page.unroute(/\/stops\/details\/v2/);

    await expect(page.getByText('Live', { exact: true })).toBeVisible();
    const name = popup.getByLabel('Name', { exact: true });
    await name.fill('Beta Mine');
    await colleagueEdits(server.url, version, 'B', 'name', 'Beta Theirs');
    await expect(stopRows(page).filter({ hasText: 'Beta Theirs' })).toBeVisible();
    await name.press('Enter');
    const conflict = page.getByRole('alert').filter({ hasText: 'changed this at the same time' });
    await conflict.getByRole('button', { name: 'Apply mine anyway' }).click();
    await expect(stopRows(page).filter({ hasText: 'Beta Mine' })).toBeVisible();
    await expect(conflict).toBeHidden();
    await saved(page);

    await page.reload();
    await expect(name).toHaveValue('Beta Mine');
    await status.getByRole('button', { name: /^Undo: / }).click();
    await expect(name).toHaveValue('Beta Theirs');
    await saved(page);

    const file = info.outputPath('stop-edits.dmplog');
    const text = await report(page, file);
    const types = text.split('\n').flatMap((line) => /"type":"([\w.]+)"/.exec(line)?.[1] ?? []);
    for (const type of [
      'stop.move.answered',
      'stop.editField.answered',
      'history.undo',
      'stop.remove.failed',
      'stop.editField.failed',
      'live.versionChanged',
    ]) {
      expect(types, `the log tells of ${type}`).toContain(type);
    }
    expect(
      types.filter((type) => type === 'app.started'),
      'the list of versions, the stop by its address, the reload',
    ).toHaveLength(3);
    expect((await stat(file)).size).toBeLessThan(KEPT_LIMIT);
    expect((await replayInTerminal(file)).output).toMatch(/^reproduces$/m);
    if (process.env['DMP_KEEP_LOG'] === 'yes') await writeFile(join(ROOT, 'test', 'logs', 'stop-edits.dmplog'), text);
  } finally {
    await context.close();
    await server.stop();
  }
});

/** Uploading a feed file as a new version, on the real screen and against the real server. */
import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import type { Locator, Page } from '@playwright/test';
import { aFeed } from '../builders/gtfsZip.ts';
import { axeFindings } from '../drivers/axe.ts';
import { expect, LONG, signIn, test, WITHOUT_MAP } from '../drivers/browser.ts';
import { saveReport } from '../drivers/saveReport.ts';
import { aFeedFile, dropFiles, type TestFile } from '../drivers/feedFiles.ts';
import { hearToasts } from '../drivers/toasts.ts';

const DATABASE = '/data/db/velmar';
const DEFAULT_NAME = 'Manually uploaded version';

test('a dropped feed file becomes a version of the database one was in; the link leads to it [R006, R175]', async ({ page }) => {
  const form = await openUpload(page, DATABASE, {});
  const name = freshName('Summer / 2026');
  await test.step('the window has the database [R070, H043]', () => expect(form.database).toHaveValue('Velmar City'));
  await test.step('it has a name for the version [R074]', () => expect(form.name).toHaveValue(DEFAULT_NAME));
  await form.name.fill(name);
  await test.step('it takes a dropped file [R075]', async () => {
    await dropFiles(form.area, [aFeedFile()]);
    await expect(form.area).toContainText('summer.json');
  });
  const sent = page.waitForRequest((request) => request.url().includes('/source/'));
  await form.upload.click();
  await test.step('the call names the database and the version [E208, R292]', async () => {
    const { pathname } = new URL((await sent).url());
    expect([(await sent).method(), pathname]).toEqual(['POST', `/storage/ui/db/velmar/source/${encodeURIComponent(name)}`]);
  });
  await test.step('it says that it went well, with a link to the new version [R080, R293]', async () => {
    await expect(form.dialog.getByRole('heading', { name: 'Upload successful' })).toBeVisible();
    await form.dialog.getByRole('link', { name }).click();
    await expect(page).toHaveURL(/\/velmar\/v\/\d+$/);
  });
  await expect(form.dialog).toHaveCount(0);
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
  await page.goBack();
  await expect(rowOf(page, name)).toBeVisible();
});

test('an uploaded GTFS feed leads to its import report: counts by file, the first rows of each, all of them as CSV', async ({ page }) => {
  const feed = aFeed()
    .withRows('stops.txt', 'A,Again,48.00,9.03')
    .withRows('trips.txt', 'R1,WD,ONE,Gamma,7')
    .withRows('stop_times.txt', 'ONE,10:00:00,10:00:00,A,1', 'GONE,10:05:00,10:05:00,B,2');
  const form = await openUpload(page, DATABASE, {});
  await form.name.fill(freshName('Odd rows'));
  await dropFiles(form.area, [{ name: 'odd.zip', mimeType: 'application/zip', buffer: readFileSync(await feed.write()) }]);
  await form.upload.click();
  await form.dialog.getByRole('link', { name: 'Open the import log' }).click();
  await expect(page).toHaveURL(/\/log\/\d+$/);
  await expect(form.dialog).toHaveCount(0);
  const report = page.getByRole('region', { name: 'Import report' });
  await report.getByRole('button', { name: /^Import report 19 rows read in 7 files, 2 refused, 1 changed, 2 kept as they are$/ }).click();
  await report.getByRole('button', { name: 'stop_times.txt' }).click();
  await expect(report).toContainText('Line 9: trip_id GONE: trips.txt has no trip "GONE"; the row is left out');
  await expect(page.getByRole('list', { name: 'Log' }).getByRole('listitem').first()).toContainText('1 of 3 trips (33.3 %) is in no timetable');
  expect(await axeFindings(page)).toEqual([]);
  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download import-report.csv' }).click();
  expect((await saved).suggestedFilename()).toBe('import-report.csv');
});

test('the whole way by keyboard alone', LONG, async ({ page }) => {
  await signIn(page, 'editor', '/data', WITHOUT_MAP);
  await expect(page.getByRole('heading', { name: /^Databases/ })).toBeVisible();
  await page.keyboard.press('Alt+u');
  const { dialog, database, name, area, upload } = formOf(page);
  await expect(database).toBeFocused();
  // as people type: the list opens at the first letter and takes a moment
  await page.keyboard.type('velm', { delay: 60 });
  await expect(page.locator('[role="option"][data-combobox-selected]')).toHaveText(/Velmar City/);
  await page.keyboard.press('Enter');
  await expect(database).toHaveValue('Velmar City');
  await page.keyboard.press('Tab');
  await expect(name).toBeFocused();
  await page.keyboard.press('ControlOrMeta+a');
  const typed = freshName('Keyboard');
  // Asked for in time: a key can reach the page before the browser knows that somebody waits for the chooser.
  const chooser = page.waitForEvent('filechooser');
  await page.keyboard.type(typed);
  await page.keyboard.press('Tab');
  await expect(area).toBeFocused();
  await page.keyboard.press('Enter');
  await (await chooser).setFiles(aFeedFile());
  await page.keyboard.press('Tab');
  await expect(upload).toBeFocused();
  await page.keyboard.press('Enter');
  const link = dialog.getByRole('link', { name: typed });
  await expect(link).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
});

test.describe('what may be uploaded', () => {
  test('before a database is chosen nothing can be dropped, and one without a right to write is not offered [R071, R073, R076, R266]', async ({
    page,
  }) => {
    const { dialog, database, area, upload } = await openUpload(page, '/data');
    await expect(area).toContainText('Select database first');
    await dropFiles(area, [aFeedFile()]);
    await expect(area).toContainText('Select database first');
    await expect(upload).toHaveAttribute('aria-disabled', 'true');
    await upload.hover();
    await expect(page.getByRole('tooltip', { name: 'Select database first' })).toBeVisible();
    await database.click();
    await expect(dialog.getByRole('option')).toContainText(['Velmar City']);
    await database.fill('sorne');
    await expect(dialog.getByText('No databases found')).toBeVisible();
    await database.fill('velmar');
    await page.keyboard.press('Enter');
    await expect(area).toContainText('Drop a GTFS .zip or a feed file (.json, .gz) here');
    await expect(area).not.toHaveAttribute('aria-disabled');
  });

  test('an account that may only read is told that there is no database to upload to [R072]', async ({ page }) => {
    await signIn(page, 'viewer', DATABASE, WITHOUT_MAP);
    await page.getByRole('button', { name: 'Upload version' }).click();
    const { dialog } = formOf(page);
    await expect(dialog.getByText('Currently you don’t have a permission to run task in any database')).toBeVisible();
    await expect(dialog.getByRole('button', { name: 'Upload', exact: true })).toHaveCount(0);
    await dialog.getByRole('button', { name: 'Close' }).last().click();
    await expect(dialog).toHaveCount(0);
  });

  test('exactly one .json or .gz file is taken; anything else marks the area and says why [R075, R077]', async ({ page }) => {
    const { dialog, area, upload } = await openUpload(page, DATABASE);
    for (const [files, why] of [
      [[named('summer.csv')], 'summer.csv is not a .json, .gz or GTFS .zip file'],
      [[named('a.json'), named('b.json')], 'Only one file can be uploaded at a time; these were 2'],
      [[{ ...named('empty.json'), buffer: Buffer.alloc(0) }], 'empty.json is empty'],
    ] as const) {
      await dropFiles(area, [named('good.JSON')]);
      await expect(area).toContainText('good.JSON');
      await expect(area).not.toHaveAttribute('data-invalid');
      await dropFiles(area, files);
      await expect(dialog.getByRole('alert')).toHaveText(why);
      await expect(area).toHaveAttribute('data-invalid', 'true');
      await expect(upload).toHaveAttribute('aria-disabled', 'true');
    }
    await dropFiles(area, [named('good.json.gz')]);
    await expect(dialog.getByRole('alert')).toHaveCount(0);
    await expect(upload).not.toHaveAttribute('aria-disabled');
    // beside the area it is let go of for nothing: the browser does not open it
    await dropFiles(dialog.getByRole('heading', { name: 'Upload version' }), [aFeedFile()]);
    await expect(area).toContainText('good.json.gz');
  });

  test('a name of more than 128 characters, or none, cannot be uploaded, and a tooltip says why [R238, R239, R240]', async ({ page }) => {
    const { dialog, name, area, upload } = await openUpload(page, DATABASE);
    await dropFiles(area, [aFeedFile()]);
    const tooLong = 'The Version Name field cannot exceed 128 characters';
    await name.fill('x'.repeat(129));
    await expect(name).toHaveAttribute('aria-invalid', 'true');
    await expect(dialog.getByText(tooLong)).toBeVisible();
    await upload.hover();
    await expect(page.getByRole('tooltip', { name: tooLong })).toBeVisible();
    await name.press('Enter');
    await expect(upload).toHaveAttribute('aria-disabled', 'true');
    await name.fill('x'.repeat(128));
    await expect(upload).not.toHaveAttribute('aria-disabled');
    await name.fill('  ');
    await expect(dialog.getByText('The Version Name field is required')).toBeVisible();
  });

  test('a .gz file is sent as gzip, and read as what is in it [E177, R237, H280]', LONG, async ({ page }) => {
    const { dialog, name, area, upload } = await openUpload(page, DATABASE);
    await name.fill(freshName('Packed'));
    await dropFiles(area, [{ name: 'summer.json.gz', mimeType: 'application/octet-stream', buffer: gzipSync(aFeedFile().buffer) }]);
    const sent = page.waitForRequest((request) => request.url().includes('/source/'));
    await upload.click();
    expect(await (await sent).headerValue('content-encoding')).toBe('gzip');
    await expect(dialog.getByRole('heading', { name: 'Upload successful' })).toBeVisible();
  });
});

test('a file that cannot be read fails with the server’s messages, which scroll; the form is kept for another try [R079, R081]', async ({ page }) => {
  const { dialog, name, area, upload } = await openUpload(page, DATABASE);
  const typed = freshName('Broken');
  await name.fill(typed);
  const stops = Array.from({ length: 150 }, (_, i) => ({ Id: `S${i}`, Name: 'Nowhere', Type: 0, Coordinate: { Lat: 'north', Lng: 5 } }));
  await dropFiles(area, [aFeedFile({ Stops: stops })]);
  await upload.click();
  await expect(dialog.getByRole('heading', { name: 'Upload failed' })).toBeVisible();
  const messages = dialog.getByRole('list', { name: 'What was wrong' });
  await expect(messages.getByRole('listitem')).toHaveCount(100);
  await expect(messages.getByRole('listitem').first()).toContainText('Stops[0].Coordinate.Lat');
  expect(await messages.evaluate((list) => list.scrollHeight > list.clientHeight)).toBe(true);
  await expect(page.getByTestId('errors')).toHaveCount(0);
  expect(await axeFindings(page)).toEqual([]);

  await dialog.getByRole('button', { name: 'Try again' }).click();
  await expect(name).toHaveValue(typed);
  await expect(area).toContainText('summer.json');
  expect(await axeFindings(page)).toEqual([]);
  await dropFiles(area, [aFeedFile()]);
  await upload.click();
  await expect(dialog.getByRole('heading', { name: 'Upload successful' })).toBeVisible();
  await dialog.getByRole('button', { name: 'Close' }).last().click();
  await expect(dialog).toHaveCount(0);
});

test('a zip that is no GTFS feed is refused in words', LONG, async ({ page }) => {
  const { dialog, area, upload } = await openUpload(page, DATABASE);
  await dropFiles(area, [{ name: 'photos.zip', mimeType: 'application/zip', buffer: Buffer.from('PK\u0003\u0004 nothing of a feed') }]);
  await upload.click();
  await expect(dialog.getByRole('heading', { name: 'Upload failed' })).toBeVisible();
  await expect(dialog.getByRole('list', { name: 'What was wrong' }).getByRole('listitem').first()).toContainText('zip');
});

test.describe('an upload that takes its time', () => {
  test('shows how much is sent; Cancel breaks it off and nothing is left [R078]', async ({ page }) => {
    const { dialog, name, area, upload } = await openUpload(page, DATABASE);
    const typed = freshName('Broken off');
    await name.fill(typed);
    await dropFiles(area, [aLargeFile()]);
    await slowSending(page);
    await upload.click();
    await expect(dialog.getByRole('heading', { name: 'Uploading summer.json...' })).toBeVisible();
    await expect(dialog.getByRole('button', { name: 'Close' })).toHaveCount(0);
    const bar = dialog.getByRole('progressbar', { name: 'Sending' });
    await expect.poll(async () => Number(await bar.getAttribute('aria-valuenow'))).toBeGreaterThan(0);
    await expect(dialog.getByText(/^[\d.]+ [kM]?B of 1\.\d MB$/)).toBeVisible();
    expect(Number(await bar.getAttribute('aria-valuenow'))).toBeLessThan(100);
    await expect(dialog.getByText(/^0:\d\d$/)).toBeVisible();
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await expect(name).toHaveValue(typed);
    await expect(area).toContainText('summer.json');
    await expect(page.getByTestId('errors')).toHaveCount(0);
    await dialog.getByRole('button', { name: 'Close' }).last().click();
    await page.reload();
    await page.getByRole('searchbox', { name: 'Search versions' }).fill(typed);
    await expect(page.getByText('No version found')).toBeVisible();
  });

  test('goes on out of sight while one works elsewhere, and says when it has ended', LONG, async ({ page }) => {
    const { dialog, name, area, upload } = await openUpload(page, DATABASE);
    const typed = freshName('Out of sight');
    await name.fill(typed);
    await dropFiles(area, [aLargeFile()]);
    const line = await slowSending(page);
    await upload.click();
    await dialog.getByRole('button', { name: 'Hide' }).click();
    await expect(dialog).toHaveCount(0);
    const chip = page.getByRole('contentinfo', { name: 'Status' }).getByRole('button', { name: /^Uploading summer\.json\.\.\./ });
    await expect(chip).toContainText(/sent \d+ %/);
    await page.getByRole('link', { name: 'DMP, to the databases' }).click();
    await expect(page.getByRole('heading', { name: /^Databases/ })).toBeVisible();
    await chip.click();
    await expect(dialog.getByRole('heading', { name: 'Uploading summer.json...' })).toBeVisible();
    await page.keyboard.press('Escape');
    const told = await hearToasts(page);
    await line.quick();
    await told('Upload successful: summer.json');
    await page.getByRole('contentinfo', { name: 'Status' }).getByRole('button', { name: 'Upload successful' }).click();
    await dialog.getByRole('link', { name: typed }).click();
    await expect(page.getByRole('heading', { level: 1, name: typed })).toBeVisible();
  });

  test('a reload in the middle interrupts it: the form is kept, the file has to be chosen again, nothing is left', LONG, async ({ page }) => {
    const { dialog, name, area, upload } = await openUpload(page, DATABASE);
    const typed = freshName('Interrupted');
    await name.fill(typed);
    await dropFiles(area, [aLargeFile()]);
    const line = await slowSending(page);
    await upload.click();
    const bar = dialog.getByRole('progressbar', { name: 'Sending' });
    await expect.poll(async () => Number(await bar.getAttribute('aria-valuenow'))).toBeGreaterThan(0);
    await page.reload();
    await line.quick();
    await expect(dialog.getByText('The upload was interrupted by a reload. Choose the file again.')).toBeVisible();
    await dialog.getByRole('button', { name: 'Try again' }).click();
    await expect(name).toHaveValue(typed);
    await expect(area).toContainText('choose the file again');
    await expect(upload).toHaveAttribute('aria-disabled', 'true');
    await dropFiles(area, [aFeedFile()]);
    await upload.click();
    await expect(dialog.getByRole('link', { name: typed })).toBeVisible();
  });

  test('a reload after the server had everything: the answer is asked for, nothing is sent twice', LONG, async ({ page }) => {
    const { dialog, name, area, upload } = await openUpload(page, DATABASE);
    const typed = freshName('Answer lost');
    await name.fill(typed);
    await dropFiles(area, [aFeedFile()]);
    let sent = 0;
    let arrived: () => void = () => undefined;
    const done = new Promise<void>((resolve) => (arrived = resolve));
    await page.route('**/source/**', async (route) => {
      sent += 1;
      await route.fetch();
      arrived();
    });
    await upload.click();
    await done;
    await page.reload();
    await expect(dialog.getByRole('link', { name: typed })).toBeVisible();
    expect(sent).toBe(1);
    await dialog.getByRole('button', { name: 'Close' }).last().click();
    await page.getByRole('searchbox', { name: 'Search versions' }).fill(typed);
    await expect(page.getByRole('row').filter({ hasText: typed })).toHaveCount(1);
  });
});

test('a problem report plays the upload back on the same screens, without the file', LONG, async ({ page }, info) => {
  const { dialog, area, upload } = await openUpload(page, DATABASE, {});
  await dropFiles(area, [aFeedFile({ Agencies: 'none' })]);
  await upload.click();
  await expect(dialog.getByRole('heading', { name: 'Upload failed' })).toBeVisible();
  await dialog.getByRole('button', { name: 'Close' }).last().click();
  const file = info.outputPath('session.dmplog');
  await saveReport(page, file);

  await page.goto('/replay');
  await page.locator('input[type=file]').setInputFiles(file);
  const desk = page.getByRole('region', { name: 'Replay' });
  await expect(desk.getByText('Reproduces')).toBeVisible();
  await desk.getByText(/^Errors \d+$/).click();
  await desk.getByRole('row').filter({ hasText: 'upload.send.failed' }).click();
  // the screens are inert there, so that they have no roles
  const heading = page.locator('h2');
  await expect(heading.filter({ hasText: 'Upload failed' })).toBeVisible();
  await page.keyboard.press('ArrowLeft');
  await expect(heading.filter({ hasText: 'Uploading summer.json...' })).toBeVisible();
  await page.keyboard.press('ArrowRight');
  await expect(heading.filter({ hasText: 'Upload failed' })).toBeVisible();
});

interface Form {
  readonly dialog: Locator;
  readonly database: Locator;
  readonly name: Locator;
  readonly area: Locator;
  readonly upload: Locator;
}

function formOf(page: Page): Form {
  const dialog = page.getByRole('dialog', { name: 'Upload version' });
  return {
    dialog,
    database: dialog.getByRole('combobox', { name: 'Database' }),
    name: dialog.getByRole('textbox', { name: 'Version name' }),
    area: dialog.getByRole('button', { name: /^File/ }),
    upload: dialog.getByRole('button', { name: 'Upload', exact: true }),
  };
}

/** Signs in as the editor, goes to a page and opens the upload there. */
async function openUpload(page: Page, path: string, settings = WITHOUT_MAP): Promise<Form> {
  await signIn(page, 'editor', path, settings);
  await expect(page.getByRole('heading', { level: 1, name: path === '/data' ? /^Databases/ : /^Versions of/ })).toBeVisible();
  await page.getByRole('button', { name: 'Upload version' }).click();
  const form = formOf(page);
  await expect(form.area).toBeVisible();
  return form;
}

function rowOf(page: Page, name: string): Locator {
  return page.getByRole('row').filter({ hasText: name });
}

function named(name: string): TestFile {
  return { ...aFeedFile(), name };
}

let names = 0;

/** A name that no other version has. */
function freshName(name: string): string {
  names += 1;
  return `${name} ${Date.now().toString(36)}-${names}`;
}

/** A good feed of about 2 MB. */
function aLargeFile(): TestFile {
  const stops = Array.from({ length: 16_000 }, (_, i) => ({
    Id: `S${i}`,
    Name: `Stop ${i} ${Date.now()}`,
    Type: 0,
    Coordinate: { Lat: 52 + i / 1e5, Lng: 5 },
    WheelchairBoarding: 0,
  }));
  return aFeedFile({ Stops: stops });
}

/** Makes the line slow: about 100 kB a second leave the browser, until it is quick again. */
async function slowSending(page: Page): Promise<{ quick(): Promise<void> }> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Network.enable');
  const limit = (uploadThroughput: number): Promise<unknown> =>
    devtools.send('Network.emulateNetworkConditions', { offline: false, latency: 0, downloadThroughput: -1, uploadThroughput });
  await limit(100_000);
  return { quick: async () => void (await limit(-1)) };
}

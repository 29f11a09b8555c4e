/** Pictures of the handbook: for each page the screen that it is about. */
import { join } from 'node:path';
import { expect, signIn, test, visit, WITHOUT_MAP } from '../drivers/browser.ts';
import { colleagueEdits } from '../drivers/colleague.ts';
import { aColleague } from '../drivers/colleagueVersions.ts';
import { askForProbe } from '../e2e/editing.ts';
import { haveFreshVersion } from '../drivers/freshVersion.ts';
import { driveMap } from '../drivers/mapDriver.ts';
import { atRest, SCREENS } from '../drivers/screens.ts';

const FOLDER = join(import.meta.dirname, '../../docs/pictures');

/** By the page of docs/handbook, the screen of `SCREENS`. */
const PICTURES = {
  calendars: 'schedule',
  comparer: 'compared',
  fares: 'fare',
  'first-feed': 'upload',
  history: 'changes',
  keyboard: 'keys',
  lines: 'track-stops',
  pipelines: 'pipeline',
  shapes: 'track-stops',
  stops: 'stop',
  timetables: 'sheet',
  validation: 'validation',
  versions: 'version',
};

const PERIODS = [
  ['Summer', '2026-07-06', '2026-08-14', 'As Saturday'],
  ['School term', '2026-08-17', '2026-12-18', 'As usual'],
] as const;

test.use({ viewport: { width: 1280, height: 720 }, colorScheme: 'light' });

test('pictures of the handbook', async ({ page }) => {
  await askForProbe(page);
  const draft = await haveFreshVersion(page, { firstSteps: 'seen' });
  await page.goto('/data');
  page.setDefaultTimeout(20_000);
  for (const [handbook, name] of Object.entries(PICTURES)) {
    const screen = SCREENS.find((one) => one.name === name);
    if (!screen) throw new Error(`There is no screen ${name}`);
    await visit(page, screen.at(draft));
    await atRest(page);
    await screen.before?.(page);
    if (handbook === 'calendars') await page.getByRole('region', { name: 'Calendar' }).scrollIntoViewIfNeeded({ timeout: 10_000 });
    if (handbook === 'shapes') await page.keyboard.press('Alt+KeyW');
    await atRest(page);
    await page.screenshot({ path: join(FOLDER, `handbook-${handbook}.png`) });
    await page.keyboard.press('Escape');
  }
});

test('the picture of the calendar of the network', async ({ page }) => {
  const draft = await haveFreshVersion(page, { firstSteps: 'seen', ...WITHOUT_MAP });
  await page.goto(`${draft}/calendar`);
  page.setDefaultTimeout(20_000);
  const dialog = page.getByRole('dialog');
  for (const [name, from, to, runs] of PERIODS) {
    await page.getByRole('button', { name: 'Add period' }).click();
    await dialog.getByLabel('Name').fill(name);
    await dialog.getByLabel('First day').fill(from);
    await dialog.getByLabel('Last day').fill(to);
    await dialog.getByLabel('Runs as').selectOption(runs);
    await dialog.getByRole('button', { name: 'Add', exact: true }).click();
    await expect(dialog).toBeHidden();
  }
  await page.getByRole('button', { name: 'Add holidays' }).click();
  await dialog.getByLabel('Country').selectOption('Netherlands');
  await expect(dialog.getByRole('checkbox', { name: '2026-12-26 Boxing Day' })).toBeVisible();
  await dialog.getByRole('button', { name: /^Add \d+ dates?$/ }).click();
  await page.getByLabel('What runs on').fill('2026-07-08');
  await page.getByRole('heading', { name: 'Calendar', exact: true }).scrollIntoViewIfNeeded();
  await atRest(page);
  await page.screenshot({ path: join(FOLDER, 'handbook-network-calendar.png') });
});

test('the picture of a detour', async ({ page }) => {
  const map = await driveMap(page);
  const draft = await haveFreshVersion(page, { firstSteps: 'seen' });
  page.setDefaultTimeout(20_000);
  await page.goto(`${draft}/schedules`);
  await map.idle();
  await page.getByRole('combobox', { name: 'Search the map' }).fill('48.056509, 9.803000');
  await page.getByRole('option', { name: /48\.0565/ }).click();
  await expect.poll(() => page.evaluate(() => globalThis.__map?.zoom())).toBeCloseTo(15, 1);
  await map.idle();
  await page.getByRole('button', { name: 'Detour', exact: true }).click();
  for (const at of [
    { Lat: 48.056665, Lng: 9.796747 },
    { Lat: 48.056353, Lng: 9.798293 },
  ])
    await map.click(await map.place(at));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('region', { name: 'Detour' }).getByRole('status')).toContainText('8 tracks');
  await page.getByRole('button', { name: 'Zoom out' }).click();
  await atRest(page);
  await map.idle();
  await page.screenshot({ path: join(FOLDER, 'handbook-detour.png') });
});

test('the picture of the review of a draft', async ({ page, browser, product }) => {
  const context = await browser.newContext();
  await signIn(await context.newPage(), 'viewer', '/data', WITHOUT_MAP);
  const draft = await (await aColleague(product.url, 'tarnholm')).draft();
  await colleagueEdits(product.url, draft, 0, 'name', 'Quay');
  await colleagueEdits(product.url, draft, 1, 'zoneId', '7');
  await signIn(page, 'editor', `/changes/tarnholm/review/${draft}`, WITHOUT_MAP);
  await page.getByRole('button', { name: 'Ask for a review' }).click();
  const form = page.getByRole('dialog');
  await form.getByRole('combobox', { name: 'Reviewers' }).click();
  await page.getByRole('option', { name: 'tom.de-vries@demo.example' }).click();
  await form.getByLabel('Note').fill('Please look at the names of the stops');
  await form.getByRole('button', { name: 'Ask for a review' }).click();
  await expect(page.getByText('Waits for a review')).toBeVisible();
  await atRest(page);
  await page.screenshot({ path: join(FOLDER, 'handbook-reviews.png') });
  await context.close();
});

test('the picture of a problem report', async ({ page }) => {
  await signIn(page, 'editor', '/data', WITHOUT_MAP);
  await page.getByRole('button').filter({ hasText: 'Report a problem' }).click();
  const dialog = page.getByRole('dialog', { name: 'Report a problem' });
  await dialog.getByLabel('What went wrong?').fill('I opened the list of databases and expected a second region.');
  await dialog.getByRole('button', { name: 'Send to support' }).click();
  await expect(dialog.getByText('The report was sent.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Close' }).last().click();
  await visit(page, '/reports?report=1');
  await expect(page.getByRole('region', { name: 'Report R-1' })).toBeVisible();
  await atRest(page);
  await page.screenshot({ path: join(FOLDER, 'handbook-problem-reports.png') });
});

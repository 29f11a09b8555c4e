/** What happens to edits when the tab is reloaded, the connection breaks, the server dies or the sign-in ends. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page, Request, Route } from '@playwright/test';
import { expect, LONG, test, WITHOUT_MAP } from '../drivers/browser.ts';
import { colleagueEdits } from '../drivers/colleague.ts';
import { openCutLine } from '../drivers/cutLine.ts';
import { editsOf, observeEdits } from '../drivers/editObserver.ts';
import { haveFreshVersion } from '../drivers/freshVersion.ts';
import { type RunningServer, startProduct } from '../drivers/server.ts';
import { driveMap } from '../drivers/mapDriver.ts';
import { saved, stopPopup } from './editing.ts';

const STOP = 'V0133A';
/** Every edit of a stop. */
const EDITS = /\/edit\/stop\//;
/** `npm run test:long` does more of them. */
const MANY = process.env['DMP_LONG'] !== undefined;
const RELOADS = MANY ? 20 : 4;
const KILLS = MANY ? 3 : 1;

async function editZone(page: Page, to: string): Promise<void> {
  await zone(page).fill(to);
  await zone(page).press('Enter');
}

/** All about the stop: on the map, or beside the list where the map has no room. */
function stop(page: Page) {
  return stopPopup(page);
}

async function openStop(page: Page, base: string): Promise<void> {
  await page.goto(`${base}/stops/${STOP}`);
  await expect(stop(page).getByLabel('Coordinates')).toBeVisible();
}

/** Opens a page and waits until nothing is under way any more but what the story does: it is live and has read everything. */
async function atRest(page: Page, open: () => Promise<unknown>): Promise<void> {
  const reads = new Set<Request>();
  const begun = (request: Request): unknown => request.method() === 'GET' && request.url().includes('/storage/') && reads.add(request);
  const ended = (request: Request): unknown => reads.delete(request);
  page.on('request', begun).on('requestfinished', ended).on('requestfailed', ended);
  await open();
  await expect(status(page).getByText('Live', { exact: true })).toBeVisible();
  await expect.poll(() => reads.size, { message: 'reads under way' }).toBe(0);
  page.off('request', begun).off('requestfinished', ended).off('requestfailed', ended);
}

function openAtRest(page: Page, base: string): Promise<void> {
  return atRest(page, () => openStop(page, base));
}

/** By the View dropdown, without a new page. */
async function openFromView(page: Page, kind: string): Promise<void> {
  await page.getByRole('group', { name: 'Place' }).getByRole('button', { name: /^View/ }).click();
  await page.getByRole('option', { name: kind, exact: true }).click();
}

function zone(page: Page) {
  return stop(page).getByLabel('Zone id');
}

function status(page: Page) {
  return page.getByRole('contentinfo', { name: 'Status' });
}

async function allSaved(page: Page): Promise<void> {
  await expect(status(page).getByText('All saved')).toBeVisible();
}

function versionOf(base: string): number {
  return Number(base.split('/').at(-1));
}

function sessionOf(page: Page): Promise<string | null> {
  return page.evaluate(() => sessionStorage.getItem('dmp.session'));
}

test(`${RELOADS} reloads while edits are on their way: each edit is done exactly once, in order`, LONG, async ({ page, product }) => {
  test.setTimeout(400_000);
  const base = await haveFreshVersion(page, WITHOUT_MAP);
  await openAtRest(page, base);
  const observer = await observeEdits(product.url, versionOf(base));

  /** What becomes of edits: they hang, their connection is reset, or they are done and the answer is lost. */
  let line: 'through' | 'hanging' | 'reset' | 'answerLost' = 'through';
  const hung: Route[] = [];
  await page.route(EDITS, async (route) => {
    if (line === 'through') return route.continue();
    if (line === 'hanging') return void hung.push(route);
    if (line === 'answerLost') await route.fetch().catch(() => undefined);
    return route.abort('connectionreset').catch(() => undefined);
  });
  const mend = async (): Promise<void> => {
    line = 'through';
    for (const route of hung.splice(0)) await route.abort('connectionreset').catch(() => undefined);
  };

  const made: string[] = [];
  for (let n = 1; n <= RELOADS; n += 1) {
    line = (['hanging', 'reset', 'answerLost'] as const)[n % 3] ?? 'reset';
    await page.context().setOffline(n % 4 === 0);
    for (const part of n % 2 === 0 ? ['a', 'b'] : ['a']) {
      made.push(`${n}${part}`);
      await editZone(page, `${n}${part}`);
    }
    await expect(status(page).getByText(/\d+ waiting/)).toBeVisible();
    await page.context().setOffline(false);
    await atRest(page, () => page.reload());
    await expect(zone(page), 'what was typed is still shown').toHaveValue(made.at(-1) ?? '');
    if (n % 5 !== 0 && n !== RELOADS) continue;
    await mend();
    await allSaved(page);
  }

  await expect.poll(() => observer.heard.length).toBeGreaterThanOrEqual(made.length);
  expect(observer.heard.map(({ Edits }) => zoneIn(Edits))).toEqual(made);
  expect(new Set(observer.heard.map(({ CommandId }) => CommandId)).size, 'commands').toBe(made.length);
  expect((await observer.now()).Rev, 'edits that the version holds').toBe(made.length);
  await expect(page.getByTestId('errors')).toHaveCount(0);
  await observer.stop();
});

test('edits made without a connection go through by themselves once it is back', LONG, async ({ page, product }) => {
  const base = await haveFreshVersion(page, WITHOUT_MAP);
  await openAtRest(page, base);
  await page.context().setOffline(true);
  const made = ['o1', 'o2', 'o3'];
  for (const to of made) await editZone(page, to);
  await expect(status(page).getByText('3 waiting')).toBeVisible();
  await expect(status(page).getByText('Offline')).toBeVisible();
  await page.context().setOffline(false);
  await allSaved(page);
  await expect(status(page).getByText('Offline')).toHaveCount(0);
  await expect(zone(page)).toHaveValue('o3');
  expect((await editsOf(product.url, versionOf(base))).Rev).toBe(made.length);
  await expect(page.getByTestId('errors')).toHaveCount(0);
});

test('a page opened for the first time without a line shows itself once the line is back', LONG, async ({ page }) => {
  const base = await haveFreshVersion(page, WITHOUT_MAP);
  await openAtRest(page, base);
  const cut = (route: Route): Promise<void> => route.abort('connectionreset');
  // Its code, its styles and its data alike.
  await page.route(/\/assets\/|\/storage\/|\/readyz/, cut);
  await openFromView(page, 'Agencies');
  await expect(page.getByText('This page could not be loaded')).toBeVisible();
  await page.unroute(/\/assets\/|\/storage\/|\/readyz/, cut);
  await expect(page.getByText('Sorne Ferries')).toBeVisible();
  const styled = await page.evaluate(() => [...document.styleSheets].length);
  expect(styled).toBeGreaterThan(1);
  await expect(page.getByTestId('errors')).toHaveCount(0);
});

/** Code that is fetched after the first screen. */
const CODE = ['countries', 'lineStretches.worker', 'live', 'maplibre-gl-worker', 'openMapLibre', 'stopTiles.worker'];

test('a map whose library or workers could not be loaded says so, and comes by itself; so does the live connection', LONG, async ({ page }) => {
  const map = await driveMap(page);
  const base = await haveFreshVersion(page);
  const code = new RegExp(`/assets/(${CODE.join('|')})-`);
  const asked = new Set<string>();
  const cut = (route: Route): Promise<void> => {
    asked.add(code.exec(route.request().url())?.[1] ?? '');
    return route.abort('connectionreset');
  };
  await page.route(code, cut);
  await page.goto(`${base}/stops/${STOP}`);
  const notice = page.getByRole('alert').getByText('Failed to initialize map, try reloading this page');
  await expect(notice).toBeVisible();
  await expect(page.getByText('It is tried again by itself.')).toBeVisible();
  await expect(page.getByRole('grid', { name: 'Stops' }).getByRole('row').nth(1)).toBeVisible();
  await page.unroute(code, cut);
  await expect(notice).toHaveCount(0);
  await map.idle();
  await expect(status(page).getByText('Live', { exact: true })).toBeVisible();
  expect([...asked].toSorted(), 'what was asked for while it could not be had').toEqual(CODE);
});

test('windows whose code could not be loaded leave the page as it is, and come by themselves', LONG, async ({ page }) => {
  const base = await haveFreshVersion(page, WITHOUT_MAP);
  const cut = (route: Route): Promise<void> => route.abort('connectionreset');
  await page.route(/\/assets\/Overlays/, cut);
  await page.goto(`${base}/stops`);
  const notice = page.getByText('This window could not be loaded');
  await expect(notice).toBeVisible();
  await expect(page.getByRole('grid', { name: 'Stops' }).getByRole('row').nth(1)).toBeVisible();
  await page.unroute(/\/assets\/Overlays/, cut);
  await expect(notice).toHaveCount(0);
  await page.getByRole('button', { name: /^Find anything/ }).click();
  await expect(page.getByRole('dialog').getByPlaceholder(/^Type what you are looking for/)).toBeVisible();
});

test('what could not be read while the line was down is read by itself once it is back, and its errors go', LONG, async ({ page }) => {
  const base = await haveFreshVersion(page, WITHOUT_MAP);
  await openAtRest(page, base);
  const cut = (route: Route): Promise<void> => route.abort('connectionreset');
  // Its code is there already, its data is not.
  await page.route(/\/storage\/|\/readyz/, cut);
  await openFromView(page, 'Fares');
  await expect(page.getByText('The fares could not be loaded')).toBeVisible();
  await expect(page.getByTestId('errors')).toHaveCount(0);
  await page.unroute(/\/storage\/|\/readyz/, cut);
  await expect(page.getByText('The fares could not be loaded')).toHaveCount(0);
  await expect(page.getByTestId('errors')).toHaveCount(0);
});

test.describe('edits of one field that wait in a row', () => {
  test('go through in order after a reload, also where the stop itself is loaded later', LONG, async ({ page, product }) => {
    const base = await haveFreshVersion(page, WITHOUT_MAP);
    await openStop(page, base);
    await page.route(EDITS, (route) => route.abort('connectionreset'));
    for (const to of ['w1', 'w2', 'w3']) await editZone(page, to);
    await expect(status(page).getByText('3 waiting')).toBeVisible();
    await page.unroute(EDITS);
    await page.route(/\/stops\/details\/v2/, async (route) => {
      await allSaved(page);
      await route.continue();
    });
    await page.reload();
    await expect(zone(page)).toHaveValue('w3');
    await expect(page.getByText('changed this at the same time')).toHaveCount(0);
    expect((await editsOf(product.url, versionOf(base))).Rev).toBe(3);
  });

  test('go through where somebody else has changed another field of the stop meanwhile', LONG, async ({ page, product }) => {
    const base = await haveFreshVersion(page, WITHOUT_MAP);
    await openAtRest(page, base);
    await page.context().setOffline(true);
    for (const to of ['w1', 'w2', 'w3']) await editZone(page, to);
    await colleagueEdits(product.url, versionOf(base), STOP, 'areaName', 'Old Harbour');
    await page.context().setOffline(false);
    await allSaved(page);
    await expect(page.getByText('changed this at the same time')).toHaveCount(0);
    await expect(zone(page)).toHaveValue('w3');
    await expect(stop(page).getByLabel('Area name')).toHaveValue('Old Harbour');
    expect((await editsOf(product.url, versionOf(base))).Rev).toBe(4);
  });
});

test(`a server that is killed ${KILLS === 1 ? 'once' : `${KILLS} times`} loses nothing that was shown as saved, and gets the edits that waited`, async ({
  browser,
}) => {
  test.setTimeout(400_000);
  const dataDir = mkdtempSync(join(tmpdir(), 'dmp-killed-'));
  const line = await openCutLine();
  let server: RunningServer | undefined;
  const start = async (): Promise<void> => {
    server = await startProduct({ dataDir, env: { PUBLIC_URL: line.url, LOG_LEVEL: 'error' } });
    line.leadTo(server.url);
  };
  const context = await browser.newContext({ baseURL: line.url });
  try {
    await start();
    const page = await context.newPage();
    const base = await haveFreshVersion(page, WITHOUT_MAP);
    await openAtRest(page, base);
    let edits = 0;
    const edit = (): Promise<void> => editZone(page, `k${(edits += 1)}`);

    for (let kill = 1; kill <= KILLS; kill += 1) {
      await edit();
      await allSaved(page);
      const shownAsSaved = edits;
      // These are under way when the power goes; the last one is made without a server.
      await edit();
      await edit();
      await server?.kill();
      line.cut();
      await edit();
      await expect(status(page).getByText(/\d+ waiting/)).toBeVisible();
      await expect(status(page).getByText('Live', { exact: true })).toBeHidden();

      await start();
      expect((await editsOf(line.url, versionOf(base))).Rev, 'edits that were shown as saved').toBeGreaterThanOrEqual(shownAsSaved);
      await allSaved(page);
      await expect(status(page).getByText('Live', { exact: true })).toBeVisible();
      await expect(zone(page)).toHaveValue(`k${edits}`);
      const now = await editsOf(line.url, versionOf(base));
      expect(now.Rev, 'edits that the version holds').toBe(edits);
      expect(zoneIn(now.Edits)).toBe(`k${edits}`);
      await expect(page.getByTestId('errors')).toHaveCount(0);
    }
    await page.reload();
    await expect(zone(page)).toHaveValue(`k${edits}`);
  } finally {
    await context.close();
    await server?.stop();
    await line.close();
    rmSync(dataDir, { recursive: true, force: true });
  }
});

test('an access token that has run out is renewed, and the edit goes through without the page being left', LONG, async ({ page }) => {
  const base = await haveFreshVersion(page, WITHOUT_MAP);
  await openAtRest(page, base);
  let left = 0;
  page.on('framenavigated', (frame) => {
    if (frame === page.mainFrame()) left += 1;
  });
  const renewal = page.waitForRequest(
    (request) => request.url().endsWith('/oidc/token') && (request.postData() ?? '').includes('grant_type=refresh_token'),
  );
  await zone(page).fill('renewed');
  await changeUser(page, { expires_at: 1 });
  await zone(page).press('Enter');
  await renewal;
  await allSaved(page);
  expect(left, 'pages that were loaded meanwhile').toBe(0);
  await page.reload();
  await expect(zone(page)).toHaveValue('renewed');
});

test('a sign-in that runs out without a line is renewed once it is back, and the page comes back with the edit', LONG, async ({ page, product }) => {
  const base = await haveFreshVersion(page, WITHOUT_MAP);
  await openAtRest(page, base);
  await page.context().setOffline(true);
  await changeUser(page, { expires_at: 1 });
  await editZone(page, 'tunnel');
  // The product is patient for 20 seconds.
  await expect(page.getByText('The sign-in service cannot be reached')).toBeVisible();
  await page.context().setOffline(false);
  await expect(zone(page)).toHaveValue('tunnel');
  await allSaved(page);
  expect((await editsOf(product.url, versionOf(base))).Rev).toBe(1);
  await expect(page.getByTestId('errors')).toHaveCount(0);
});

for (const [how, user, when] of [
  ['has run out and cannot be renewed', { expires_at: 1, refresh_token: 'gone' }, {}],
  ['is not accepted by the server', { access_token: 'not.a.token' }, LONG],
] as const) {
  test(`an edit made when the sign-in ${how} is sent after signing in again`, when, async ({ page, product }) => {
    const base = await haveFreshVersion(page, WITHOUT_MAP);
    await openAtRest(page, base);
    await zone(page).fill('afterwards');
    await page.context().clearCookies();
    await changeUser(page, user);
    await zone(page).press('Enter');
    await page.locator('[data-account="editor"]').click();
    await expect(page).toHaveURL(new RegExp(`/stops/${STOP}$`));
    await expect(zone(page)).toHaveValue('afterwards');
    await allSaved(page);
    const now = await editsOf(product.url, versionOf(base));
    expect(now.Rev).toBe(1);
    expect(zoneIn(now.Edits)).toBe('afterwards');
    await expect(page.getByTestId('errors')).toHaveCount(0);
  });
}

test('a tab that is closed takes its undo along; a new one starts afresh', LONG, async ({ page }) => {
  const base = await haveFreshVersion(page, WITHOUT_MAP);
  await openStop(page, base);
  await editZone(page, 'first tab');
  await allSaved(page);
  const session = await sessionOf(page);
  const next = await page.context().newPage();
  await page.close();
  await next.goto(`${base}/stops/${STOP}`);
  await expect(zone(next)).toHaveValue('first tab');
  expect(await sessionOf(next)).not.toBe(session);
  await expect(status(next).getByRole('button', { name: 'Undo', exact: true })).toHaveAttribute('aria-disabled', 'true');
});

test('a duplicated tab is a session of its own: both edit, and each undoes only what it did', LONG, async ({ page }) => {
  const base = await haveFreshVersion(page, WITHOUT_MAP);
  await openStop(page, base);
  await editZone(page, 'one');
  await allSaved(page);
  // A window that a page opens begins with a copy of its session storage, as a duplicated tab does.
  const opened = page.waitForEvent('popup');
  await page.evaluate(() => void window.open(window.location.href));
  const twin = await opened;
  await expect(zone(twin)).toHaveValue('one');
  expect(await sessionOf(twin)).not.toBe(await sessionOf(page));
  await expect(status(twin).getByRole('button', { name: 'Undo', exact: true })).toHaveAttribute('aria-disabled', 'true');

  const code = stop(twin).getByLabel('Code', { exact: true });
  const before = await code.inputValue();
  await code.fill('twin');
  await code.press('Enter');
  await allSaved(twin);
  await expect(stop(page).getByLabel('Code', { exact: true })).toHaveValue('twin');
  await twin.getByRole('heading', { name: /^Stops/ }).click();
  await twin.keyboard.press('Control+z');
  await expect(code).toHaveValue(before);
  await expect(zone(twin)).toHaveValue('one');
  await page.getByRole('heading', { name: /^Stops/ }).click();
  await page.keyboard.press('Control+z');
  await expect(zone(page)).not.toHaveValue('one');
  await expect(zone(twin)).not.toHaveValue('one');
});

test('undo and redo still work after a reload', LONG, async ({ page }) => {
  const base = await haveFreshVersion(page, WITHOUT_MAP);
  await openStop(page, base);
  const before = await zone(page).inputValue();
  await editZone(page, 'kept');
  await allSaved(page);
  await page.reload();
  await expect(zone(page)).toHaveValue('kept');
  await status(page)
    .getByRole('button', { name: /^Undo: / })
    .click();
  await expect(zone(page)).toHaveValue(before);
  await allSaved(page);
  await page.reload();
  await expect(zone(page)).toHaveValue(before);
  await status(page)
    .getByRole('button', { name: /^Redo: / })
    .click();
  await expect(zone(page)).toHaveValue('kept');
  await saved(page);
});

/** Changes what the browser keeps of the signed-in user, as time or somebody at the provider would. */
async function changeUser(page: Page, change: Readonly<Record<string, unknown>>): Promise<void> {
  await page.evaluate((changed) => {
    const key = Object.keys(sessionStorage).find((one) => one.startsWith('dmp.user.'));
    if (key === undefined) throw new Error('Nobody is signed in');
    const user: unknown = JSON.parse(sessionStorage.getItem(key) ?? '{}');
    sessionStorage.setItem(key, JSON.stringify({ ...(user as object), ...changed }));
  }, change);
}

/** The zone id of the stop among changed entities. */
function zoneIn(edits: readonly { readonly Id: string; readonly Doc?: unknown }[] | null): string | undefined {
  const doc = edits?.find(({ Id }) => Id === STOP)?.Doc;
  return typeof doc === 'object' && doc !== null && 'ZoneId' in doc ? String(doc.ZoneId) : undefined;
}

test(
  'a form that is saved without a line says so beside its button, keeps what was filled in, and is saved once the line is back',
  LONG,
  async ({ page }) => {
    const base = await haveFreshVersion(page, WITHOUT_MAP);
    await page.goto(`${base}/schedules/2_20260701/a-b/times/3`);
    await page.getByRole('button', { name: 'Write departures' }).click();
    const form = page.getByRole('dialog', { name: 'Departures of timetable 3' });
    const text = form.getByRole('textbox', { name: 'Departures' });
    await text.fill('6:05 7:05 08:00-09:00/10');
    await page.context().setOffline(true);
    await form.getByRole('button', { name: 'Save' }).click();
    await expect(form.getByText('No answer yet. It is sent again by itself, and nothing is lost.')).toBeVisible();
    await expect(text).toHaveValue('6:05 7:05 08:00-09:00/10');
    await page.context().setOffline(false);
    await expect(form).toHaveCount(0);
    await allSaved(page);
    await page.reload();
    await page.getByRole('button', { name: 'Write departures' }).click();
    await expect(text).toHaveValue('06:05 07:05 08:00-09:00/10');
  },
);

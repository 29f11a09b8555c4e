import type { Page, Route } from '@playwright/test';
import { expect, LONG, signIn, signInByForm, test, visit, WITHOUT_MAP } from '../drivers/browser.ts';
import { askForProbe, editNewVersion, openStop, saved, stopPopup } from './editing.ts';

const DATABASE = '/data/db/velmar';
const VERSION = `${DATABASE}/v/1`;
const STOP = 'V0133A';
/** Two stops of the demo city that lie a metre apart. */
const BESIDE = ['V0025A', 'V0025B'] as const;

test('while it is not known who the user is, a loader is shown and nothing else [R021]', async ({ page }) => {
  const held: Route[] = [];
  await page.route('**/storage/ui/account', (route) => void held.push(route));
  await signInByForm(page, 'editor', DATABASE);
  await expect(page.getByRole('main').getByRole('status')).toHaveText('Loading');
  await expect(page.locator('.mantine-Loader-root')).toBeVisible();
  await expect(page.getByRole('navigation')).toHaveCount(0);
  await expect.poll(() => held.length).toBe(1);
  for (const route of held) await route.continue();
  await expect(page.getByRole('heading', { level: 1, name: /Versions of/ })).toBeVisible();
  await expect(page.locator('.mantine-Loader-root')).toHaveCount(0);
});

test('a database, a version and each page of it have their address, and the map is always beside them [R018 R024]', async ({ page }) => {
  await signIn(page, 'viewer', '/data');
  const places = [
    ['the databases', '/data', page.getByRole('heading', { name: /^Databases/ })],
    ['a database and its versions [E002 E033 H013]', DATABASE, page.getByRole('grid', { name: /^Versions of/ })],
    ['a version [E032 H014]', VERSION, page.getByRole('region', { name: 'What it holds' })],
    ['its schedules', `${VERSION}/schedules`, page.getByRole('grid', { name: 'Schedules' })],
    ['its stops', `${VERSION}/stops`, page.getByRole('grid', { name: 'Stops' })],
    ['its agencies', `${VERSION}/agencies`, page.getByRole('grid', { name: 'Agencies' })],
    ['a page that there is not', '/data/nothing', page.getByRole('heading', { name: 'There is nothing here' })],
  ] as const;
  for (const [what, path, content] of places) {
    await test.step(what, async () => {
      // one of them is loaded by its address; the address is read in the same way when one comes from another page
      await (path === `${VERSION}/stops` ? page.goto(path) : visit(page, path));
      await expect(content, path).toBeVisible();
      await expect(page.getByRole('region', { name: 'Map', exact: true }).locator('canvas'), path).toBeVisible();
    });
  }
});

test('where terms are switched on, the user menu leads to the Terms of Use; otherwise it does not [R035 R036]', LONG, async ({ page }) => {
  await signIn(page, 'viewer', '/data', WITHOUT_MAP);
  const menu = page.getByRole('dialog', { name: 'Account' });
  await page.getByRole('button', { name: /Account of/ }).click();
  await expect(menu.getByText('tom.de-vries@demo.example')).toBeVisible();
  await expect(menu.getByText(/terms/i)).toHaveCount(0);
  await page.goto('/terms');
  await expect(page.getByRole('heading', { name: 'There is nothing here' })).toBeVisible();

  await withConfig(page, { terms: true });
  await page.goto('/data');
  await page.getByRole('button', { name: /Account of/ }).click();
  await expect(menu.getByText(/^Build \S+/)).toBeVisible();
  const link = menu.getByRole('link', { name: 'Terms of Use' });
  await expect(link).toHaveAttribute('href', '/terms');
  await link.click();
  await expect(page.getByRole('heading', { name: 'Terms of Use' })).toBeVisible();
});

test('an id that was copied says so for 3 seconds [H369 R351]', async ({ page, context, baseURL }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: baseURL ?? '' });
  await page.clock.install();
  await signIn(page, 'viewer', VERSION, WITHOUT_MAP);
  const copy = page.getByRole('button', { name: 'Copy version id 1' });
  await expect(copy).toBeVisible();
  // From here on time passes only where it is told to.
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 60_000);
  await copy.click();
  const copied = page.getByRole('main').getByText('Copied');
  await expect(copied).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('1');
  await page.clock.runFor(2900);
  await expect(copied).toBeVisible();
  await page.clock.runFor(200);
  await expect(copied).toHaveCount(0);
});

test('the words of a failed call come from its answer, are seen in the popup and go when it is dismissed [E299 E316 R009]', async ({ page }) => {
  const answers = [
    {
      what: 'a text [R320]',
      status: 400,
      contentType: 'text/plain',
      body: 'The first line\nThe second line',
      said: ['The first line', 'The second line'],
    },
    { what: 'a list [R321]', status: 400, json: [{ Message: 'is unknown', Field: 'Version' }], said: ['Version. is unknown'] },
    {
      what: 'an object with errors [R322]',
      status: 422,
      json: { errors: [{ message: 'Busy' }, { message: 'Come back' }] },
      said: ['Busy. Come back'],
    },
    { what: 'nothing, with 503 [R324]', status: 503, body: '', said: ['Service unavailable: Service cannot be reached at this time'] },
    { what: 'nothing, with 504 [R325]', status: 504, body: '', said: ['Gateway Timeout: Connection to the service has timed out'] },
    {
      what: 'anything else [R326]',
      status: 500,
      contentType: 'text/html',
      body: '<html>oops</html>',
      said: ["Something went wrong. It's not your fault."],
    },
  ] as const;
  let next = 0;
  await page.route(/\/agencies\?limit=1000$/, (route) => {
    const { what: _what, said: _said, ...answer } = answers[next] ?? answers[0];
    return route.fulfill(answer);
  });
  await signIn(page, 'viewer', `${VERSION}/agencies`, WITHOUT_MAP);
  const popup = page.getByTestId('errors');
  const failed = page.getByRole('main').getByRole('alert');
  for (const { what, said } of answers) {
    await test.step(what, async () => {
      if (next > 0) await failed.getByRole('button', { name: 'Retry' }).click();
      for (const text of said) await expect(popup.getByText(text, { exact: true })).toBeVisible();
      await expect(popup).toContainText('GET /storage/ui/db/version/1/agencies?limit=1000');
      await expect(failed).toContainText('The agencies could not be loaded');
      next += 1;
      await popup.getByRole('button', { name: 'Close and clear the errors' }).click();
      await expect(popup).toHaveCount(0);
    });
  }
});

test('the map menu has the layers, the tiles, and the view in two other maps [R082 R083 R084 R086 R362]', async ({ page }) => {
  await askForProbe(page);
  await signIn(page, 'viewer', `${VERSION}/stops/${STOP}`);
  await stopPopup(page).getByRole('button', { name: 'Close' }).click();
  const at = await placeOnMap(page, STOP);
  const under = (): Promise<readonly string[]> => page.evaluate(({ x, y }) => globalThis.__map?.at(x, y).stops ?? [], at);
  expect(await under()).toContain(STOP);

  await page.getByRole('button', { name: 'Layers and map options' }).click();
  const layer = (name: string) => page.getByRole('checkbox', { name });
  for (const name of [/^Stops/, /^Pathways/, /^Transfers/, 'Track shape', 'Track direction'])
    await expect(page.getByRole('checkbox', { name })).toBeChecked();
  await layer('Stops').click();
  await expect.poll(under).toEqual([]);
  await layer('Stops').click();
  await expect.poll(under).toContain(STOP);

  const tiles = page.getByRole('radiogroup', { name: 'Tiles' });
  await expect(tiles.getByRole('radio')).toHaveCount(3);
  await expect(tiles.getByRole('radio', { name: 'Default' })).toBeChecked();
  await expect(tiles.getByRole('radio', { name: 'Satellite' })).toBeDisabled();
  await expect(tiles.getByText('Satellite tiles are not configured')).toBeVisible();
  await expect(tiles.getByRole('radio', { name: 'OpenStreetMap' })).toBeEnabled();

  const links = page.getByRole('link', { name: /\(new tab\)$/ });
  await expect(links).toHaveCount(2);
  const view = /^https:\/\/www\.openstreetmap\.org\/#map=(\d+)\/(-?[\d.]+)\/(-?[\d.]+)$/;
  await expect(links.nth(0)).toHaveAttribute('href', view);
  const [, zoom, lat, lng] = view.exec((await links.nth(0).getAttribute('href')) ?? '') ?? [];
  await expect(links.nth(1)).toHaveAttribute('href', `https://www.google.com/maps/@${lat},${lng},${zoom}z`);

  await test.step('the map options have zooming to a track, on at first, and it stays as it was put [E129 R087]', async () => {
    const zoomToTrack = page.getByRole('checkbox', { name: 'Zoom to the track when one is opened' });
    await expect(zoomToTrack).toBeChecked();
    await zoomToTrack.click();
    await page.reload();
    await page.getByRole('button', { name: 'Layers and map options' }).click();
    await expect(zoomToTrack).not.toBeChecked();
  });
});

test('a click on several stops opens a menu of them, 160 px high at most, from which one is chosen [R102 R103 R104]', async ({ page }) => {
  await askForProbe(page);
  await signIn(page, 'viewer', `${VERSION}/stops/${BESIDE[0]}`);
  await expect.poll(() => page.evaluate(() => globalThis.__map?.zoom())).toBe(15);
  await stopPopup(page).getByRole('button', { name: 'Close' }).click();
  const at = await placeOnMap(page, BESIDE[0]);
  await page.mouse.click(at.x, at.y);
  const popup = page.getByRole('dialog', { name: 'Select stop' });
  await expect(popup).toContainText('There are 2 stops within these coordinates.');
  const menu = popup.getByRole('menu');
  await expect(menu.getByRole('menuitem')).toHaveCount(2);
  await expect(menu).toHaveCSS('max-height', '160px');
  for (const id of BESIDE) await expect(menu).toContainText(id);
  await menu.getByRole('menuitem').filter({ hasText: BESIDE[1] }).click();
  await expect(page).toHaveURL(new RegExp(`/stops/${BESIDE[1]}`));
  await expect(stopPopup(page).getByText(BESIDE[1], { exact: true }).first()).toBeVisible();
});

test('the popup of a stop shows every field, with where it goes, and its agencies lead to their pages [E092 R093 R094 R101]', async ({ page }) => {
  const values = {
    ZoneId: 'zone 3',
    StopCode: 'code 4',
    Url: 'https://stop.example/5',
    Direction: 'Harbour',
    AreaName: 'area 6',
    SignpostedAs: 'signpost 7',
    GroupId: 'group 8',
    ParentId: 'VELMAR',
    PlatformCode: 'platform 9',
    WheelchairBoarding: 1,
    Type: 0,
    Coordinate: { Lat: 48.123_456_7, Lng: 9.5 },
  };
  await changeStop(page, STOP, values);
  await signIn(page, 'viewer', `${VERSION}/stops/${STOP}`);
  const popup = stopPopup(page);
  const shown = {
    'Zone id': 'zone 3',
    Code: 'code 4',
    Direction: 'Towards Harbour',
    'Area name': 'area 6',
    'Signposted as': 'signpost 7',
    'Group id': 'group 8',
    'Parent id': 'VELMAR',
    'Platform code': 'platform 9',
    'Wheelchair boarding': 'Possible',
    Type: 'Regular stop',
    Coordinates: '48.123457,9.5',
  };
  for (const [label, value] of Object.entries(shown)) await expect(popup.getByRole('textbox', { name: label, exact: true }), label).toHaveText(value);
  await expect(popup.getByRole('textbox', { name: 'Name', exact: true })).toHaveText(/\S/);
  await expect(popup.getByRole('group', { name: 'Stop id' })).toContainText(STOP);
  await expect(popup.getByRole('link', { name: 'https://stop.example/5', exact: true })).toBeVisible();

  await popup.getByRole('button', { name: /^Agencies/ }).click();
  await popup.getByRole('link', { name: 'Velmar Transport' }).click();
  await expect(page).toHaveURL(/\/agencies\/[^/]+$/);
  const agency = page.getByRole('complementary', { name: 'Agency Velmar Transport' });
  const more = agency.getByRole('button', { name: 'Show empty fields' });
  await more.click();
  for (const label of ['Id', 'Name', 'Url', 'Fare url', 'Phone', 'Email', 'Timezone', 'Language'])
    await expect(agency.getByText(label, { exact: true }).first()).toBeVisible();
});

test('a stop without a valid coordinate says that the map does not show it [R336]', LONG, async ({ page }) => {
  const text = "The stop is not shown on the map as it doesn't have a valid coordinate";
  await changeStop(page, STOP, { Coordinate: null });
  await signIn(page, 'viewer', `${VERSION}/stops/${STOP}`);
  const details = stopPopup(page);
  await expect(details.getByText(text, { exact: true })).toBeVisible();
  await details.getByRole('button', { name: 'Show empty fields' }).click();
  await expect(details.getByRole('textbox', { name: 'Coordinates' })).toHaveText('—');
});

test('while moved coordinates are on their way, the field says so [R193]', LONG, async ({ page }) => {
  const base = await editNewVersion(page);
  const popup = await openStop(page, base, STOP);
  const held: Route[] = [];
  await page.route('**/edit/stop/coordinates', (route) => void held.push(route));
  await popup.getByLabel('Coordinates').fill('48.06,9.78');
  await popup.getByLabel('Coordinates').press('Enter');
  await expect(popup.getByText('Updating coordinates...', { exact: true })).toBeVisible();
  await expect(page.getByRole('contentinfo', { name: 'Status' })).toContainText('1 waiting');
  await expect.poll(() => held.length).toBe(1);
  for (const route of held) await route.continue();
  await saved(page);
  await expect(popup.getByText('Updating coordinates...', { exact: true })).toBeHidden();
});

test('a schedule has its own page; one without a transport shows N/A for it [E044 E098]', async ({ page }) => {
  let scheduleId = '';
  await page.route(/\/storage\/ui\/db\/version\/1\/schedules\/[^/]+$/, async (route) => {
    const answer = await route.fetch();
    const body: unknown = await answer.json();
    if (!isRecord(body) || !isRecord(body['Schedule'])) throw new Error('No schedule');
    scheduleId = String(body['Schedule']['Id']);
    delete body['Schedule']['ExternalTransportId'];
    await route.fulfill({ response: answer, json: body });
  });
  await signIn(page, 'viewer', `${VERSION}/schedules`, WITHOUT_MAP);
  await page.getByRole('grid', { name: 'Schedules' }).locator('[data-row]').first().click();
  await expect(page.getByRole('article').getByRole('definition').filter({ hasText: 'N/A' })).toHaveCount(1);
  await expect(page).toHaveURL(new RegExp(`/schedules/${encodeURIComponent(scheduleId)}$`));
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await page.reload();
  await expect(page.getByRole('article', { name: `Schedule ${scheduleId}` })).toBeVisible();
});

/** The px of the page where a stop is, once the map is at rest. */
async function placeOnMap(page: Page, stopId: string): Promise<{ readonly x: number; readonly y: number }> {
  await expect.poll(() => page.evaluate((id) => globalThis.__map?.feature(id) !== undefined, stopId)).toBe(true);
  return page.evaluate(async (id) => {
    await globalThis.__map?.idle();
    const at = globalThis.__map?.feature(id);
    if (!at) throw new Error(`The map shows no stop ${id}`);
    return at;
  }, stopId);
}

/** The installation's configuration with some switches set otherwise. */
async function withConfig(page: Page, changes: Readonly<Record<string, unknown>>): Promise<void> {
  await page.route('**/config.json', async (route) => {
    const answer = await route.fetch();
    const config: unknown = await answer.json();
    await route.fulfill({ response: answer, json: { ...(isRecord(config) ? config : {}), ...changes } });
  });
}

/** The server's answers with other values in the fields of one stop. */
async function changeStop(page: Page, stopId: string, changes: Readonly<Record<string, unknown>>): Promise<void> {
  await page.route(/\/stops\/(overlay|details)\/v2/, async (route) => {
    const answer = await route.fetch();
    const body: unknown = await answer.json();
    const stops = isRecord(body) && Array.isArray(body['Stops']) ? body['Stops'].filter(isRecord) : [];
    for (const one of stops) {
      const stop = isRecord(one['Stop']) ? one['Stop'] : one;
      if (stop['Id'] === stopId) Object.assign(stop, changes);
    }
    await route.fulfill({ response: answer, json: body });
  });
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

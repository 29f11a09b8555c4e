import type { Page } from '@playwright/test';
import { expect, signIn, test, WITHOUT_MAP } from '../drivers/browser.ts';

const BASE = '/data/db/velmar/v/1';
const rowsOf = (page: Page, name: string) => page.getByRole('grid', { name }).locator('[data-row]');
const fact = (page: Page, name: string) =>
  page
    .locator('dl > div')
    .filter({ has: page.getByText(name, { exact: true }) })
    .locator('dd');

test('fares are listed, found, and opened on a page of their own [E043]', async ({ page }) => {
  await signIn(page, 'viewer', `${BASE}/fares`);
  await expect(rowsOf(page, 'Fares')).toHaveCount(5);
  await page.getByRole('searchbox', { name: 'Search fares' }).fill('single');
  await expect(rowsOf(page, 'Fares')).toHaveCount(3);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Fares 3 of 5');
  await expect(page).toHaveURL(/\/fares\?Text=single$/);

  await page.getByRole('searchbox', { name: 'Search fares' }).press('Escape');
  await page.getByRole('grid', { name: 'Fares' }).focus();
  await page.keyboard.type('nig');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/fares\/night$/);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Night ticket');
  await page.reload();
  await expect(fact(page, 'Price')).toHaveText('3.60 EUR');
  await expect(fact(page, 'Number of transfers')).toHaveText('At most 1 transfer');
  await page.getByRole('link', { name: 'All fares' }).click();
  await expect(page).toHaveURL(/\/fares$/);
});

test('a fare names its transports as their vehicles do, and its zones', async ({ page }) => {
  await signIn(page, 'viewer', `${BASE}/fares/night`, WITHOUT_MAP);
  const rows = rowsOf(page, 'Transports and zones');
  await expect(rows).toHaveCount(4);
  await expect(rows.first().getByRole('gridcell').first()).toHaveText(/^N1Elsee Village/);
  await page.goto(`${BASE}/fares/single-2`);
  await expect(rows.first().getByRole('gridcell')).toHaveText(['any', '1', '2', 'any']);
  await page.goto(`${BASE}/fares/day`);
  await expect(page.getByText('This fare holds on every transport and between all zones.')).toBeVisible();
});

test('every field, condition and prior-ride condition of a fare is told in words [E113 E115 E116]', async ({ page }) => {
  await signIn(page, 'viewer', `${BASE}/stops`, WITHOUT_MAP);
  const stop = rowsOf(page, 'Stops').nth(8);
  const name = await stop.getByRole('gridcell').first().innerText();
  await stop.click();
  await expect(page).toHaveURL(/\/stops\/[^/]+$/);
  const here = decodeURIComponent(new URL(page.url()).pathname.split('/').at(-1) ?? '');
  const Fare = {
    Id: 'day',
    Price: '2.40',
    Currency: 'EUR',
    IsApproximatePrice: true,
    Days: 31,
    FareGroupId: 'singles',
    ArrivalTime: 90_600,
    DepartTime: 21_600,
    ValidFromDate: '2026-01-01',
    ValidToDate: '2026-12-31',
    NumberOfTransfers: 1,
    Duration: 5400,
    IsDurationInherited: true,
    NumberOfStops: 4,
    NumberOfZones: 2,
    DistanceInterval: { From: 500, To: 2500 },
    RatePerDistance: '0.15',
    BetweenStops: [{ FromStop: here, ToStop: null }],
    ValidAfterFareGroups: ['day'],
    ValidAfterStops: [here],
    ValidAfterTransports: ['10'],
    Rules: [
      { Transport: '10', FromZone: 'A', ToZone: 'B', ContainsZone: '7' },
      { Transport: '10', FromZone: 'A', ToZone: 'B', ContainsZone: '12' },
    ],
  };
  await page.route('**/storage/**/fares/day', (route) => route.fulfill({ json: { Fare, Rev: 0 } }));
  await page.goto(`${BASE}/fares/day`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('No description');
  const said = {
    Price: 'about 2.40 EUR',
    'Approximate price': 'Yes',
    Days: 'Mon–Fri',
    'Fare group': 'singles',
    'Depart time': '06:00',
    'Arrival time': '25:10',
    'Valid from': '2026-01-01',
    'Valid to': '2026-12-31',
    Duration: '1 h 30 min, inherited from the ride before',
    'Number of transfers': 'At most 1 transfer',
    'Number of stops': 'At most 4 stops',
    'Number of zones': 'At most 2 zones',
    'Distance interval': '500 m – 2.5 km',
    'Rate per distance': '0.15 EUR per km',
    'Between stops': `${name}→any`,
    'Valid after fare groups': 'day',
    'Valid after stops': name,
  };
  for (const [field, text] of Object.entries(said)) await expect(fact(page, field)).toHaveText(text);
  await expect(fact(page, 'Id')).toContainText('day');
  await expect(fact(page, 'Valid after transports')).toHaveText(/^10.+/);
  await expect(rowsOf(page, 'Transports and zones').first().getByRole('gridcell')).toHaveText([/^10.+/, 'A', 'B', '7, 12']);
});

test('a fare that is none is said to be none', async ({ page }) => {
  await signIn(page, 'viewer', `${BASE}/fares/nothing%2Fhere`, WITHOUT_MAP);
  await expect(page.getByRole('alert').getByText('There is no fare nothing/here.').first()).toBeVisible();
});

test('translations are listed, narrowed down by language and field, and opened [E045]', async ({ page }) => {
  await signIn(page, 'viewer', `${BASE}/translations`);
  const rows = rowsOf(page, 'Translations');
  await rows.first().waitFor();
  await page.getByRole('combobox', { name: 'Language' }).click();
  await page.getByRole('option', { name: /^French/ }).click();
  await expect(page).toHaveURL(/\/translations\?LanguageName=fr$/);
  await page.getByRole('combobox', { name: 'Field' }).click();
  await page.getByRole('option', { name: /^stops: stop_name/ }).click();
  await page.getByRole('searchbox', { name: 'Search translations' }).fill('village de al');
  await expect(rows.first().getByRole('gridcell')).toHaveText(['Albach Village', 'Village de Albach', 'French']);

  await rows.first().click();
  await expect(page).toHaveURL(/\/translations\/stop_name\.fr\.Albach-Village\?Text=village%20de%20al&LanguageName=fr&FieldName=stops\.stop_name$/);
  await page.reload();
  const details = page.getByRole('complementary', { name: 'Translation Albach Village' });
  await expect(details.getByText('Language', { exact: true }).first()).toBeVisible();
  await expect(details.getByText('Albach Village').first()).toBeVisible();
  await details.getByRole('button', { name: 'Close' }).click();
  await expect(details).toHaveCount(0);
  await page.goto(`${BASE}/translations/none`);
  await expect(page.getByText('There is no such translation')).toBeVisible();
});

test("an empty answer of the translations call is rejected with 'Failed to handle large response from backend' [E294 H348]", async ({ page }) => {
  await signIn(page, 'viewer', `${BASE}/agencies`, WITHOUT_MAP);
  const calls = '**/storage/ui/db/version/1/translations';
  await page.route(calls, (route) => route.fulfill({ status: 200, contentType: 'application/json', body: '' }));
  await page.goto(`${BASE}/translations`);
  const alert = page.getByRole('alert').filter({ hasText: 'The translations could not be loaded' });
  await expect(alert.getByText('Failed to handle large response from backend')).toBeVisible();
  await page.unroute(calls);
  await alert.getByRole('button', { name: 'Retry' }).click();
  await expect(rowsOf(page, 'Translations').first()).toBeVisible();
});

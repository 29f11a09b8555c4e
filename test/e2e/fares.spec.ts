import type { Page } from '@playwright/test';
import { expect, LONG, signIn, test, visit, WITHOUT_MAP } from '../drivers/browser.ts';
import { haveFreshVersion } from '../drivers/freshVersion.ts';
import { driveMap } from '../drivers/mapDriver.ts';
import { saved } from './editing.ts';

const BASE = '/data/db/velmar/v/1';
const rowsOf = (page: Page, name: string) => page.getByRole('grid', { name }).locator('[data-row]');
const panel = (page: Page, name: string) => page.getByRole('complementary', { name: `Fare ${name}` });

test('fares are listed, found, and opened at an address of their own [E043]', async ({ page }) => {
  await signIn(page, 'viewer', `${BASE}/fares`, WITHOUT_MAP);
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
  await page.reload();
  const night = panel(page, 'Night ticket');
  await expect(night.getByText('3.60 EUR')).toBeVisible();
  await expect(night.getByText('At most 1 transfer')).toBeVisible();
  const rows = rowsOf(page, 'Transports and zones');
  await expect(rows).toHaveCount(4);
  await expect(rows.first().getByRole('gridcell').first()).toHaveText(/^N1/);
  await night.getByRole('button', { name: 'Close' }).click();
  await expect(page).toHaveURL(/\/fares$/);
});

test('who has read-only rights sees a fare in words, and is told why nothing can be changed [E114]', LONG, async ({ page }) => {
  const Fare = {
    Id: 'day',
    Price: '2.40',
    Currency: 'EUR',
    Days: 31,
    ArrivalTime: 90_600,
    DistanceInterval: { From: 500, To: 2500 },
    ValidAfterTransports: ['10'],
    Rules: [{ Transport: '10', FromZone: 'A', ToZone: 'B', ContainsZone: '7' }],
  };
  await page.route('**/storage/**/fares/day', (route) => route.fulfill({ json: { Fare, Rev: 0 } }));
  await signIn(page, 'viewer', `${BASE}/fares/day`, WITHOUT_MAP);
  const day = panel(page, 'No description');
  for (const text of ['Mon–Fri', '25:10', '500 m – 2.5 km']) await expect(day.getByText(text)).toBeVisible();
  await expect(day.getByText('Prior-ride conditions')).toBeVisible();
  for (const name of ['Clone fare', 'Remove fare', 'Add condition', 'Transports']) {
    const button = day.getByRole('button', { name, exact: true });
    await expect(button).toHaveAttribute('aria-disabled', 'true');
  }
  for (const name of ['Create fare', 'Delete mode']) await expect(page.getByRole('button', { name })).toHaveAttribute('aria-disabled', 'true');
  await day.getByRole('button', { name: 'Clone fare' }).hover();
  await expect(page.getByRole('tooltip', { name: 'You have read-only rights' })).toBeVisible();
});

test('a fare is created, changed field by field, cloned and removed after a question [E063 E077 E078 E149 H044]', async ({ page }) => {
  const base = await haveFreshVersion(page, WITHOUT_MAP);
  await page.goto(`${base}/fares`);
  await expect(rowsOf(page, 'Fares')).toHaveCount(5);
  await page.keyboard.press('Alt+Shift+N');
  const form = page.getByRole('dialog', { name: 'Create fare' });
  await form.getByLabel('Price').fill('8.905');
  await form.getByRole('button', { name: 'Create' }).click();
  await expect(form.getByText('Fare id is required')).toBeVisible();
  await expect(form.getByText('Enter an amount with up to 2 decimals, such as 8.90')).toBeVisible();
  await form.getByLabel('Id').fill('day');
  await form.getByLabel('Price').fill('8.90');
  await form.getByRole('button', { name: 'Create' }).click();
  await expect(form.getByRole('alert')).toHaveText('There is a fare with the id day already.');
  await form.getByLabel('Id').fill('weekend');
  await form.getByRole('button', { name: 'Create' }).click();
  const fare = panel(page, 'No description');
  await expect(fare).toBeVisible();
  await expect(page).toHaveURL(/\/fares\/weekend$/);

  const type = async (label: string, text: string): Promise<void> => {
    await fare.getByLabel(label, { exact: true }).fill(text);
    await fare.getByLabel(label, { exact: true }).press('Enter');
  };
  await type('Price', '9,10');
  await expect(fare.getByText('Enter an amount with up to 2 decimals, such as 8.90')).toBeVisible();
  await type('Price', '9.10');
  await type('Valid from', '2026-05-01');
  await type('Valid to', '2026-04-01');
  await expect(fare.getByText('The last day is before the first, 2026-05-01')).toBeVisible();
  await type('Valid to', '2026-09-30');
  await fare.getByRole('group', { name: 'Days' }).getByText('Mon').click();
  await saved(page);
  await expect(rowsOf(page, 'Fares').filter({ hasText: 'weekend' }).getByRole('gridcell', { name: '9.10 EUR' })).toBeVisible();
  await expect(rowsOf(page, 'Fares').filter({ hasText: 'weekend' })).toContainText('Tue–Sun');

  await fare.getByRole('button', { name: 'Clone fare' }).click();
  await expect(page).toHaveURL(/\/fares\/weekend-2$/);
  await page.keyboard.press('Alt+Shift+X');
  const one = page.getByRole('dialog', { name: 'Remove fare' });
  await expect(one.getByText('Do you want to remove "No description" fare?')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(one).toHaveCount(0);
  await page.getByRole('button', { name: 'Delete mode' }).click();
  for (const id of ['weekend', 'weekend-2'])
    await rowsOf(page, 'Fares')
      .filter({ has: page.getByText(id, { exact: true }) })
      .click();
  await page.getByRole('button', { name: 'Remove 2' }).click();
  await expect(page.getByRole('dialog', { name: 'Removes fares' }).getByText('Do you want to remove 2 selected fares from the list?')).toBeVisible();
  await expect(page.getByRole('dialog').getByRole('button', { name: 'Remove', exact: true })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(rowsOf(page, 'Fares')).toHaveCount(5);
  await page.getByRole('button', { name: 'Undo: Remove 2 fares' }).click();
  await expect(rowsOf(page, 'Fares')).toHaveCount(7);
  await saved(page);
});

test('conditions are added, changed and removed; what does not fit is not offered, and says why [E115 E116 E215]', LONG, async ({ page }) => {
  const base = await haveFreshVersion(page, WITHOUT_MAP);
  await page.goto(`${base}/fares/single-2`);
  const fare = panel(page, 'Single ticket, 2 zones');
  await fare.getByRole('button', { name: 'Add condition' }).click();
  const stops = fare.getByRole('button', { name: /^Between stops/ });
  await expect(stops).toContainText('Not beside between zones: Stops and zones would both say where the ride begins and ends');
  await expect(stops).toHaveAttribute('aria-disabled', 'true');
  await fare.getByRole('button', { name: 'Number of transfers' }).click();
  await fare.getByLabel('At most so many transfers').fill('two');
  await fare.getByRole('button', { name: 'Save' }).click();
  await expect(fare.getByText('Enter a whole number from 0')).toBeVisible();
  await fare.getByLabel('At most so many transfers').fill('2');
  await fare.getByRole('button', { name: 'Save' }).click();
  await expect(fare.getByText('At most 2 transfers')).toBeVisible();

  await fare.getByRole('button', { name: 'Remove between zones' }).click();
  await expect(fare.getByText('This fare holds on every transport and between all zones.')).toBeVisible();
  await fare.getByRole('button', { name: 'Add condition' }).click();
  await fare.getByRole('button', { name: 'Valid after stops' }).click();
  const search = fare.getByRole('combobox', { name: 'Add stop' });
  await search.fill('market');
  await page.getByRole('option').first().click();
  await fare.getByRole('button', { name: 'Save' }).click();
  await expect(fare.getByText('Prior-ride conditions')).toBeVisible();

  await fare.getByRole('button', { name: 'Add condition' }).click();
  await fare.getByRole('button', { name: 'Between zones' }).click();
  await fare.getByRole('combobox', { name: 'From zones' }).click();
  await page.getByRole('option', { name: /^1 ·/ }).click();
  await fare.getByRole('button', { name: 'Save' }).click();
  await expect(rowsOf(page, 'Transports and zones').first().getByRole('gridcell').nth(1)).toHaveText('1');
  await saved(page);
});

test('a stop of a condition is picked on the map', LONG, async ({ page }) => {
  const map = await driveMap(page);
  const base = await haveFreshVersion(page);
  await page.goto(`${base}/stops/V0133A`);
  await map.stop('V0133A');
  await visit(page, `${base}/fares/day`);
  const fare = panel(page, 'Day ticket');
  await fare.getByRole('button', { name: 'Add condition' }).click();
  await fare.getByRole('button', { name: 'Between stops' }).click();
  await fare.getByRole('button', { name: 'Pick from stop on the map' }).click();
  await expect(page.getByText('Click the stop of the condition. Escape leaves.')).toBeVisible();
  await map.click(await map.stop('V0133A'));
  await expect(fare.getByRole('combobox', { name: 'From stop' })).toHaveValue(/V0133A/);
  await fare.getByRole('button', { name: 'Save' }).click();
  await expect(fare.getByText('Between stops')).toBeVisible();
  await saved(page);
});

test('the fare check says which fares apply to a journey, and why the others do not', LONG, async ({ page }) => {
  await signIn(page, 'viewer', `${BASE}/schedules`, WITHOUT_MAP);
  const answer = page.waitForResponse((response) => /\/schedules\/[^/?]+$/.test(response.url()));
  await rowsOf(page, 'Schedules').filter({ hasText: 'N1' }).first().click();
  const [from = '', to = ''] = Array.from((await (await answer).text()).matchAll(/"StopId":"([^"]+)"/g), ([, stopId]) => stopId ?? '');
  await expect(page).toHaveURL(/\/schedules\/./);

  await visit(page, `${BASE}/fares`);
  await rowsOf(page, 'Fares').first().waitFor();
  await page.keyboard.press('Alt+Shift+F');
  const check = page.getByRole('complementary', { name: 'Fare check Which fares apply' });
  await check.getByRole('button', { name: 'Check', exact: true }).click();
  await expect(check.getByText('Choose a stop')).toHaveCount(2);
  await expect(check.getByText('Choose a line', { exact: true })).toBeVisible();
  const choose = async (field: string, text: string): Promise<void> => {
    await check.getByRole('combobox', { name: field, exact: true }).fill(text);
    await page.getByRole('option', { name: text }).first().click();
  };
  await choose('Origin', from);
  await choose('Destination', to);
  await choose('Line', 'N1');
  await check.getByRole('button', { name: 'Check', exact: true }).click();
  const apply = check.getByRole('region', { name: 'Apply', exact: true });
  await expect(apply.getByRole('link')).toHaveText(['Day ticket', 'Night ticket']);
  const others = check.getByRole('region', { name: 'Do not apply' });
  await expect(others.getByText('Between zones From zone')).not.toHaveCount(0);
  await apply.getByRole('button', { name: 'What was checked of Night ticket' }).click();
  await expect(apply.getByText('At most 1; the journey has 0')).toBeVisible();
  // the other way round no track of the line goes
  await choose('Line', '30');
  await check.getByRole('button', { name: 'Check', exact: true }).click();
  await expect(check.getByRole('alert').getByText(/^No track of line .* goes from/)).toBeVisible();
  await apply.getByRole('link', { name: 'Day ticket' }).waitFor({ state: 'hidden' });
  await page.keyboard.press('Escape');
  await expect(check).toHaveCount(0);
});

test('a fare that is none is said to be none', LONG, async ({ page }) => {
  await signIn(page, 'viewer', `${BASE}/fares/nothing%2Fhere`, WITHOUT_MAP);
  await expect(page.getByRole('alert').getByText('There is no fare nothing/here.').first()).toBeVisible();
});

test('translations are listed, narrowed down by language and field, and opened [E045]', async ({ page }) => {
  await signIn(page, 'viewer', `${BASE}/translations`, WITHOUT_MAP);
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
  await visit(page, `${BASE}/translations/none`);
  await expect(page.getByText('There is no such translation')).toBeVisible();
});

test(
  "an empty answer of the translations call is rejected with 'Failed to handle large response from backend' [E294 H348]",
  LONG,
  async ({ page }) => {
    await signIn(page, 'viewer', `${BASE}/agencies`, WITHOUT_MAP);
    const calls = '**/storage/ui/db/version/1/translations';
    await page.route(calls, (route) => route.fulfill({ status: 200, contentType: 'application/json', body: '' }));
    await visit(page, `${BASE}/translations`);
    const alert = page.getByRole('alert').filter({ hasText: 'The translations could not be loaded' });
    await expect(alert.getByText('Failed to handle large response from backend')).toBeVisible();
    await page.unroute(calls);
    await alert.getByRole('button', { name: 'Retry' }).click();
    await expect(rowsOf(page, 'Translations').first()).toBeVisible();
  },
);

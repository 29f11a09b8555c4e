import type { Locator, Page } from '@playwright/test';
import { expect, LONG, signIn, test, visit, WITHOUT_MAP } from '../drivers/browser.ts';
import { axeFindings } from '../drivers/axe.ts';
import { haveFreshVersion } from '../drivers/freshVersion.ts';
import { editNewVersion, saved } from './editing.ts';

/** The details of a record. */
const details = (page: Page, kind: string): Locator => page.getByRole('complementary', { name: new RegExp(`^${kind} `) });

async function choose(form: Locator, label: string, option: string): Promise<void> {
  const field = form.getByRole('combobox', { name: label });
  await field.click();
  await field.page().getByRole('option', { name: option }).click();
}

async function createCategory(page: Page, id: string, name: string): Promise<void> {
  await page.getByRole('button', { name: 'Create vehicle category' }).first().click();
  const form = page.getByRole('dialog', { name: 'Create vehicle category' });
  await form.getByLabel('Id').fill(id);
  await form.getByLabel('Name').fill(name);
  await form.getByRole('button', { name: 'Create', exact: true }).click();
  await expect(details(page, 'Vehicle category').getByRole('heading', { name })).toBeVisible();
}

async function couple(page: Page, parent: string, child: string, sequence: string): Promise<void> {
  await page.getByRole('button', { name: 'Create vehicle coupling' }).first().click();
  const form = page.getByRole('dialog', { name: 'Create vehicle coupling' });
  await choose(form, 'Parent', parent);
  await choose(form, 'Child', child);
  await form.getByLabel('Child sequence').fill(sequence);
  await form.getByRole('button', { name: 'Create', exact: true }).click();
}

test('vehicles are coupled up to three levels; a fourth is refused, and what is used stays [E346]', LONG, async ({ page }) => {
  const base = await haveFreshVersion(page, WITHOUT_MAP);
  await page.goto(base);
  await page.getByRole('button', { name: /^View/ }).click();
  await page.getByRole('option', { name: 'Vehicle categories' }).click();
  await expect(page).toHaveURL(new RegExp(`${base}/vehicle-categories$`));
  for (const [id, name] of [
    ['train', 'Train'],
    ['car', 'Car'],
    ['door', 'Door'],
    ['step', 'Step'],
  ] as const)
    await createCategory(page, id, name);
  await visit(page, `${base}/vehicle-couplings`);
  await couple(page, 'Train · train', 'Car · car', '1');
  await couple(page, 'Car · car', 'Door · door', '1');
  await saved(page);
  await couple(page, 'Door · door', 'Step · step', '1');
  await expect(page.getByText('Vehicle couplings have at most 3 levels: train → car → door → step would be 4')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('grid', { name: 'Vehicle couplings' }).locator('[data-row]')).toHaveCount(2);
  expect(await axeFindings(page)).toEqual([]);

  await visit(page, `${base}/vehicle-categories/car`);
  await page.getByRole('button', { name: 'Remove vehicle category' }).click();
  const question = page.getByRole('dialog', { name: 'Remove vehicle category' });
  await expect(question.getByText('In use by 2 vehicle couplings: ')).toBeVisible();
  await expect(question.getByRole('button', { name: 'Remove', exact: true })).toHaveAttribute('aria-disabled', 'true');
});

test('a level is made, refused, changed, cloned and removed; undo brings it back, and a colleague sees it', async ({ page, browser }) => {
  const base = await haveFreshVersion(page, WITHOUT_MAP);
  await page.goto(`${base}/levels`);
  await page.getByRole('button', { name: 'Create level' }).click();
  const form = page.getByRole('dialog', { name: 'Create level' });
  await form.getByLabel('Index').fill('top');
  await form.getByRole('button', { name: 'Create', exact: true }).click();
  await expect(form.getByText('Id is required')).toBeVisible();
  await expect(form.getByText('Enter a number')).toBeVisible();
  await form.getByLabel('Id').fill('L9');
  await form.getByLabel('Index').fill('9');
  await form.getByRole('button', { name: 'Create', exact: true }).click();
  await expect(page).toHaveURL(new RegExp(`${base}/levels/L9$`));
  await saved(page);

  const other = await (await browser.newContext()).newPage();
  await signIn(other, 'editor', `${new URL(page.url()).origin}${base}/levels`, WITHOUT_MAP);
  await expect(other.getByRole('grid', { name: 'Levels' }).getByText('L9')).toBeVisible();
  const name = details(page, 'Level').getByLabel('Name');
  await name.fill('Roof garden');
  await name.press('Enter');
  await expect(other.getByText('Roof garden')).toBeVisible();
  await other.context().close();

  await page.getByRole('button', { name: 'Clone level' }).click();
  const clone = page.getByRole('dialog', { name: 'Clone level' });
  await expect(clone.getByLabel('Id')).toHaveValue('L9-2');
  await clone.getByRole('button', { name: 'Clone', exact: true }).click();
  await expect(page).toHaveURL(new RegExp(`${base}/levels/L9-2$`));
  await page.getByRole('button', { name: 'Remove level' }).click();
  await expect(page.getByRole('dialog').getByRole('button', { name: 'Remove', exact: true })).toBeFocused();
  await page.keyboard.press('Enter');
  const rows = page.getByRole('grid', { name: 'Levels' }).locator('[data-row]');
  await expect(rows.filter({ hasText: 'L9-2' })).toHaveCount(0);
  await saved(page);
  await page.keyboard.press('Control+z');
  await expect(rows.filter({ hasText: 'L9-2' })).toHaveCount(1);
});

test('the feed information is one; its dates are looked at together', LONG, async ({ page }) => {
  const base = await haveFreshVersion(page, WITHOUT_MAP);
  await page.goto(`${base}/feeds/feed`);
  const panel = details(page, 'Feed information');
  await panel.getByLabel('Start date').fill('2026-12-01');
  await panel.getByLabel('Start date').press('Enter');
  await panel.getByLabel('End date').fill('2026-02-30');
  await panel.getByLabel('End date').press('Enter');
  await expect(panel.getByText('Enter a date: YYYY-MM-DD')).toBeVisible();
  await panel.getByLabel('End date').fill('2026-11-01');
  await panel.getByLabel('End date').press('Enter');
  await expect(panel.getByText('The end date is before the start date')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Create feed information' })).toHaveAttribute('aria-disabled', 'true');
});

test(
  'who has read-only rights reads each of the smaller kinds and translations, can change none of them, and is told why',
  LONG,
  async ({ page }) => {
    const records = {
      Feed: { Id: 'feed', PublisherName: 'City data', PublisherUrl: 'https://city.example', Language: 'en' },
      Level: { Id: 'one', Index: 1, Name: 'Hall' },
      Attribution: { Id: 'one', OrganizationName: 'Open data office', IsProducer: true },
      VehicleCategory: { Id: 'one', Name: 'Long tram' },
      VehicleBoarding: { Id: 'one', BoardingAreaId: 'area', VehicleCategoryId: 'tram', ChildSequence: 2 },
      VehicleCoupling: { Id: 'one', ParentId: 'tram', ChildId: 'car', ChildSequence: 1, ChildLabel: 'Car 1' },
      TicketingDeepLink: { Id: 'one', WebUrl: 'https://tickets.example' },
      TicketingIdentifier: { Id: 'one', TicketingStopId: '8503000', StopId: 'V0133A', AgencyId: 'nobody' },
    };
    await page.route(/\/records\/\w+$/, (route) => {
      const kind = new URL(route.request().url()).pathname.split('/').at(-1) ?? '';
      return route.fulfill({ json: { Records: [Reflect.get(records, kind)], Revs: {} } });
    });
    await signIn(page, 'viewer', '/data/db/velmar/v/1/feeds/feed', WITHOUT_MAP);
    const kinds = [
      ['feeds/feed', 'feed information', 'City data'],
      ['levels/one', 'level', 'Hall'],
      ['attributions/one', 'attribution', 'Open data office'],
      ['vehicle-categories/one', 'vehicle category', 'Long tram'],
      ['vehicle-boardings/one', 'vehicle boarding', 'area'],
      ['vehicle-couplings/one', 'vehicle coupling', 'Car 1'],
      ['ticketing-deep-links/one', 'ticketing deep link', 'https://tickets.example'],
      ['ticketing-identifiers/one', 'ticketing identifier', '8503000'],
    ] as const;
    for (const [path, kind, text] of kinds) {
      await visit(page, `/data/db/velmar/v/1/${path}`);
      const panel = details(page, kind.charAt(0).toUpperCase() + kind.slice(1));
      await expect(panel.getByText(text, { exact: true }).first()).toBeVisible();
      await expect(panel.locator('input, textarea')).toHaveCount(0);
      for (const name of [`Create ${kind}`, 'Delete mode', ...(kind === 'feed information' ? [] : [`Clone ${kind}`]), `Remove ${kind}`])
        await expect(page.getByRole('button', { name, exact: true })).toHaveAttribute('aria-disabled', 'true');
    }
    await page.getByRole('button', { name: 'Clone ticketing identifier' }).hover();
    await expect(page.getByRole('tooltip', { name: 'You have read-only rights' })).toBeVisible();
    await visit(page, '/data/db/velmar/v/1/translations');
    await page.getByRole('grid', { name: 'Translations' }).getByRole('row').nth(1).click();
    const translation = details(page, 'Translation');
    await expect(translation.getByText('Field name', { exact: true })).toBeVisible();
    await expect(translation.locator('input, textarea')).toHaveCount(0);
    for (const name of ['Create translation', 'Clone translation', 'Remove translation'])
      await expect(page.getByRole('button', { name, exact: true })).toHaveAttribute('aria-disabled', 'true');
  },
);

test(
  'what lacks a translation is counted and filled in on a sheet; a paste is one step of undo, and a file with wrong columns changes nothing',
  LONG,
  async ({ page }) => {
    const base = await haveFreshVersion(page, WITHOUT_MAP);
    await page.goto(`${base}/translations?view=sheet&Add=sv&FieldName=stops.stop_name`);
    const grid = page.getByRole('grid', { name: 'Sheet of translations' });
    const head = grid.getByRole('columnheader', { name: /Swedish/ });
    await expect(head).toContainText(/\d+ missing/);
    const before = await head.textContent();
    await page.getByLabel('CSV file').setInputFiles({ name: 'wrong.csv', mimeType: 'text/csv', buffer: Buffer.from('Name,fr\r\nHarbour,Port\r\n') });
    await expect(page.getByText('wrong.csv was not taken: nothing has changed.')).toBeVisible();
    await expect(head).toHaveText(before ?? '');
    const column = await head.evaluate((element) => [...(element.parentElement?.children ?? [])].indexOf(element));
    const cell = (row: number) =>
      grid
        .getByRole('row')
        .nth(row + 1)
        .locator(':scope > *')
        .nth(column);
    await cell(0).click();
    await grid.evaluate((element) => {
      const clipboardData = new DataTransfer();
      clipboardData.setData('text/plain', 'Un\nDeux\nTrois');
      element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
    });
    await expect(cell(2)).toHaveText('Trois');
    await saved(page);
    await expect(head).not.toHaveText(before ?? '');
    await grid.press('Control+z');
    await expect(cell(2)).toHaveText('');
    await expect(head).toHaveText(before ?? '');
  },
);

const gridRows = (page: Page, name: string): Locator => page.getByRole('grid', { name, exact: true }).locator('[data-row]');

/** Begins a new record of a kind, and answers its form. */
async function begin(page: Page, kind: string): Promise<Locator> {
  await page
    .getByRole('button', { name: `Create ${kind}` })
    .first()
    .click();
  return page.getByRole('dialog', { name: `Create ${kind}` });
}

test('an attribution is made, holds for one thing alone, is searched, removed and brought back', LONG, async ({ page }) => {
  const base = await haveFreshVersion(page, WITHOUT_MAP);
  await page.goto(`${base}/attributions`);
  const rows = gridRows(page, 'Attributions');
  const form = await begin(page, 'attribution');
  await form.getByRole('button', { name: 'Create', exact: true }).click();
  await expect(form.getByText('Organization is required')).toBeVisible();
  await form.getByLabel('Organization').fill('Open data office');
  await choose(form, 'Producer', 'Yes');
  await form.getByLabel('E-mail').fill('nobody');
  await form.getByRole('button', { name: 'Create', exact: true }).click();
  await expect(form.getByText('Enter an e-mail address')).toBeVisible();
  await form.getByLabel('E-mail').fill('data@city.example');
  await form.getByRole('button', { name: 'Create', exact: true }).click();
  const panel = details(page, 'Attribution');
  await expect(panel.getByRole('heading', { name: 'Open data office' })).toBeVisible();
  await saved(page);

  await panel.getByRole('combobox', { name: 'Agency' }).click();
  await page.getByRole('option').nth(1).click();
  await saved(page);
  await panel.getByLabel('Trip id').fill('T1');
  await panel.getByLabel('Trip id').press('Enter');
  await expect(panel.getByText(/at most/)).toBeVisible();
  await panel.getByLabel('Trip id').press('Escape');

  await page.getByRole('searchbox', { name: 'Search attributions' }).fill('open data');
  await expect(rows).toHaveCount(1);
  await page.getByRole('button', { name: 'Remove attribution' }).click();
  await expect(page.getByRole('dialog').getByRole('button', { name: 'Remove', exact: true })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(rows).toHaveCount(0);
  await saved(page);
  await page.keyboard.press('Control+z');
  await visit(page, `${base}/attributions?Name=open`);
  await expect(rows).toHaveCount(1);
});

test('a boarding tells where on a boarding area a vehicle stops; what it names stays', LONG, async ({ page }) => {
  const base = await haveFreshVersion(page, WITHOUT_MAP);
  await page.goto(`${base}/vehicle-categories`);
  await createCategory(page, 'tram', 'Long tram');
  await visit(page, `${base}/vehicle-boardings`);
  const form = await begin(page, 'vehicle boarding');
  // only boarding areas are offered
  await form.getByRole('combobox', { name: 'Boarding area' }).click();
  await expect(page.getByRole('option', { name: /^Central Station 1 [AB] · / })).toHaveCount(2);
  await expect(page.getByRole('option')).toHaveCount(2);
  await page.getByRole('option', { name: /^Central Station 1 A · / }).click();
  await choose(form, 'Vehicle category', 'Long tram · tram');
  await form.getByLabel('Child sequence', { exact: true }).fill('first');
  await form.getByRole('button', { name: 'Create', exact: true }).click();
  await expect(form.getByText('Enter a whole number')).toBeVisible();
  await form.getByLabel('Child sequence', { exact: true }).fill('1');
  await form.getByRole('button', { name: 'Create', exact: true }).click();
  await expect(gridRows(page, 'Vehicle boardings').first()).toContainText('Long tram');
  await saved(page);
  await details(page, 'Vehicle boarding').getByRole('link', { name: 'Open' }).last().click();
  await expect(page).toHaveURL(/\/vehicle-categories\/tram$/);
  const category = details(page, 'Vehicle category');
  await category.getByRole('button', { name: 'Used by 1' }).click();
  await expect(category.getByRole('link', { name: /-P1-A/ })).toBeVisible();
});

test('a ticketing identifier names a stop for the ticket shop of an agency', LONG, async ({ page }) => {
  const base = await haveFreshVersion(page, WITHOUT_MAP);
  await page.goto(`${base}/ticketing-identifiers`);
  const form = await begin(page, 'ticketing identifier');
  await form.getByLabel('Ticketing stop id').fill('8503000');
  await form.getByRole('button', { name: 'Create', exact: true }).click();
  await expect(form.getByText('Stop is required')).toBeVisible();
  const stop = form.getByRole('combobox', { name: 'Stop', exact: true });
  await stop.fill('V0133A');
  await page.getByRole('option').first().click();
  await form.getByRole('combobox', { name: 'Agency' }).click();
  await page.getByRole('option').first().click();
  await form.getByRole('button', { name: 'Create', exact: true }).click();
  const panel = details(page, 'Ticketing identifier');
  await expect(panel.getByRole('heading', { name: '8503000' })).toBeVisible();
  await saved(page);
  const id = panel.getByLabel('Ticketing stop id');
  await id.fill('8503001');
  await id.press('Enter');
  await expect(gridRows(page, 'Ticketing identifiers').first()).toContainText('8503001');
  await saved(page);
  await page.getByRole('button', { name: 'Undo: Change ticketing stop id of ticketing identifier 8503000 to 8503001' }).click();
  await expect(gridRows(page, 'Ticketing identifiers').first()).toContainText('8503000');
});

test('a ticketing deep link is given to an agency and a line, and stays while they name it', LONG, async ({ page }) => {
  const base = await haveFreshVersion(page, WITHOUT_MAP);
  await page.goto(`${base}/ticketing-deep-links`);
  const form = await begin(page, 'ticketing deep link');
  await form.getByRole('textbox', { name: 'Id', exact: true }).fill('shop');
  await form.getByLabel('Web url').fill('http://tickets.example');
  await form.getByRole('button', { name: 'Create', exact: true }).click();
  await expect(form.getByText('Enter a full address starting with https://')).toBeVisible();
  await form.getByLabel('Web url').fill('https://tickets.example');
  await form.getByRole('button', { name: 'Create', exact: true }).click();
  await expect(details(page, 'Ticketing deep link')).toBeVisible();
  await saved(page);

  await visit(page, `${base}/agencies`);
  await gridRows(page, 'Agencies').first().click();
  const agency = page.getByRole('complementary', { name: /^Agency / });
  await choose(agency, 'Ticketing deep link', 'shop · https://tickets.example');
  await saved(page);
  await visit(page, `${base}/schedules/2_20260701`);
  const field = page.getByRole('combobox', { name: 'Ticketing deep link' });
  await field.click();
  await page.getByRole('option', { name: 'shop · https://tickets.example' }).click();
  await saved(page);

  await page.getByRole('link', { name: 'Open', exact: true }).click();
  await expect(page).toHaveURL(/\/ticketing-deep-links\/shop$/);
  await page.getByRole('button', { name: 'Remove ticketing deep link' }).click();
  const question = page.getByRole('dialog', { name: 'Remove ticketing deep link' });
  await expect(question.getByText(/^In use by 1 agency: /)).toBeVisible();
  await expect(question.getByText(/^In use by 1 schedule: /)).toBeVisible();
  await expect(question.getByRole('button', { name: 'Remove', exact: true })).toHaveAttribute('aria-disabled', 'true');
});

test('one key makes what the page lists, another removes what is open, and the palette makes anything from anywhere', LONG, async ({ page }) => {
  const base = await haveFreshVersion(page, WITHOUT_MAP);
  const dialog = (name: string) => page.getByRole('dialog', { name, exact: true });
  await page.goto(`${base}/agencies`);
  await expect(page.getByRole('grid', { name: 'Agencies' }).locator('[data-row]').first()).toBeVisible();
  await page.keyboard.press('Alt+Shift+N');
  await expect(dialog('Create agency').getByLabel('Id')).toBeFocused();
  await page.keyboard.type('ferry');
  await page.keyboard.press('Tab');
  await page.keyboard.type('Ferries');
  await page.keyboard.press('Enter');
  const agency = page.getByRole('complementary', { name: 'Agency Ferries' });
  await expect(agency).toBeVisible();
  await expect(page).not.toHaveURL(/mode=/);
  await page.keyboard.press('Alt+Shift+X');
  await expect(dialog('Remove agency')).toContainText('Do you want to remove "Ferries" agency?');
  await expect(dialog('Remove agency').getByRole('button', { name: 'Remove', exact: true })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(dialog('Remove agency')).toHaveCount(0);
  await saved(page);
  await visit(page, `${base}/agencies/ferry`);
  await expect(page.getByText('There is no such agency')).toBeVisible();

  // from another page, by name; Escape closes the form
  await page.keyboard.press('Control+k');
  await page.keyboard.type('create level');
  await expect(page.getByRole('option').first()).toContainText('Create level');
  await page.keyboard.press('Enter');
  await expect(dialog('Create level').getByLabel('Id')).toBeFocused();
  await expect(page).toHaveURL(/\/levels\?mode=create$/);
  await page.keyboard.press('Escape');
  await expect(dialog('Create level')).toHaveCount(0);
  await expect(page).toHaveURL(/\/levels$/);

  // within a schedule the key makes a track, and removes the one that is open
  await visit(page, `${base}/schedules/2_20260701`);
  const tracks = page.getByRole('region', { name: 'Tracks' });
  await expect(tracks.getByRole('link').first()).toBeVisible();
  const before = await tracks.getByRole('link').count();
  await page.keyboard.press('Alt+Shift+N');
  await expect(dialog('Create track').getByLabel('Track id')).toBeFocused();
  await page.keyboard.press('Control+a');
  await page.keyboard.type('x-y');
  await page.keyboard.press('Enter');
  await expect(dialog('Create track')).toHaveCount(0);
  await expect(tracks.getByRole('link')).toHaveCount(before + 1);
  await tracks.getByRole('link').filter({ hasText: 'x-y' }).click();
  await page.keyboard.press('Alt+Shift+X');
  await expect(dialog('Delete track')).toContainText('“x-y”');
  await expect(dialog('Delete track').getByRole('button', { name: 'Delete', exact: true })).toBeFocused();
  await page.keyboard.press('Enter');
  await saved(page);
  await expect(tracks.getByRole('link')).toHaveCount(before);
});

test('the key makes a stop in the middle of the map, to be named at once, and removes it', LONG, async ({ page }) => {
  const base = await editNewVersion(page);
  await page.goto(`${base}/stops/V0133A`);
  await expect(page.getByRole('complementary').getByLabel('Coordinates')).toBeVisible();
  await page.evaluate(() => globalThis.__map?.idle());
  await page.keyboard.press('Alt+Shift+N');
  await expect(page.getByRole('dialog', { name: 'Create stop', exact: true }).getByLabel('Name')).toBeFocused();
  await page.keyboard.type('Made by key');
  await page.keyboard.press('Enter');
  const stop = page.getByRole('complementary', { name: 'Stop Made by key' });
  await expect(stop.getByRole('button', { name: 'Remove stop' })).not.toHaveAttribute('aria-disabled', 'true');
  await page.keyboard.press('Alt+Shift+X');
  await page.waitForURL((url) => url.pathname === `${base}/stops`);
  await expect(stop).toHaveCount(0);
  await saved(page);
});

test('fares by areas: a product, an area and a rule of both are made, found under one view, and undone', LONG, async ({ page }) => {
  const base = await haveFreshVersion(page, WITHOUT_MAP);
  await page.goto(base);
  await page.getByRole('button', { name: /^View/ }).click();
  await page.getByRole('option', { name: 'Fares v2' }).click();
  await expect(page).toHaveURL(new RegExp(`${base}/fare-areas$`));
  const make = async (word: string, typed: Readonly<Record<string, string>>, chosen: Readonly<Record<string, string>> = {}): Promise<void> => {
    await page
      .getByRole('button', { name: `Create ${word}` })
      .first()
      .click();
    const form = page.getByRole('dialog', { name: `Create ${word}` });
    for (const [label, value] of Object.entries(typed)) await form.getByLabel(new RegExp(`^${label}`)).fill(value);
    for (const [label, option] of Object.entries(chosen)) await choose(form, label, option);
    await form.getByRole('button', { name: 'Create', exact: true }).click();
    await expect(form).toBeHidden();
  };
  const to = (title: string) => page.getByRole('navigation', { name: 'Fares v2' }).getByRole('link', { name: title, exact: true }).click();
  await make('fare area', { Id: 'za', Name: 'Zone A' });
  await to('Fare products');
  await make('fare product', { 'Product id': 'single', Name: 'Single ride', Amount: '2.50', Currency: 'EUR' });
  await to('Fare leg rules');
  await expect(page.getByRole('button', { name: /^View/ })).toContainText('Fares v2');
  await make('fare leg rule', {}, { 'From area': 'Zone A · za', 'To area': 'Zone A · za', 'Fare product': 'single' });
  await expect(gridRows(page, 'Fare leg rules')).toHaveCount(1);
  await expect(gridRows(page, 'Fare leg rules').first()).toContainText('Zone A');
  await saved(page);
  expect(await axeFindings(page)).toEqual([]);
  await page.keyboard.press('Control+z');
  await expect(page.getByText('No fare leg rules')).toBeVisible();
});

test('a field of several fare products is changed as one edit, and undone as one', LONG, async ({ page }) => {
  const base = await haveFreshVersion(page, WITHOUT_MAP);
  await page.goto(`${base}/fare-products`);
  for (const [product, amount] of [
    ['single', '2.50'],
    ['day', '7.00'],
    ['week', '7.00'],
  ] as const) {
    await page.getByRole('button', { name: 'Create fare product' }).first().click();
    const form = page.getByRole('dialog', { name: 'Create fare product' });
    await form.getByLabel('Product id').fill(product);
    await form.getByLabel('Amount').fill(amount);
    await form.getByLabel('Currency').fill('EUR');
    await form.getByRole('button', { name: 'Create', exact: true }).click();
    await expect(form).toHaveCount(0);
  }
  const grid = page.getByRole('grid', { name: 'Fare products' });
  await grid.getByRole('checkbox', { name: 'Select day' }).check();
  await grid.getByRole('checkbox', { name: 'Select week' }).check();
  const bar = page.getByRole('toolbar', { name: 'Selected fare products' });
  await expect(bar).toContainText('2 selected');
  await bar.getByRole('button', { name: 'Change a field' }).click();
  const dialog = page.getByRole('dialog', { name: 'Change a field of 2 fare products' });
  await dialog.getByRole('combobox', { name: 'Field' }).click();
  await page.getByRole('option', { name: 'Amount' }).click();
  // both have this one
  await expect(dialog.getByLabel('Value')).toHaveValue('7.00');
  await dialog.getByLabel('Value').fill('8.20');
  expect(await axeFindings(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Change 2' }).click();
  await expect(dialog).toHaveCount(0);
  await saved(page);
  await expect(grid.getByText('8.20')).toHaveCount(2);
  await expect(grid.getByText('2.50')).toHaveCount(1);
  await page.keyboard.press('Control+z');
  await expect(grid.getByText('7.00')).toHaveCount(2);
  await saved(page);
});

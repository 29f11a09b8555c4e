/** The region wizard on the real screen and against the real server. */
import type { Locator, Page } from '@playwright/test';
import { axeFindings } from '../drivers/axe.ts';
import { expect, LONG, signIn, test, WITHOUT_MAP } from '../drivers/browser.ts';

const letters = (): string => Array.from({ length: 6 }, () => String.fromCharCode(97 + Math.floor(Math.random() * 26))).join('');

test('a region is made step by step, and goes on in its notifications [E007, R005]', async ({ page }) => {
  const wizard = await openCreate(page);
  const key = letters();
  await test.step('the window is titled for a new region [R042, R043]', () =>
    expect(page.getByRole('dialog', { name: 'Create a new region' })).toBeVisible());
  await test.step('its four steps stand in their order [R045]', async () => {
    const steps = wizard.getByRole('navigation', { name: 'Steps of the region' }).getByRole('button');
    await expect(steps).toHaveText([/General/, /Bounds/, /Databases/, /Notifications/]);
  });
  await test.step('nothing goes on while general data is missing [R224]', () =>
    expect(wizard.getByRole('button', { name: 'Next' })).toHaveAttribute('aria-disabled', 'true'));
  await test.step('the first step has key, name, country, time zone, language and currency [R050]', async () => {
    await wizard.getByLabel('Region key').fill(key.toUpperCase());
    await expect(wizard.getByLabel('Region key')).toHaveValue(key);
    await wizard.getByLabel('Region name').fill('Utrecht');
    for (const [label, text, option] of [
      ['Country', 'netherl', 'Netherlands (NL)'],
      ['Timezone', 'amsterdam', 'Amsterdam, Europe (Europe/Amsterdam)'],
      ['Language', 'dutch', 'Dutch (nl)'],
      ['Currency', 'eur', 'Euro (EUR)'],
    ] as const)
      await choose(wizard, label, text, option);
  });
  expect(await axeFindings(page)).toEqual([]);
  await wizard.getByRole('button', { name: 'Next' }).click();
  await test.step('the second step has two corners [R055]', () =>
    // looked for by country and name: the box lies round Utrecht; the first search of a server reads the gazetteer
    expect(wizard.getByRole('textbox', { name: 'North east corner' })).toHaveValue('52.39083,6.02222'));
  await test.step('its map has markers that can be moved [R056]', async () => {
    await wizard.getByRole('button', { name: 'South west corner' }).press('ArrowLeft');
    await expect(wizard.getByRole('textbox', { name: 'South west corner' })).not.toHaveValue('51.79083,4.22222');
  });
  expect(await axeFindings(page)).toEqual([]);
  await wizard.getByRole('button', { name: 'Next' }).click();
  await test.step('the third step lists the databases [R059]', () => expect(wizard.getByRole('heading', { name: 'Added databases' })).toBeVisible());
  await test.step('it adds one [R061]', async () => {
    await wizard.getByLabel('Database id').fill(key.slice(0, 5));
    await wizard.getByLabel('Database name').last().fill('City buses');
    await wizard.getByRole('button', { name: 'Add', exact: true }).click();
    await expect(wizard.getByRole('button', { name: `Delete ${key.slice(0, 5)}` })).toBeVisible();
  });
  const edit = page.getByRole('dialog', { name: 'Utrecht' });
  await test.step('the region that was made is edited at its notifications [R046, R153]', async () => {
    await wizard.getByRole('button', { name: 'Create region' }).click();
    await edit.getByRole('button', { name: 'Create notification' }).click();
  });
  await edit.getByRole('textbox', { name: 'Name' }).fill('Failures');
  await expect(edit.getByText('mia.jansen@demo.example')).toBeVisible();
  expect(await axeFindings(page)).toEqual([]);
  await edit.getByRole('button', { name: 'Save changes' }).click();
  await expect(edit.getByRole('button', { name: 'Save changes' })).toHaveAttribute('aria-disabled', 'true');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('region', { name: 'Utrecht' }).getByRole('link', { name: /City buses/ })).toBeVisible();
});

test('general data is saved after a question, bounds without one; Revert takes back what was typed', async ({ page }) => {
  const wizard = await openEdit(page);
  const name = await wizard.getByLabel('Region name').inputValue();
  await test.step('the key is asked for a new region only [R051]', () => expect(wizard.getByLabel('Region key')).toHaveCount(0));
  await test.step('a name with another sign is told so [R216]', async () => {
    await wizard.getByLabel('Region name').fill(`${name}/`);
    await expect(wizard.getByText('Name can only contain letters, numbers, spaces and special characters -_,.()')).toBeVisible();
  });
  await test.step('Revert brings back what was loaded [R047, R156]', async () => {
    await wizard.getByRole('button', { name: 'Revert' }).click();
    await expect(wizard.getByLabel('Region name')).toHaveValue(name);
  });
  await wizard.getByLabel('Region name').fill(`${name} x`);
  const loss = page.getByRole('dialog', { name: 'Discard changes' });
  await page.keyboard.press('Escape');
  await loss.getByRole('button', { name: 'Cancel' }).click();
  await expect(loss).toHaveCount(0);
  await expect(wizard.getByLabel('Region name')).toHaveValue(`${name} x`);
  await test.step('another step cannot be gone to meanwhile [R161]', () =>
    expect(wizard.getByRole('button', { name: 'Bounds' })).toHaveAttribute('aria-disabled', 'true'));
  await wizard.getByRole('button', { name: 'Save changes' }).click();
  await test.step('the general data is saved after a question, and nothing else [R048, R154]', async () => {
    const question = page.getByRole('dialog', { name: 'Save changes' });
    const saved = page.waitForRequest((request) => request.method() === 'PUT');
    await question.getByRole('button', { name: 'Save' }).click();
    expect(Object.keys((await saved).postDataJSON() as object).toSorted()).toEqual(['CountryCode', 'Currency', 'LanguageCode', 'Name', 'Timezone']);
  });
  const again = page.getByRole('dialog', { name: `${name} x` });
  await test.step('the title is the name of the region [R044]', () => expect(again).toBeVisible());
  await again.getByRole('button', { name: 'Bounds' }).click();
  const corner = again.getByRole('textbox', { name: 'North east corner' });
  await test.step('a corner is looked at when it is left [R221]', async () => {
    await corner.fill('north');
    await expect(again.getByText('Not valid coordinate')).toHaveCount(0);
    await corner.blur();
  });
  await test.step('it has to be a coordinate [R219]', () => expect(again.getByText('Not valid coordinate')).toBeVisible());
  await test.step('two have to make a box [R220]', async () => {
    await corner.fill('-80,-170');
    await corner.blur();
    await expect(again.getByText('Invalid the pair of north east & south west coordinates')).toBeVisible();
  });
  await expect(again.getByText('Woops, looks like we found some errors')).toBeVisible();
});

test('what the server finds wrong stands beside the field, and marks its step [R159, R163, R225, R329, R332]', async ({ page }) => {
  await page.route('**/storage/ui/regions/*/general', (route) =>
    route.fulfill({ status: 400, contentType: 'application/json', body: JSON.stringify([{ Field: 'Currency', Message: 'No such money' }]) }),
  );
  const wizard = await openEdit(page);
  await wizard.getByLabel('Region name').fill('Elsewhere');
  await wizard.getByRole('button', { name: 'Save changes' }).click();
  await page.getByRole('dialog', { name: 'Save changes' }).getByRole('button', { name: 'Save' }).click();
  await expect(wizard.getByText('No such money')).toBeVisible();
  await expect(wizard.getByText('Woops, looks like we found some errors')).toBeVisible();
  await wizard.getByRole('button', { name: 'General' }).hover();
  await expect(page.getByRole('tooltip', { name: 'This step has errors' })).toBeVisible();
  await choose(wizard, 'Currency', 'swiss', 'Swiss Franc (CHF)');
  await expect(wizard.getByText('No such money')).toHaveCount(0);
});

test('a place is searched from three letters on, after a pause [R053, R054, R223, R319, R345]', async ({ page }) => {
  const wizard = await openEdit(page);
  await wizard.getByRole('button', { name: 'Bounds' }).click();
  const search = wizard
    .getByRole('combobox', { name: 'Search location' })
    .or(wizard.getByRole('textbox', { name: 'Search location' }))
    .first();
  await search.click();
  await expect(wizard.getByText('Type to search options')).toBeVisible();
  const asked: string[] = [];
  page.on('request', (request) => request.url().includes('/locations') && asked.push(request.url()));
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 60_000);
  await search.fill('Zur');
  await expect(wizard.getByText('Loading...')).toBeVisible();
  await page.clock.runFor(290);
  expect(asked).toEqual([]);
  await page.clock.runFor(20);
  await expect.poll(() => asked.length).toBe(1);
  await page.clock.resume();
  // the best answer is chosen by Enter
  await expect(wizard.getByRole('option', { name: 'Zürich, Switzerland' })).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(wizard.getByRole('textbox', { name: 'North east corner' })).toHaveValue('47.66667,9.45');
  await search.fill('xqxqxq');
  await expect(wizard.getByText('No options')).toBeVisible();
});

test('notifications are a list, of which one is open; recipients are tags', async ({ page }) => {
  const wizard = await openEdit(page);
  await wizard.getByRole('button', { name: 'Notifications' }).click();
  const rules = wizard.getByRole('list', { name: 'Notifications' }).getByRole('listitem');
  const before = await rules.count();
  const create = wizard.getByRole('button', { name: 'Create notification' });
  await create.click();
  await test.step('a new one is open [R164]', async () => {
    await expect(rules).toHaveCount(before + 1);
    await expect(wizard.getByRole('button', { name: 'New notification', exact: true })).toHaveAttribute('aria-expanded', 'true');
  });
  await test.step('there is no second one until it is in order [R235]', async () => {
    await expect(create).toHaveAttribute('aria-disabled', 'true');
    await create.hover();
    await expect(page.getByRole('tooltip', { name: 'Fix already existing notifications to add new one' })).toBeVisible();
  });
  await wizard.getByRole('textbox', { name: 'Name' }).fill('First');
  const field = wizard.getByRole('textbox', { name: 'Recipients' });
  await test.step('Enter adds a recipient [R171]', async () => {
    await field.fill('tom@x.org');
    await field.press('Enter');
    await expect(wizard.getByRole('button', { name: 'Remove tom@x.org' })).toBeVisible();
  });
  await test.step('a paste is split at commas and semicolons [R172]', async () => {
    await field.evaluate((element) => {
      const data = new DataTransfer();
      data.setData('text', 'TOM@x.org, noor@x.org;sam@x.org');
      element.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }));
    });
    for (const added of ['noor@x.org', 'sam@x.org']) await expect(wizard.getByRole('button', { name: `Remove ${added}` })).toBeVisible();
  });
  await test.step('one that is there in other letters is not added again [R173]', async () => {
    await expect(wizard.getByRole('button', { name: /^Remove tom@x.org$/i })).toHaveCount(1);
    await expect(wizard.getByText('4 recipients')).toBeVisible();
  });
  await test.step('Backspace removes the last one, or the one that has the focus [R174]', async () => {
    await field.press('Backspace');
    await expect(wizard.getByText('3 recipients')).toBeVisible();
    await wizard.getByRole('button', { name: 'Remove tom@x.org' }).press('Backspace');
    await expect(wizard.getByText('2 recipients')).toBeVisible();
  });
  await test.step('each shows its name, its recipients and whether it is on [R062]', async () => {
    const first = rules.filter({ has: page.getByRole('button', { name: 'First', exact: true }) });
    await expect(first.getByText('2 recipients')).toBeVisible();
    await expect(first.getByRole('switch', { name: 'First enabled' })).toBeChecked();
  });
  await test.step('one is open at a time [R165]', async () => {
    await create.click();
    await expect(wizard.getByRole('button', { name: 'First', exact: true })).toHaveAttribute('aria-expanded', 'false');
  });
  await test.step('one is deleted [R166]', async () => {
    await wizard.getByRole('button', { name: 'Delete New notification' }).click();
    await wizard.getByRole('button', { name: 'Delete First' }).click();
    await expect(rules).toHaveCount(before);
  });
});

test('a read-only region shows its controls disabled, and nothing that would change it [R063, R064, R066, R069, R265]', async ({ page }) => {
  const wizard = await openEdit(page, 'viewer');
  const name = wizard.getByLabel('Region name');
  await expect(name).toHaveAttribute('readonly', '');
  await expect(name).toHaveAttribute('title', 'You have read-only rights');
  await expect(wizard.getByRole('button', { name: 'Save changes' })).toHaveCount(0);
  await wizard.getByRole('button', { name: 'Databases' }).click();
  await expect(wizard.getByRole('heading', { name: 'Added databases' })).toBeVisible();
  await expect(wizard.getByRole('form', { name: 'Add new database' })).toHaveCount(0);
  await wizard.getByRole('button', { name: 'Notifications' }).click();
  await expect(wizard.getByText('Region does not have any notifications')).toBeVisible();
});

test('a region that is being made is not lost by one Escape', LONG, async ({ page }) => {
  const wizard = await openCreate(page);
  await wizard.getByLabel('Region name').fill('Groningen');
  await page.keyboard.press('Escape');
  const question = page.getByRole('dialog', { name: 'Discard changes' });
  await expect(question.getByText('This region has not been created. Discard what you have filled in?')).toBeVisible();
  await question.getByRole('button', { name: 'Discard' }).click();
  await expect(wizard).toHaveCount(0);
  await page.getByRole('button', { name: 'Create region' }).click();
  await expect(wizard.getByLabel('Region name')).toHaveValue('');
  await page.keyboard.press('Escape');
  await expect(wizard).toHaveCount(0);
});

async function openCreate(page: Page): Promise<Locator> {
  await signIn(page, 'editor', '/data', WITHOUT_MAP);
  await page.getByRole('button', { name: 'Create region' }).click();
  const wizard = page.getByRole('dialog', { name: 'Create a new region' });
  await expect(wizard).toBeVisible();
  return wizard;
}

async function openEdit(page: Page, as: 'editor' | 'viewer' = 'editor'): Promise<Locator> {
  await signIn(page, as, '/data', WITHOUT_MAP);
  await page.getByRole('button', { name: /^Settings of Velmar/ }).click();
  const wizard = page.getByRole('dialog', { name: /^Velmar/ });
  await expect(wizard.getByLabel('Region name')).not.toHaveValue('');
  return wizard;
}

async function choose(wizard: Locator, label: string, text: string, option: string): Promise<void> {
  await wizard.getByLabel(label, { exact: true }).first().fill(text);
  await wizard.getByRole('option', { name: option, exact: true }).click();
}

/** The rules of the region wizard and of its notifications on the screen, by table; and a region that two people, or nobody, may change. */
import { randomUUID } from 'node:crypto';
import type { Locator, Page } from '@playwright/test';
import { saveNotificationRules } from '../../src/contract/notifications.ts';
import { createRegion, updateRegionGeneral } from '../../src/contract/regions.ts';
import { type CallInput, type Route, urlOf } from '../../src/contract/route.ts';
import { newRule, sentRules } from '../../src/domain/notificationRules.ts';
import { axeFindings } from '../drivers/axe.ts';
import { expect, LONG, signIn, test, WITHOUT_MAP } from '../drivers/browser.ts';
import { signInByHttp } from '../drivers/signInByHttp.ts';

const GENERAL = { CountryCode: 'NL', LanguageCode: 'nl', Timezone: 'Europe/Amsterdam', Currency: 'EUR' };
const BOUNDS = { NorthEast: { Lat: 53, Lng: 6 }, SouthWest: { Lat: 52, Lng: 4 } };
const NAME_SET = 'Name can only contain letters, numbers, spaces and special characters -_,.()';
/** Letters that no other region of this run has. */
const letters = (): string =>
  randomUUID()
    .replaceAll('-', '')
    .replace(/./g, (digit) => String.fromCharCode(97 + Number.parseInt(digit, 16)));

async function write(site: string, route: Route, input: CallInput, ifMatch?: number): Promise<void> {
  const { access_token: token } = await signInByHttp(site, 'editor');
  const answer = await fetch(site + urlOf(route, input), {
    method: route.method,
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      'idempotency-key': randomUUID(),
      ...(ifMatch === undefined ? {} : { 'if-match': `"${ifMatch}"` }),
    },
    body: JSON.stringify(input.body),
  });
  if (!answer.ok) throw new Error(`${route.name} was refused: ${answer.status} ${await answer.text()}`);
}

/** A region of this story alone, with one database; answers its key and name. */
async function aRegion(site: string, word: string): Promise<{ readonly key: string; readonly name: string; readonly database: string }> {
  const key = letters();
  const [name, database] = [`${word} ${key.slice(0, 5)}`, key.slice(0, 8)];
  const body = { Key: key, Name: name, ...GENERAL, Bounds: BOUNDS, Databases: [{ Id: database, Name: 'City buses' }] };
  await write(site, createRegion, { body });
  return { key, name, database };
}

async function open(page: Page, name: string, as: 'editor' | 'viewer' = 'editor'): Promise<Locator> {
  await signIn(page, as, '/data', WITHOUT_MAP);
  await page.getByRole('button', { name: `Settings of ${name}` }).click();
  const wizard = page.getByRole('dialog', { name });
  await expect(wizard.getByLabel('Region name')).toHaveValue(name);
  return wizard;
}

async function step(wizard: Locator, name: 'Bounds' | 'Databases' | 'Notifications'): Promise<void> {
  await wizard.getByRole('button', { name, exact: true }).click();
}

test('general data: what may not be typed is said beside the field', async ({ page }) => {
  await signIn(page, 'editor', '/data', WITHOUT_MAP);
  await page.getByRole('button', { name: 'Create region' }).click();
  const wizard = page.getByRole('dialog', { name: 'Create a new region' });
  const refused = async (label: string, text: string, message: string): Promise<void> => {
    const field = wizard
      .getByRole('textbox', { name: label, exact: true })
      .or(wizard.getByRole('combobox', { name: label, exact: true }))
      .first();
    await field.fill(text);
    await field.blur();
    await expect(wizard.getByText(message, { exact: true }), `${label} ${text}`).toBeVisible();
  };
  await test.step('no key [R211]', () => refused('Region key', '', 'Region key cannot be empty'));
  await test.step('a key with a digit [R212]', () => refused('Region key', 'north1', 'Region key can only contain latin alphabet letters'));
  await test.step('a long key [R213]', () => refused('Region key', 'n'.repeat(41), 'Region key can not be longer than 40 characters'));
  await test.step('the key of another region, in capitals [R214]', () => refused('Region key', 'VELMAR', 'Region with this key already exists'));
  await test.step('no name [R215]', () => refused('Region name', '', 'Region name cannot be empty'));
  await test.step('a name with a sign [R216]', () => refused('Region name', 'North & Co', NAME_SET));
  await test.step('a long name [R217]', () => refused('Region name', 'n'.repeat(129), 'Region name can not be longer than 128 characters'));
  await test.step('nothing chosen [R218]', async () => {
    for (const label of ['Country', 'Timezone', 'Language', 'Currency']) await refused(label, '', `${label} cannot be empty`);
  });
  await expect(wizard.getByRole('button', { name: 'Create region' })).toHaveAttribute('aria-disabled', 'true');
  await wizard.getByRole('button', { name: 'Create region' }).hover();
  await expect(page.getByRole('tooltip', { name: 'Woops, looks like we found some errors' })).toBeVisible();
  await test.step('an option has its name and its id [R052]', async () => {
    for (const [label, text, option] of [
      ['Country', 'netherl', 'Netherlands (NL)'],
      ['Timezone', 'amsterdam', 'Amsterdam, Europe (Europe/Amsterdam)'],
      ['Language', 'dutch', 'Dutch (nl)'],
      ['Currency', 'eur', 'Euro (EUR)'],
    ] as const) {
      await wizard.getByLabel(label, { exact: true }).first().fill(text);
      await expect(wizard.getByRole('option', { name: option, exact: true })).toBeVisible();
    }
  });
});

test('databases of a region: what may not be typed is said; only one that was just added can be deleted again [E008]', async ({ page, product }) => {
  const { name, database } = await aRegion(product.url, 'Zeeland');
  const wizard = await open(page, name);
  await step(wizard, 'Databases');
  const form = wizard.getByRole('form', { name: 'Add new database' });
  const [id, title] = [form.getByLabel('Database id'), form.getByLabel('Database name')];
  const fresh = letters().slice(0, 7);
  const add = async (text: string): Promise<void> => {
    await id.fill(text);
    await form.getByRole('button', { name: 'Add' }).click();
  };
  const refused = async (text: string, message: string): Promise<void> => {
    await add(text);
    await expect(form.getByText(message, { exact: true }), text).toBeVisible();
  };
  await test.step('one without a name is added [R208]', async () => {
    await add(fresh);
    await expect(wizard.getByLabel(`Database name of ${fresh}`)).toBeVisible();
  });
  await test.step('no id [R203]', () => refused('', 'Id cannot be empty'));
  await test.step('an id with a digit [R204]', () => refused('ab1', 'Id can only contain latin alphabet letters'));
  await test.step('an id too short or too long [R205]', async () => {
    await refused('a', 'Id length should be 2 to 8 characters');
    await refused('abcdefghi', 'Id length should be 2 to 8 characters');
  });
  await test.step('the id of a database there is, in capitals [R206]', () =>
    refused(database.toUpperCase(), 'Database id with this key already exists'));
  await test.step('the id of one just added, in capitals [R207]', () =>
    refused(fresh.toUpperCase(), 'Database id with this key already added to the list'));
  await test.step('a name with a sign [R209]', async () => {
    await title.fill('Trams/buses');
    await expect(form.getByText(NAME_SET, { exact: true })).toBeVisible();
  });
  await test.step('one just added can be deleted, one that is stored cannot [R060]', async () => {
    await expect(wizard.getByRole('button', { name: `Delete ${database}` })).toHaveCount(0);
    await wizard.getByRole('button', { name: `Delete ${fresh}` }).click();
    await expect(wizard.getByLabel(`Database name of ${fresh}`)).toHaveCount(0);
    await title.fill('Trams');
    await add(fresh);
    await wizard.getByRole('button', { name: 'Save changes' }).click();
    await expect(wizard.getByRole('button', { name: `Delete ${fresh}` })).toHaveCount(0);
    await expect(wizard.getByLabel(`Database name of ${fresh}`)).toHaveValue('Trams');
  });
  await page.keyboard.press('Escape');
  await expect(page.getByRole('region', { name }).getByRole('link', { name: /Trams/ })).toBeVisible();
});

test('notifications: what may not be typed is said; a paste of 5,000 addresses is refused in words', async ({ page, product }) => {
  const { name, key } = await aRegion(product.url, 'Brabant');
  const stored = sentRules([{ ...newRule(1, 'mia@x.org'), name: 'Failures' }]);
  await write(product.url, saveNotificationRules, { query: { region: key }, body: stored }, 0);
  const wizard = await open(page, name);
  await step(wizard, 'Notifications');
  await test.step('a button makes one [R049]', () => wizard.getByRole('button', { name: 'Create notification' }).click());
  const field = wizard.getByRole('textbox', { name: 'Name' });
  const says = (message: string): Promise<void> => expect(wizard.getByText(message, { exact: true })).toBeVisible();
  const refused = async (text: string, message: string): Promise<void> => {
    await field.fill(text);
    await says(message);
  };
  await test.step('no name [R226]', () => refused('', 'Notification name is required'));
  await test.step('a long name [R227]', () => refused('n'.repeat(101), 'Notification name cannot exceed 100 characters'));
  await test.step('the name of another, in capitals between spaces [R228]', () =>
    refused(' FAILURES ', 'Notification name should be unique per region'));
  await field.fill('Approvals');
  const recipients = wizard.getByRole('textbox', { name: 'Recipients' });
  const paste = (text: string): Promise<void> =>
    recipients.evaluate((element, pasted) => {
      const data = new DataTransfer();
      data.setData('text', pasted);
      element.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }));
    }, text);
  await test.step('no recipient [R229]', async () => {
    await recipients.press('Backspace');
    await says('At least one recipient is required');
  });
  await test.step('a recipient that is no address [R231]', async () => {
    await recipients.fill('nobody');
    await recipients.press('Enter');
    await says("Some recipient's email is invalid");
    await recipients.press('Backspace');
  });
  await test.step('more than twenty recipients [R230]', async () => {
    await paste(Array.from({ length: 5000 }, (_, i) => `p${i}@x.org`).join(';'));
    await expect(wizard.getByText('5000 recipients')).toBeVisible();
    await says('Notification recipients cannot exceed 20 emails');
    await expect(wizard.getByText('and 4,940 more')).toBeVisible();
  });
  await wizard.getByRole('button', { name: 'Revert' }).click();
  await wizard.getByRole('button', { name: 'Create notification' }).click();
  await field.fill('Approvals');
  await test.step('no trigger [R233]', async () => {
    const triggers = wizard.getByRole('group', { name: 'Triggers' }).getByRole('checkbox');
    await expect(triggers).toHaveCount(7);
    for (const trigger of await triggers.all()) await trigger.uncheck();
    await says('At least one trigger should be selected');
    await triggers.first().check();
  });
  await test.step('no database [R234]', async () => {
    await wizard.getByRole('switch', { name: 'Whole region' }).uncheck({ force: true });
    await wizard.getByRole('checkbox', { name: 'City buses' }).uncheck();
    await says('At least one database should be selected');
    await wizard.getByRole('checkbox', { name: 'City buses' }).check();
  });
  expect(await axeFindings(page)).toEqual([]);
  await wizard.getByRole('button', { name: 'Save changes' }).click();
  await expect(wizard.getByRole('button', { name: 'Save changes' })).toHaveAttribute('aria-disabled', 'true');
  await expect(wizard.getByRole('button', { name: 'Approvals', exact: true })).toBeVisible();
});

test('a failure to load or to save notifications says so; the bar over them is closed by hand [R333, R334]', async ({ page, product }) => {
  const { name } = await aRegion(product.url, 'Gelderland');
  const calls = '**/scheduler/ui/notifications?region=*';
  await page.route(calls, (route) => route.fulfill({ status: 500, json: { message: 'No' } }));
  const wizard = await open(page, name);
  await step(wizard, 'Notifications');
  await expect(wizard.getByText('Failed loading notifications', { exact: true })).toBeVisible();
  await page.unroute(calls);
  await wizard.getByRole('button', { name: 'Retry' }).click();
  await expect(wizard.getByText('Failed loading notifications', { exact: true })).toHaveCount(0);
  await wizard.getByRole('button', { name: 'Create notification' }).click();
  await wizard.getByRole('textbox', { name: 'Name' }).fill('Failures');
  await page.route(calls, (route) => (route.request().method() === 'POST' ? route.fulfill({ status: 500, json: {} }) : route.fallback()));
  await wizard.getByRole('button', { name: 'Save changes' }).click();
  const bar = wizard.getByRole('alert').filter({ hasText: 'Oops, unexpected error happened white updating notifications' });
  await expect(bar).toBeVisible();
  await bar.getByRole('button', { name: 'Close' }).click();
  await expect(bar).toHaveCount(0);
  await expect(wizard.getByRole('textbox', { name: 'Name' })).toHaveValue('Failures');
});

test('with 50 notifications no further one is offered; somebody who may only read deletes none [R065, R236]', async ({ page, product }) => {
  const { name, key } = await aRegion(product.url, 'Friesland');
  const rules = Array.from({ length: 50 }, (_, i) => ({ ...newRule(i, 'mia@x.org'), name: `Rule ${i}` }));
  await write(product.url, saveNotificationRules, { query: { region: key }, body: sentRules(rules.slice(0, 49)) }, 0);
  const wizard = await open(page, name);
  await step(wizard, 'Notifications');
  const create = wizard.getByRole('button', { name: 'Create notification' });
  await create.click();
  await expect(wizard.getByRole('list', { name: 'Notifications' }).getByRole('listitem')).toHaveCount(50);
  await expect(create).toHaveCount(0);
  await wizard.getByRole('button', { name: 'Delete New notification' }).click();
  await expect(create).toBeVisible();

  await page.context().clearCookies();
  const shown = await open(page, name, 'viewer');
  await step(shown, 'Notifications');
  await expect(shown.getByRole('button', { name: 'Rule 3', exact: true })).toBeVisible();
  await expect(shown.getByRole('button', { name: /^Delete/ })).toHaveCount(0);
  await expect(create).toHaveCount(0);
});

test('the box of a region is seen whole on the map, with 50 pixels round it [R349]', LONG, async ({ page, product }) => {
  const { name } = await aRegion(product.url, 'Limburg');
  const wizard = await open(page, name);
  await step(wizard, 'Bounds');
  const map = wizard.locator('.bounds-view');
  await expect(map.locator('canvas')).toBeVisible();
  const edges = async (): Promise<readonly number[]> => {
    const [frame, canvas] = [await map.boundingBox(), await map.locator('canvas').boundingBox()];
    const [north, south] = [
      await wizard.getByRole('button', { name: /^North east corner/ }).boundingBox(),
      await wizard.getByRole('button', { name: /^South west corner/ }).boundingBox(),
    ];
    if (!frame || !canvas || !north || !south) return [];
    return [canvas.height, north.y + north.height / 2 - frame.y, frame.y + frame.height - south.y - south.height / 2].map((pixels) =>
      Math.round(pixels),
    );
  };
  await expect.poll(async () => (await edges())[0]).toBeGreaterThan(405);
  // the frame of the map has a line of one pixel
  await expect.poll(async () => Math.abs(((await edges())[1] ?? 0) - 51)).toBeLessThan(4);
  await expect.poll(async () => Math.abs(((await edges())[2] ?? 0) - 51)).toBeLessThan(4);
});

test('a map of the bounds that cannot be opened says so, with a Reload button [R058]', async ({ page, product }) => {
  const { name } = await aRegion(product.url, 'Drenthe');
  await page.addInitScript(() => {
    HTMLCanvasElement.prototype.getContext = () => null;
  });
  const wizard = await open(page, name);
  await step(wizard, 'Bounds');
  await expect(wizard.getByText('Failed to initialize map, try reloading this page')).toBeVisible();
  await wizard.getByRole('button', { name: 'Reload' }).click();
  await expect(page.getByRole('button', { name: `Settings of ${name}` })).toBeVisible();
  await expect(wizard).toHaveCount(0);
});

test('a region that somebody else has changed since is not overwritten; Revert shows what it is now', LONG, async ({ page, product }) => {
  const { name, key } = await aRegion(product.url, 'Flevoland');
  const wizard = await open(page, name);
  const typed = wizard.getByLabel('Region name');
  await write(product.url, updateRegionGeneral, { params: { region: key }, body: { ...GENERAL, Name: `${name} theirs` } }, 0);
  const save = async (): Promise<void> => {
    await page.getByRole('button', { name: 'Save changes' }).click();
    await page.getByRole('dialog', { name: 'Save changes' }).getByRole('button', { name: 'Save' }).click();
  };
  await typed.fill(`${name} mine`);
  await save();
  await expect(page.getByText(/Somebody else has changed this region since\. Revert to see what it is now/)).toBeVisible();
  await expect(typed).toHaveValue(`${name} mine`);
  await wizard.getByRole('button', { name: 'Revert' }).click();
  const theirs = page.getByRole('dialog', { name: `${name} theirs` });
  await expect(theirs.getByLabel('Region name')).toHaveValue(`${name} theirs`);
  await theirs.getByLabel('Region name').fill(`${name} mine`);
  await save();
  await expect(page.getByRole('dialog', { name: `${name} mine` })).toBeVisible();
});

/** The rules of the region wizard and of its notifications on the screen, by table; and a region that two people, or nobody, may change. */
import { randomUUID } from 'node:crypto';
import type { Locator, Page } from '@playwright/test';
import { saveNotificationRules } from '../../src/contract/notifications.ts';
import { createRegion, updateRegionGeneral } from '../../src/contract/regions.ts';
import { type CallInput, type Route, urlOf } from '../../src/contract/route.ts';
import { newRule, sentRules } from '../../src/domain/notificationRules.ts';
import { seriousFindings } from '../drivers/axe.ts';
import { expect, signIn, test, WITHOUT_MAP } from '../drivers/browser.ts';
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

test('general data, by table: what may not be typed is said beside the field [R052, R211, R212, R213, R214, R215, R216, R217, R218]', async ({
  page,
}) => {
  await signIn(page, 'editor', '/data', WITHOUT_MAP);
  await page.getByRole('button', { name: 'Create region' }).click();
  const wizard = page.getByRole('dialog', { name: 'Create a new region' });
  for (const [label, text, message] of [
    ['Region key', '', 'Region key cannot be empty'],
    ['Region key', 'north1', 'Region key can only contain latin alphabet letters'],
    ['Region key', 'n'.repeat(41), 'Region key can not be longer than 40 characters'],
    ['Region key', 'VELMAR', 'Region with this key already exists'],
    ['Region name', '', 'Region name cannot be empty'],
    ['Region name', 'North & Co', NAME_SET],
    ['Region name', 'n'.repeat(129), 'Region name can not be longer than 128 characters'],
    ['Country', '', 'Country cannot be empty'],
    ['Timezone', '', 'Timezone cannot be empty'],
    ['Language', '', 'Language cannot be empty'],
    ['Currency', '', 'Currency cannot be empty'],
  ] as const) {
    const field = wizard
      .getByRole('textbox', { name: label, exact: true })
      .or(wizard.getByRole('combobox', { name: label, exact: true }))
      .first();
    await field.fill(text);
    await field.blur();
    await expect(wizard.getByText(message, { exact: true }), `${label} ${text}`).toBeVisible();
  }
  await expect(wizard.getByRole('button', { name: 'Create region' })).toHaveAttribute('aria-disabled', 'true');
  await wizard.getByRole('button', { name: 'Create region' }).hover();
  await expect(page.getByRole('tooltip', { name: 'Woops, looks like we found some errors' })).toBeVisible();
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

test('databases, by table; only one that was just added can be deleted again [E008, R060, R203, R204, R205, R206, R207, R208, R209]', async ({
  page,
  product,
}) => {
  const { name, database } = await aRegion(product.url, 'Zeeland');
  const wizard = await open(page, name);
  await step(wizard, 'Databases');
  const form = wizard.getByRole('form', { name: 'Add new database' });
  const [id, title] = [form.getByLabel('Database id'), form.getByLabel('Database name')];
  const fresh = letters().slice(0, 7);
  await id.fill(fresh);
  await form.getByRole('button', { name: 'Add' }).click();
  await expect(wizard.getByLabel(`Database name of ${fresh}`)).toBeVisible();
  for (const [text, message] of [
    ['', 'Id cannot be empty'],
    ['ab1', 'Id can only contain latin alphabet letters'],
    ['a', 'Id length should be 2 to 8 characters'],
    ['abcdefghi', 'Id length should be 2 to 8 characters'],
    [database.toUpperCase(), 'Database id with this key already exists'],
    [fresh.toUpperCase(), 'Database id with this key already added to the list'],
  ] as const) {
    await id.fill(text);
    await form.getByRole('button', { name: 'Add' }).click();
    await expect(form.getByText(message, { exact: true }), text).toBeVisible();
  }
  await title.fill('Trams/buses');
  await expect(form.getByText(NAME_SET, { exact: true })).toBeVisible();
  await expect(wizard.getByRole('button', { name: `Delete ${database}` })).toHaveCount(0);
  await wizard.getByRole('button', { name: `Delete ${fresh}` }).click();
  await expect(wizard.getByLabel(`Database name of ${fresh}`)).toHaveCount(0);
  await id.fill(fresh);
  await title.fill('Trams');
  await form.getByRole('button', { name: 'Add' }).click();
  await wizard.getByRole('button', { name: 'Save changes' }).click();
  // stored now, so it stays
  await expect(wizard.getByRole('button', { name: `Delete ${fresh}` })).toHaveCount(0);
  await expect(wizard.getByLabel(`Database name of ${fresh}`)).toHaveValue('Trams');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('region', { name }).getByRole('link', { name: /Trams/ })).toBeVisible();
});

test('notifications, by table; a paste of 5,000 addresses is refused in words [R049, R226, R227, R228, R229, R230, R231, R233, R234]', async ({
  page,
  product,
}) => {
  const { name, key } = await aRegion(product.url, 'Brabant');
  const stored = sentRules([{ ...newRule(1, 'mia@x.org'), name: 'Failures' }]);
  await write(product.url, saveNotificationRules, { query: { region: key }, body: stored }, 0);
  const wizard = await open(page, name);
  await step(wizard, 'Notifications');
  await wizard.getByRole('button', { name: 'Create notification' }).click();
  const field = wizard.getByRole('textbox', { name: 'Name' });
  for (const [text, message] of [
    ['', 'Notification name is required'],
    ['n'.repeat(101), 'Notification name cannot exceed 100 characters'],
    [' FAILURES ', 'Notification name should be unique per region'],
  ] as const) {
    await field.fill(text);
    await expect(wizard.getByText(message, { exact: true }), text).toBeVisible();
  }
  await field.fill('Approvals');
  const recipients = wizard.getByRole('textbox', { name: 'Recipients' });
  const paste = (text: string): Promise<void> =>
    recipients.evaluate((element, pasted) => {
      const data = new DataTransfer();
      data.setData('text', pasted);
      element.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }));
    }, text);
  await recipients.press('Backspace');
  await expect(wizard.getByText('At least one recipient is required', { exact: true })).toBeVisible();
  await recipients.fill('nobody');
  await recipients.press('Enter');
  await expect(wizard.getByText("Some recipient's email is invalid", { exact: true })).toBeVisible();
  await recipients.press('Backspace');
  await paste(Array.from({ length: 5000 }, (_, i) => `p${i}@x.org`).join(';'));
  await expect(wizard.getByText('5000 recipients')).toBeVisible();
  await expect(wizard.getByText('Notification recipients cannot exceed 20 emails', { exact: true })).toBeVisible();
  await expect(wizard.getByText('and 4,940 more')).toBeVisible();
  await wizard.getByRole('button', { name: 'Revert' }).click();
  await wizard.getByRole('button', { name: 'Create notification' }).click();
  await field.fill('Approvals');
  const triggers = wizard.getByRole('group', { name: 'Triggers' }).getByRole('checkbox');
  await expect(triggers).toHaveCount(7);
  for (const trigger of await triggers.all()) await trigger.uncheck();
  await expect(wizard.getByText('At least one trigger should be selected', { exact: true })).toBeVisible();
  await triggers.first().check();
  await wizard.getByRole('switch', { name: 'Whole region' }).uncheck({ force: true });
  await wizard.getByRole('checkbox', { name: 'City buses' }).uncheck();
  await expect(wizard.getByText('At least one database should be selected', { exact: true })).toBeVisible();
  await wizard.getByRole('checkbox', { name: 'City buses' }).check();
  expect(await seriousFindings(page)).toEqual([]);
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

test('the box of a region is seen whole on the map, with 50 pixels round it [R349]', async ({ page, product }) => {
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

test('a region that somebody else has changed since is not overwritten; Revert shows what it is now', async ({ page, product }) => {
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

/** A review link: made on a draft, opened by somebody without an account, who comments; revoked. */
import { axeFindings } from '../drivers/axe.ts';
import { expect, signIn, test, WITHOUT_MAP } from '../drivers/browser.ts';
import { colleagueEdits } from '../drivers/colleague.ts';
import { aColleague } from '../drivers/colleagueVersions.ts';

test('somebody without an account reads a draft by a link, comments on it, and is refused once it is revoked', async ({ page, browser, product }) => {
  const draft = await (await aColleague(product.url, 'tarnholm')).draft();
  await colleagueEdits(product.url, draft, 0, 'name', 'Quay');
  await signIn(page, 'editor', `/data/db/tarnholm/v/${draft}`, WITHOUT_MAP);

  await page.getByRole('button', { name: /^Find anything/ }).click();
  await page.getByRole('combobox', { name: 'Find anything' }).fill('guest');
  await page.getByRole('option', { name: 'Review links of this draft' }).click();
  const window = page.getByRole('dialog');
  await window.getByLabel('For whom').fill('Town hall');
  await window.getByRole('button', { name: 'Make the link' }).click();
  const address = await window.getByLabel('Address of the review link').innerText();
  expect(address).toMatch(/\/review#dmpl_[\w-]{43}$/);
  await expect(window.getByRole('list', { name: 'Review links' })).toContainText('not opened yet');
  expect(await axeFindings(page)).toEqual([]);

  const context = await browser.newContext();
  const guest = await context.newPage();
  const asked: string[] = [];
  guest.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await guest.goto(address);
  await expect(guest.getByRole('heading', { level: 1, name: /^Changes of/ })).toBeVisible();
  await expect(guest.getByText('Draft', { exact: true })).toBeVisible();
  const card = guest.getByRole('article', { name: 'Stop Quay' });
  await expect(card.getByRole('row', { name: /Name/ })).toContainText('Quay');
  await card.getByRole('button', { name: 'Comment' }).click();
  await card.getByLabel('Your name').fill('Ann of the town');
  await card.getByLabel('Your comment').fill('Is this the old quay?');
  expect(await axeFindings(guest)).toEqual([]);
  await card.getByRole('button', { name: 'Send' }).click();
  await expect(card.getByRole('button', { name: 'Comment' })).toBeVisible();
  await expect(card).toContainText('Is this the old quay?');
  // the signed-in product is not there
  expect(asked.filter((path) => /^\/(storage|scheduler|exports|live|oidc|config)/.test(path) && !path.startsWith('/storage/ui/guest/'))).toEqual([]);
  expect(await guest.content()).not.toContain('@demo.example');

  await page.keyboard.press('Escape');
  // keys of the page work again once the window is gone
  await expect(window).toBeHidden();
  await expect(page.getByRole('button', { name: /^News, \d+ unread/ })).toBeVisible();
  await page.keyboard.press('Alt+B');
  await page.getByRole('link', { name: /Ann of the town \(guest, Town hall\) commented on the review of/ }).click();
  await expect(page.getByRole('article', { name: 'Stop Quay' })).toContainText('Ann of the town (guest, by the link “Town hall”)');
  await page.getByRole('button', { name: 'Review link' }).click();
  await expect(window.getByRole('list', { name: 'Review links' })).toContainText('opened once');
  await window.getByRole('button', { name: 'Revoke Town hall' }).click();
  await window.getByRole('button', { name: 'Revoke', exact: true }).click();
  await expect(window.getByRole('list', { name: 'Review links' })).toContainText('Revoked');

  await card.getByRole('button', { name: 'Comment' }).click();
  await card.getByLabel('Your comment').fill('And another thing');
  await card.getByRole('button', { name: 'Send' }).click();
  await expect(guest.getByRole('alert')).toContainText('This review link was revoked');
  expect(await axeFindings(guest)).toEqual([]);
  await guest.reload();
  await expect(guest.getByRole('alert')).toContainText('This review link was revoked');
  await context.close();
});

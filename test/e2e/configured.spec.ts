/** A product whose operator has asked for terms of use and for the errors of browsers. */
import { axeFindings } from '../drivers/axe.ts';
import { expect, LONG, productOfThisFile, signIn, test, WITHOUT_MAP } from '../drivers/browser.ts';

const configured = productOfThisFile(() => ({ env: { TERMS: 'yes', MONITORING: 'yes' } }));

test('nothing is shown before the terms are accepted; then they stand in the menu, and are not asked for again [R036 R271]', async ({ page }) => {
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await signIn(page, 'editor', '/data', WITHOUT_MAP);
  await expect(page.getByRole('heading', { name: 'Terms of Use' })).toBeVisible();
  await expect(page.getByRole('navigation', { name: 'Sections' })).toHaveCount(0);
  expect(asked.filter((path) => /^\/storage\/.*(versions|dbs)$/.test(path))).toEqual([]);
  expect(await axeFindings(page)).toEqual([]);
  await page.getByRole('button', { name: 'Accept' }).click();
  await expect(page.getByRole('link', { name: /Tarnholm/ }).first()).toBeVisible();
  await page.reload();
  await expect(page.getByRole('link', { name: /Tarnholm/ }).first()).toBeVisible();
  await page.getByRole('button', { name: /Account of/ }).click();
  await page.getByRole('link', { name: 'Terms of Use' }).click();
  await expect(page).toHaveURL(/\/terms$/);
  await expect(page.getByText('Your account is yours alone.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Accept' })).toHaveCount(0);
});

test('an error that nobody caught stands in the log of the server, without those of the browser itself [R343]', LONG, async ({ page }) => {
  await signIn(page, 'viewer', '/data', WITHOUT_MAP);
  await page.getByRole('button', { name: 'Accept' }).click();
  await expect(page.getByRole('link', { name: /Tarnholm/ }).first()).toBeVisible();
  await page.evaluate(() => {
    for (const message of ['ResizeObserver loop limit exceeded', 'Message length exceeded maximum allowed limit on this channel', 'No such stop'])
      dispatchEvent(new ErrorEvent('error', { message }));
  });
  await expect.poll(() => configured().output()).toContain('"browserError":{"kind":"error","message":"No such stop"');
  expect(configured().output()).not.toMatch(/ResizeObserver|Message length/);
});

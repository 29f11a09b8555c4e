/** A webhook of a region, with a receiver on this machine. A product of its own, which may reach it. */
import { createHmac } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { axeFindings } from '../drivers/axe.ts';
import { expect, productOfThisFile, signIn, test, WITHOUT_MAP } from '../drivers/browser.ts';
import { saveReport } from '../drivers/saveReport.ts';
import { webhookSite } from '../server/webhookSite.ts';

let site: Awaited<ReturnType<typeof webhookSite>>;
productOfThisFile(async () => {
  site = await webhookSite();
  return { env: { ALLOW_PRIVATE_ADDRESSES: `127.0.0.1:${site.port}`, LOG_LEVEL: 'error' } };
});
test.afterAll('end the receiver', () => site.close());

test('a webhook is made, its secret is shown once, a test message arrives signed; no recording holds address or secret', async ({ page }, info) => {
  await signIn(page, 'editor', '/data', WITHOUT_MAP);
  await page.getByRole('button', { name: /^Find anything/ }).click();
  await page.getByRole('combobox', { name: 'Find anything' }).fill('webhook');
  await page
    .getByRole('option', { name: /Webhooks/ })
    .first()
    .click();
  const list = page.getByRole('dialog', { name: 'Webhooks' });
  await expect(list.getByText('No webhooks')).toBeVisible();
  await list.getByRole('button', { name: 'Add webhook' }).click();
  const form = page.getByRole('dialog', { name: 'New webhook' });
  await form.getByLabel('Name').fill('Chat room');
  await form.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(form.getByText('Enter a full address starting with http:// or https://')).toBeVisible();
  await form.getByLabel('Address').fill(site.url);
  expect(await axeFindings(page)).toEqual([]);
  await form.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(form.getByText('Copy it now')).toBeVisible();
  const secret = (await form.locator('pre').textContent()) ?? '';
  expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
  await form.getByRole('button', { name: 'Done' }).click();
  await list.getByRole('button', { name: 'Messages of Chat room' }).click();
  const messages = page.getByRole('dialog', { name: 'Messages of Chat room' });
  await messages.getByRole('button', { name: 'Send test message' }).click();
  await expect(messages.getByText(/delivered, 1 attempt, answer 204/)).toBeVisible({ timeout: 20_000 });
  const [received] = site.received;
  const mac = createHmac('sha256', Buffer.from(secret.slice(6), 'base64'))
    .update(`${received?.id}.${String(received?.headers['webhook-timestamp'])}.${received?.text}`)
    .digest('base64');
  expect(received?.headers['webhook-signature']).toBe(`v1,${mac}`);
  await messages.getByRole('button', { name: /^Send msg_\S+ once more$/ }).click();
  await expect.poll(() => site.received.length, { timeout: 20_000 }).toBe(2);
  expect(site.received[1]?.id).toBe(received?.id);
  expect(await axeFindings(page)).toEqual([]);
  await messages.getByRole('button', { name: 'Back to the webhooks' }).click();
  await list.getByRole('button', { name: 'Remove Chat room' }).click();
  await page.getByRole('dialog', { name: 'Remove webhook' }).getByRole('button', { name: 'Remove', exact: true }).click();
  await expect(list.getByText('No webhooks')).toBeVisible();
  await list.getByRole('button', { name: 'Close' }).last().click();
  const file = info.outputPath('session.dmplog');
  await saveReport(page, file);
  const recording = readFileSync(file, 'utf8');
  expect(recording).not.toContain(secret.slice(6));
  expect(recording).not.toContain(site.url);
});

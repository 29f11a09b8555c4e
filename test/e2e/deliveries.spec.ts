/** The pipelines and exports of the demo come to the ends their names promise, and exports reach servers of others. A product of its own, which may reach those. */
import { readFileSync } from 'node:fs';
import type { Locator, Page } from '@playwright/test';
import { aFeed } from '../builders/gtfsZip.ts';
import { expect, LONG, productOfThisFile, signIn, test, visit, WITHOUT_MAP } from '../drivers/browser.ts';
import { saveReport } from '../drivers/saveReport.ts';
import { bucketOf, SftpSite } from '../server/deliverySites.ts';
import { FeedSite } from '../server/feedSite.ts';

let site: FeedSite;
let sftp: SftpSite;
productOfThisFile(async () => {
  [site, sftp] = await Promise.all([FeedSite.start(), SftpSite.start()]);
  return { env: { ALLOW_PRIVATE_ADDRESSES: `127.0.0.1:${site.port},127.0.0.1:${sftp.port}`, LOG_LEVEL: 'error' } };
});
test.afterAll('end the servers of the partners', () => Promise.all([site.close(), sftp.close()]));

const pipeline = (page: Page) => page.getByRole('region', { name: 'Pipeline', exact: true });
const exported = (page: Page) => page.getByRole('region', { name: 'Export', exact: true });
const choose = async (page: Page, label: string, option: string | RegExp, within: Page | Locator = page): Promise<void> => {
  await within.getByRole('combobox', { name: label, exact: true }).click();
  await page.getByRole('option', { name: option }).click();
};
const runPipeline = async (page: Page, name: string, end: string): Promise<void> => {
  await page.getByRole('link', { name: new RegExp(`^${name} `) }).click();
  await expect(pipeline(page).getByRole('heading', { name, exact: true })).toBeVisible();
  await pipeline(page).getByRole('button', { name: 'Run', exact: true }).click();
  await expect(page.getByRole('link', { name: new RegExp(`^${name} .*${end}`) })).toBeVisible();
};

test(
  'the pipelines of the demo: one works, one fails, one waits for approval and goes on, one of the night takes the file that is known',
  LONG,
  async ({ page }) => {
    await signIn(page, 'editor', '/pipelines', WITHOUT_MAP);
    await runPipeline(page, 'Harbour buses', 'Completed');
    await runPipeline(page, 'Island ferries, address gone', 'Failed');
    await expect(pipeline(page).getByRole('status', { name: /^Run \d+/ })).toContainText(
      'answers with 404 (there is no such file). Nothing was imported.',
    );
    await runPipeline(page, 'Harbour buses, every night', 'Completed');
    await pipeline(page).getByRole('button', { name: 'Runs' }).click();
    await pipeline(page).getByRole('link', { name: 'Log' }).last().click();
    await expect(page.getByText(/^0 errors and \d+ warnings$/)).toBeVisible();

    await page.goBack();
    await runPipeline(page, 'Harbour buses, with faults', 'Needs Approval');
    await pipeline(page).getByRole('button', { name: 'Review' }).first().click();
    const review = page.getByRole('dialog', { name: /^Review run/ });
    await expect(review).toContainText('2 errors in the feed');
    const opened = page.waitForEvent('popup');
    await review.getByRole('link', { name: /Review changes/ }).click();
    await (await opened).close();
    await review.getByRole('button', { name: 'Approve' }).click();
    await expect(page.getByRole('link', { name: /^Harbour buses, with faults .*Completed/ })).toBeVisible();
  },
);

test('the exports of the demo are delivered to their folders', LONG, async ({ page }) => {
  await signIn(page, 'editor', '/exports', WITHOUT_MAP);
  for (const [name, file] of [
    ['Velmar, every night', /velmar-\d{8}\.zip in Nightly folder/],
    ['Whole region for partners', /velmar-region\.zip in Partners folder/],
  ] as const) {
    await page.getByRole('region', { name: 'Exports' }).locator('[data-export-row]').filter({ hasText: name }).click();
    await exported(page).getByRole('button', { name: 'Run', exact: true }).click();
    await expect(exported(page).getByRole('article').first()).toContainText(file);
  }
});

test('an export is delivered to an SFTP server, whose key is looked at first, and to a bucket', async ({ page }) => {
  const files = new Map<string, Buffer>();
  const bucket = bucketOf(files, { id: 'AKEY', secret: 'bucket-secret', region: 'eu-west-1' });
  for (const path of ['/feeds/out/velmar.zip', '/feeds/out/connection-test.txt'])
    site.page(path, (request, response) => void bucket(request, response));
  await signIn(page, 'editor', '/exports?dialog=locations', WITHOUT_MAP);
  const dialog = page.getByRole('dialog');
  const tested = dialog.getByRole('status', { name: 'Test connection' });
  const fill = async (values: Readonly<Record<string, string>>): Promise<void> => {
    for (const [label, value] of Object.entries(values)) await dialog.getByLabel(label, { exact: true }).fill(value);
  };
  const add = async (kind: string, values: Readonly<Record<string, string>>): Promise<void> => {
    await dialog.getByRole('button', { name: 'Add delivery location' }).click();
    await choose(page, 'Region', 'Velmar');
    await choose(page, 'Kind', kind);
    await fill(values);
  };
  await add('SFTP server', {
    'Location name': 'Partner by SFTP',
    Host: '127.0.0.1',
    Port: String(sftp.port),
    User: 'dmp',
    Folder: 'in',
    Password: 'secret',
  });
  await dialog.getByRole('button', { name: 'Test connection' }).click();
  await expect(tested).toContainText(sftp.hostKey);
  await dialog.getByRole('button', { name: 'Use this host key' }).click();
  await dialog.getByRole('button', { name: 'Test connection' }).click();
  await expect(tested).toHaveText('127.0.0.1 lets dmp write files.');
  await dialog.getByRole('button', { name: 'Save location' }).click();
  await expect(dialog.getByText('Partner by SFTP')).toBeVisible();

  await add('S3 bucket', {
    'Location name': 'Partner bucket',
    'Address of the service': site.url(''),
    'Region of the bucket': 'eu-west-1',
    Bucket: 'feeds',
  });
  await fill({ Prefix: 'out', 'Access key ID': 'AKEY', 'Secret access key': 'bucket-secret' });
  await dialog.getByRole('button', { name: 'Test connection' }).click();
  await expect(tested).toHaveText('feeds takes files.');
  await dialog.getByRole('button', { name: 'Save location' }).click();
  await expect(dialog.getByText('Partner bucket')).toBeVisible();
  await page.keyboard.press('Escape');

  for (const location of ['Partner by SFTP', 'Partner bucket']) {
    await page.getByRole('button', { name: 'Create export' }).click();
    const form = page.getByRole('region', { name: 'Create export' });
    await form.getByLabel('Name', { exact: true }).fill(`To ${location}`);
    await choose(page, 'Region', 'Velmar');
    await choose(page, 'Database ID', 'velmar Velmar City');
    await choose(page, 'Delivery location', location);
    await form.getByRole('button', { name: 'Create', exact: true }).click();
    await expect(exported(page).getByRole('heading', { name: `To ${location}` })).toBeVisible();
    await exported(page).getByRole('button', { name: 'Run', exact: true }).click();
    await expect(exported(page).getByRole('article')).toContainText(`velmar.zip in ${location}`);
  }
  // a zip begins so
  expect(sftp.files.get('in/velmar.zip')?.subarray(0, 4).toString('latin1')).toBe('PK\u0003\u0004');
  expect(files.get('/feeds/out/velmar.zip')?.subarray(0, 4).toString('latin1')).toBe('PK\u0003\u0004');
});

test(
  'imports by hand: a file from this machine, and one from an SFTP server, whose password is kept as a secret and stands in no report',
  LONG,
  async ({ page }, info) => {
    const zip = await aFeed().write();
    sftp.files.set('out/partner.zip', readFileSync(zip));
    await signIn(page, 'editor', '/tasks', WITHOUT_MAP);
    const dialog = page.getByRole('dialog', { name: 'Run a task' });
    const begin = async (template: string): Promise<void> => {
      await page.getByRole('button', { name: 'Run a task' }).click();
      await choose(page, 'Task', template, dialog);
      await choose(page, 'Database', /^velmar/, dialog);
    };
    const ends = async (source: string): Promise<void> => {
      await dialog.getByRole('button', { name: 'Run', exact: true }).click();
      await expect(page).toHaveURL(/\/log\/\d+$/);
      const log = page.getByRole('list', { name: 'Log' });
      await expect(log).toContainText(source);
      await expect(log).toContainText('2 of 2 trips and 6 of 6 stop times were kept');
      await expect(log).toContainText(/Made version \d+/);
    };
    await begin('Upload by hand');
    await dialog.locator('input[type=file]').setInputFiles({ name: 'by hand.zip', mimeType: 'application/zip', buffer: readFileSync(zip) });
    await expect(dialog.getByText('Uploaded', { exact: true })).toBeVisible();
    await ends('Reading by_hand.zip');

    await visit(page, '/tasks');
    await begin('Feed from an SFTP server');
    await dialog.getByLabel('Host', { exact: true }).fill('127.0.0.1');
    await dialog.getByLabel('Port', { exact: true }).fill(String(sftp.port));
    await dialog.getByLabel('User', { exact: true }).fill('dmp');
    await dialog.getByLabel('Path of the file', { exact: true }).fill('out/partner.zip');
    await dialog.getByLabel('Key of the host', { exact: true }).fill(sftp.hostKey);
    const mistyped = 'mistyped-4711';
    for (const value of [mistyped, 'secret']) {
      await dialog.getByRole('button', { name: 'New secret' }).first().click();
      await dialog.getByLabel('Name of the secret').fill('partner password');
      await expect(dialog.getByText('A secret has a name of letters, digits, dots and dashes, at most 60')).toBeVisible();
      await dialog.getByLabel('Name of the secret').fill('partner-password');
      await dialog.getByLabel('Value', { exact: true }).fill(value);
      await dialog.getByRole('button', { name: 'Keep secret' }).click();
      await expect(dialog.getByRole('combobox', { name: 'Password', exact: true })).toHaveValue('partner-password');
    }
    await ends('Taking out/partner.zip from 127.0.0.1');
    const report = info.outputPath('session.dmplog');
    await saveReport(page, report);
    const kept = readFileSync(report, 'utf8');
    expect(kept).toContain('partner-password');
    expect(kept).not.toContain(mistyped);
  },
);

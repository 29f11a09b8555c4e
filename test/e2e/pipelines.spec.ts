import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { aFeed, removeFeeds } from '../builders/gtfsZip.ts';
import { expect, LONG, signIn, test, WITHOUT_MAP } from '../drivers/browser.ts';
import { axeFindings } from '../drivers/axe.ts';
import { startProduct } from '../drivers/server.ts';
import { FeedSite } from '../server/feedSite.ts';

const panel = (page: Page) => page.getByRole('region', { name: 'Pipeline', exact: true });

async function addTask(page: Page, name: string): Promise<void> {
  const add = page.getByRole('combobox', { name: 'Add a task' });
  await add.click();
  await add.fill(name);
  await page.getByRole('option', { name, exact: true }).click();
}

test('pipelines stand by region, and what is folded away stays so [H021 H085 H086 H087]', async ({ page }) => {
  await signIn(page, 'editor', '/pipelines', WITHOUT_MAP);
  await expect(page).toHaveTitle('DMP | Pipelines');
  const region = page.getByRole('button', { name: /^Velmar 4$/ });
  const row = page.getByRole('link', { name: /^Harbour buses harbour, bus/ });
  await expect(region).toHaveAttribute('aria-expanded', 'true');
  await region.click();
  await expect(row).toHaveCount(0);
  await page.reload();
  await expect(region).toHaveAttribute('aria-expanded', 'false');
  await region.click();
  await expect(row).toBeVisible();
});

test('a pipeline has the parts Details and Scheduler, which are open, and Runs and Tasks, which are not [H090 H091 H092]', async ({ page }) => {
  await signIn(page, 'editor', '/pipelines', WITHOUT_MAP);
  await page.getByRole('link', { name: /^Harbour buses harbour, bus/ }).click();
  await expect(page).toHaveURL(/\/pipelines\?pipeline=\d+$/);
  const parts = panel(page).getByRole('heading', { level: 2 });
  await expect(parts).toHaveText(['Harbour buses', 'Details', 'Scheduler', /^Runs/, /^Tasks/]);
  for (const [part, open] of [
    ['Details', 'true'],
    ['Scheduler', 'true'],
    ['Runs', 'false'],
    ['Tasks', 'false'],
  ] as const)
    await expect(panel(page).getByRole('button', { name: new RegExp(`^${part}( \\d+)?$`) })).toHaveAttribute('aria-expanded', open);
});

test('a list of 2,000 pipelines holds in the page what is in view, and the keys go through all of it', LONG, async ({ page }) => {
  const one = (id: number): object => ({
    id,
    name: `Pipeline ${String(id).padStart(4, '0')}`,
    db_id: 'velmar',
    region: id <= 1200 ? 'Velmar' : 'Other',
    timezone: 'UTC',
    tags: [],
    schedule: null,
    task_count: 1,
    permissions: { read_only: false },
    last_run_status: 2,
    last_run_id: null,
    last_task_run_id: null,
    current_db_version: null,
    publishable_db_version: null,
    next_run: null,
    rev: 1,
  });
  await page.route(/\/scheduler\/ui\/pipelines(\?.*)?$/, (route) =>
    route.fulfill({ json: { pipelines: Array.from({ length: 2000 }, (_, i) => one(i + 1)) } }),
  );
  await signIn(page, 'editor', '/pipelines', WITHOUT_MAP);
  await expect(page.getByRole('heading', { name: 'Pipelines 2,000' })).toBeVisible();
  const rows = page.locator('[data-list-row]');
  expect(await rows.count()).toBeLessThan(80);
  await rows.first().focus();
  await page.keyboard.press('End');
  await expect(page.getByRole('link', { name: /^Pipeline 1200/ })).toBeFocused();
  await page.keyboard.press('Home');
  await page.keyboard.press('ArrowDown');
  await expect(page.getByRole('link', { name: /^Pipeline 1202/ })).toBeFocused();
  expect(await rows.count()).toBeLessThan(80);
});

test.describe('the questions on the way: an Import that goes, a review, a removal [H039 H041 H042 H107]', () => {
  test('a pipeline is made, run, looked into, approved, and its version is there [H008 H094 H099 H102]', async ({ browser }) => {
    const site = await FeedSite.start();
    // a stop that nothing uses, and a row that cannot be read
    const feed = aFeed().withRows('stops.txt', 'D,Delta,48.002,9.001').withRows('calendar.txt', 'BAD,1,1,1,1,1,0,0,2026015,20260201');
    const address = site.file('/feed.zip', readFileSync(await feed.write()), '"one"');
    const server = await startProduct({ env: { ALLOW_PRIVATE_ADDRESSES: `127.0.0.1:${site.port}`, LOG_LEVEL: 'error' } });
    const context = await browser.newContext({ baseURL: server.url, viewport: { width: 1400, height: 900 } });
    try {
      const page = await context.newPage();
      page.setDefaultTimeout(20_000);
      await signIn(page, 'editor', '/pipelines', WITHOUT_MAP);
      await page.getByRole('button', { name: 'Create', exact: true }).click();
      const form = page.getByRole('region', { name: 'Pipeline form' });
      await form.getByLabel('Name').first().fill('Story');
      await form.getByRole('combobox', { name: 'Database' }).click();
      await page.getByRole('option', { name: /^velmar/ }).click();
      // half a day away, for a run asks first where another one is due within a quarter of an hour
      const hour = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', timeZone: 'Europe/Berlin' }).format(Date.now() + 12 * 3_600_000);
      await form.getByLabel('Times of day').fill(`${hour}30`);
      await form.getByLabel('Times of day').press('Enter');
      await expect(form.getByText(new RegExp(`^Next run: .* ${hour}:30 `))).toBeVisible();
      await addTask(page, 'GTFS from a URL');
      await form.getByRole('button', { name: 'Create', exact: true }).click();
      await expect(form.getByText('Write an address that begins with http:// or https://')).toBeVisible();
      await form.getByLabel('Address').fill(address);

      // the Import goes with the schedule, after a question; undo brings both back
      await form.getByRole('button', { name: 'Remove GTFS from a URL' }).click();
      await page.getByRole('dialog', { name: 'Delete pipeline task' }).getByRole('button', { name: 'Remove' }).click();
      await expect(form.getByText('The pipeline does not run by schedule.')).toBeVisible();
      await form.getByRole('button', { name: 'Undo: Remove a task' }).click();
      await expect(form.getByText(new RegExp(`^Next run: .* ${hour}:30 `))).toBeVisible();
      await addTask(page, 'Remove unused documents');
      await addTask(page, 'Check');
      await form.getByLabel('Errors allowed').fill('1000');
      await addTask(page, 'Publish');
      expect(await axeFindings(page)).toEqual([]);
      await form.getByRole('button', { name: 'Create', exact: true }).click();

      await expect(panel(page).getByRole('heading', { name: 'Story' })).toBeVisible();
      await panel(page).getByRole('button', { name: 'Run', exact: true }).click();
      await expect(panel(page).getByRole('status', { name: /^Run \d+/ })).toContainText('Needs Approval');
      await panel(page).getByRole('status').getByRole('link', { name: 'Log' }).click();
      await expect(page.getByText('calendar.txt').first()).toBeVisible();
      await page.goBack();

      await panel(page).getByRole('button', { name: 'Review' }).first().click();
      const review = page.getByRole('dialog', { name: /^Review run/ });
      await expect(review.getByText(/Look at the log, then approve the run or stop it/)).toBeVisible();
      await review.getByRole('button', { name: 'Approve' }).hover();
      await expect(page.getByRole('tooltip')).toHaveText('Review changes first');
      const opened = context.waitForEvent('page');
      await review.getByRole('link', { name: /Review changes/ }).click();
      await (await opened).close();
      await review.getByRole('button', { name: 'Approve' }).click();
      // the feed is of another agency than the version published last: it is not published without another look
      await expect(panel(page).getByRole('status', { name: /^Run \d+/ })).toContainText('Other agencies');
      await panel(page).getByRole('button', { name: 'Review' }).first().click();
      await expect(review.getByText(/Nothing has been published/)).toBeVisible();
      await review.getByRole('button', { name: 'Approve' }).click();
      await expect(panel(page).getByText('Completed').first()).toBeVisible();

      await panel(page).getByRole('button', { name: 'Runs' }).click();
      const made = panel(page)
        .getByRole('link', { name: /^Output version \d+$/ })
        .last();
      const version = (await made.textContent()) ?? '';
      await made.click();
      await expect(page).toHaveURL(new RegExp(`/data/db/velmar/v/${version}$`));
      await expect(page.getByText(/Remove unused documents/).first()).toBeVisible();

      await page.goBack();
      await panel(page).getByRole('button', { name: 'Delete' }).click();
      await page.getByRole('dialog', { name: 'Delete pipeline' }).getByRole('button', { name: 'Delete' }).click();
      await expect(page).toHaveURL(/\/pipelines$/);
      await expect(page.getByRole('link', { name: /^Story/ })).toHaveCount(0);
    } finally {
      await context.close();
      await server.stop();
      await site.close();
      removeFeeds();
    }
  });
});

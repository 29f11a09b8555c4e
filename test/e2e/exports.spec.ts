/** Exports on the real screen and against the real server: made, changed with undo, run, delivered to a folder, removed. */
import type { Page } from '@playwright/test';
import { axeFindings } from '../drivers/axe.ts';
import { expect, LONG, signIn, test, WITHOUT_MAP } from '../drivers/browser.ts';

const rows = (page: Page) => page.getByRole('region', { name: 'Exports' }).locator('[data-export-row]');
const panel = (page: Page) => page.getByRole('region', { name: 'Export', exact: true });
const choose = async (page: Page, label: string, option: string): Promise<void> => {
  await page.getByRole('combobox', { name: label }).click();
  await page.getByRole('option', { name: option }).click();
};

test.describe('columns, colours and the history of edits [H109, H110, H113, H168, H370]', () => {
  test('an export is made, changed with undo and redo, run and watched, and removed; a merging of agencies goes after a question [E017, H009, H027, H035, H036]', async ({
    page,
  }) => {
    await signIn(page, 'editor', '/pipelines', WITHOUT_MAP);
    await page.getByRole('navigation', { name: 'Sections' }).getByRole('link', { name: 'Exports' }).click();
    await expect(page).toHaveTitle('DMP | Exports');
    for (const column of ['Database ID', 'Scheduled', 'Name', 'Region', 'Status'])
      await expect(page.getByText(column, { exact: true }).first()).toBeVisible();
    await expect(rows(page).filter({ hasText: 'Velmar, every night' })).toContainText(/velmar\s*0[04]:15/);
    expect(await axeFindings(page)).toEqual([]);

    // what is missing is told beside its field
    await page.getByRole('button', { name: 'Create export' }).click();
    const form = page.getByRole('region', { name: 'Create export' });
    await form.getByRole('button', { name: 'Create', exact: true }).click();
    await expect(form.getByText('The Export Name field is required')).toBeVisible();
    await expect(form.getByText('The Delivery Location field is required')).toBeVisible();
    await form.getByLabel('Name', { exact: true }).fill('Story');
    await choose(page, 'Region', 'Velmar');
    await choose(page, 'Database ID', 'velmar Velmar City');
    await choose(page, 'Delivery location', 'Nightly folder');
    await form.getByLabel('Time of day').fill('515');
    await form.getByLabel('File name').fill('story.zip');
    await form.getByLabel('Feed URL').fill('https://feeds.example/');
    await form.getByLabel('Feed URL').press('Enter');
    await expect(form.getByLabel('Time of day')).toHaveValue('05:15');
    await page.keyboard.press('Control+z');
    await expect(form.getByLabel('Feed URL')).toHaveValue('');
    await form.getByRole('button', { name: 'Undo: Change the delivery' }).click();
    await expect(form.getByLabel('File name')).toHaveValue('{db}.zip');
    await form.getByRole('button', { name: 'Redo: Change the delivery' }).click();
    await expect(form.getByLabel('File name')).toHaveValue('story.zip');
    await form.getByRole('button', { name: 'Add agency merging' }).click();
    await form.getByRole('button', { name: 'Delete agency merging 1' }).click();
    await page.getByRole('dialog', { name: 'Delete agency merging' }).getByRole('button', { name: 'Delete' }).click();
    await expect(form.getByRole('group', { name: 'Agency merging 1' })).toHaveCount(0);
    expect(await axeFindings(page)).toEqual([]);
    await form.getByRole('button', { name: 'Create', exact: true }).click();

    await expect(page).toHaveURL(/\/exports\?export=\d+$/);
    await expect(rows(page).filter({ hasText: 'Story' })).toContainText('Not run');
    await panel(page).getByRole('button', { name: 'Run', exact: true }).click();
    const run = panel(page).getByRole('article');
    await expect(run).toContainText('story.zip in Nightly folder');
    const badge = rows(page).filter({ hasText: 'Story' }).getByText('Completed');
    await expect(badge).toHaveCSS('color', 'rgb(29, 107, 45)');
    expect(await axeFindings(page)).toEqual([]);
    const runId = /\d+/.exec((await run.getAttribute('aria-label')) ?? '')?.[0] ?? '';
    await run.getByRole('link', { name: /^Log of run/ }).click();
    await expect(page.getByText('Delivered story.zip in Nightly folder')).toBeVisible();

    // the link of a mail leads to the export of the run
    await page.goto(`/exports/runs/${runId}`);
    await expect(page).toHaveURL(new RegExp(`/exports\\?export=\\d+&run=${runId}$`));
    await expect(panel(page).getByRole('article', { name: `Run ${runId}` })).toHaveAttribute('aria-current', 'true');

    // what is typed is asked about before it goes
    await panel(page).getByRole('button', { name: 'Edit', exact: true }).click();
    const edit = page.getByRole('region', { name: 'Edit export' });
    await edit.getByLabel('Name', { exact: true }).fill('Story, changed');
    await edit.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('dialog', { name: 'Leave the export' }).getByRole('button', { name: 'Keep editing' }).click();
    await page.keyboard.press('Control+s');
    await expect(rows(page).filter({ hasText: 'Story, changed' })).toHaveCount(1);
    await panel(page).getByRole('button', { name: 'Clone', exact: true }).click();
    await expect(panel(page).getByRole('heading', { name: 'Story, changed (copy)' })).toBeVisible();
    for (const name of ['Story, changed (copy)', 'Story, changed']) {
      await rows(page).getByText(name, { exact: true }).click();
      await expect(panel(page).getByRole('heading', { name, exact: true })).toBeVisible();
      await panel(page).getByRole('button', { name: 'Delete', exact: true }).click();
      const question = page.getByRole('dialog', { name: 'Delete export' });
      await expect(question).toContainText('Are you sure you want to remove this export?');
      await question.getByRole('button', { name: 'Delete' }).click();
      await expect(rows(page).getByText(name, { exact: true })).toHaveCount(0);
    }
  });
});

test('a delivery location is tried before it is saved', LONG, async ({ page }) => {
  await signIn(page, 'editor', '/exports?dialog=locations', WITHOUT_MAP);
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByText('Partners folder')).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Delete Partners folder' })).toHaveAttribute('aria-disabled', 'true');
  await dialog.getByRole('button', { name: 'Add delivery location' }).click();
  await choose(page, 'Region', 'Velmar');
  await dialog.getByLabel('Location name').fill('Tried');
  await dialog.getByLabel('Folder', { exact: true }).fill('../up');
  await dialog.getByRole('button', { name: 'Test connection' }).click();
  await expect(dialog.getByText('A folder is written as a/b, of letters, digits, - _ and .')).toBeVisible();
  await dialog.getByLabel('Folder', { exact: true }).fill('tried');
  await dialog.getByRole('button', { name: 'Test connection' }).click();
  await expect(dialog.getByRole('status', { name: 'Test connection' })).toHaveText('The folder is there and can be written.');
  expect(await axeFindings(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Save location' }).click();
  await dialog.getByRole('button', { name: 'Delete Tried' }).click();
  await page.getByRole('dialog', { name: 'Delete delivery location' }).getByRole('button', { name: 'Delete', exact: true }).click();
  await expect(dialog.getByText('Tried')).toHaveCount(0);
});

test('a zip is published, replaced, served again and withdrawn; everybody sees it without signing in', async ({ page, browser }) => {
  await signIn(page, 'editor', '/exports', WITHOUT_MAP);
  await rows(page).filter({ hasText: 'Velmar, every night' }).click();
  const dialog = page.getByRole('dialog', { name: 'Public feeds' });
  const form = page.getByRole('dialog', { name: 'Publish a zip' });
  const feed = dialog.getByRole('region', { name: 'velmar-city' });
  const runs = panel(page).getByRole('article');
  const publishNewest = async (count: number): Promise<void> => {
    await panel(page).getByRole('button', { name: 'Run', exact: true }).click();
    await expect(runs.getByRole('button', { name: 'Publish', exact: true })).toHaveCount(count);
    await runs.first().getByRole('button', { name: 'Publish', exact: true }).click();
  };
  await publishNewest(1);
  await expect(form.getByLabel('Address of the feed')).toHaveValue('velmar');
  await form.getByLabel('Address of the feed').fill('Velmar City!');
  await form.getByRole('button', { name: 'Publish', exact: true }).click();
  await expect(form.getByText('An address is made of lower-case letters')).toBeVisible();
  await form.getByLabel('Address of the feed').fill('velmar-city');
  await choose(page, 'Licence', 'CC-BY-4.0');
  await form.getByLabel('Contact e-mail').fill('data@velmar.example');
  await form.getByLabel('What changes for riders').fill('## Line 5\n\n- 3 more trips');
  await form.getByLabel('Most validation errors').fill('0');
  expect(await axeFindings(page)).toEqual([]);
  await form.getByRole('button', { name: 'Publish', exact: true }).click();
  // the gate holds it, and a reason lets it out
  await expect(feed.getByRole('alert')).toHaveText(/^The new release is held: \d+ validation errors, 0 allowed\./);
  await feed.getByRole('button', { name: 'Review' }).click();
  const review = page.getByRole('dialog', { name: 'What the gate found' });
  await review.getByRole('button', { name: 'Serve it all the same' }).click();
  await expect(review.getByText('Enter a reason of at least 3 characters')).toBeVisible();
  expect(await axeFindings(page)).toEqual([]);
  await review.getByLabel('Reason').fill('These errors are known');
  await review.getByRole('button', { name: 'Serve it all the same' }).click();
  await expect(feed.getByRole('listitem')).toContainText('These errors are known');
  await feed.getByRole('button', { name: 'Change velmar-city' }).click();
  const change = page.getByRole('dialog', { name: 'Change velmar-city' });
  await change.getByLabel('Most validation errors').fill('');
  await change.getByRole('button', { name: 'Save' }).click();
  await expect(feed.getByText('Served now')).toBeVisible();
  expect(await axeFindings(page)).toEqual([]);
  const first = await (await page.request.get('/feeds/velmar-city/gtfs.zip')).body();
  expect(first.subarray(0, 2).toString()).toBe('PK');

  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: new URL(page.url()).origin });
  const visitor = await context.newPage();
  await visitor.goto('/feeds/velmar-city/');
  await expect(visitor.getByRole('heading', { level: 1 })).toHaveText('Velmar City');
  await expect(visitor.getByRole('link', { name: 'Download gtfs.zip' })).toBeVisible();
  await expect(visitor.getByRole('link', { name: 'CC-BY-4.0' })).toBeVisible();
  await expect(visitor.getByRole('img', { name: 'Map' })).toBeVisible();
  await expect(visitor.getByRole('heading', { level: 3 })).toHaveText('Line 5');

  // its timetables: a line, a stop, and a book of all lines for paper
  const reader = await page.context().newPage();
  await reader.goto('/feeds/velmar-city/');
  expect(await axeFindings(reader)).toEqual([]);
  await reader.locator('a[href^="lines/"]').first().click();
  await expect(reader.getByRole('table').first()).toBeVisible();
  expect(await axeFindings(reader)).toEqual([]);
  await reader.getByRole('table').first().getByRole('link').first().click();
  await expect(reader.getByRole('heading', { name: /^Next departures/ })).toBeVisible();
  expect(await axeFindings(reader)).toEqual([]);
  await reader.goto('/feeds/velmar-city/');
  await reader.getByRole('link', { name: 'Timetable book' }).click();
  await reader.getByRole('radio', { name: 'A5' }).check();
  await reader.getByRole('checkbox', { name: 'All lines' }).check();
  expect(await axeFindings(reader)).toEqual([]);
  await reader.getByRole('button', { name: 'Show the book' }).click();
  await expect(reader.getByText('Print this page, or save it as PDF')).toBeVisible();
  await expect(reader.locator('section.line').nth(3)).toBeAttached();
  await reader.close();

  // the second one, from a set time that is past: told beside the form
  await dialog.getByRole('button', { name: 'Close' }).last().click();
  await publishNewest(2);
  await expect(form.getByRole('combobox', { name: 'Public feed' })).toHaveValue('velmar-city');
  await choose(page, 'When', 'At a set time');
  await form.getByLabel('Date').fill('2020-01-01');
  await form.getByRole('button', { name: 'Publish', exact: true }).click();
  await expect(form.getByRole('alert')).toContainText('is in the past. Choose a later time, or publish at once');
  await choose(page, 'When', 'At once');
  await form.getByRole('button', { name: 'Publish', exact: true }).click();
  await expect(feed.getByRole('listitem')).toHaveCount(2);
  await expect(feed.getByRole('listitem').first()).toContainText('Served now');

  await feed.getByRole('button', { name: /^Serve \S+ again$/ }).click();
  const back = page.getByRole('dialog', { name: 'Serve again' });
  await expect(back).toContainText('Ctrl+Z does not take this back');
  await back.getByRole('button', { name: 'Serve again' }).click();
  await expect(feed.getByRole('listitem').last()).toContainText('Served now');
  await feed.getByRole('button', { name: 'Withdraw velmar-city' }).click();
  await page.getByRole('dialog', { name: 'Withdraw the feed' }).getByRole('button', { name: 'Withdraw the feed' }).click();
  await expect(feed.getByText('Withdrawn')).toBeVisible();
  expect((await page.request.get('/feeds/velmar-city/gtfs.zip')).status()).toBe(410);
  await context.close();
});

test('who may only read exports is told so', LONG, async ({ page }) => {
  await signIn(page, 'viewer', '/exports', WITHOUT_MAP);
  const create = page.getByRole('button', { name: 'Create export' });
  await expect(create).toHaveAttribute('aria-disabled', 'true');
  await create.hover();
  await expect(page.getByRole('tooltip', { name: 'You have read-only rights' })).toBeVisible();
});

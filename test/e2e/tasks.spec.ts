/** Tasks and their logs on the real screen and against the real server. */
import type { Page } from '@playwright/test';
import { axeFindings } from '../drivers/axe.ts';
import { expect, signIn, test, WITHOUT_MAP } from '../drivers/browser.ts';

const choose = async (page: Page, label: string, option: string | RegExp): Promise<void> => {
  const box = page.getByRole('dialog').getByRole('combobox', { name: label, exact: true });
  await box.click();
  await page.getByRole('option', { name: option, exact: typeof option === 'string' }).click();
};

test.describe.configure({ mode: 'serial' });

test('kinds of task are explained; one is run by hand and leads to its log, which fills while it runs [H007 H010 H077 H114]', async ({ page }) => {
  await signIn(page, 'editor', '/tasks', WITHOUT_MAP);
  await expect(page).toHaveTitle('DMP | Tasks');
  await page.getByRole('button', { name: 'Documentation' }).click();
  const docs = page.getByRole('dialog', { name: 'Documentation of tasks' });
  await docs.getByRole('button', { name: /^Remove unused documents/ }).click();
  await expect(docs.getByRole('article')).toContainText('Removes stops without journeys');
  expect(await axeFindings(page)).toEqual([]);
  await page.keyboard.press('Escape');

  await page.getByRole('button', { name: 'Run a task' }).click();
  const dialog = page.getByRole('dialog', { name: 'Run a task' });
  await choose(page, 'Task', 'Check');
  await dialog.getByRole('button', { name: 'Run', exact: true }).click();
  await expect(dialog.getByText('Choose a database')).toBeVisible();
  await choose(page, 'Database', /^velmar/);
  await dialog.getByLabel('Name', { exact: true }).fill('Story check');
  await dialog.getByRole('button', { name: 'Run', exact: true }).click();

  await expect(page).toHaveURL(/\/log\/\d+$/);
  await expect(page).toHaveTitle('DMP | Logs');
  await expect(page.getByRole('heading', { name: 'Story check' })).toBeVisible();
  await expect(page.getByText('Database velmar')).toBeVisible();
  await expect(page.getByText(/^\d+ errors? and \d+ warnings?$/)).toBeVisible();
});

test('tasks are narrowed; one shows its details and leads to its versions [H038 H075 H076 H078]', async ({ page }) => {
  await signIn(page, 'editor', '/tasks', WITHOUT_MAP);
  await page.getByLabel('Search tasks').fill('Story check');
  const listed = page.getByRole('grid', { name: 'Tasks' }).getByRole('row').filter({ hasText: 'Story check' });
  await expect(listed).toHaveCount(1);
  const input = page.getByLabel('Input version', { exact: true });
  await input.fill('x');
  await input.press('Enter');
  await expect(page.getByText('Enter an integer')).toBeVisible();
  await input.fill('');
  await input.press('Enter');
  await expect(listed.getByRole('link', { name: /^Input version \d+$/ })).toBeVisible();
  await listed.getByText('Story check').click();
  const details = page.getByRole('dialog', { name: 'Task details' });
  await expect(details).toContainText('Transform: Check');
  expect(await axeFindings(page)).toEqual([]);
  await details.getByRole('link', { name: /^Input version \d+$/ }).click();
  await expect(page).toHaveURL(/\/data\/db\/velmar\/v\/\d+$/);
});

test('a log has levels with their counts, a search, groups, and one selectable row; what is missing is said [H115 H116 H117 H119]', async ({
  page,
}) => {
  await signIn(page, 'editor', '/tasks?filter=Story%20check', WITHOUT_MAP);
  await page.getByRole('link', { name: 'Log of Story check' }).click();
  await expect(page.getByRole('navigation', { name: 'Sections' }).getByRole('link', { name: 'Logs' })).toBeVisible();
  const log = page.getByRole('list', { name: 'Log' });
  const rows = log.locator('> [role="listitem"]');
  const info = page.getByRole('button', { name: /^Info \d/ });
  for (const level of ['Info', 'Warning', 'Error']) await expect(page.getByRole('button', { name: new RegExp(`^${level} [\\d,]+$`) })).toBeVisible();
  await expect(rows.first()).toContainText('Checking version');
  const before = await rows.count();
  await info.click();
  await expect.poll(() => rows.count()).toBeLessThan(before);
  await info.click();
  await expect(rows).toHaveCount(before);
  const group = log.getByRole('button', { name: /^Open / }).first();
  await group.click();
  await expect(log.getByRole('list').first().getByRole('listitem').first()).toBeVisible();

  const search = page.getByLabel('Search the log');
  await search.fill('Checking version');
  await expect(rows).toHaveCount(1);
  await rows.first().locator('[aria-pressed]').click();
  await expect(page).toHaveURL(/row=\d+/);
  expect(await axeFindings(page)).toEqual([]);
  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download' }).click();
  expect((await saved).suggestedFilename()).toMatch(/\.(txt|log)$/);
});

test('the selected row of a log is in its address; selecting it again selects none; a log that is not there says so [H121 H122 H352]', async ({
  page,
}) => {
  await signIn(page, 'editor', '/tasks?filter=Story%20check', WITHOUT_MAP);
  await page.getByRole('link', { name: 'Log of Story check' }).click();
  const rows = page.getByRole('list', { name: 'Log' }).locator('[aria-pressed]');
  await rows.nth(0).click();
  await rows.nth(1).click();
  await expect(page.locator('[aria-label="Log"] [aria-pressed="true"]')).toHaveCount(1);
  await page.reload();
  await expect(rows.nth(1)).toHaveAttribute('aria-pressed', 'true');
  await rows.nth(1).click();
  await expect(page.locator('[aria-label="Log"] [aria-pressed="true"]')).toHaveCount(0);
  await page.goto('/log/999999');
  await expect(page.getByRole('alert').filter({ hasText: 'The log could not be loaded' })).toContainText('There is no task run 999999');
  await expect(page.getByRole('button', { name: 'Retry' }).first()).toBeVisible();
});

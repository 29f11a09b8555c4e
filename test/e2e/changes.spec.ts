/** What was changed is seen, switched off and commented, by one person and by two. */
import type { Browser, Page } from '@playwright/test';
import { axeFindings } from '../drivers/axe.ts';
import { expect, LONG, signIn, test, visit, WITHOUT_MAP } from '../drivers/browser.ts';
import { colleagueEdits } from '../drivers/colleague.ts';
import { aColleague } from '../drivers/colleagueVersions.ts';
import { haveFreshVersion } from '../drivers/freshVersion.ts';
import { hearToasts } from '../drivers/toasts.ts';
import { saved } from './editing.ts';

const STOP = 'V0133A';

/** Somebody has renamed a stop in a new draft; answers the draft's id. */
async function renameInDraft(site: string, name: string): Promise<number> {
  const draft = await (await aColleague(site, 'velmar')).draft();
  await colleagueEdits(site, draft, STOP, 'name', name);
  return draft;
}

async function another(browser: Browser, path: string, account: 'editor' | 'viewer' = 'editor'): Promise<{ page: Page; leave: () => Promise<void> }> {
  const context = await browser.newContext();
  const page = await context.newPage();
  await signIn(page, account, path, WITHOUT_MAP);
  return { page, leave: () => context.close() };
}

test('a change is found in the log, seen field by field, switched off and on again, and commented; a colleague sees it [H126 H127 H190 H192]', async ({
  page,
  browser,
  product,
}) => {
  const draft = await renameInDraft(product.url, 'Logged');
  const path = `/changes/velmar?dbVersionId=${draft}`;
  await signIn(page, 'editor', path, WITHOUT_MAP);
  const list = page.getByRole('grid', { name: 'ChangeSets' });
  await expect(page.getByRole('radio', { name: 'Activate' })).toBeChecked();
  await expect(list.getByRole('columnheader', { name: 'ChangeSets' })).toBeVisible();
  await list.getByRole('row').nth(1).click();
  const details = page.getByRole('region', { name: /^Changes of set/ });
  await expect(details.getByRole('row', { name: /^Name/ })).toContainText('Logged');
  const other = await another(browser, new URL(page.url()).pathname + new URL(page.url()).search);
  await expect(other.page.getByRole('region', { name: /^Changes of set/ })).toBeVisible();

  await details.getByRole('button', { name: 'Switch off' }).click();
  await expect(details.getByRole('button', { name: 'Switch on' })).toBeVisible();
  await expect(other.page.getByRole('button', { name: 'Switch on' }).last()).toBeVisible();
  await details.getByRole('button', { name: 'Switch on' }).click();
  await expect(details.getByRole('button', { name: 'Switch off' })).toBeVisible();

  await page.getByText('Comment', { exact: true }).first().click();
  await page.getByRole('button', { name: 'Comment on changes' }).click();
  const modal = page.getByRole('dialog', { name: 'Comment on changes' });
  await expect(modal.getByPlaceholder('Search changes')).toBeVisible();
  await modal.getByPlaceholder('Type your comment here').fill('Looks right');
  await modal.getByRole('button', { name: 'Comment', exact: true }).hover();
  await expect(page.getByRole('tooltip')).toHaveText('Select changes first');
  await modal.getByRole('checkbox', { name: /Logged/ }).check();
  await modal.getByRole('button', { name: 'Comment', exact: true }).click();
  await expect(modal.getByRole('tree')).toContainText('Looks right');
  await page.keyboard.press('Escape');
  await expect(details).toContainText('Looks right');
  await expect(other.page.getByRole('region', { name: /^Changes of set/ })).toContainText('Looks right');
  await other.leave();
  expect(await axeFindings(page)).toEqual([]);
});

test('the history of what is in view is one key away; filters of ids must be integers [H230]', LONG, async ({ page, product, browser }) => {
  const draft = await renameInDraft(product.url, 'Blamed');
  await signIn(page, 'editor', `/data/db/velmar/v/${draft}/stops/${STOP}`, WITHOUT_MAP);
  await expect(page.getByRole('grid', { name: 'Stops' }).getByRole('row').filter({ hasText: STOP })).toBeVisible();
  await page.getByRole('heading', { name: /^Stops/ }).click();
  await page.keyboard.press('Alt+h');
  const history = page.getByRole('dialog', { name: /^Change history/ });
  await expect(history.getByRole('row', { name: /^Name Blamed/ })).toBeVisible();

  const viewer = await another(browser, `/changes/velmar?dbVersionId=${draft}`, 'viewer');
  await viewer.page.getByLabel('Set ID').fill('x');
  await expect(viewer.page.getByText('The Set ID field must be an integer')).toBeVisible();
  await viewer.page.getByRole('button', { name: 'Switch off' }).first().hover();
  await expect(viewer.page.getByRole('tooltip')).toHaveText('You have read-only rights');
  await viewer.leave();
});

test('the dialog of comments has its title, search and input, and says what is missing [H045 H046 H048 H049]', async ({ page, product }) => {
  const draft = await renameInDraft(product.url, 'Commented');
  await signIn(page, 'editor', `/changes/velmar?dbVersionId=${draft}&mode=Comment`, WITHOUT_MAP);
  const open = page.getByRole('button', { name: 'Comment on changes' });
  await open.click();
  const modal = page.getByRole('dialog', { name: 'Comment on changes' });
  await expect(modal.getByPlaceholder('Type your comment here')).toBeVisible();
  await expect(modal.getByRole('button', { name: 'Comment', exact: true })).toBeVisible();
  await modal.getByPlaceholder('Search changes').fill('words that are in no change');
  await expect(modal).toContainText('There are no changes');
});

test('sets that were ticked and never opened are commented on: their changes are loaded', LONG, async ({ page, product }) => {
  const draft = await renameInDraft(product.url, 'Never opened');
  await signIn(page, 'editor', `/changes/velmar?dbVersionId=${draft}&mode=Comment`, WITHOUT_MAP);
  await page.getByRole('grid', { name: 'ChangeSets' }).getByRole('checkbox').first().check();
  await page.getByRole('button', { name: 'Comment on changes' }).click();
  const modal = page.getByRole('dialog', { name: 'Comment on changes' });
  await modal.getByRole('checkbox', { name: /Never opened/ }).check();
  await modal.getByPlaceholder('Type your comment here').fill('Seen');
  await modal.getByRole('button', { name: 'Comment', exact: true }).click();
  await expect(modal.getByRole('tree')).toContainText('Seen');
});

test('comments that cannot be loaded say so, and are asked for again; changes are deleted after a question [H051 H347]', async ({
  page,
  product,
}) => {
  const draft = await renameInDraft(product.url, 'Deleted again');
  await page.route('**/storage/ui/comments?*', (route) => route.fulfill({ status: 500, json: { errors: [{ message: 'No' }] } }));
  await signIn(page, 'editor', `/changes/velmar?dbVersionId=${draft}&mode=Comment`, WITHOUT_MAP);
  await page.getByRole('button', { name: 'Comment on changes' }).click();
  const modal = page.getByRole('dialog', { name: 'Comment on changes' });
  await expect(modal).toContainText('Oops, failed loading comments and changes...');
  await page.unroute('**/storage/ui/comments?*');
  await modal.getByRole('button', { name: 'Retry' }).click();
  await modal.getByPlaceholder('Search changes').fill('words that are in no change');
  await expect(modal.getByRole('status')).toHaveText('There are no changes');
  await page.keyboard.press('Escape');

  await page.getByText('Delete', { exact: true }).first().click();
  const list = page.getByRole('grid', { name: 'ChangeSets' });
  await list.getByRole('row').nth(1).getByRole('checkbox').check();
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  const question = page.getByRole('dialog', { name: 'Delete 1 change set?' });
  await expect(question).toContainText('1 change made by mia.jansen@demo.example is taken back');
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(list.getByRole('row').nth(1)).toContainText('Active');
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  await question.getByRole('button', { name: 'Delete' }).click();
  await expect(list.getByRole('row').filter({ hasText: 'to Deleted again' }).last()).toContainText('Deleted');
});

test('a comment that could not be sent stays with its text and its changes, and is sent again', LONG, async ({ page, product }) => {
  const draft = await renameInDraft(product.url, 'Said twice');
  await signIn(page, 'editor', `/changes/velmar?dbVersionId=${draft}&mode=Comment`, WITHOUT_MAP);
  await page.getByRole('grid', { name: 'ChangeSets' }).getByRole('row').nth(1).click();
  await page.getByRole('button', { name: 'Comment on changes' }).click();
  const modal = page.getByRole('dialog', { name: 'Comment on changes' });
  const text = modal.getByPlaceholder('Type your comment here');
  await text.fill('Is this spelled right?');
  await modal.getByRole('checkbox', { name: /Said twice/ }).check();
  await page.route('**/storage/ui/comment', (route) => route.fulfill({ status: 500, json: { errors: [{ message: 'The disk is full' }] } }));
  await modal.getByRole('button', { name: 'Comment', exact: true }).click();
  const alert = modal.getByRole('alert');
  await expect(alert).toContainText('The comment was not sent');
  await expect(alert).toContainText('The disk is full');
  // told once
  await expect(page.getByTestId('errors')).toHaveCount(0);
  await expect(text).toHaveValue('Is this spelled right?');
  await expect(modal.getByRole('checkbox', { name: /Said twice/ })).toBeChecked();
  expect(await axeFindings(page)).toEqual([]);
  await page.unroute('**/storage/ui/comment');
  await alert.getByRole('button', { name: 'Retry' }).click();
  await expect(modal.getByRole('tree')).toContainText('Is this spelled right?');
  await expect(text).toHaveValue('');
  await expect(alert).toHaveCount(0);
});

test('corrections are previewed and rebased onto another version, which is a new draft', LONG, async ({ page, product }) => {
  const colleague = await aColleague(product.url, 'velmar');
  const draft = await renameInDraft(product.url, 'Corrected name');
  const target = await colleague.finished();
  await signIn(page, 'editor', `/changes/velmar?dbVersionId=${draft}`, WITHOUT_MAP);
  await page.getByRole('button', { name: 'Rebase' }).click();
  const modal = page.getByRole('dialog', { name: 'Rebase corrections' });
  const pick = async (label: string, id: number): Promise<void> => {
    await modal.getByRole('combobox', { name: label }).fill(`#${id}`);
    await page.getByRole('option', { name: new RegExp(`#${id}$`) }).click();
  };
  await modal.getByRole('button', { name: 'Try' }).hover();
  await expect(page.getByRole('tooltip')).toHaveText('Choose both versions first');
  await pick('Corrections of', draft);
  await pick('onto', target);
  await modal.getByRole('button', { name: 'Make the draft' }).hover();
  await expect(page.getByRole('tooltip')).toHaveText('Try it first');
  await modal.getByRole('button', { name: 'Try' }).click();
  await expect(modal.getByText('1 applied, 0 already so, 0 no longer fit')).toBeVisible();
  await expect(modal.getByRole('grid', { name: 'Corrections' })).toContainText('to Corrected name');
  await modal.getByLabel('Name of the new draft').fill('Rebased');
  expect(await axeFindings(page)).toEqual([]);
  const told = await hearToasts(page);
  await modal.getByRole('button', { name: 'Make the draft' }).click();
  await expect(modal).toHaveCount(0);
  await told('Draft “Rebased” has 1 corrections; 0 did not fit');
});

test('the undo list says what an undo would touch, and takes along what builds on it', LONG, async ({ page }) => {
  const base = await haveFreshVersion(page, WITHOUT_MAP);
  await page.goto(`${base}/stops/${STOP}`);
  const name = page.getByRole('textbox', { name: 'Name', exact: true });
  await expect(name).toBeEditable();
  const was = await name.inputValue();
  for (const text of ['Harbour', 'Port']) {
    await name.fill(text);
    await name.press('Enter');
    await saved(page);
  }
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Show what can be undone' }).click();
  const list = page.getByRole('dialog', { name: 'What can be undone' });
  const first = list.getByRole('listitem').filter({ hasText: `${was} to Harbour` });
  await expect(first).toContainText('With it goes: Rename stop Harbour to Port');
  await first.getByRole('button', { name: /^Undo: / }).click();
  const touches = first.getByRole('region', { name: 'What it touches' });
  await expect(touches).toContainText('Rename stop Harbour to Port');
  await expect(touches).toContainText(`Name: Port becomes ${was}`);
  expect(await axeFindings(page)).toEqual([]);
  await touches.getByRole('button', { name: 'Undo all 2' }).click();
  await saved(page);
  await expect(name).toHaveValue(was);
});

test('what is done on Changes is undone like an edit, there and in the version', LONG, async ({ page }) => {
  const base = await haveFreshVersion(page, WITHOUT_MAP);
  await page.goto(`${base}/stops/${STOP}`);
  const name = page.getByRole('textbox', { name: 'Name', exact: true });
  await expect(name).toBeEditable();
  const was = await name.inputValue();
  await name.fill('Harbour');
  await name.press('Enter');
  await saved(page);
  const undo = page.getByRole('contentinfo', { name: 'Status' }).getByRole('button', { name: /^Undo/ });
  const set = page
    .getByRole('grid', { name: 'ChangeSets' })
    .getByRole('row')
    .filter({ hasText: /^Rename stop .* to Harbour/ });

  await visit(page, `/changes/velmar?dbVersionId=${base.split('/').at(-1)}`);
  await expect(undo).toHaveText(`Undo: Rename stop ${was} to Harbour`);
  await set.getByRole('checkbox').click();
  await page.getByRole('button', { name: 'Switch off' }).click();
  await expect(set).toContainText('Off');
  await expect(undo).toHaveText('Undo: Switch off 1 change set');
  await undo.click();
  await expect(set).not.toContainText('Off');
  await page.getByRole('radiogroup', { name: 'Mode' }).getByText('Delete', { exact: true }).click();
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click();
  await expect(set).toContainText('Deleted');

  await visit(page, `${base}/stops/${STOP}`);
  await expect(name).toHaveValue(was);
  await expect(undo).toHaveText('Undo: Delete 1 change set');
  await undo.click();
  await expect(name).toHaveValue('Harbour');
  await expect(undo).toHaveText(`Undo: Rename stop ${was} to Harbour`);
  await undo.click();
  await expect(name).toHaveValue(was);
});

test('who set a cell of a timetable, and a schedule, is one key away [E065]', async ({ page }) => {
  const base = await haveFreshVersion(page, WITHOUT_MAP);
  await page.goto(`${base}/schedules`);
  await page.getByRole('grid', { name: 'Schedules' }).locator('[data-row]').nth(1).click();
  await page.getByRole('region', { name: 'Tracks' }).getByRole('link').first().click();
  await page.getByRole('link', { name: 'Timetables' }).click();
  const grid = page.getByRole('grid', { name: /^Timetable of track/ });
  const cell = grid.locator('[role=row][aria-rowindex="4"] [aria-colindex="2"]');
  await cell.click();
  await page.keyboard.type('2510');
  await page.keyboard.press('Enter');
  await saved(page);
  await cell.click();
  await page.keyboard.press('Alt+h');
  const history = page.getByRole('dialog', { name: /^Change history: timetable/ });
  const asked = history.getByRole('region', { name: 'This cell' });
  await expect(asked).toContainText('Stop 3, departure');
  await expect(asked.getByRole('row').nth(1)).toContainText('mia.jansen');
  await history.getByRole('link', { name: 'All changes of this schedule, its tracks and timetables' }).click();
  await expect(page).toHaveURL(/\/changes\/velmar\?scheduleId=/);
  await expect(history).toHaveCount(0);
  await expect(page.getByRole('grid', { name: 'ChangeSets' }).getByRole('row').nth(1)).toContainText('mia.jansen');
});

test('the history of a transfer is one key away', LONG, async ({ page }) => {
  const base = await haveFreshVersion(page, WITHOUT_MAP);
  await page.goto(`${base}/stops?list=transfers`);
  await page.getByRole('grid', { name: 'Transfers' }).locator('[data-row]').first().click();
  const panel = page.getByRole('region', { name: /^Transfer / }).first();
  await expect(panel).toBeVisible();
  await panel.getByRole('button', { name: 'Change history' }).click();
  const history = page.getByRole('dialog', { name: /^Change history: transfer/ });
  await expect(history).toContainText('Unchanged since the import.');
  await page.keyboard.press('Escape');
  await expect(history).toHaveCount(0);
  await page.keyboard.press('Alt+h');
  await expect(history).toBeVisible();
});

test('a change of a timetable is attached to a track of the draft [H191]', LONG, async ({ page }) => {
  const base = await haveFreshVersion(page, WITHOUT_MAP);
  await page.goto(`${base}/schedules`);
  await page.getByRole('grid', { name: 'Schedules' }).locator('[data-row]').nth(1).click();
  await page.getByRole('region', { name: 'Tracks' }).getByRole('link').first().click();
  await page.getByRole('link', { name: 'Timetables' }).click();
  const grid = page.getByRole('grid', { name: /^Timetable of track/ });
  await grid.locator('[role=row][aria-rowindex="4"] [aria-colindex="2"]').click();
  await page.keyboard.type('2510');
  await page.keyboard.press('Enter');
  await saved(page);
  await visit(page, `/changes/velmar?dbVersionId=${base.split('/').at(-1)}&mode=Attach`);
  const attach = page.getByRole('button', { name: 'Attach to a track' });
  await attach.hover();
  await expect(page.getByRole('tooltip')).toHaveText('Open a change set with a change of a track first');
  await page.getByRole('grid', { name: 'ChangeSets' }).getByRole('row').nth(1).click();
  const details = page.getByRole('region', { name: /^Changes of set/ });
  await expect(details.getByRole('article')).toHaveCount(2);
  await attach.click();
  const modal = page.getByRole('dialog', { name: 'Attach to a track' });
  // the most alike by its stops first
  await expect(modal.getByRole('radio').first()).toBeChecked();
  await expect(modal.getByRole('radio', { name: /: \d+ stops, 100 % alike$/ }).first()).toBeVisible();
  await page.route('**/tracks/attach', (route) => route.fulfill({ status: 500, json: { errors: [{ message: 'The disk is full' }] } }));
  await modal.getByRole('button', { name: 'Attach', exact: true }).click();
  await expect(modal.getByRole('alert')).toContainText('The disk is full');
  expect(await axeFindings(page)).toEqual([]);
  await page.unroute('**/tracks/attach');
  await modal.getByRole('button', { name: 'Attach', exact: true }).click();
  await expect(modal).toHaveCount(0);
  await expect(details).toContainText('attached to track');
});

/** The life of a version in the browser, against the real server: every act, who sees it, and what the screens say meanwhile. */
import { readFile } from 'node:fs/promises';
import { gunzipSync } from 'node:zlib';
import type { Locator, Page } from '@playwright/test';
import { expect, LONG, signIn, signInUnseen, test, WITHOUT_MAP } from '../drivers/browser.ts';
import { aColleague } from '../drivers/colleagueVersions.ts';
import { beginFreshVersion } from '../drivers/freshVersion.ts';
import { hearToasts } from '../drivers/toasts.ts';
import { saved } from './editing.ts';

const DATABASE = '/data/db/velmar';

test.describe('the life of a version [E009, H005]', () => {
  test('is begun as an edit, finished, published for good, and told since when [H177, H178, H182, H131]', async ({ page }) => {
    await beginFreshVersion(page);
    const state = page.getByRole('main').getByRole('heading', { level: 1 }).locator('..');
    await expect(state).toContainText('Editable');
    await page.keyboard.press('Alt+p');
    await expect(dialog(page)).toHaveCount(0);
    await expect(await entry(page, 'Publish')).toContainText('Finish the edit of this version first');
    await page.keyboard.press('Escape');

    await page.keyboard.press('Alt+f');
    await page.getByRole('dialog', { name: 'Finish edit' }).getByRole('button', { name: 'Finish edit' }).click();
    await expect(state).toContainText('Completed');
    await page.keyboard.press('Alt+p');
    await expect(dialog(page)).toContainText('It cannot be undone.');
    await focusIsIn(dialog(page));
    const told = await hearToasts(page);
    await page.keyboard.press('Enter');
    await told('is published');
    await expect(page.getByRole('main').getByText('Published (UTC)')).toBeVisible();
    await expect(await entry(page, 'Publish')).toContainText('This version is published already');
  });

  test('is cloned under a name of at most 128 characters, and the copy opens [H183, H225, H226, R344]', async ({ page }) => {
    await openFinished(page);
    await act(page, 'Clone');
    const name = dialog(page).getByLabel('Version Name');
    await name.fill('x'.repeat(129));
    await expect(dialog(page).getByText('The Version Name field cannot exceed 128 characters')).toBeVisible();
    await name.press('Enter');
    await expect(dialog(page)).toBeVisible();
    await name.fill('x'.repeat(128));
    const before = page.url();
    await name.press('Enter');
    await expect(page.getByRole('heading', { level: 1, name: 'x'.repeat(128) })).toBeVisible();
    expect(page.url()).not.toBe(before);
    await expect(page.getByRole('main').getByText('Editable', { exact: true })).toBeVisible();
  });

  test('is archived, says so in place of its pages, and comes back by itself when it is brought back [H179, H180]', LONG, async ({ page }) => {
    test.slow();
    const id = await openFinished(page);
    await act(page, 'Archive');
    await expect(dialog(page)).toContainText('Nobody can read it until it is brought back with “Un-archive”.');
    await page.evaluate(() => document.addEventListener('dblclick', () => (document.title = 'twice')));
    await dialog(page).getByRole('button', { name: 'Archive', exact: true }).dblclick();
    await expect(page.getByRole('heading', { name: /is (being )?archived/ })).toBeVisible();
    await expect(page.getByRole('heading', { name: /is archived/ })).toBeVisible();
    expect(await page.title(), 'the second click of a double click is nothing to the page below').not.toBe('twice');
    await expect(page.getByRole('region', { name: 'What it holds' })).toHaveCount(0);

    await page.goto(`${DATABASE}/v/${id}/stops`);
    await expect(page.getByRole('heading', { level: 1, name: /is archived/ })).toBeVisible();
    await expect(page.getByTestId('errors')).toHaveCount(0);
    await page.getByRole('main').getByRole('button', { name: 'Un-archive' }).click();
    await expect(page.getByRole('grid', { name: 'Stops' }).locator('[data-row]').first()).toBeVisible();
    await expect(page.getByTestId('errors')).toHaveCount(0);
  });

  test('is stored: a mark stays at its state [H181]', LONG, async ({ page }) => {
    await openFinished(page);
    await act(page, 'Store');
    await expect(page.getByRole('main').getByRole('img', { name: 'Stored' })).toBeVisible();
    await expect(await entry(page, 'Store')).toContainText('This version is stored already');
  });

  test('is downloaded as JSON, under the server’s name, also by a reader [H184, H188]', LONG, async ({ page }) => {
    await openFinished(page, 'viewer');
    const told = await hearToasts(page);
    const downloading = page.waitForEvent('download');
    await act(page, 'Download JSON');
    const download = await downloading;
    expect(download.suggestedFilename()).toMatch(/^velmar.*\.json\.gz$/);
    const feed: unknown = JSON.parse(gunzipSync(await readFile(await download.path())).toString());
    expect(Object.keys(Object(feed))).toEqual(expect.arrayContaining(['FormatVersion', 'Stops', 'Schedules']));
    await told(/^Downloaded velmar/);
  });

  test('a draft is deleted, and its author is led to the version it was made from', LONG, async ({ page }) => {
    await openFinished(page);
    const parent = page.url();
    await page.getByRole('button', { name: 'Begin edit' }).click();
    await expect(page).not.toHaveURL(parent);
    const draft = page.url();
    await act(page, 'Delete draft');
    await expect(dialog(page)).toContainText('with no edits? It cannot be undone.');
    await focusIsIn(dialog(page));
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(parent);
    await saved(page);
    await page.goto(draft);
    await expect(page.getByRole('heading', { name: /There is no version/ })).toBeVisible();
  });
});

test.describe('what goes wrong', () => {
  for (const { entry: title, call, failed, path, proves } of [
    { entry: 'Clone', call: 'clone', failed: 'Cloning failed', path: '**/clone', proves: ' [H186, H342]' },
    { entry: 'Download JSON', call: 'download', failed: 'Downloading failed', path: '**/download', proves: ' [H188, H344]' },
    { entry: 'Archive', call: 'archive', failed: 'Archiving failed', path: '**/archive', proves: '' },
  ]) {
    test(`${call} that failed is marked at its version with what was wrong, and tried again from there${proves}`, LONG, async ({ page }) => {
      await openFinished(page);
      await page.route(path, (route) =>
        route.fulfill({ status: 500, contentType: 'application/json', body: JSON.stringify({ errors: [{ message: 'The disk is full' }] }) }),
      );
      await act(page, title);
      if (title !== 'Download JSON') await dialog(page).getByRole('button', { name: title, exact: true }).click();
      const alert = page.getByRole('main').getByRole('alert').filter({ hasText: failed });
      await expect(alert).toContainText('The disk is full');

      await page.unroute(path);
      const asked = page.waitForRequest((request) => request.url().endsWith(`/${call}`));
      await alert.getByRole('button', { name: 'Retry' }).click();
      await asked;
      await expect(alert).toHaveCount(0);
    });
  }

  test(
    'an act under way is seen at its version in the list, where one can go on meanwhile; what failed can be dismissed [H185, H343]',
    LONG,
    async ({ page, product }) => {
      const draft = await (await aColleague(product.url, 'velmar')).draft();
      await signIn(page, 'editor', DATABASE, WITHOUT_MAP);
      let fail: (() => Promise<void>) | undefined;
      await page.route('**/finish-edit', (route) => {
        fail = () =>
          route.fulfill({ status: 500, contentType: 'application/json', body: JSON.stringify({ errors: [{ message: 'The disk is full' }] }) });
      });
      const row = rowOf(page, draft);
      await row.getByRole('button', { name: 'Finish edit' }).click();
      await page.getByRole('dialog', { name: 'Finish edit' }).getByRole('button', { name: 'Finish edit' }).click();
      await expect(row.getByRole('status')).toHaveText('Finishing…');
      await expect(row).toContainText('Saving');
      await page.getByRole('searchbox').fill('Current');
      await expect(page.getByRole('row').filter({ hasText: 'Current' }).getByRole('button', { name: 'Begin edit' })).toBeEnabled();
      await page.getByRole('searchbox').fill('');

      await expect.poll(() => fail !== undefined).toBe(true);
      await fail?.();
      await row.getByRole('button', { name: 'Failed' }).click();
      const what = page.getByRole('dialog', { name: /^Failed/ });
      await expect(what).toContainText('The edit could not be finished');
      await expect(what).toContainText('The disk is full');
      await what.getByRole('button', { name: 'Dismiss' }).click();
      await expect(row.getByRole('button', { name: 'Finish edit' })).toBeVisible();
    },
  );

  test('a colleague who deletes the draft in view: one is told, and led to the version it was made from', LONG, async ({ page, product }) => {
    const colleague = await aColleague(product.url, 'velmar');
    const draft = await colleague.draft();
    const { ParentId } = await colleague.read(draft);
    await signIn(page, 'editor', `${DATABASE}/v/${draft}/stops`);
    await expect(page.getByRole('grid', { name: 'Stops' })).toBeVisible();
    await expect(page.getByText('Live', { exact: true })).toBeVisible();
    const told = await hearToasts(page);
    await colleague.remove(draft);
    await expect(page).toHaveURL(new RegExp(`/v/${ParentId}$`));
    await told('was deleted');
  });

  test('when the lists cannot be loaded, the dropdowns say so and try again [E067, H129]', LONG, async ({ page }) => {
    await signIn(page, 'editor', '/data', WITHOUT_MAP);
    await page.route('**/storage/ui/db/velmar/versions', (route) => route.fulfill({ status: 503, body: '' }));
    await page.getByRole('link', { name: /Velmar City/ }).click();
    await dropdown(page, 'Version').click();
    const failed = page.getByRole('alert').filter({ hasText: 'The versions could not be loaded.' });
    await expect(failed.last()).toContainText('Service unavailable');
    await page.unroute('**/storage/ui/db/velmar/versions');
    await failed.last().getByRole('button', { name: 'Retry' }).click();
    await expect(page.getByRole('option').filter({ hasText: 'Current' })).toBeVisible();
  });
});

test.describe('another version', () => {
  test('chosen in the dropdown opens at the same page; the chosen stop, search filters and what they found are gone [H197, H198, H199]', async ({
    page,
  }) => {
    const id = await openFinished(page);
    await page.goto(`${DATABASE}/v/${id}/stops`);
    const title = page.getByRole('heading', { level: 1 });
    await expect(title).toHaveText(/^Stops [\d,]+$/);
    const all = await title.textContent();
    await page.getByRole('combobox', { name: 'Search stops' }).fill('V0133');
    await expect(title).not.toHaveText(all ?? '');
    await expect(page).toHaveURL(/\?/);
    await page.getByRole('row').filter({ hasText: 'V0133A' }).click();
    await expect(page).toHaveURL(/\/stops\/V0133A\?/);
    await dropdown(page, 'Version').click();
    await page.getByRole('combobox', { name: 'Search versions' }).fill('Current');
    await page.getByRole('option').filter({ hasText: 'Current' }).click();
    await expect(page).toHaveURL(/\/v\/\d+\/stops$/);
    expect(page.url()).not.toContain(`/v/${id}/`);
    await expect(title).toHaveText(all ?? '');
    await expect(page.getByRole('combobox', { name: 'Search stops' })).toHaveValue('');
  });
});

test.describe('by keyboard alone', () => {
  test('the menu of a row opens from the list, says why an entry cannot be used, and gives the focus back', LONG, async ({ page }) => {
    await signIn(page, 'editor', `${DATABASE}?search=Current`, WITHOUT_MAP);
    const list = page.getByRole('grid');
    await list.focus();
    await page.keyboard.press('Home');
    await page.keyboard.press('Shift+F10');
    const menu = page.getByRole('menu');
    await expect(menu).toBeVisible();
    const unArchive = menu.getByRole('menuitem', { name: 'Un-archive' });
    await expect(unArchive).toHaveAttribute('aria-disabled', 'true');
    await expect(unArchive).toContainText('This version is not archived');
    for (let i = 0; i < 9 && !(await unArchive.evaluate((item) => item === document.activeElement)); i++) await page.keyboard.press('ArrowDown');
    await expect(unArchive).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(menu).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(menu).toHaveCount(0);
    await expect(list).toBeFocused();
  });

  test('Escape leaves a question, and nothing is done', LONG, async ({ page }) => {
    const written: string[] = [];
    // a window has the focus before anything else goes on, as it may on a busy machine
    await page.addInitScript(() => {
      const { setTimeout: later } = window;
      window.setTimeout = ((act: () => void, ms?: number) => (ms ? later(act, ms) : (queueMicrotask(act), 0))) as typeof window.setTimeout;
    });
    await openFinished(page);
    page.on('request', (request) => request.method() !== 'GET' && /\/versions\//.test(request.url()) && written.push(request.url()));
    await page.keyboard.press('Alt+c');
    await expect(dialog(page).getByLabel('Version Name')).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(dialog(page)).toHaveCount(0);
    await page.keyboard.press('Alt+p');
    await expect(dialog(page)).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(dialog(page)).toHaveCount(0);
    await act(page, 'Clone');
    await expect(dialog(page).getByLabel('Version Name')).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('button', { name: 'Actions', exact: true })).toBeFocused();
    expect(written).toEqual([]);
  });
});

/** Opens a finished version of its own; answers its id. */
async function openFinished(page: Page, account: 'editor' | 'viewer' = 'editor'): Promise<number> {
  const id = await (await aColleague(await signInUnseen(page, account, WITHOUT_MAP), 'velmar')).finished();
  await page.goto(`${DATABASE}/v/${id}`);
  await expect(page.getByRole('button', { name: 'Actions', exact: true })).toBeVisible();
  return id;
}

/** An entry of the menu of the version in view, which opens. */
async function entry(page: Page, title: string): Promise<Locator> {
  await page.getByRole('button', { name: 'Actions', exact: true }).click();
  return page.getByRole('menuitem').filter({ hasText: new RegExp(`^${title}`) });
}

async function act(page: Page, title: string): Promise<void> {
  await (await entry(page, title)).click();
}

function dialog(page: Page): Locator {
  return page.getByRole('dialog', { name: /^(Publish version|Archive version|Delete draft|Clone version)$/ });
}

/** A dialog takes the focus once it is drawn. */
async function focusIsIn(place: Locator): Promise<void> {
  await expect.poll(() => place.evaluate((element) => element.contains(document.activeElement))).toBe(true);
}

function rowOf(page: Page, id: number): Locator {
  return page
    .getByRole('grid')
    .locator('[data-row]')
    .filter({ has: page.locator(`a[href$="/v/${id}"]`) });
}

function dropdown(page: Page, name: 'View' | 'Database' | 'Version'): Locator {
  return page.getByRole('group', { name: 'Place' }).getByRole('button', { name: new RegExp(`^${name}`) });
}

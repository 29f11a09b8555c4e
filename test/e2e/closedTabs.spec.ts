/** What happens to edits that were not sent yet when their tab is closed, or its account leaves. */
import type { BrowserContext, Page } from '@playwright/test';
import { expect, LONG, signInUnseen, test, WITHOUT_MAP } from '../drivers/browser.ts';
import { editsOf, observeEdits } from '../drivers/editObserver.ts';
import { haveFreshVersion } from '../drivers/freshVersion.ts';
import { stopPopup } from './editing.ts';

const STOP = 'V0133A';
/** Every edit of a stop. */
const EDITS = /\/edit\/stop\//;

function zone(page: Page) {
  return stopPopup(page).getByLabel('Zone id');
}

function status(page: Page) {
  return page.getByRole('contentinfo', { name: 'Status' });
}

async function open(page: Page, base: string): Promise<void> {
  await page.goto(`${base}/stops/${STOP}`);
  await expect(zone(page)).toBeVisible();
}

async function editUnsent(page: Page, values: readonly string[]): Promise<void> {
  for (const value of values) {
    await zone(page).fill(value);
    await zone(page).press('Enter');
  }
  await expect(status(page).getByText(`${values.length} waiting`)).toBeVisible();
}

function versionOf(base: string): number {
  return Number(base.split('/').at(-1));
}

async function zoneNow(url: string, base: string): Promise<unknown> {
  const doc = (await editsOf(url, versionOf(base))).Edits.find(({ Id }) => Id === STOP)?.Doc;
  return typeof doc === 'object' && doc !== null ? Reflect.get(doc, 'ZoneId') : undefined;
}

/** A tab with three edits that the screen has accepted and nobody has sent is closed. */
async function closedWith(page: Page, context: BrowserContext, values: readonly string[]): Promise<string> {
  const base = await haveFreshVersion(page, WITHOUT_MAP);
  await open(page, base);
  await context.setOffline(true);
  await editUnsent(page, values);
  await page.close();
  await context.setOffline(false);
  return base;
}

test('edits of a tab that was closed without a line go out from the next one, in order and once', async ({ page, context, product }) => {
  const base = await closedWith(page, context, ['c1', 'c2', 'c3']);
  const observer = await observeEdits(product.url, versionOf(base));
  const next = await context.newPage();
  await open(next, base);
  await expect(next.getByText('3 edits of a closed tab')).toBeVisible();
  await expect(status(next).getByText('All saved')).toBeVisible();
  await expect(zone(next)).toHaveValue('c3');
  await expect.poll(() => observer.heard.length).toBe(3);
  expect(new Set(observer.heard.map(({ CommandId }) => CommandId?.split(':')[0])).size, 'sessions whose keys they came under').toBe(1);
  expect(observer.heard[0]?.CommandId).not.toContain(await next.evaluate(() => sessionStorage.getItem('dmp.session') ?? '?'));
  await next.getByRole('button', { name: 'Keep', exact: true }).click();
  await expect(next.getByText('edits of a closed tab')).toHaveCount(0);

  // A third tab finds nothing left to do, and a tab that is restored with its storage does not send them again.
  const third = await context.newPage();
  await open(third, base);
  await expect(status(third).getByText('All saved')).toBeVisible();
  await expect(third.getByText('of a closed tab')).toHaveCount(0);
  expect((await editsOf(product.url, versionOf(base))).Rev).toBe(3);
  await observer.stop();
});

test('edits that had not been sent when the browser was closed go out when it is opened again', LONG, async ({ playwright, product }, info) => {
  const { launchOptions, viewport, locale } = info.project.use;
  const options = { ...launchOptions, baseURL: product.url, viewport: viewport ?? null, locale: locale ?? 'en-GB' };
  const start = () => playwright.chromium.launchPersistentContext(info.outputPath('profile'), options);
  const before = await start();
  const page = await before.newPage();
  const base = await haveFreshVersion(page, WITHOUT_MAP);
  await open(page, base);
  await before.setOffline(true);
  await editUnsent(page, ['b1', 'b2']);
  await before.close();

  const after = await start();
  try {
    const next = await after.newPage();
    // what a tab alone knows, the tokens among it, went with the browser
    await signInUnseen(next, 'editor', WITHOUT_MAP);
    await open(next, base);
    await expect(next.getByText('2 edits of a closed tab')).toBeVisible();
    await expect(status(next).getByText('All saved')).toBeVisible();
    expect(await zoneNow(product.url, base)).toBe('b2');
    expect((await editsOf(product.url, versionOf(base))).Rev).toBe(2);
  } finally {
    await after.close();
  }
});

test('a tab whose recording lacks something begins a new one, and sends the edits that can still be read', LONG, async ({ page, product }) => {
  const base = await haveFreshVersion(page, WITHOUT_MAP);
  await open(page, base);
  await page.route(EDITS, (route) => route.abort('connectionreset'));
  await editUnsent(page, ['g1', 'g2']);
  // Another page of the tab: what was recorded lies still.
  await page.goto(`${product.url}/config.json`);
  const session = await page.evaluate(async () => {
    const mine = sessionStorage.getItem('dmp.session') ?? '';
    const opening = indexedDB.open('dmp-log');
    const opened = await new Promise<IDBDatabase>((resolve) => (opening.onsuccess = () => resolve(opening.result)));
    const tx = opened.transaction('segments', 'readwrite');
    const store = tx.objectStore('segments');
    const all = store.getAll(IDBKeyRange.bound([mine], [mine, []]));
    all.onsuccess = () => {
      const records = all.result.flatMap(({ json }) => JSON.parse(json));
      const seq = records.length + 5;
      store.put({ session: mine, from: seq, json: JSON.stringify([{ ...records.at(-1), seq }]) });
    };
    await new Promise((resolve) => (tx.oncomplete = resolve));
    opened.close();
    return mine;
  });
  await page.unroute(EDITS);
  await open(page, base);
  await expect(page.getByText('2 edits of a closed tab')).toBeVisible();
  await expect(status(page).getByText('All saved')).toBeVisible();
  expect(await zoneNow(product.url, base)).toBe('g2');
  expect(await page.evaluate(() => sessionStorage.getItem('dmp.session'))).not.toBe(session);
});

test('an edit whose answer was lost with its tab is done once', LONG, async ({ page, context, product }) => {
  const base = await haveFreshVersion(page, WITHOUT_MAP);
  await open(page, base);
  await page.route(EDITS, async (route) => {
    await route.fetch().catch(() => undefined);
    await route.abort('connectionreset').catch(() => undefined);
  });
  await editUnsent(page, ['lost']);
  await expect.poll(async () => (await editsOf(product.url, versionOf(base))).Rev).toBe(1);
  await page.close();
  const next = await context.newPage();
  await open(next, base);
  await expect(next.getByText('1 edit of a closed tab')).toBeVisible();
  await expect(status(next).getByText('All saved')).toBeVisible();
  await expect(zone(next)).toHaveValue('lost');
  expect((await editsOf(product.url, versionOf(base))).Rev).toBe(1);
  await expect(next.getByTestId('errors')).toHaveCount(0);
});

test('edits of a closed tab can be discarded', LONG, async ({ page, context, product }) => {
  const base = await closedWith(page, context, ['d1', 'd2', 'd3']);
  const next = await context.newPage();
  await next.route(EDITS, (route) => route.abort('connectionreset'));
  await open(next, base);
  await expect(next.getByText('3 still waiting to be sent')).toBeVisible();
  await next.getByRole('button', { name: 'Discard' }).click();
  await next.unroute(EDITS);
  await expect(status(next).getByText('All saved')).toBeVisible();
  await expect(zone(next)).not.toHaveValue(/^d\d$/);
  expect(await zoneNow(product.url, base)).not.toMatch(/^d\d$/);
  await next.reload();
  await expect(zone(next)).not.toHaveValue(/^d\d$/);
  await expect(next.getByText('of a closed tab')).toHaveCount(0);
});

test(
  'a copied tab is a session of its own: it undoes nothing of the first, signs in for itself, and the edits of both are saved',
  LONG,
  async ({ page }) => {
    const base = await haveFreshVersion(page, WITHOUT_MAP);
    await open(page, base);
    await zone(page).fill('first');
    await zone(page).press('Enter');
    await expect(status(page).getByRole('button', { name: /^Undo: Change zone/ })).toBeEnabled();
    await expect(status(page).getByText('All saved')).toBeVisible();

    // As 'Duplicate tab' does: the copy begins with all that the storage of the tab holds.
    const opened = page.waitForEvent('popup');
    await page.evaluate(() => void window.open(window.location.href));
    const copy = await opened;
    await expect(zone(copy)).toHaveValue('first');
    await expect(status(copy).getByRole('button', { name: /^Undo/ })).toBeDisabled();
    const kept = (tab: Page) =>
      tab.evaluate(() => ({
        session: sessionStorage.getItem('dmp.session'),
        canRenew: JSON.stringify(Object.entries(sessionStorage)).includes('refresh_token'),
      }));
    const [first, second] = [await kept(page), await kept(copy)];
    expect([first.canRenew, second.canRenew], 'who may use the refresh token').toEqual([true, false]);
    expect(second.session).not.toBe(first.session);

    await zone(copy).fill('second');
    await zone(copy).press('Enter');
    await expect(status(copy).getByText('All saved')).toBeVisible();
    await expect(zone(page), 'the first tab hears of it').toHaveValue('second');
    await page.reload();
    await expect(status(page).getByRole('button', { name: /^Undo: Change zone/ }), 'the first goes on with its own session').toBeVisible();
    expect((await kept(page)).session).toBe(first.session);
    await copy.close();
  },
);

test('what one account has not sent is never sent by another one in the same tab', LONG, async ({ page, product }) => {
  const base = await haveFreshVersion(page, WITHOUT_MAP);
  await open(page, base);
  const sent: string[] = [];
  await page.route(EDITS, (route) => {
    sent.push(route.request().headers()['authorization'] ?? '');
    return route.abort('connectionreset');
  });
  await editUnsent(page, ['mine']);
  const editor = new Set(sent);
  const asAnother = async (account: string): Promise<void> => {
    await page.getByRole('button', { name: 'Account of' }).click();
    await page.getByRole('button', { name: 'Log out' }).click();
    // the editor leaves with something unsent, and is asked
    if (account === 'viewer') await page.getByRole('dialog', { name: 'Log out' }).getByRole('button', { name: 'Log out' }).click();
    await page.locator(`[data-account="${account}"]`).click();
    await page.waitForURL((url) => !url.pathname.startsWith('/oidc/') && !url.searchParams.has('code'));
  };
  await asAnother('viewer');
  const left = await page.evaluate(async () => {
    const opened = await new Promise<IDBDatabase>((resolve) => {
      const opening = indexedDB.open('dmp-log');
      opening.onsuccess = () => resolve(opening.result);
    });
    const rows = await Promise.all(
      ['sessions', 'segments', 'bodies'].map(
        (name) =>
          new Promise(
            (resolve) =>
              (opened.transaction(name).objectStore(name).getAll().onsuccess = (event) => resolve(Reflect.get(event.target ?? {}, 'result'))),
          ),
      ),
    );
    opened.close();
    return JSON.stringify([rows, Object.entries(localStorage), Object.entries(sessionStorage)]);
  });
  expect(left).toContain('sealed');
  expect(left).not.toMatch(/"mine"|editStop|mia\.jansen|\/data\/db/);
  await page.goto(`${base}/stops/${STOP}`);
  await expect(status(page).getByText('All saved')).toBeVisible();
  await expect(page.getByText('of a closed tab')).toHaveCount(0);
  expect(new Set(sent), 'tokens that edits were sent with').toEqual(editor);
  expect((await editsOf(product.url, versionOf(base))).Rev).toBe(0);

  await page.unroute(EDITS);
  await asAnother('editor');
  await open(page, base);
  await expect(status(page).getByText('All saved')).toBeVisible();
  await expect(zone(page)).toHaveValue('mine');
  expect((await editsOf(product.url, versionOf(base))).Rev).toBe(1);
});

test('leaving asks while something is unsent, and not when all is saved', LONG, async ({ page, context }) => {
  const base = await haveFreshVersion(page, WITHOUT_MAP);
  await open(page, base);
  const asked: string[] = [];
  page.on('dialog', (dialog) => {
    asked.push(dialog.type());
    void dialog.dismiss();
  });
  await context.setOffline(true);
  await editUnsent(page, ['stay']);
  await page.close({ runBeforeUnload: true });
  await expect.poll(() => asked).toEqual(['beforeunload']);
  await context.setOffline(false);
  await expect(status(page).getByText('All saved')).toBeVisible();
  await page.close({ runBeforeUnload: true });
  await expect.poll(() => page.isClosed()).toBe(true);
  expect(asked).toHaveLength(1);
});

test('logging out asks while something is unsent, says what becomes of it, and not when all is saved', LONG, async ({ page }) => {
  const base = await haveFreshVersion(page, WITHOUT_MAP);
  await open(page, base);
  await page.route(EDITS, (route) => route.abort('connectionreset'));
  await editUnsent(page, ['a', 'b']);
  const badge = page.getByRole('button', { name: 'Account of' });
  const logOut = page.getByRole('dialog', { name: 'Account' }).getByRole('button', { name: 'Log out' });
  const question = page.getByRole('dialog', { name: 'Log out' });
  await badge.click();
  await logOut.click();
  await expect(question.getByText('2 edits are not saved yet.')).toBeVisible();
  await expect(question.getByRole('button', { name: 'Stay' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(question).toHaveCount(0);
  await expect(badge).toBeFocused();
  await expect(status(page).getByText('2 waiting')).toBeVisible();

  await page.keyboard.press('Enter');
  await logOut.press('Enter');
  await expect(question).toBeVisible();
  await page.unroute(EDITS);
  await expect(question.getByText('All edits are saved now.')).toBeVisible();
  await page.keyboard.press('Escape');
  await badge.click();
  await logOut.click();
  await expect(page.locator('[data-account="editor"]')).toBeVisible();
});

test('logging out says that edits are lost where the browser has no key to seal them with', LONG, async ({ page }) => {
  const base = await haveFreshVersion(page, WITHOUT_MAP);
  await page.route(/\/sealing-key$/, (route) => route.abort('connectionreset'));
  await open(page, base);
  await page.route(EDITS, (route) => route.abort('connectionreset'));
  await editUnsent(page, ['a']);
  await page.getByRole('button', { name: 'Account of' }).click();
  await page.getByRole('button', { name: 'Log out' }).click();
  await expect(
    page.getByText('1 edit is not saved yet. This browser has no key to seal what is not saved: it is lost when you log out.'),
  ).toBeVisible();
});

/** Whatever key follows the one that opens a question is the question's: its button has the focus as it appears. */
import type { Page } from '@playwright/test';
import { expect, LONG, signIn, test, WITHOUT_MAP } from '../drivers/browser.ts';
import { haveFreshVersion } from '../drivers/freshVersion.ts';

/** Opens a window and answers what had the focus at the very moment in which it came into the page: no timer had run by then. */
async function focusedAsItAppears(page: Page, open: () => Promise<void>): Promise<string> {
  const seen = await page.evaluateHandle(() => {
    const first = new Promise<string>((resolve) => {
      new MutationObserver((_, observer) => {
        if (document.querySelector('[role="dialog"] [data-autofocus]') === null) return;
        observer.disconnect();
        const { activeElement } = document;
        resolve(activeElement?.closest('[role="dialog"]') ? (activeElement.textContent ?? '') : 'what opened it');
      }).observe(document.body, { childList: true, subtree: true });
    });
    return { first };
  });
  await open();
  return seen.evaluate(({ first }) => first);
}

test('a question that a button opens has the focus as it appears, and gives it back', async ({ page }) => {
  const base = await haveFreshVersion(page, WITHOUT_MAP);
  await page.goto(`${base}/agencies`);
  await page.getByRole('grid', { name: 'Agencies' }).locator('[data-row]').first().click();
  await expect(page.locator('[data-details-of]')).toBeVisible();
  const button = page.getByRole('button', { name: 'Remove agency' });
  expect(await focusedAsItAppears(page, () => button.click())).toBe('Remove');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(button).toBeFocused();
});

test(
  'a question that an entry of a menu opens has the focus as it appears and keeps it, and gives it back to the button of the menu',
  LONG,
  async ({ page }) => {
    const base = await haveFreshVersion(page, WITHOUT_MAP);
    await page.goto(`${base}/schedules`);
    await page.getByRole('grid', { name: 'Schedules' }).locator('[data-row]').first().click();
    const menu = page.getByRole('button', { name: /^Acts on track/ }).first();
    await menu.click();
    const entry = page.getByRole('menuitem', { name: 'Delete' });
    expect(await focusedAsItAppears(page, () => entry.click())).toBe('Delete');
    const question = page.getByRole('dialog', { name: 'Delete track' });
    // the menu has faded by then
    await expect(page.getByRole('menu')).toHaveCount(0);
    await page.waitForTimeout(300);
    await expect(question.getByRole('button', { name: 'Delete', exact: true })).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(question).toHaveCount(0);
    await page.waitForTimeout(300);
    await expect(menu).toBeFocused();
    // by keys alone: Tab stays within the menu, Escape leaves it
    await page.keyboard.press('Enter');
    await expect(entry).toBeVisible();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Escape');
    await expect(page.getByRole('menu')).toHaveCount(0);
    await page.waitForTimeout(300);
    await expect(menu).toBeFocused();
  },
);

test('the windows of the frame have the focus as they appear, and give it back', LONG, async ({ page }) => {
  await signIn(page, 'editor', '/data', WITHOUT_MAP);
  await expect(page.getByRole('heading', { name: /^Databases/ })).toBeVisible();
  for (const [button, window] of [
    [page.getByRole('button', { name: /^News/ }), 'News'],
    [page.getByRole('button', { name: 'Show what can be undone' }), 'What can be undone'],
    [page.getByRole('button', { name: /Account of/ }), 'Account'],
  ] as const) {
    expect(await focusedAsItAppears(page, () => button.click()), window).not.toBe('what opened it');
    await expect(page.getByRole('dialog', { name: window })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog', { name: window })).toHaveCount(0);
    await page.waitForTimeout(300);
    await expect(button).toBeFocused();
  }
});

test('a menu that is left the moment it appears gives the focus back to its button, which keeps it', LONG, async ({ page }) => {
  const base = await haveFreshVersion(page, WITHOUT_MAP);
  await page.goto(`${base}/schedules`);
  await page.getByRole('grid', { name: 'Schedules' }).locator('[data-row]').first().click();
  const menu = page.getByRole('button', { name: /^Acts on track/ }).first();
  await menu.focus();
  // no timer runs between the menu and the key
  const seen = await page.evaluateHandle(() => {
    const left = new Promise<string | null | undefined>((resolve) => {
      new MutationObserver((_, observer) => {
        if (document.querySelector('[role="menu"]') === null) return;
        observer.disconnect();
        document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true, cancelable: true }));
        resolve(document.activeElement?.getAttribute('aria-label'));
      }).observe(document.body, { childList: true, subtree: true });
    });
    return { left };
  });
  await page.keyboard.press('Enter');
  expect(await seen.evaluate(({ left }) => left)).toMatch(/^Acts on track/);
  await page.waitForTimeout(300);
  await expect(page.getByRole('menu')).toHaveCount(0);
  await expect(menu).toBeFocused();
});

test('a field that one goes to the moment a form appears keeps the focus', LONG, async ({ page }) => {
  const base = await haveFreshVersion(page, WITHOUT_MAP);
  await page.goto(`${base}/agencies`);
  // no timer runs between the form and the field
  await page.evaluate(() => {
    new MutationObserver((_, observer) => {
      const field = document.querySelectorAll<HTMLInputElement>('[role="dialog"] input')[1];
      if (!field) return;
      observer.disconnect();
      field.focus();
    }).observe(document.body, { childList: true, subtree: true });
  });
  await page.getByRole('button', { name: 'Create agency' }).first().click();
  const fields = page.getByRole('dialog', { name: 'Create agency' }).locator('input');
  await expect(fields.nth(1)).toBeVisible();
  await page.waitForTimeout(300);
  await expect(fields.nth(1)).toBeFocused();
});

import { type Page, test as base } from '@playwright/test';

export { expect } from '@playwright/test';

/** The demo accounts of the built-in identity provider: one for each state that an account can be in. */
export type AccountKey = 'editor' | 'viewer' | 'norole' | 'unverified';

/**
 * Browser tests of the built product. `product.url` is where it runs; addresses given to `page.goto` are relative to it.
 * A test fails when the page threw an error that nobody caught.
 */
export const test = base.extend<{ failOnPageErrors: void }, { product: { readonly url: string } }>({
  product: [
    // Playwright reads the fixtures used from the first parameter, which has to be written as a pattern.
    // oxlint-disable-next-line no-empty-pattern
    async ({}, use) => {
      const url = process.env['DMP_URL'];
      if (url === undefined) throw new Error('The product was not started: run the browser tests with `npx playwright test`.');
      await use({ url });
    },
    { scope: 'worker' },
  ],
  baseURL: async ({ product }, use) => {
    await use(product.url);
  },
  failOnPageErrors: [
    async ({ page }, use) => {
      const errors: string[] = [];
      page.on('pageerror', (error) => errors.push(error.stack ?? error.message));
      await use();
      if (errors.length > 0) throw new Error(`The page threw:\n${errors.join('\n')}`);
    },
    { auto: true },
  ],
});

/** Opens the product at a path, signs in through its sign-in page as that account, and waits to be back in the product. */
export async function signIn(page: Page, account: AccountKey, path = '/'): Promise<void> {
  await page.goto(path);
  await page.locator(`[data-account="${account}"]`).click();
  await page.waitForURL((url) => !url.pathname.startsWith('/oidc/') && !url.searchParams.has('code'));
}

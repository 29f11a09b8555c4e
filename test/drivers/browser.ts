import { type Page, type Request, test as base } from '@playwright/test';
import { decodeJwt } from 'jose';
import { type BrowserSettings, ProductConfig } from '../../src/domain/settings.ts';
import { type RunningServer, type ServerOptions, startProduct } from './server.ts';
import { authorizeUrl, redeem, Tokens } from './signInByHttp.ts';

export { expect } from '@playwright/test';

/** The demo accounts of the built-in identity provider: one for each state that an account can be in. */
export type AccountKey = 'editor' | 'viewer' | 'regional' | 'norole' | 'unverified';

/**
 * Browser tests of the built product. `product.url` is where it runs; addresses given to `page.goto` are relative to it.
 * Every worker has one of its own, on a free port with an empty data folder; after a failed test Playwright starts a new
 * worker, so that a second try finds nothing of the first. DMP_URL names one that runs already instead (for example
 * `npm run dev`).
 * A test fails when the page threw an error that nobody caught, or wanted what its content security policy does not allow. One that
 * failed tells what its page was still waiting for, and what the server said last.
 */
export const test = base.extend<{ failOnPageErrors: void; tellWhatWentOn: void }, { product: Pick<RunningServer, 'url' | 'output'> }>({
  product: [
    // Playwright reads the fixtures used from the first parameter, which has to be written as a pattern.
    // oxlint-disable-next-line no-empty-pattern
    async ({}, use) => {
      const given = process.env['DMP_URL'];
      if (given) return use({ url: given, output: () => 'its log is elsewhere' });
      const product = await startProduct();
      await use(product);
      await product.stop();
    },
    { scope: 'worker', timeout: 150_000 },
  ],
  baseURL: async ({ product }, use) => {
    await use(product.url);
  },
  failOnPageErrors: [
    async ({ page }, use) => {
      const errors: string[] = [];
      page.on('pageerror', (error) => errors.push(`${error.name}: ${error.stack || error.message || 'no message'} (at ${page.url()})`));
      page.on('console', (message) => {
        if (message.type() === 'error' && message.text().includes('Content Security Policy')) errors.push(message.text());
      });
      await use();
      if (errors.length > 0) throw new Error(`The page threw:\n${errors.join('\n')}`);
    },
    { auto: true },
  ],
  tellWhatWentOn: [
    async ({ page, product }, use, info) => {
      const waiting = new Map<Request, number>();
      page.on('request', (request) => void waiting.set(request, performance.now()));
      const ended = (request: Request): unknown => waiting.delete(request);
      page.on('requestfinished', ended).on('requestfailed', ended);
      await use();
      if (info.status === info.expectedStatus) return;
      const now = performance.now();
      const unanswered = [...waiting].map(([request, since]) => `${request.method()} ${request.url()} for ${Math.round((now - since) / 1000)} s`);
      const log = product.output().split('\n').slice(-60);
      await info.attach('unanswered', { body: unanswered.join('\n') || 'nothing', contentType: 'text/plain' });
      await info.attach('server', { body: log.join('\n'), contentType: 'text/plain' });
    },
    { auto: true },
  ],
});

/**
 * A product of the stories of one file, with settings of its own, beside that of the worker: the worker and its product go on with the next
 * file. Call it once, outside of the stories; what it answers is running while they do. `before` says the settings.
 */
export function productOfThisFile(before: () => Promise<ServerOptions> | ServerOptions): () => RunningServer {
  let starting: Promise<RunningServer> | undefined;
  let server: RunningServer | undefined;
  test.afterAll('stop the product of this file', () => server?.stop());
  test.use({
    // Playwright reads the fixtures used from the first parameter, which has to be written as a pattern.
    // oxlint-disable-next-line no-empty-pattern
    baseURL: async ({}, use) => {
      // hooks have an address too: whoever wants it first starts the product
      starting ??= Promise.resolve(before()).then(startProduct);
      server = await starting;
      await use(server.url);
    },
  });
  return () => {
    if (!server) throw new Error('The product of this file is not started');
    return server;
  };
}

/** Of a story whose workflow has another one in `npm test`: this one runs with `npm run test:long`. */
export const LONG = { tag: '@long' } as const;

/** Opens the product at a path, signs in through its sign-in page as that account, and waits to be back in the product. */
export async function signInByForm(page: Page, account: AccountKey, path = '/'): Promise<void> {
  await page.goto(path);
  await page.locator(`[data-account="${account}"]`).click();
  await page.waitForURL((url) => !url.pathname.startsWith('/oidc/') && !url.searchParams.has('code'));
}

/**
 * Opens the product at a path as somebody who has signed in before in this tab. The provider is really asked, with the cookies
 * of this browser, but neither its page nor the product's before it is drawn. `settings` are those that this browser remembers.
 */
export async function signIn(page: Page, account: AccountKey, path = '/', settings: Partial<BrowserSettings> = {}): Promise<void> {
  await signInUnseen(page, account, settings);
  await page.goto(path);
}

/** Goes to a place of the product without loading the page again, as the Back button does. */
export async function visit(page: Page, path: string): Promise<void> {
  await page.evaluate((to) => {
    window.history.pushState(null, '', to);
    window.dispatchEvent(new PopStateEvent('popstate'));
  }, path);
}

/** The content has all the room, for stories that have nothing to do with the map: opening it is most of what a page costs. */
export const WITHOUT_MAP: Partial<BrowserSettings> = { maximised: 'content' };

/** Signs the tab in as signIn does and opens nothing; answers where the product runs. */
export async function signInUnseen(page: Page, account: AccountKey, settings: Partial<BrowserSettings> = {}): Promise<string> {
  const config = await page.goto('/config.json');
  const { oidc } = ProductConfig.parse(await config?.json());
  const site = new URL(page.url()).origin;
  const { url, verifier } = authorizeUrl(site);
  const choice = await page.request.get(url);
  const back = new URL((await page.request.post(choice.url(), { form: { account } })).url());
  const answer = await redeem(site, { code: back.searchParams.get('code') ?? '', verifier, state: back.searchParams.get('state') });
  if (!answer.ok) throw new Error(`Signing in as ${account} ended at ${back.href}: ${await answer.text()}`);
  const { expires_in, ...tokens } = Tokens.parse(await answer.json());
  const user = {
    ...tokens,
    token_type: 'Bearer',
    scope: oidc.scope,
    profile: decodeJwt(tokens.id_token),
    expires_at: Math.floor(Date.now() / 1000) + expires_in,
  };
  await page.evaluate(
    ([key, kept, set]) => {
      sessionStorage.setItem(key, kept);
      localStorage.setItem('dmp.settings', set);
    },
    [`dmp.user.user:${oidc.issuer}:${oidc.clientId}`, JSON.stringify(user), JSON.stringify(settings)] as const,
  );
  return site;
}

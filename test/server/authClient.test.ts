import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fastify, { type FastifyInstance } from 'fastify';
import { decodeJwt } from 'jose';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { registerProvider, type BuiltInProvider } from '../../server/auth/provider.ts';
import type { Broadcast, Fact } from '../../src/effects/broadcast.ts';
import { createSignIn, type SignIn, SignInNeeded, type SignInState, SignInUnreachable } from '../../src/effects/signIn.ts';
import type { Surroundings } from '../../src/effects/signInSurroundings.ts';
import { chooseAccount, HttpVisitor, type DemoKey } from '../drivers/signInByHttp.ts';

let app: FastifyInstance;
let site: string;
let dataDir: string;
let builtIn: BuiltInProvider;

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'dmp-auth-'));
  const port = await new Promise<number>((resolve) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === 'object' && address !== null ? address.port : 0));
    });
  });
  site = `http://localhost:${port}`;
  app = fastify();
  builtIn = await registerProvider(app, { publicUrl: site, dataDir, clientId: 'dmp' });
  await app.listen({ port, host: '127.0.0.1' });
});
afterAll(async () => {
  await app.close();
  await rm(dataDir, { recursive: true });
});

class MemoryStorage implements Storage {
  private readonly items = new Map<string, string>();
  get length(): number {
    return this.items.size;
  }
  key = (index: number): string | null => [...this.items.keys()][index] ?? null;
  getItem = (key: string): string | null => this.items.get(key) ?? null;
  setItem = (key: string, value: string): void => void this.items.set(key, value);
  removeItem = (key: string): void => void this.items.delete(key);
  clear = (): void => this.items.clear();
}

/** A browser with tabs; a page of it ends where it leaves for another address, as a real one does. */
class Browser {
  readonly storage: Storage = new MemoryStorage();
  readonly visitor = new HttpVisitor();
  readonly tabs: Tab[] = [];

  openTab(path = '/'): Tab {
    const tab = new Tab(this, `${site}${path}`);
    this.tabs.push(tab);
    return tab;
  }
}

class Tab {
  readonly storage: Storage = new MemoryStorage();
  /** Whether it began as a copy of another tab. */
  copy = false;
  readonly browser: Browser;
  url: string;
  /** Where the page left for, if it did. */
  left: string | undefined;
  loads = 0;
  now = Date.now();
  hear: ((fact: Fact) => void) | undefined;
  signIn!: SignIn;

  constructor(browser: Browser, url: string) {
    this.browser = browser;
    this.url = url;
  }

  /** Loads the present address and starts the product there. */
  async load(issuer = builtIn.issuer): Promise<SignInState> {
    this.loads += 1;
    this.left = undefined;
    this.signIn = createSignIn({ issuer, clientId: 'dmp', scope: builtIn.scope, resource: null }, this.surroundings());
    return this.signIn.start();
  }

  /** The user chooses an account on the provider's page (or none is asked), and the product loads with the answer. */
  async comeBack(account: DemoKey | 'cancel'): Promise<SignInState> {
    this.url = (await chooseAccount(this.browser.visitor, site, this.left ?? '', account)).href;
    return this.load();
  }

  get path(): string {
    return this.url.slice(site.length);
  }

  private surroundings(): Surroundings {
    const others: Broadcast = {
      tell: (fact) => this.browser.tabs.filter((other) => other !== this).forEach((other) => other.hear?.(fact)),
      hear: (heard) => (this.hear = heard),
      close: () => undefined,
    };
    return {
      url: () => this.url,
      path: () => this.path,
      atCallback: new URL(this.url).pathname === '/callback',
      framed: false,
      show: (path) => (this.url = `${site}${path}`),
      load: (path) => {
        this.url = `${site}${path}`;
        this.left = 'reload';
      },
      leave: (url) => (this.left = url),
      tab: this.storage,
      browser: this.browser.storage,
      others,
      isCopy: async () => this.copy,
      now: () => this.now,
    };
  }
}

async function signedInTab(path = '/', browser = new Browser()): Promise<Tab> {
  const tab = browser.openTab(path);
  await tab.load();
  await tab.comeBack('editor');
  return tab;
}

describe('signing in', () => {
  it('sends an unknown user to the provider and comes back to the path that was left [E190, H244, H245, R145]', async () => {
    const tab = new Browser().openTab('/data/demo/1/stops?q=harbour#map');
    expect(await tab.load()).toEqual({ status: 'unknown' });
    expect(tab.left).toContain(`${site}/oidc/auth?`);
    expect(await tab.comeBack('editor')).toEqual({
      status: 'signedIn',
      user: { id: expect.any(String), name: 'mia.jansen@demo.example', email: 'mia.jansen@demo.example' },
    });
    expect(tab.path).toBe('/data/demo/1/stops?q=harbour#map');
  });

  it('gives an access token for the product, and writes it nowhere but into this tab', async () => {
    const tab = await signedInTab();
    const token = await tab.signIn.accessToken();
    expect(decodeJwt(token)).toMatchObject({ aud: builtIn.auth.audience, roles: ['dmp.editor'] });
    expect(stored(tab.browser.storage)).not.toContain(token);
  });

  it('goes on with the session of the tab when the page is loaded again', async () => {
    const tab = await signedInTab('/data/demo');
    expect(await tab.load()).toMatchObject({ status: 'signedIn' });
    expect([tab.left, tab.path]).toEqual([undefined, '/data/demo']);
  });

  it('shows a user without access when the provider does not let somebody in [E317, R148]', async () => {
    const tab = new Browser().openTab('/data/demo');
    await tab.load();
    expect(await tab.comeBack('cancel')).toEqual({ status: 'unauthorized', message: 'Sign-in was cancelled' });
    expect([tab.path, tab.left]).toEqual(['/data/demo', undefined]);
  });

  it('says so when the provider cannot be reached', async () => {
    const tab = new Browser().openTab();
    expect(await tab.load('http://127.0.0.1:1/oidc')).toMatchObject({ status: 'failed' });
    expect(tab.left).toBeUndefined();
  });

  it('gives up when signing in again and again does not help', async () => {
    const tab = await signedInTab();
    for (let time = 0; time < 2; time += 1) {
      await tab.signIn.login();
      await tab.comeBack('editor');
    }
    await tab.signIn.login();
    expect(await current(tab.signIn)).toMatchObject({ status: 'failed' });
    tab.now += 60_000;
    await tab.signIn.login();
    expect(tab.left).toContain('/oidc/auth');
  });

  it('may be asked for as often as somebody likes who only looks at the sign-in page', async () => {
    const tab = new Browser().openTab('/data/demo');
    for (let time = 0; time < 6; time += 1) await tab.load();
    expect(tab.left).toContain('/oidc/auth');
  });
});

describe("an answer with an 'Invalid state'", () => {
  it('is passed over when the user is signed in', async () => {
    const tab = await signedInTab('/data/demo');
    tab.url = `${site}/callback?code=old&state=unknown`;
    expect(await tab.load()).toMatchObject({ status: 'signedIn' });
    expect([tab.path, tab.left]).toEqual(['/data/demo', undefined]);
  });

  it('loads the page afresh, which asks the provider once more [E312, H339, R147]', async () => {
    const tab = new Browser().openTab('/data/demo');
    await tab.load();
    tab.url = `${site}/callback?code=old&state=unknown`;
    await tab.load();
    expect([tab.left, tab.path]).toEqual(['reload', '/data/demo']);
    await tab.load();
    expect(tab.left).toContain('/oidc/auth?');
    expect(await tab.comeBack('editor')).toMatchObject({ status: 'signedIn' });
    expect(tab.path).toBe('/data/demo');
  });

  it('is an error when it comes again', async () => {
    const tab = new Browser().openTab('/data/demo');
    await tab.load();
    tab.url = `${site}/callback?code=old&state=unknown`;
    await tab.load();
    await tab.load();
    tab.url = `${site}/callback?code=old&state=unknown`;
    expect(await tab.load()).toMatchObject({ status: 'failed' });
    expect([tab.left, tab.path]).toEqual([undefined, '/data/demo']);
  });
});

describe('renewing the token', () => {
  /** Makes the clock of the page run ahead, as it would after so many seconds. */
  function after(seconds: number): void {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + seconds * 1000 });
  }
  beforeEach(() => void vi.useRealTimers());
  afterEach(() => void vi.useRealTimers());

  it('happens when it is valid for less than 30 seconds, once for all who wait [R363]', async () => {
    const tab = await signedInTab();
    const before = await tab.signIn.accessToken();
    after(565);
    expect(await tab.signIn.accessToken()).toBe(before);
    after(10);
    const tokens = await Promise.all([tab.signIn.accessToken(), tab.signIn.accessToken()]);
    expect(tokens[0]).not.toBe(before);
    expect(tokens[1]).toBe(tokens[0]);
  });

  it('of a duplicated tab leaves that of the first one alone', async () => {
    const first = await signedInTab('/data/demo');
    const second = first.browser.openTab('/data/demo');
    second.storage.setItem(userKey(first), first.storage.getItem(userKey(first)) ?? '');
    second.copy = true;
    expect(await second.load()).toMatchObject({ status: 'signedIn' });
    expect(await second.signIn.accessToken()).toBe(await first.signIn.accessToken());
    expect(second.storage.getItem(userKey(second))).not.toContain('refresh_token');
    after(600);
    await expect(first.signIn.accessToken()).resolves.toEqual(expect.any(String));
  });

  it('that the provider refuses leads to sign-in [E313, H340, R146]', async () => {
    const tab = await signedInTab('/data/demo');
    const provider = tab.storage.getItem(userKey(tab)) ?? '';
    tab.storage.setItem(userKey(tab), provider.replace(/"refresh_token":"[^"]+"/, '"refresh_token":"gone"'));
    after(600);
    await expect(tab.signIn.accessToken()).rejects.toThrow(SignInNeeded);
    expect(tab.left).toContain('/oidc/auth?');
  });

  it('that cannot reach the provider for 20 seconds leads to sign-in, which says so, and goes on where it can be reached again [E313]', async () => {
    const tab = await signedInTab('/data/demo');
    const standings: string[] = [];
    tab.signIn.user$.subscribe(({ status }) => standings.push(status));
    after(600);
    const broken = vi.spyOn(globalThis, 'fetch').mockRejectedValue(new TypeError('Failed to fetch'));
    await expect(tab.signIn.accessToken()).rejects.toThrow(SignInUnreachable);
    tab.now += 19_000;
    await expect(tab.signIn.accessToken()).rejects.toThrow(SignInUnreachable);
    tab.now += 2000;
    // The page is not left: whoever asked may ask again.
    await expect(tab.signIn.accessToken()).rejects.toThrow(SignInUnreachable);
    expect(await current(tab.signIn)).toEqual({ status: 'failed', message: 'The sign-in service cannot be reached: Failed to fetch' });
    await expect(tab.signIn.accessToken()).rejects.toThrow(SignInUnreachable);
    expect(tab.left).toBeUndefined();
    broken.mockRestore();
    await expect(tab.signIn.accessToken()).resolves.toBeTypeOf('string');
    expect(tab.left).toBeUndefined();
    expect(standings).toEqual(['signedIn', 'failed', 'signedIn']);
    await tab.signIn.login();
    expect(tab.left).toContain('/oidc/auth?');
  });

  it('that cannot reach the provider for a moment fails the call and keeps the page', async () => {
    const tab = await signedInTab('/data/demo');
    after(600);
    const broken = vi.spyOn(globalThis, 'fetch').mockRejectedValue(new TypeError('Failed to fetch'));
    await expect(tab.signIn.accessToken()).rejects.toThrow(SignInUnreachable);
    broken.mockRestore();
    expect(tab.left).toBeUndefined();
    await expect(tab.signIn.accessToken()).resolves.toBeTypeOf('string');
  });
});

describe('logging out', () => {
  it('gives out no token any more, and asks for none: whatever is still to be sent waits for the next sign-in', async () => {
    const tab = await signedInTab('/data/demo');
    await tab.signIn.logOut();
    const asked = vi.spyOn(globalThis, 'fetch');
    const { left } = tab;
    await expect(tab.signIn.accessToken()).rejects.toThrow(SignInNeeded);
    expect(asked).not.toHaveBeenCalled();
    expect(tab.left).toBe(left);
    asked.mockRestore();
  });

  it('ends the session at the provider, and then in the other tabs [R290]', async () => {
    const browser = new Browser();
    const tab = await signedInTab('/data/demo', browser);
    const other = await signedInTab('/data/other', browser);
    await tab.signIn.logOut();
    expect(await current(tab.signIn)).toEqual({ status: 'signedOut' });
    expect(tab.left).toContain('/oidc/session/end?');
    expect(await current(other.signIn)).toMatchObject({ status: 'signedIn' });

    const page = await browser.visitor.visit(tab.left ?? '');
    const xsrf = /name="xsrf" value="([^"]+)"/.exec(await page.text())?.[1] ?? '';
    const done = await browser.visitor.visit(`${site}/oidc/session/end/confirm`, {
      method: 'POST',
      body: new URLSearchParams({ xsrf, logout: 'yes' }),
    });
    tab.url = new URL(done.headers.get('location') ?? '').href;
    expect(tab.path.replace(/\?.*/, '')).toBe('/');
    await tab.load();
    expect(tab.left).toContain('/oidc/auth?');

    await vi.waitUntil(() => other.left !== undefined, { timeout: 20_000 });
    expect(await current(other.signIn)).toEqual({ status: 'signedOut' });
    expect(other.left).toContain('/oidc/auth?');
    expect(stored(other.storage)).not.toContain('access_token');
  });
});

function stored(storage: Storage): string {
  return Array.from({ length: storage.length }, (_, index) => storage.getItem(storage.key(index) ?? '')).join('\n');
}

function userKey(tab: Tab): string {
  return Array.from({ length: tab.storage.length }, (_, index) => tab.storage.key(index) ?? '').find((key) => key.startsWith('dmp.user.')) ?? '';
}

function current(signIn: SignIn): Promise<SignInState> {
  return new Promise((resolve) => signIn.user$.subscribe(resolve).unsubscribe());
}

import { createHash, randomBytes } from 'node:crypto';
import { z } from 'zod';

/** A browser's cookies and redirects without a browser: what signing in needs of one. */
export class HttpVisitor {
  private readonly cookies = new Map<string, { value: string; path: string }>();
  private readonly headers: Readonly<Record<string, string>>;

  /** With headers that go along with every request. */
  constructor(headers: Readonly<Record<string, string>> = {}) {
    this.headers = headers;
  }

  /** One request with the cookies that belong to its path; redirects are not followed. */
  async visit(url: string | URL, init: RequestInit = {}): Promise<Response> {
    const address = new URL(url);
    const cookie = [...this.cookies]
      .filter(([, { path }]) => address.pathname.startsWith(path))
      .map(([name, { value }]) => `${name}=${value}`)
      .join('; ');
    const headers = new Headers(init.headers);
    for (const [name, value] of Object.entries(this.headers)) headers.set(name, value);
    if (cookie !== '') headers.set('cookie', cookie);
    const answer = await fetch(address, { ...init, headers, redirect: 'manual' });
    for (const line of answer.headers.getSetCookie()) this.keep(line);
    return answer;
  }

  /** Follows redirects until a page answers, or until the address starts with `until`. */
  async follow(url: string | URL, until: string, init?: RequestInit): Promise<{ url: string; answer: Response | undefined }> {
    let answer = await this.visit(url, init);
    let at = String(url);
    while (answer.headers.get('location') !== null) {
      at = new URL(answer.headers.get('location') ?? '', at).href;
      if (at.startsWith(until)) return { url: at, answer: undefined };
      answer = await this.visit(at);
    }
    return { url: at, answer };
  }

  private keep(line: string): void {
    const [pair = '', ...attributes] = line.split(';').map((part) => part.trim());
    const name = pair.slice(0, pair.indexOf('='));
    const value = pair.slice(name.length + 1);
    const attribute = (key: string): string | undefined => attributes.find((one) => one.toLowerCase().startsWith(`${key}=`))?.slice(key.length + 1);
    const expires = attribute('expires');
    if (expires !== undefined && new Date(expires).getTime() < Date.now()) this.cookies.delete(name);
    else this.cookies.set(name, { value, path: attribute('path') ?? '/' });
  }
}

export type DemoKey = 'editor' | 'viewer' | 'regional' | 'norole' | 'unverified';

export const Tokens = z.object({ access_token: z.string(), id_token: z.string(), refresh_token: z.string(), expires_in: z.number() });
export type Tokens = z.infer<typeof Tokens>;

/** What a client that came back from sign-in holds: the code, and what it takes to turn it into tokens. */
export interface CodeInHand {
  readonly code: string;
  readonly verifier: string;
  readonly state: string | null;
}

/** Where the built-in provider of a server is asked to sign somebody in, with a fresh PKCE pair. */
export function authorizeUrl(
  site: string,
  { clientId = 'dmp', extra = {} }: { clientId?: string; extra?: Record<string, string> } = {},
): { url: string; verifier: string } {
  const verifier = randomBytes(32).toString('base64url');
  const url = new URL('/oidc/auth', site);
  url.search = new URLSearchParams({
    client_id: clientId,
    response_type: 'code',
    scope: 'openid email profile',
    redirect_uri: `${site}/callback`,
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
    state: randomBytes(8).toString('hex'),
    ...extra,
  }).toString();
  return { url: url.href, verifier };
}

/** Walks through the sign-in page as that demo account, up to the address that brings the code back. */
export async function chooseAccount(visitor: HttpVisitor, site: string, authorize: string, account: DemoKey | 'cancel'): Promise<URL> {
  const back = `${site}/callback`;
  const page = await visitor.follow(authorize, back);
  if (page.answer === undefined) return new URL(page.url);
  const body = new URLSearchParams(account === 'cancel' ? { cancel: 'yes' } : { account });
  return new URL((await visitor.follow(page.url, back, { method: 'POST', body })).url);
}

/** Asks the token endpoint of the built-in provider. */
export function askForTokens(site: string, body: Record<string, string>, clientId = 'dmp'): Promise<Response> {
  return fetch(`${site}/oidc/token`, { method: 'POST', body: new URLSearchParams({ client_id: clientId, ...body }) });
}

/** Turns a code into tokens. */
export function redeem(site: string, { code, verifier }: CodeInHand): Promise<Response> {
  return askForTokens(site, { grant_type: 'authorization_code', code, code_verifier: verifier, redirect_uri: `${site}/callback` });
}

/** Signs a demo account in to a running server by HTTP alone, through the whole code flow with PKCE. */
export async function signInByHttp(site: string, account: DemoKey, visitor = new HttpVisitor()): Promise<Tokens> {
  const { url, verifier } = authorizeUrl(site);
  const back = await chooseAccount(visitor, site, url, account);
  const code = back.searchParams.get('code');
  if (code === null) throw new Error(`Sign-in ended at ${back.href}`);
  const answer = await redeem(site, { code, verifier, state: back.searchParams.get('state') });
  if (!answer.ok) throw new Error(`The token endpoint answers ${answer.status}: ${await answer.text()}`);
  return Tokens.parse(await answer.json());
}

import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fastify, { type FastifyInstance } from 'fastify';
import { decodeJwt, decodeProtectedHeader, exportJWK, generateKeyPair, SignJWT } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { AuthError, createAuth, requireAccess, type Auth } from '../../server/auth/auth.ts';
import { BUILT_IN_AUDIENCE, registerProvider, type BuiltInProvider } from '../../server/auth/provider.ts';
import { answerErrors } from '../../server/routes/errors.ts';
import { askForTokens, authorizeUrl, chooseAccount, HttpVisitor, redeem, signInByHttp, type DemoKey } from '../drivers/signInByHttp.ts';

/** A server with nothing on it but the built-in identity provider. */
interface Identity {
  readonly site: string;
  readonly builtIn: BuiltInProvider;
  readonly auth: Auth;
  readonly app: FastifyInstance;
}

async function startIdentity(dataDir: string, port: number, options: { accessTokenSeconds?: number } = {}): Promise<Identity> {
  const app = fastify();
  answerErrors(app);
  const site = `http://localhost:${port}`;
  const builtIn = await registerProvider(app, { publicUrl: site, dataDir, clientId: 'dmp', ...options });
  await app.listen({ port, host: '127.0.0.1' });
  return { site, builtIn, app, auth: createAuth(builtIn.auth) };
}

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === 'object' && address !== null ? address.port : 0));
    });
  });
}

async function refusal(promise: Promise<unknown>): Promise<{ status: number; code: string }> {
  try {
    await promise;
  } catch (error) {
    if (error instanceof AuthError) return { status: error.status, code: error.code };
    throw error;
  }
  throw new Error('was not refused');
}

let dataDir: string;
let identity: Identity;

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'dmp-auth-'));
  identity = await startIdentity(dataDir, await freePort());
});

afterAll(async () => {
  await identity.app.close();
  await rm(dataDir, { recursive: true });
});

describe('signing in with the built-in provider', () => {
  const accounts: [DemoKey, object][] = [
    ['editor', { verified: true, hasAccess: true, permissions: { readOnly: false } }],
    ['viewer', { verified: true, hasAccess: true, permissions: { readOnly: true } }],
    ['regional', { verified: true, hasAccess: true, permissions: { readOnly: false } }],
    ['norole', { verified: true, hasAccess: false, permissions: { readOnly: true } }],
    ['unverified', { verified: false, hasAccess: true, permissions: { readOnly: false } }],
  ];
  it.each(accounts)('knows the %s account by role and verified e-mail [R010, R013]', async (key, expected) => {
    const { access_token } = await signInByHttp(identity.site, key);
    const caller = await identity.auth.verify(`Bearer ${access_token}`);
    expect(caller.account).toMatchObject(expected);
  });

  it('lets one account see one region, and the others all', async () => {
    const regions = async (key: DemoKey): Promise<unknown> =>
      (await identity.auth.verify(`Bearer ${(await signInByHttp(identity.site, key)).access_token}`)).regions;
    expect([await regions('regional'), await regions('editor')]).toEqual([['tarnholm'], 'all']);
  });

  it.each([
    [{ 'x-forwarded-host': 'dmp.example' }, 421],
    [{ 'x-forwarded-for': '203.0.113.7' }, 421],
    [{ forwarded: 'for=127.0.0.1;host=dmp.example' }, 421],
    [{ forwarded: 'for="[2001:db8::1]:4711"' }, 421],
    [{ 'x-real-ip': '10.0.0.9' }, 421],
    [{ 'x-forwarded-for': '127.0.0.1, 203.0.113.7' }, 421],
    [{ 'x-forwarded-for': '::1' }, 200],
    [{ 'x-forwarded-for': '::ffff:127.0.0.1', 'x-forwarded-host': 'HOST' }, 200],
  ])('is not reached from another machine through a proxy: %j is %i', async (headers, status) => {
    const { host } = new URL(identity.site);
    const sent = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, value === 'HOST' ? host : value]));
    expect((await fetch(`${identity.site}/oidc/.well-known/openid-configuration`, { headers: sent })).status).toBe(status);
  });

  it('tells the product of a resource that it does not know (RFC 8707: invalid_target), and gives no token for it', async () => {
    const { url } = authorizeUrl(identity.site, { extra: { resource: 'urn:elsewhere' } });
    const { url: back } = await new HttpVisitor().follow(url, `${identity.site}/callback`);
    expect(new URL(back).searchParams.get('error')).toBe('invalid_target');
    const { refresh_token } = await signInByHttp(identity.site, 'editor');
    const answer = await askForTokens(identity.site, { grant_type: 'refresh_token', refresh_token, resource: 'urn:elsewhere' });
    expect([answer.status, await answer.json()]).toMatchObject([400, { error: 'invalid_target' }]);
  });

  it('answers with the headers of the product, also where it is no page', async () => {
    const { headers } = await fetch(`${identity.site}/oidc/.well-known/openid-configuration`);
    expect(Object.fromEntries(headers)).toMatchObject({
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'SAMEORIGIN',
      'content-security-policy': "default-src 'none'; base-uri 'none'; frame-ancestors 'none'",
    });
  });

  it('refuses a token whose session was ended', async () => {
    const { url, verifier } = authorizeUrl(identity.site);
    const back = await chooseAccount(new HttpVisitor(), identity.site, url, 'editor');
    const inHand = { code: back.searchParams.get('code') ?? '', verifier, state: null };
    const { access_token } = Refreshable.extend({ access_token: z.string() }).parse(await (await redeem(identity.site, inHand)).json());
    expect((await identity.auth.verify(`Bearer ${access_token}`)).subject).toBe('demo-editor');
    // A code that is used again ends the session that it began.
    await redeem(identity.site, inHand);
    expect(await refusal(identity.auth.verify(`Bearer ${access_token}`))).toEqual({ status: 401, code: 'token_expired' });
  });

  it('takes the e-mail claim as the name of the account [E023, R011]', async () => {
    const { access_token, id_token } = await signInByHttp(identity.site, 'editor');
    const caller = await identity.auth.verify(`Bearer ${access_token}`);
    expect(caller.account).toMatchObject({ name: 'mia.jansen@demo.example', email: 'mia.jansen@demo.example' });
    expect(decodeJwt(id_token)).toMatchObject({ email: 'mia.jansen@demo.example', email_verified: true, sub: caller.subject });
  });

  it('gives nothing for a code that was used before, and takes back what it gave', async () => {
    const { url, verifier } = authorizeUrl(identity.site);
    const back = await chooseAccount(new HttpVisitor(), identity.site, url, 'editor');
    const inHand = { code: back.searchParams.get('code') ?? '', verifier, state: null };
    const first = await redeem(identity.site, inHand);
    expect(first.status).toBe(200);
    const { refresh_token } = Refreshable.parse(await first.json());
    const second = await redeem(identity.site, inHand);
    expect([second.status, await second.json()]).toMatchObject([400, { error: 'invalid_grant' }]);
    const renewal = await askForTokens(identity.site, { grant_type: 'refresh_token', refresh_token });
    expect(renewal.status).toBe(400);
  });

  it('gives nothing for a code without the verifier of the one who asked', async () => {
    const back = await chooseAccount(new HttpVisitor(), identity.site, authorizeUrl(identity.site).url, 'editor');
    const answer = await redeem(identity.site, { code: back.searchParams.get('code') ?? '', verifier: 'x'.repeat(43), state: null });
    expect(answer.status).toBe(400);
  });

  it('sends nobody to an address that is not the product', async () => {
    const { url } = authorizeUrl(identity.site, { extra: { redirect_uri: 'https://elsewhere.example/callback' } });
    const { answer } = await new HttpVisitor().follow(url, 'https://elsewhere.example');
    expect(answer?.status).toBe(400);
  });

  it('asks for PKCE', async () => {
    const { url } = authorizeUrl(identity.site);
    const without = new URL(url);
    without.searchParams.delete('code_challenge');
    without.searchParams.delete('code_challenge_method');
    const { url: back } = await new HttpVisitor().follow(without, `${identity.site}/callback`);
    expect(new URL(back).searchParams.get('error')).toBe('invalid_request');
  });

  it('tells the product when somebody cancels', async () => {
    const { url } = authorizeUrl(identity.site);
    const back = await chooseAccount(new HttpVisitor(), identity.site, url, 'cancel');
    expect(back.searchParams.get('error')).toBe('access_denied');
  });

  it('does not ask again on the same browser until one logs out; then the token in hand is refused', async () => {
    const visitor = new HttpVisitor();
    const { id_token, access_token } = await signInByHttp(identity.site, 'editor', visitor);
    const again = await visitor.follow(authorizeUrl(identity.site).url, `${identity.site}/callback`);
    expect(new URL(again.url).searchParams.get('code')).not.toBeNull();

    const leave = new URL('/oidc/session/end', identity.site);
    leave.search = new URLSearchParams({ id_token_hint: id_token, post_logout_redirect_uri: `${identity.site}/` }).toString();
    const page = await visitor.visit(leave);
    const html = await page.text();
    const xsrf = /name="xsrf" value="([^"]+)"/.exec(html)?.[1] ?? '';
    const done = await visitor.visit(`${identity.site}/oidc/session/end/confirm`, {
      method: 'POST',
      body: new URLSearchParams({ xsrf, logout: 'yes' }),
    });
    expect(done.headers.get('location')).toBe(`${identity.site}/`);
    expect(await refusal(identity.auth.verify(`Bearer ${access_token}`))).toEqual({ status: 401, code: 'token_expired' });

    const after = await visitor.follow(authorizeUrl(identity.site).url, `${identity.site}/callback`);
    expect(after.answer?.status).toBe(200);
    expect(await after.answer?.text()).toContain('mia.jansen@demo.example');
  });

  it('renews quietly by refresh tokens that hold once; one that is used again ends the session and its tokens', async () => {
    const first = await signInByHttp(identity.site, 'viewer');
    const renew = (refresh_token: string): Promise<Response> => askForTokens(identity.site, { grant_type: 'refresh_token', refresh_token });
    const second = Renewed.parse(await (await renew(first.refresh_token)).json());
    const third = Renewed.parse(await (await renew(second.refresh_token)).json());
    expect(new Set([first.refresh_token, second.refresh_token, third.refresh_token]).size).toBe(3);
    await expect(identity.auth.verify(`Bearer ${third.access_token}`)).resolves.toMatchObject({ account: { hasAccess: true } });
    const again = await renew(first.refresh_token);
    expect([again.status, await again.json()]).toMatchObject([400, { error: 'invalid_grant' }]);
    expect(await refusal(identity.auth.verify(`Bearer ${third.access_token}`))).toEqual({ status: 401, code: 'token_expired' });
    expect((await renew(third.refresh_token)).status).toBe(400);
    // whoever signs in again has a session of their own
    const { access_token } = await signInByHttp(identity.site, 'viewer');
    await expect(identity.auth.verify(`Bearer ${access_token}`)).resolves.toMatchObject({ account: { hasAccess: true } });
  });

  it('shows the accounts on a page that runs no script and cannot be framed', async () => {
    const { answer } = await new HttpVisitor().follow(authorizeUrl(identity.site).url, 'none');
    expect(answer?.headers.get('content-security-policy')).toMatch(
      /^default-src 'none'; style-src 'sha256-[^']+'; base-uri 'none'; frame-ancestors 'none'$/,
    );
    expect(await answer?.text()).not.toContain('<script');
  });

  it('is not reached through a foreign name that points at this machine', async () => {
    const answer = await identity.app.inject({ url: '/oidc/.well-known/openid-configuration', headers: { host: 'evil.example' } });
    expect(answer.statusCode).toBe(421);
  });

  it('lets the pages of the product read its answers, and no others', async () => {
    const ask = (origin: string): Promise<Response> => fetch(`${identity.site}/oidc/.well-known/openid-configuration`, { headers: { origin } });
    const own = `http://127.0.0.1:${new URL(identity.site).port}`;
    const token = (origin: string): Promise<Response> =>
      fetch(`${identity.site}/oidc/token`, {
        method: 'POST',
        headers: { origin },
        body: new URLSearchParams({ client_id: 'dmp', grant_type: 'refresh_token', refresh_token: 'x' }),
      });
    expect((await ask(own)).status).toBe(200);
    expect((await token(own)).headers.get('access-control-allow-origin')).toBe(own);
    expect((await token('https://evil.example')).headers.get('access-control-allow-origin')).toBeNull();
  });

  it('keeps keys and sessions over a restart, in files that only the server can read', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'dmp-auth-'));
    const port = await freePort();
    const before = await startIdentity(folder, port);
    const { access_token, refresh_token } = await signInByHttp(before.site, 'editor');
    await before.app.close();
    const after = await startIdentity(folder, port, { accessTokenSeconds: 77 });
    await expect(after.auth.verify(`Bearer ${access_token}`)).resolves.toBeDefined();
    const renewed = await askForTokens(after.site, { grant_type: 'refresh_token', refresh_token });
    expect(await renewed.json()).toMatchObject({ expires_in: 77 });
    await after.app.close();
    for (const file of ['secrets/identity-keys', 'secrets/identity-cookies', 'identity-sessions.json']) {
      expect([file, (await stat(join(folder, file))).mode & 0o777]).toEqual([file, 0o600]);
    }
    expect(JSON.stringify(after.builtIn.auth.keys)).not.toContain(
      PrivateKeys.parse(JSON.parse(await readFile(join(folder, 'secrets/identity-keys'), 'utf8'))).keys[0]?.d,
    );
    await rm(folder, { recursive: true });
  });
});

describe('a verified e-mail address', () => {
  const verified = async (claim?: string) => {
    const { access_token } = await signInByHttp(identity.site, 'editor');
    const auth = createAuth({ ...identity.builtIn.auth, ...(claim === undefined ? {} : { verifiedClaim: claim }) });
    return (await auth.verify(`Bearer ${access_token}`)).account.verified;
  };

  it('is said by email_verified, or the claim that is configured; none takes every address', async () => {
    expect(await verified()).toBe(true);
    expect(await verified('xms_edov')).toBe(false);
    expect(await verified('none')).toBe(true);
  });
});

describe('a token is refused', () => {
  let token: string;
  let idToken: string;
  beforeAll(async () => {
    const tokens = await signInByHttp(identity.site, 'editor');
    token = tokens.access_token;
    idToken = tokens.id_token;
  });

  it('when there is none [E189, H243, R261]', async () => {
    expect(await refusal(identity.auth.verify(undefined))).toEqual({ status: 401, code: 'no_token' });
  });

  it.each(['Bearer garbage', 'Bearer a.b.c', 'Basic bWlhOm1pYQ==', 'Bearer ', 'Bearer eyJhbGciOiJub25lIn0.eyJzdWIiOiJ4In0.'])(
    'when it is garbage: %s',
    async (header) => {
      expect(await refusal(identity.auth.verify(header))).toEqual({ status: 401, code: 'bad_token' });
    },
  );

  it('when it has expired', async () => {
    const later = createAuth({ ...identity.builtIn.auth, now: () => new Date(Date.now() + 606_000) });
    expect(await refusal(later.verify(`Bearer ${token}`))).toEqual({ status: 401, code: 'token_expired' });
  });

  it('when it was made for something else', async () => {
    const other = createAuth({ ...identity.builtIn.auth, audience: 'urn:other' });
    expect(await refusal(other.verify(`Bearer ${token}`))).toEqual({ status: 401, code: 'bad_token' });
  });

  it('when another provider made it', async () => {
    const other = createAuth({ ...identity.builtIn.auth, issuer: 'https://elsewhere.example' });
    expect(await refusal(other.verify(`Bearer ${token}`))).toEqual({ status: 401, code: 'bad_token' });
  });

  it('when it is an identity token', async () => {
    expect(await refusal(identity.auth.verify(`Bearer ${idToken}`))).toEqual({ status: 401, code: 'bad_token' });
    const lenient = createAuth({ ...identity.builtIn.auth, audience: 'dmp' });
    expect(await refusal(lenient.verify(`Bearer ${idToken}`))).toEqual({ status: 401, code: 'bad_token' });
  });

  it('when a claim of it was changed', async () => {
    const [header, payload, signature] = token.split('.');
    const claims: unknown = JSON.parse(Buffer.from(payload ?? '', 'base64url').toString());
    const forged = Buffer.from(JSON.stringify({ ...(claims as object), roles: ['dmp.editor'], sub: 'somebody' })).toString('base64url');
    expect(await refusal(identity.auth.verify(`Bearer ${header}.${forged}.${signature}`))).toEqual({ status: 401, code: 'bad_token' });
  });

  it('when it is signed with the public key as a shared secret', async () => {
    const publicKey = new TextEncoder().encode(JSON.stringify(identity.builtIn.auth.keys?.keys[0]));
    const forged = await new SignJWT({ roles: ['dmp.editor'] })
      .setProtectedHeader({ alg: 'HS256', typ: 'at+jwt', kid: decodeProtectedHeader(token).kid ?? '' })
      .setIssuer(identity.builtIn.issuer)
      .setAudience(BUILT_IN_AUDIENCE)
      .setSubject('x')
      .setExpirationTime('1h')
      .sign(publicKey);
    expect(await refusal(identity.auth.verify(`Bearer ${forged}`))).toEqual({ status: 401, code: 'bad_token' });
  });
});

describe('what an account may do', () => {
  const account = { name: 'a@b.example', email: 'a@b.example', verified: true, hasAccess: true, permissions: { readOnly: false } };
  const code = (changed: object, access: 'read' | 'write' | 'signedIn'): string => {
    try {
      requireAccess({ subject: 's', account: { ...account, ...changed }, regions: 'all' }, { access });
      return 'allowed';
    } catch (error) {
      return error instanceof AuthError ? `${error.status} ${error.code}` : 'unexpected';
    }
  };

  it('nothing without a role, except being told so [E026, R263]', () => {
    expect([code({ hasAccess: false }, 'signedIn'), code({ hasAccess: false }, 'read'), code({ hasAccess: false }, 'write')]).toEqual([
      'allowed',
      '403 no_role',
      '403 no_role',
    ]);
  });

  it('nothing with an unverified e-mail, except being told so [R013, R263]', () => {
    expect([code({ verified: false }, 'signedIn'), code({ verified: false }, 'read')]).toEqual(['allowed', '403 email_unverified']);
  });

  it('look but not write when it is read-only [E025, E194, H246]', () => {
    const readOnly = { permissions: { readOnly: true } };
    expect([code(readOnly, 'read'), code(readOnly, 'write'), code({}, 'write')]).toEqual(['allowed', '403 read_only', 'allowed']);
  });
});

describe('an outside identity provider [E022, H011]', () => {
  let outside: FastifyInstance;
  let issuer: string;
  let userinfoCalls: number;
  /** Begin of the paths that do not answer. */
  let down: string | undefined;
  let sign: (claims: Record<string, unknown>) => Promise<string>;

  beforeAll(async () => {
    const { privateKey, publicKey } = await generateKeyPair('RS256');
    outside = fastify();
    userinfoCalls = 0;
    down = undefined;
    outside.addHook('onRequest', async (request, reply) => (down !== undefined && request.url.startsWith(down) ? reply.code(503).send() : undefined));
    outside.get('/.well-known/openid-configuration', async () => ({ issuer, jwks_uri: `${issuer}/keys`, userinfo_endpoint: `${issuer}/me` }));
    outside.get('/keys', async () => ({ keys: [{ ...(await exportJWK(publicKey)), kid: '1', alg: 'RS256', use: 'sig' }] }));
    outside.get('/me', async () => {
      userinfoCalls += 1;
      return { sub: 'u1', email: 'ann@agency.example', email_verified: true };
    });
    issuer = await outside.listen({ port: 0, host: '127.0.0.1' });
    sign = (claims) =>
      new SignJWT(claims)
        .setProtectedHeader({ alg: 'RS256', kid: '1' })
        .setIssuer(issuer)
        .setAudience('dmp-api')
        .setSubject('u1')
        .setExpirationTime('5m')
        .sign(privateKey);
  });
  afterAll(() => outside.close());

  const settings = (rolesClaim: string): Parameters<typeof createAuth>[0] => ({
    issuer,
    audience: 'dmp-api',
    rolesClaim,
    editorRole: 'planner',
    viewerRole: 'guest',
  });

  it.each<[string, Record<string, unknown>]>([
    ['roles', { roles: ['planner'] }],
    ['realm_access.roles', { realm_access: { roles: ['planner'] } }],
    ['https://agency.example/roles', { 'https://agency.example/roles': ['planner'] }],
    ['scope', { scope: 'openid planner' }],
  ])('may keep its roles in the claim %s and call them otherwise', async (claim, claims) => {
    const token = await sign({ ...claims, email: 'ann@agency.example', email_verified: true });
    const caller = await createAuth(settings(claim)).verify(`Bearer ${token}`);
    expect(caller.account).toEqual({
      name: 'ann@agency.example',
      email: 'ann@agency.example',
      verified: true,
      hasAccess: true,
      permissions: { readOnly: false },
    });
  });

  it('does not give access by a role that is not configured [E197 R264]', async () => {
    const token = await sign({ roles: ['dmp.editor'], email: 'ann@agency.example', email_verified: true });
    expect((await createAuth(settings('roles')).verify(`Bearer ${token}`)).account.hasAccess).toBe(false);
  });

  it('is asked once for the e-mail that the token leaves out', async () => {
    const auth = createAuth(settings('roles'));
    const token = await sign({ roles: ['guest'] });
    userinfoCalls = 0;
    await auth.verify(`Bearer ${token}`);
    expect((await auth.verify(`Bearer ${token}`)).account).toMatchObject({
      email: 'ann@agency.example',
      verified: true,
      permissions: { readOnly: true },
    });
    expect(userinfoCalls).toBe(1);
  });

  it.each(['/.well-known', '/keys'])(
    'that does not answer at %s signs nobody out: the call fails as unavailable and works again later',
    async (path) => {
      const auth = createAuth(settings('roles'));
      const token = await sign({ roles: ['guest'], email: 'ann@agency.example' });
      down = path;
      expect(await refusal(auth.verify(`Bearer ${token}`))).toEqual({ status: 503, code: 'identity_unavailable' });
      down = undefined;
      await expect(auth.verify(`Bearer ${token}`)).resolves.toBeDefined();
    },
  );
});

const Refreshable = z.object({ refresh_token: z.string() });
const Renewed = z.object({ access_token: z.string(), refresh_token: z.string() });
const PrivateKeys = z.object({ keys: z.array(z.object({ d: z.string() })) });

import type { IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { parse as parseForm } from 'node:querystring';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { exportJWK, generateKeyPair, type JSONWebKeySet } from 'jose';
import type { Configuration, errors, Grant, KoaContextWithOIDC, Provider } from 'oidc-provider';
import { z } from 'zod';
import type { AuthSettings } from './auth.ts';
import { DEMO_ACCOUNTS, type DemoAccount } from './demoAccounts.ts';
import { logSignIn } from '../securityLog.ts';
import { Refusal } from '../refusal.ts';
import { openIdentityStore, type IdentityStore } from './identityStore.ts';
import { signedOutPage, signInPage, signOutPage, troublePage, type Page } from './pages.ts';
import { fileSecrets, randomSecret, type Secrets } from './secrets.ts';

export interface ProviderOptions {
  /** Address of the product as people type it, without a path: `http://localhost:4180`. */
  readonly publicUrl: string;
  /** Folder for the keys and for what has to outlive a restart. */
  readonly dataDir: string;
  readonly clientId: string;
  /** Whether the accounts may be used through a proxy that speaks for other machines; default false. */
  readonly anywhere?: boolean;
  /** Where keys are kept, when not in `dataDir`. */
  readonly secrets?: Secrets;
  /** Where sessions are kept, when not in `dataDir`. */
  readonly store?: IdentityStore;
  /** Life of an access token in seconds; default 600. */
  readonly accessTokenSeconds?: number;
}

/** What the client and `createAuth` need to know of the built-in identity provider. */
export interface BuiltInProvider {
  readonly issuer: string;
  readonly clientId: string;
  /** What the client asks for at sign-in. */
  readonly scope: string;
  readonly auth: AuthSettings;
}

/** The `aud` of access tokens that the built-in identity provider gives out. */
export const BUILT_IN_AUDIENCE = 'urn:dmp:api';

/** Path under which the product lets people come back from any identity provider. */
const CALLBACK_PATH = '/callback';

/** Serves the built-in OpenID provider with its demo accounts under /oidc. Call it before the server listens. */
export async function registerProvider(app: FastifyInstance, options: ProviderOptions): Promise<BuiltInProvider> {
  const publicUrl = new URL(options.publicUrl);
  const issuer = `${publicUrl.origin}${MOUNT}`;
  const secrets = options.secrets ?? fileSecrets(options.dataDir);
  const keys = KeySet.parse(JSON.parse(await secrets.readOrCreate('identity-keys', createKeys)));
  const cookieKey = await secrets.readOrCreate('identity-cookies', async () => randomSecret());
  const store = options.store ?? (await openIdentityStore(join(options.dataDir, 'identity-sessions.json')));
  const { Provider, errors } = await loadProvider();
  const provider = new Provider(issuer, {
    ...configuration(options, publicUrl, errors.InvalidTarget),
    adapter: (model) => store.adapter(model),
    jwks: keys,
    cookies: { keys: [cookieKey], names: { session: 'dmp_sign_in', interaction: 'dmp_choice', resume: 'dmp_choice_resume' } },
  });
  // Koa takes host and protocol from the headers that `asPublicAddress` sets.
  provider.proxy = true;
  const addresses: Addresses = new WeakMap();
  const addressOf = (ctx: KoaContextWithOIDC): string | null => addresses.get(ctx.req) ?? null;
  const subjectOf = (ctx: KoaContextWithOIDC): string | null => ctx.oidc.session?.accountId ?? ctx.oidc.account?.accountId ?? null;
  provider.on('authorization.success', (ctx) => logSignIn(app.log, 'signedIn', { subject: subjectOf(ctx), address: addressOf(ctx) }));
  provider.on('end_session.success', (ctx) => logSignIn(app.log, 'signedOut', { subject: subjectOf(ctx), address: addressOf(ctx) }));
  provider.on('grant.error', (ctx, error) =>
    logSignIn(app.log, 'tokenRefused', { subject: subjectOf(ctx), address: addressOf(ctx), reason: error.message }),
  );
  provider.on('grant.revoked', (ctx, grantId) => {
    store
      .endGrant(grantId, options.accessTokenSeconds ?? 600)
      .catch((error: unknown) => app.log.error({ err: error }, 'the end of a session could not be noted'));
    logSignIn(app.log, 'sessionEnded', { subject: subjectOf(ctx), address: addressOf(ctx) });
  });
  provider.on('server_error', (_ctx, error) => app.log.error({ err: error }, 'identity provider'));

  await app.register(async (scope) => mount(scope, { provider, publicUrl, anywhere: options.anywhere === true, addresses }));
  app.addHook('onClose', () => store.flush());

  const publicKeys: JSONWebKeySet = { keys: keys.keys.map(({ d: _private, ...key }) => key) };
  return {
    issuer,
    clientId: options.clientId,
    scope: SCOPE,
    auth: {
      issuer,
      audience: BUILT_IN_AUDIENCE,
      rolesClaim: 'roles',
      regionsClaim: 'regions',
      tokenType: 'at+jwt',
      keys: publicKeys,
      hasEnded: (claims) => typeof claims['gid'] === 'string' && store.hasEnded(claims['gid']),
    },
  };
}

const MOUNT = '/oidc';
const SCOPE = 'openid email profile';
const API_SCOPE = 'dmp';
const ALGORITHM = 'ES256';
const HOUR = 3600;

function configuration(options: ProviderOptions, publicUrl: URL, InvalidTarget: typeof errors.InvalidTarget): Configuration {
  const origins = originsOf(publicUrl);
  return {
    clients: [
      {
        client_id: options.clientId,
        client_name: 'DMP',
        token_endpoint_auth_method: 'none',
        grant_types: ['authorization_code', 'refresh_token'],
        response_types: ['code'],
        redirect_uris: origins.map((origin) => `${origin}${CALLBACK_PATH}`),
        post_logout_redirect_uris: origins.map((origin) => `${origin}/`),
        id_token_signed_response_alg: ALGORITHM,
      },
    ],
    // The scope of the API stays out of this list: it belongs to the resource, and listed here it asks for consent forever.
    scopes: SCOPE.split(' '),
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
    // The product reads name and e-mail from the identity token, without another call.
    conformIdTokenClaims: false,
    enabledJWA: { idTokenSigningAlgValues: [ALGORITHM], userinfoSigningAlgValues: [ALGORITHM] },
    features: {
      devInteractions: { enabled: false },
      resourceIndicators: {
        enabled: true,
        defaultResource: () => BUILT_IN_AUDIENCE,
        useGrantedResource: () => true,
        getResourceServerInfo: (_ctx, resource) => {
          if (resource !== BUILT_IN_AUDIENCE) throw new InvalidTarget('Nothing is known of this resource');
          return {
            scope: API_SCOPE,
            audience: BUILT_IN_AUDIENCE,
            accessTokenFormat: 'jwt',
            jwt: { sign: { alg: ALGORITHM } },
          };
        },
      },
      rpInitiatedLogout: {
        enabled: true,
        logoutSource: (ctx, form) => answer(ctx, signOutPage(form, ctx.oidc.entities.IdTokenHint !== undefined)),
        postLogoutSuccessSource: (ctx) => answer(ctx, signedOutPage(publicUrl.origin)),
      },
    },
    interactions: { url: (_ctx, interaction) => `${MOUNT}/interaction/${interaction.uid}` },
    findAccount: (_ctx, subject) => {
      const account = DEMO_ACCOUNTS.find((one) => one.subject === subject);
      return account && { accountId: subject, claims: () => ({ sub: subject, name: account.name, ...emailOf(account) }) };
    },
    extraTokenClaims: (_ctx, token) => {
      const account = DEMO_ACCOUNTS.find((one) => 'accountId' in token && one.subject === token.accountId);
      return (
        account && {
          roles: [...account.roles],
          regions: account.regions ?? 'all',
          ...('grantId' in token ? { gid: token.grantId } : {}),
          ...emailOf(account),
        }
      );
    },
    loadExistingGrant: grantEverything,
    issueRefreshToken: (_ctx, client) => client.grantTypeAllowed('refresh_token'),
    // One that is used again was stolen, or its answer was lost: the session ends. A duplicated tab gets one of its own (src/effects/signIn.ts).
    rotateRefreshToken: true,
    clientBasedCORS: (_ctx, origin) => origins.includes(origin),
    renderError: (ctx, out) => answer(ctx, troublePage(out.error_description ?? out.error, publicUrl.origin)),
    ttl: {
      AccessToken: options.accessTokenSeconds ?? 600,
      AuthorizationCode: 60,
      IdToken: HOUR,
      Interaction: HOUR,
      RefreshToken: 12 * HOUR,
      Session: 12 * HOUR,
      Grant: 12 * HOUR,
    },
  };
}

function emailOf(account: DemoAccount): { email: string; email_verified: boolean } {
  return { email: account.email, email_verified: account.verified };
}

/** On a machine of one's own all names of that machine are the same place, whichever of them was typed. */
function originsOf(publicUrl: URL): readonly string[] {
  if (!LOOPBACK.includes(publicUrl.hostname)) return [publicUrl.origin];
  const port = publicUrl.port === '' ? '' : `:${publicUrl.port}`;
  return LOOPBACK.map((host) => `${publicUrl.protocol}//${host}${port}`);
}

const LOOPBACK = ['localhost', '127.0.0.1', '[::1]'];

/** The product is the provider's own client, so its sign-in asks for no consent. */
async function grantEverything(ctx: KoaContextWithOIDC): Promise<Grant | undefined> {
  const { client, session, provider } = ctx.oidc;
  if (client === undefined || session?.accountId === undefined) return undefined;
  const known = session.grantIdFor(client.clientId);
  const existing = known === undefined ? undefined : await provider.Grant.find(known);
  if (existing !== undefined) return existing;
  const grant = new provider.Grant({ clientId: client.clientId, accountId: session.accountId });
  grant.addOIDCScope(SCOPE);
  grant.addResourceScope(BUILT_IN_AUDIENCE, API_SCOPE);
  await grant.save();
  return grant;
}

/** From where requests come: of those behind a trusted proxy, what it says. */
type Addresses = WeakMap<IncomingMessage, string>;

interface Mounted {
  readonly provider: Provider;
  readonly publicUrl: URL;
  readonly anywhere: boolean;
  readonly addresses: Addresses;
}

function mount(scope: FastifyInstance, { provider, publicUrl, anywhere, addresses }: Mounted): void {
  const hosts = new Set(originsOf(publicUrl).map((origin) => new URL(origin).host));
  // Bodies are read by the provider itself.
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser('*', (_request, _body, done) => done(null));
  scope.addHook('onRequest', async (request, reply) => {
    // Demo accounts have no password: a foreign name that was made to point at this machine shall not reach them.
    if (!hosts.has(request.headers.host ?? '')) throw new Refusal(421, 'foreign_name', 'This server does not go by that name.');
    // The same through a proxy that gives this machine's name: what it says of the other side counts.
    if (!anywhere && isForwarded(request.raw, hosts)) throw new Refusal(421, 'demo_accounts', FORWARDED);
    addresses.set(request.raw, request.ip);
    asPublicAddress(request.raw, publicUrl);
    // Its answers go past the hooks of the product.
    for (const [name, value] of Object.entries(PLAIN_HEADERS)) reply.raw.setHeader(name, value);
    if (publicUrl.protocol === 'https:') reply.raw.setHeader('strict-transport-security', 'max-age=31536000');
  });

  const callback = provider.callback();
  scope.all(`${MOUNT}/*`, async (request, reply) => {
    reply.hijack();
    const raw: IncomingMessage & { originalUrl?: string } = request.raw;
    raw.originalUrl = request.url;
    raw.url = request.url.slice(MOUNT.length);
    await callback(raw, reply.raw);
  });

  scope.get(`${MOUNT}/interaction/:uid`, async (request, reply) => {
    await provider.interactionDetails(request.raw, reply.raw).then(
      () => send(reply, 200, signInPage(request.url)),
      () => send(reply, 400, interactionLost(publicUrl)),
    );
  });

  scope.post<{ Params: { uid: string } }>(`${MOUNT}/interaction/:uid`, async (request, reply) => {
    const choice = parseForm(await readText(request.raw));
    const account = DEMO_ACCOUNTS.find((one) => one.key === choice['account']);
    if (account === undefined && choice['cancel'] === undefined) return send(reply, 400, troublePage('There is no such account.', publicUrl.origin));
    const result =
      account === undefined
        ? { error: 'access_denied', error_description: 'Sign-in was cancelled' }
        : { login: { accountId: account.subject, remember: true } };
    try {
      const next = await provider.interactionResult(request.raw, reply.raw, result);
      return reply.code(303).header('location', next).header('cache-control', 'no-store').send();
    } catch {
      return send(reply, 400, interactionLost(publicUrl));
    }
  });
}

const PLAIN_HEADERS = {
  // Of what is no page; pages name the styles they have.
  'content-security-policy': "default-src 'none'; base-uri 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'SAMEORIGIN',
  'referrer-policy': 'same-origin',
  'cross-origin-opener-policy': 'same-origin',
  'permissions-policy': 'camera=(), microphone=(), geolocation=()',
} as const;

const FORWARDED =
  'The demo accounts have no password and are for this machine only, but this request was forwarded from another one. Configure an identity provider (OIDC_ISSUER).';

/** Whether a proxy forwarded the request from another machine, or for another name. */
export function isForwarded({ headers }: Pick<IncomingMessage, 'headers'>, hosts: ReadonlySet<string>): boolean {
  const values = (name: string): string[] => [headers[name] ?? []].flat().flatMap((text) => text.split(',').map((part) => part.trim()));
  const forwarded = values('forwarded').flatMap((text) => text.split(';').map((part) => part.trim()));
  const forwardedValues = (key: string): string[] =>
    forwarded.flatMap((part) => (part.toLowerCase().startsWith(`${key}=`) ? [part.slice(key.length + 1).replaceAll('"', '')] : []));
  const names = [...values('x-forwarded-host'), ...values('x-original-host'), ...forwardedValues('host')];
  const senders = [...values('x-forwarded-for'), ...values('x-real-ip'), ...forwardedValues('for')];
  return names.some((name) => !hosts.has(name)) || senders.some((sender) => !isThisMachine(sender));
}

/** `127.0.0.1`, `::1`, `::ffff:127.0.0.1`, each with a port or brackets around. */
function isThisMachine(address: string): boolean {
  return /^(\[?(::ffff:)?127(\.\d{1,3}){3}\]?|\[?::1\]?|localhost)(:\d+)?$/i.test(address) || address === '::1';
}

function interactionLost(publicUrl: URL): Page {
  return troublePage('This sign-in was left open for too long, or begun in another window. Please begin again.', publicUrl.origin);
}

/** Makes every address that the provider puts together start with the public one, whatever stands in front of this server. */
function asPublicAddress(raw: IncomingMessage, publicUrl: URL): void {
  raw.headers['host'] = publicUrl.host;
  raw.headers['x-forwarded-host'] = publicUrl.host;
  raw.headers['x-forwarded-proto'] = publicUrl.protocol.replace(':', '');
}

function answer(ctx: KoaContextWithOIDC, page: Page): void {
  ctx.type = 'html';
  ctx.set(headersOf(page));
  ctx.body = page.html;
}

/** Sent past the hooks of the product, whose content security policy is made for its own pages. */
function send(reply: FastifyReply, status: number, page: Page): void {
  reply.hijack();
  reply.raw.writeHead(status, { 'content-type': 'text/html; charset=utf-8', ...headersOf(page) }).end(page.html);
}

function headersOf(page: Page): Record<string, string> {
  return {
    'content-security-policy': page.contentSecurityPolicy,
    'cache-control': 'no-store',
    'referrer-policy': 'same-origin',
    'x-content-type-options': 'nosniff',
  };
}

async function readText(raw: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of raw.setEncoding('utf8')) {
    text += String(chunk);
    if (text.length > 2000) break;
  }
  return text;
}

async function createKeys(): Promise<string> {
  const { privateKey } = await generateKeyPair(ALGORITHM, { extractable: true });
  const key = await exportJWK(privateKey);
  return JSON.stringify({ keys: [{ ...key, alg: ALGORITHM, use: 'sig', kid: randomSecret().slice(0, 12) }] });
}

const KeySet = z.object({ keys: z.array(z.looseObject({ kty: z.string(), kid: z.string(), d: z.string() })).min(1) });

/**
 * Loads oidc-provider without its complaint about Node 20, on which all that is used here was tried and works. Only that
 * one sentence is dropped, and only while it loads.
 */
async function loadProvider(): Promise<typeof import('oidc-provider')> {
  const warn = console.warn;
  console.warn = (...words: unknown[]) => {
    if (!String(words[0]).includes('Unsupported runtime')) warn(...words);
  };
  try {
    return await import('oidc-provider');
  } finally {
    console.warn = warn;
  }
}

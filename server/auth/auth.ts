import { createLocalJWKSet, createRemoteJWKSet, errors, jwtVerify, type JSONWebKeySet, type JWTPayload, type JWTVerifyGetKey } from 'jose';
import { scopeOf, type Route } from '../../src/contract/route.ts';
import { type Account, NO_PUBLISH } from '../../src/domain/account.ts';
import type { TokenScope } from '../../src/domain/apiTokens.ts';
import type { RegionScope } from './regionScope.ts';
import { timeNow } from '../surroundings.ts';
import { discoverIssuer, readUserinfo, type IssuerAddresses } from './issuer.ts';

/** Who makes a call: the provider's stable id of the person, and the account as the product shows it. */
export interface Caller {
  readonly subject: string;
  readonly account: Account;
  readonly regions: RegionScope;
  /** When the sign-in was issued that says so, in seconds since 1970. */
  readonly issuedAt?: number;
  /** The API token with which a program calls for the person. */
  readonly program?: Program;
}

/** A program, by its API token. */
export interface Program {
  readonly id: number;
  readonly label: string;
  readonly scopes: readonly TokenScope[];
}

/** By what calls are counted and repeats recognised: each API token for itself, else the person. */
export function actorOf({ subject, program }: Caller): string {
  return program === undefined ? subject : `token ${program.id} of ${subject}`;
}

/** Reads who makes a call from its Authorization header; throws an AuthError where that is nobody. */
export interface Auth {
  verify(authorization: string | undefined): Promise<Caller>;
}

/** Why a call is refused: 401 nobody is signed in, 403 the account may not, 503 the identity provider cannot be asked. */
export class AuthError extends Error {
  readonly status: 401 | 403 | 503;
  /**
   * no_token, bad_token, token_expired, token_revoked, person_unseen, no_role, email_unverified, read_only, no_publish, scope_missing,
   * person_only, no_administrator or identity_unavailable.
   */
  readonly code: string;

  constructor(status: 401 | 403 | 503, code: string, message: string, cause?: unknown) {
    super(message, { cause });
    this.name = 'AuthError';
    this.status = status;
    this.code = code;
  }
}

/** Refuses (by an AuthError) a caller whose account is not enough for that call, or whose API token has not the scope for it. */
export function requireAccess(caller: Caller, route: Pick<Route, 'access' | 'scope'>): void {
  const { account, program } = caller;
  const { access } = route;
  if (program !== undefined) {
    const scope = scopeOf(route);
    if (scope === 'person') throw new AuthError(403, 'person_only', 'No program may make this call, only a person who is signed in.');
    if (!program.scopes.includes(scope)) throw new AuthError(403, 'scope_missing', `The API token has no scope for this call (${scope}).`);
  }
  if (access === 'guest') throw new AuthError(403, 'link_missing', 'This call needs the secret of a review link.');
  if (access === 'public' || access === 'signedIn') return;
  if (!account.hasAccess) throw new AuthError(403, 'no_role', 'You do not have the required role to access the product.');
  if (!account.verified) throw new AuthError(403, 'email_unverified', 'Your email is not verified');
  if ((access === 'write' || access === 'publish') && account.permissions.readOnly)
    throw new AuthError(403, 'read_only', 'You have read-only rights');
  if (access === 'publish' && account.permissions.publish === false) throw new AuthError(403, 'no_publish', NO_PUBLISH);
}

/** How access tokens of an identity provider are read. The built-in provider gives its own (see registerProvider). */
export interface AuthSettings {
  /** Exactly the `iss` of the tokens; discovery lies below it. */
  readonly issuer: string;
  /** The `aud` that a token for this product carries. */
  readonly audience: string;
  /** Claim that lists the roles: its name (`roles`, `https://example.org/roles`) or a path into objects (`realm_access.roles`). */
  readonly rolesClaim: string;
  /** Claim that says that the e-mail address is verified, named as `rolesClaim`; `none` takes every address as verified. */
  readonly verifiedClaim?: string;
  /** Role that may change data; default `dmp.editor`. */
  readonly editorRole?: string;
  /** Role that may only look; default `dmp.viewer`. */
  readonly viewerRole?: string;
  /** Role that may make and change regions; without it every editor may. */
  readonly regionsRole?: string;
  /** Role that may publish feeds; without it every editor may. */
  readonly publishRole?: string;
  /** Claim that lists the regions somebody sees, named as `rolesClaim`: `all`, or their keys. Without it everybody sees all. */
  readonly regionsClaim?: string;
  /** Keys known beforehand; without them they are fetched from where the issuer says. */
  readonly keys?: JSONWebKeySet;
  /** Media type the token header must name (`at+jwt`); outside providers often leave it out, so it is not asked of them. */
  readonly tokenType?: string;
  /** Whether the session of a token was ended before the token expires. */
  readonly hasEnded?: (claims: Readonly<Record<string, unknown>>) => boolean;
  /** The clock, for tests. */
  readonly now?: () => Date;
}

/** Checks access tokens of the configured identity provider: signature, issuer, audience and time, then roles and e-mail. */
export function createAuth(settings: AuthSettings): Auth {
  const known = settings.keys === undefined ? undefined : createLocalJWKSet(settings.keys);
  let addresses: Promise<IssuerAddresses> | undefined;
  let remote: JWTVerifyGetKey | undefined;

  const discover = (): Promise<IssuerAddresses> => {
    addresses ??= discoverIssuer(settings.issuer).catch((error: unknown) => {
      // The next call asks again: the provider may only be starting.
      addresses = undefined;
      throw unavailable(error);
    });
    return addresses;
  };
  const keys = async (): Promise<JWTVerifyGetKey> => {
    if (known !== undefined) return known;
    remote ??= createRemoteJWKSet(new URL((await discover()).jwksUri));
    return remote;
  };

  /** Tokens whose signature was found good, the newest last. */
  const good = new Map<string, { readonly claims: JWTPayload; readonly until: number }>();
  const claimsOf = async (token: string): Promise<JWTPayload> => {
    const now = settings.now?.().getTime() ?? timeNow();
    const known = good.get(token);
    if (known !== undefined && now < known.until) return known.claims;
    good.delete(token);
    const claims = await readClaims(token, await keys(), settings);
    good.set(token, { claims, until: Math.min(now + GOOD_FOR, (claims.exp ?? 0) * 1000) });
    for (const oldest of [...good.keys()].slice(0, Math.max(0, good.size - MOST_GOOD))) good.delete(oldest);
    return claims;
  };

  return {
    async verify(authorization) {
      const token = bearerToken(authorization);
      const claims = await claimsOf(token);
      if (settings.hasEnded?.(claims) === true) throw new AuthError(401, 'token_expired', 'This session was ended.');
      if (typeof claims.sub !== 'string' || claims.sub === '') throw badToken('The access token names nobody.');
      // Many providers put the e-mail only into their userinfo answer.
      const person =
        claims['email'] === undefined && settings.keys === undefined ? { ...(await userinfo(await discover(), token, claims)), ...claims } : claims;
      return {
        subject: claims.sub,
        account: accountOf(person, settings),
        ...(typeof claims.iat === 'number' ? { issuedAt: claims.iat } : {}),
        regions: settings.regionsClaim === undefined ? 'all' : regionsOf(claimOf(person, settings.regionsClaim)),
      };
    },
  };
}

/** Only asymmetric algorithms: with HS256 a public key could be used as the secret of a forged token. */
const ALGORITHMS = ['ES256', 'ES384', 'ES512', 'RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'EdDSA'];

/** Milliseconds for which a token that was found good is not verified again, unless it expires before. Whether its session was ended is asked each time. */
const GOOD_FOR = 60_000;
/** Tokens that are remembered. */
const MOST_GOOD = 2000;

/** Seconds that the clocks of provider and server may differ. */
const CLOCK_TOLERANCE = 5;

function bearerToken(authorization: string | undefined): string {
  if (authorization === undefined || authorization === '') throw new AuthError(401, 'no_token', 'Sign in first.');
  const match = /^Bearer +([\w~+/.=-]+)$/i.exec(authorization);
  if (match?.[1] === undefined) throw badToken('The Authorization header holds no bearer token.');
  return match[1];
}

async function readClaims(token: string, keys: JWTVerifyGetKey, settings: AuthSettings): Promise<JWTPayload> {
  try {
    const { payload } = await jwtVerify(token, keys, {
      issuer: settings.issuer,
      audience: settings.audience,
      algorithms: ALGORITHMS,
      clockTolerance: CLOCK_TOLERANCE,
      requiredClaims: ['exp'],
      ...(settings.tokenType === undefined ? {} : { typ: settings.tokenType }),
      ...(settings.now === undefined ? {} : { currentDate: settings.now() }),
    });
    return payload;
  } catch (error) {
    if (error instanceof errors.JWTExpired) throw new AuthError(401, 'token_expired', 'The sign-in has expired.', error);
    if (isOurTrouble(error)) throw unavailable(error);
    throw badToken('The access token is not valid here.', error);
  }
}

/** Whether the keys could not be had, as against a token that does not fit them. A 401 would send people to sign in in vain. */
function isOurTrouble(error: unknown): boolean {
  if (error instanceof errors.JWKSTimeout || error instanceof errors.JWKSInvalid || error instanceof AuthError) return true;
  return !(error instanceof errors.JOSEError) || error.code === 'ERR_JOSE_GENERIC';
}

async function userinfo(addresses: IssuerAddresses, token: string, claims: JWTPayload): Promise<JWTPayload> {
  try {
    return await readUserinfo(addresses, token, { subject: claims.sub ?? '', expires: claims.exp ?? 0 });
  } catch (error) {
    throw unavailable(error);
  }
}

function accountOf(claims: JWTPayload, settings: AuthSettings): Account {
  const email = typeof claims['email'] === 'string' ? claims['email'] : '';
  const roles = rolesOf(claims, settings.rolesClaim);
  const editor = roles.includes(settings.editorRole ?? 'dmp.editor');
  const viewer = roles.includes(settings.viewerRole ?? 'dmp.viewer');
  const manages = settings.regionsRole === undefined ? {} : { manageRegions: roles.includes(settings.regionsRole) };
  const publishes = settings.publishRole === undefined ? {} : { publish: roles.includes(settings.publishRole) };
  return {
    name: email,
    email,
    verified: isVerified(claims, settings.verifiedClaim ?? 'email_verified'),
    hasAccess: editor || viewer,
    permissions: { readOnly: !editor, ...manages, ...publishes },
  };
}

function isVerified(claims: JWTPayload, claim: string): boolean {
  if (claim === 'none') return true;
  const value = claimOf(claims, claim);
  // Auth0 rules and some SAML bridges write the text "true", Microsoft Entra the number.
  return value === true || value === 'true' || value === 1 || value === '1';
}

function rolesOf(claims: JWTPayload, claim: string): readonly string[] {
  const value = claimOf(claims, claim);
  if (typeof value === 'string') return value.split(/[\s,]+/);
  return Array.isArray(value) ? value.filter((role) => typeof role === 'string') : [];
}

/** The regions a claim speaks of. One that is missing or not understood gives none: better nothing than everything. */
function regionsOf(value: unknown): RegionScope {
  const keys = typeof value === 'string' ? value.split(/[\s,]+/) : value;
  if (!Array.isArray(keys) || !keys.every((key) => typeof key === 'string')) return [];
  const known = keys.map((key) => key.toLowerCase()).filter((key) => key !== '');
  return known.includes('all') ? 'all' : known;
}

/** The claim as it is named, else as a path into objects: a name may itself hold dots (`https://example.org/roles`). */
function claimOf(claims: JWTPayload, claim: string): unknown {
  if (Object.hasOwn(claims, claim)) return claims[claim];
  return claim.split('.').reduce<unknown>((inner, key) => (isRecord(inner) && Object.hasOwn(inner, key) ? inner[key] : undefined), claims);
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

function badToken(message: string, cause?: unknown): AuthError {
  return new AuthError(401, 'bad_token', message, cause);
}

function unavailable(cause: unknown): AuthError {
  return cause instanceof AuthError ? cause : new AuthError(503, 'identity_unavailable', 'The identity provider does not answer.', cause);
}

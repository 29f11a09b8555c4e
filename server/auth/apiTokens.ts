/** API tokens: `Authorization: Bearer dmp_…` in place of the access token of a signed-in person. */
import { createHash } from 'node:crypto';
import type { Account } from '../../src/domain/account.ts';
import { TOKEN_PREFIX, type TokenScope } from '../../src/domain/apiTokens.ts';
import { randomBytes, timeNow } from '../surroundings.ts';
import { AuthError, type Auth, type Caller } from './auth.ts';
import type { RegionScope } from './regionScope.ts';

/** A token as it is kept, with what its person may do. */
export interface KeptToken {
  readonly id: number;
  readonly subject: string;
  readonly label: string;
  readonly scopes: readonly TokenScope[];
  readonly regions: readonly string[] | null;
  readonly expired: boolean;
  readonly revoked: boolean;
  /** Whether its last use was noted more than a minute ago. */
  readonly useIsOld: boolean;
  readonly account: Account;
  readonly personRegions: RegionScope;
  /** Days since the person made a call of their own. */
  readonly daysUnseen: number;
}

/** Where tokens are kept; asked at every call, so that a revoked token is refused by every process at once. */
export interface TokenStore {
  find(hash: string): Promise<KeptToken | undefined>;
  noteUse(id: number): Promise<void>;
  /** Keeps what a person may do, where they have tokens and no later sign-in has said otherwise. */
  notePerson(caller: Caller): Promise<void>;
}

/** A new token of 256 random bits. */
export function newToken(): string {
  return TOKEN_PREFIX + randomBytes(32).toString('base64url');
}

/** What is kept of a token. It is random, so a plain hash cannot be turned back. */
export function hashOfToken(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}

/** Takes API tokens as well as what the identity provider issues. */
export function withApiTokens(auth: Auth, tokens: TokenStore, { now = timeNow } = {}): Auth {
  /** What was last noted of a person, and when. Written again after a minute: another process may have noted something else. */
  const noted = new Map<string, { readonly rights: string; readonly at: number }>();
  const note = async (caller: Caller): Promise<void> => {
    const rights = JSON.stringify([caller.account, caller.regions, caller.issuedAt]);
    const before = noted.get(caller.subject);
    if (before?.rights === rights && now() - before.at < NOTED_FOR) return;
    if (noted.size >= MOST_NOTED) noted.clear();
    await tokens.notePerson(caller);
    noted.set(caller.subject, { rights, at: now() });
  };
  return {
    async verify(authorization) {
      const token = /^Bearer +(dmp_[\w-]+)$/i.exec(authorization ?? '')?.[1];
      if (token === undefined) {
        const caller = await auth.verify(authorization);
        // A database that cannot be reached is for the call itself to report; the next call notes it.
        await note(caller).catch(() => undefined);
        return caller;
      }
      const kept = await tokens.find(hashOfToken(token));
      if (kept === undefined) throw new AuthError(401, 'bad_token', 'The API token is not valid here.');
      if (kept.revoked) throw new AuthError(401, 'token_revoked', 'This API token was revoked.');
      if (kept.expired) throw new AuthError(401, 'token_expired', 'This API token has expired.');
      if (kept.daysUnseen > UNSEEN_DAYS)
        throw new AuthError(401, 'person_unseen', `The person of this API token has not signed in for ${UNSEEN_DAYS} days.`);
      if (kept.useIsOld) await tokens.noteUse(kept.id);
      return callerOfToken(kept);
    },
  };
}

/** Days without a sign-in after which the tokens of a person are refused: what they may do is known from their sign-ins alone. */
const UNSEEN_DAYS = 90;
/** Milliseconds. */
const NOTED_FOR = 60_000;
const MOST_NOTED = 10_000;

/** The person as far as the token goes: rights and regions are those of both. */
function callerOfToken({ id, subject, label, scopes, regions, account, personRegions }: KeptToken): Caller {
  const { permissions } = account;
  const changes = scopes.some((scope) => scope !== 'read');
  return {
    subject,
    account: {
      ...account,
      permissions: {
        ...permissions,
        readOnly: permissions.readOnly || !changes,
        ...(scopes.includes('edit') ? {} : { manageRegions: false }),
        ...(scopes.includes('publish') ? {} : { publish: false }),
      },
    },
    regions: regionsOfBoth(personRegions, regions),
    program: { id, label, scopes },
  };
}

function regionsOfBoth(person: RegionScope, token: readonly string[] | null): RegionScope {
  if (token === null) return person;
  const limited = token.map((key) => key.toLowerCase());
  return person === 'all' ? limited : limited.filter((key) => person.includes(key));
}

import type { ReplyOf } from '../../src/contract/route.ts';
import type * as contract from '../../src/contract/apiTokens.ts';
import { mayChangeRegions } from '../../src/domain/account.ts';
import { type ApiToken, type NewToken, type OthersToken, TOKENS_EACH } from '../../src/domain/apiTokens.ts';
import { hashOfToken, newToken } from '../auth/apiTokens.ts';
import { AuthError, type Caller } from '../auth/auth.ts';
import { seesRegion } from '../auth/regionScope.ts';
import { BadInput, Refusal } from '../refusal.ts';
import { insertToken, listOthersTokens, revokeOthersToken, revokeToken, tokenOfHash } from '../store/apiTokens.ts';
import { regionsOf } from '../store/places.ts';
import type { Db } from '../store/tables.ts';

/** Creates a token for the person who calls, limited to regions that they see. */
export async function createToken(db: Db, caller: Caller, asked: NewToken): Promise<ReplyOf<typeof contract.createApiToken>> {
  const known = await regionsOf(db, 'region', asked.regions ?? []);
  const unseen = (asked.regions ?? []).flatMap((key, i) =>
    known.has(key) && seesRegion(caller.regions, key) ? [] : [{ Field: `regions[${i}]`, Message: `There is no region ${key}.` }],
  );
  if (unseen.length > 0) throw new BadInput(unseen);
  if (asked.hash !== undefined) {
    const before = await tokenOfHash(db, asked.hash);
    // a repeated call whose answer was lost
    if (before?.subject === caller.subject) return { created: before.token };
    if (before !== undefined) throw new Refusal(409, 'token_taken', 'There is such a token already. Make another one.');
  }
  const token = asked.hash === undefined ? newToken() : undefined;
  const created = await insertToken(db, caller, token === undefined ? (asked.hash ?? '') : hashOfToken(token), asked);
  if (created === undefined)
    throw new Refusal(409, 'too_many_tokens', `You have ${TOKENS_EACH} valid API tokens. Revoke one that is no longer used first.`);
  return { ...(token === undefined ? {} : { token }), created };
}

/** Revokes a token of the person who calls. */
export async function revokeOwnToken(db: Db, { subject }: Caller, id: number): Promise<ApiToken> {
  const revoked = await revokeToken(db, subject, id);
  if (revoked === undefined) throw new Refusal(404, 'not_found', `You have no API token ${id}.`);
  return revoked;
}

/** Tokens of others, for somebody who may change regions. */
export async function othersTokens(db: Db, caller: Caller): Promise<OthersToken[]> {
  requireAdministrator(caller);
  return listOthersTokens(db, caller.subject, caller.regions);
}

/** Revokes a token of somebody else; answers whose it was as well. */
export async function revokeTokenOfOther(db: Db, caller: Caller, id: number): Promise<{ readonly owner: string; readonly token: OthersToken }> {
  requireAdministrator(caller);
  const revoked = await revokeOthersToken(db, caller.subject, caller.regions, id);
  if (revoked === undefined) throw new Refusal(404, 'not_found', `Nobody else has an API token ${id} that works in your regions alone.`);
  return revoked;
}

function requireAdministrator({ account }: Caller): void {
  if (!mayChangeRegions(account))
    throw new AuthError(403, 'no_administrator', 'Your account may not change regions, and so not look at API tokens of others.');
}

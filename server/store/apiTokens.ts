import { sql, type RawBuilder } from 'kysely';
import { z } from 'zod';
import { Account } from '../../src/domain/account.ts';
import { ApiToken, OTHERS_LISTED, OthersToken, TOKENS_EACH, TokenScope, type NewToken } from '../../src/domain/apiTokens.ts';
import type { KeptToken, TokenStore } from '../auth/apiTokens.ts';
import type { Caller } from '../auth/auth.ts';
import type { RegionScope } from '../auth/regionScope.ts';
import type { Db } from './tables.ts';

/** The tokens that calls present, in the database where every process finds them. */
export function databaseTokens(db: Db): TokenStore {
  return {
    async find(hash) {
      const { rows } = await sql`
        select t.token_id as id, t.subject, t.label, t.scopes, t.regions,
          t.expires <= now() as expired, t.revoked is not null as revoked,
          (t.used is null or t.used < now() - interval '1 minute') as "useIsOld",
          p.account, p.regions as "personRegions", (extract(epoch from now() - p.seen) / 86400)::float8 as "daysUnseen"
        from api_token t join api_person p using (subject) where t.hash = ${hash}`.execute(db);
      return rows[0] === undefined ? undefined : Kept.parse(rows[0]);
    },
    async noteUse(id) {
      await sql`
        update api_token set used = now()
        where token_id = ${id} and (used is null or used < now() - interval '1 minute')`.execute(db);
    },
    async notePerson(caller) {
      await sql`
        update api_person set account = ${JSON.stringify(caller.account)}::jsonb, regions = ${JSON.stringify(caller.regions)}::jsonb,
          issued = ${caller.issuedAt ?? 0}, seen = now()
        where subject = ${caller.subject} and issued <= ${caller.issuedAt ?? 0}`.execute(db);
    },
  };
}

/** Creates a token of a person; undefined where they have as many as one may have. */
export async function insertToken(db: Db, caller: Caller, hash: string, { label, scopes, regions, days }: NewToken): Promise<ApiToken | undefined> {
  return db.transaction().execute(async (tx) => {
    // The lock on the row of the person has two creations take turns.
    await sql`
      insert into api_person(subject, account, regions, issued)
      values (${caller.subject}, ${JSON.stringify(caller.account)}::jsonb, ${JSON.stringify(caller.regions)}::jsonb, ${caller.issuedAt ?? 0})
      on conflict (subject) do update set seen = now()`.execute(tx);
    const all = TokenScope.options.filter((scope) => scope === 'read' || scopes.includes(scope));
    const { rows } = await sql`
      insert into api_token(subject, hash, label, scopes, regions, expires)
      select ${caller.subject}, ${hash}, ${label}, ${JSON.stringify(all)}::jsonb, ${regions === null ? null : JSON.stringify(regions)}::jsonb,
        now() + make_interval(days => ${days}::int)
      where (select count(*) from api_token where subject = ${caller.subject} and revoked is null and expires > now()) < ${TOKENS_EACH}
      returning ${COLUMNS}`.execute(tx);
    return rows[0] === undefined ? undefined : ApiToken.parse(rows[0]);
  });
}

/** The token of a hash, and whose it is; undefined where there is none. */
export async function tokenOfHash(db: Db, hash: string): Promise<{ readonly subject: string; readonly token: ApiToken } | undefined> {
  const { rows } = await sql`select subject, ${COLUMNS} from api_token where hash = ${hash}`.execute(db);
  return rows[0] === undefined ? undefined : { subject: z.object({ subject: z.string() }).parse(rows[0]).subject, token: ApiToken.parse(rows[0]) };
}

/** The tokens of a person, newest first. Those that ended more than a year ago are left out. */
export async function listTokens(db: Db, subject: string): Promise<ApiToken[]> {
  const { rows } = await sql`
    select ${COLUMNS} from api_token
    where subject = ${subject} and least(expires, revoked) > now() - interval '1 year'
    order by token_id desc limit 500`.execute(db);
  return z.array(ApiToken).parse(rows);
}

/** Revokes a token of a person; undefined where they have none of that number. */
export async function revokeToken(db: Db, subject: string, id: number): Promise<ApiToken | undefined> {
  const { rows } = await sql`
    update api_token set revoked = coalesce(revoked, now())
    where subject = ${subject} and token_id = ${id} returning ${COLUMNS}`.execute(db);
  return rows[0] === undefined ? undefined : ApiToken.parse(rows[0]);
}

/** Valid tokens of others that work in no region beyond `regions`, newest first. */
export async function listOthersTokens(db: Db, subject: string, regions: RegionScope): Promise<OthersToken[]> {
  const { rows } = await sql`
    select ${COLUMNS}, p.account->>'name' as person from api_token join api_person p using (subject)
    where subject <> ${subject} and revoked is null and expires > now() and ${worksWithin(regions)}
    order by token_id desc limit ${OTHERS_LISTED}`.execute(db);
  return z.array(OthersToken).parse(rows);
}

/** Revokes a token of somebody else that works in no region beyond `regions`; undefined where there is none. */
export async function revokeOthersToken(
  db: Db,
  subject: string,
  regions: RegionScope,
  id: number,
): Promise<{ readonly owner: string; readonly token: OthersToken } | undefined> {
  const { rows } = await sql`
    update api_token set revoked = coalesce(revoked, now()) from api_person p
    where p.subject = api_token.subject and api_token.subject <> ${subject} and token_id = ${id} and ${worksWithin(regions)}
    returning ${COLUMNS}, p.account->>'name' as person, api_token.subject as owner`.execute(db);
  return rows[0] === undefined ? undefined : { owner: z.object({ owner: z.string() }).parse(rows[0]).owner, token: OthersToken.parse(rows[0]) };
}

/** A token works where both it and its person may. It is within regions where one of the two is. */
function worksWithin(regions: RegionScope): RawBuilder<unknown> {
  if (regions === 'all') return sql`true`;
  const mine = sql`${JSON.stringify(regions)}::jsonb`;
  return sql`((jsonb_typeof(api_token.regions) = 'array' and api_token.regions <@ ${mine})
    or (jsonb_typeof(p.regions) = 'array' and jsonb_array_length(p.regions) > 0 and p.regions <@ ${mine}))`;
}

const instant = (column: string): ReturnType<typeof sql> =>
  sql`to_char(${sql.ref(column)} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as ${sql.ref(column === 'used' ? 'lastUsed' : column)}`;

const COLUMNS = sql.join([
  sql`token_id as id, label, scopes, api_token.regions`,
  ...['created', 'expires', 'used', 'revoked'].map((column) => instant(column)),
]);

const Kept: z.ZodType<KeptToken> = z.object({
  id: z.number(),
  subject: z.string(),
  label: z.string(),
  scopes: z.array(TokenScope),
  regions: z.array(z.string()).nullable(),
  expired: z.boolean(),
  revoked: z.boolean(),
  useIsOld: z.boolean(),
  account: Account,
  personRegions: z.union([z.literal('all'), z.array(z.string())]),
  daysUnseen: z.number(),
});

import { sql } from 'kysely';
import type { IdentityPayload, IdentityStore } from '../auth/identityStore.ts';
import { clearInterval, setInterval } from '../surroundings.ts';
import type { Engine } from './engine.ts';

/** Sessions, grants and codes of the built-in identity provider in the database, where every process finds them. */
export async function databaseIdentity({ db, fanout }: Engine): Promise<IdentityStore> {
  const ended = new Set<string>();
  const readEnded = async (): Promise<void> => {
    const { rows } = await sql<{ id: string }>`select id from identity where model = ${ENDED} and until > now()`.execute(db);
    ended.clear();
    for (const { id } of rows) ended.add(id);
  };
  await readEnded();
  const stopListening = await fanout.listen((payload) => {
    if (payload.startsWith(ENDED_TEXT)) ended.add(payload.slice(ENDED_TEXT.length));
  });
  // For notifications missed while the connection was broken, and for grants that expired.
  const reading = setInterval(() => void readEnded().catch(() => undefined), READ_EVERY).unref();

  const find = async (model: string, where: ReturnType<typeof sql>): Promise<IdentityPayload | undefined> => {
    const { rows } = await sql<{ payload: IdentityPayload }>`
      select payload from identity where model = ${model} and ${where} and until > now() limit 1`.execute(db);
    return rows[0]?.payload;
  };
  const upsert = async (model: string, id: string, payload: IdentityPayload, expiresIn: number): Promise<void> => {
    await sql`
      with old as (delete from identity where (model, id) in (
        select model, id from identity where until < now() and (model, id) <> (${model}, ${id}) limit 100 for update skip locked))
      insert into identity(model, id, payload, until)
      values (${model}, ${id}, ${JSON.stringify(payload)}::jsonb, now() + make_interval(secs => ${expiresIn}))
      on conflict (model, id) do update set payload = excluded.payload, until = excluded.until`.execute(db);
  };
  return {
    adapter: (model) => ({
      find: (id) => find(model, sql`id = ${id}`),
      findByUid: (uid) => find(model, sql`uid = ${uid}`),
      findByUserCode: (code) => find(model, sql`payload->>'userCode' = ${code}`),
      upsert: (id, payload, expiresIn) => upsert(model, id, payload, expiresIn ?? YEARS),
      consume: async (id) =>
        void (await sql`
          update identity set payload = payload || jsonb_build_object('consumed', extract(epoch from now())::bigint)
          where model = ${model} and id = ${id}`.execute(db)),
      destroy: async (id) => void (await sql`delete from identity where model = ${model} and id = ${id}`.execute(db)),
      revokeByGrantId: async (grantId) => void (await sql`delete from identity where grant_id = ${grantId}`.execute(db)),
    }),
    async endGrant(grantId, seconds) {
      ended.add(grantId);
      await upsert(ENDED, grantId, {}, seconds);
      await fanout.notify(ENDED_TEXT + grantId);
    },
    hasEnded: (grantId) => ended.has(grantId),
    async flush() {
      clearInterval(reading);
      await stopListening();
    },
  };
}

const ENDED = 'EndedGrant';
/** Prefix of the notification to other processes; the live hub ignores it. */
const ENDED_TEXT = 'grant ended ';
/** Milliseconds. */
const READ_EVERY = 15_000;
/** In seconds: what has no end of its own. */
const YEARS = 10 * 365 * 86_400;

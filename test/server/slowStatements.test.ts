import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Entity } from '../../src/domain/entities.ts';
import { listEdits, writeEdit } from '../../server/store/edits.ts';
import { isTimeout, sqlState } from '../../server/store/engine.ts';
import { readSlots } from '../../server/store/entities.ts';
import { openStore, type OpenedStore } from '../../server/store/openStore.ts';
import { newPlace, type Place } from './command.ts';
import { regionDoc, stopDoc } from './smallFeed.ts';

let place: Place;
let store: OpenedStore;
const warned: string[] = [];
const crashed: unknown[] = [];
beforeAll(async () => {
  place = await newPlace('slow');
  // long enough for every statement of the opening on a busy machine
  const events = { onWarning: (text: string) => void warned.push(text), onCrash: (error: unknown) => void crashed.push(error) };
  store = await openStore({ dataDir: place.dataDir, databaseUrl: place.databaseUrl, statementMs: 8000, events });
});
afterAll(async () => {
  await store.close();
  await place.remove();
});

/** A statement that would go on for hours. */
const endless = sql`select count(*) from generate_series(1, 1000000) a, generate_series(1, 1000000) b`;
const failure = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => undefined,
    (error: unknown) => error,
  );
const keep = (name: string) => sql`insert into secret(name, value) values (${name}, 'x')`;
const kept = async (): Promise<unknown[]> =>
  (await sql<{ name: string }>`select name from secret where name like 'slow%' order by name`.execute(store.sql.db)).rows.map(({ name }) => name);

it('a statement that takes too long is given up, and the product goes on with what was stored', async () => {
  const { db } = store.sql;
  await keep('slow 1').execute(db);
  const slow = failure(endless.execute(db));
  const behind = sql<{ n: number }>`select 7 as n`.execute(db);
  expect(isTimeout(await slow)).toBe(true);
  expect((await behind).rows).toEqual([{ n: 7 }]);
  expect(await kept()).toEqual(['slow 1']);
  expect(crashed).toEqual([]);
});

it('a transaction of which a statement took too long is taken back whole, whatever is tried after it', async () => {
  const { db } = store.sql;
  const states: (string | undefined)[] = [];
  const whole = await failure(
    db.transaction().execute(async (tx) => {
      await keep('slow 2').execute(tx);
      states.push(sqlState(await failure(endless.execute(tx))));
      states.push(sqlState(await failure(keep('slow 3').execute(tx))));
    }),
  );
  expect(states).toEqual(['57014', '25P02']);
  // PostgreSQL answers a commit of such a transaction with a rollback
  expect(whole === undefined || sqlState(whole) === '25P02').toBe(true);
  expect(await kept()).toEqual(['slow 1']);
  await db.transaction().execute((tx) => keep('slow 4').execute(tx));
  expect(await kept()).toEqual(['slow 1', 'slow 4']);
});

it('what an edit of 15,000 documents changed is listed at once, also while the planner knows of none of them', async () => {
  await store.createRegion(regionDoc('slow', 'Slow'));
  await store.createDatabase({ Id: 'slow', Name: 'Slow', RegionKey: 'slow' });
  const writer = await store.beginVersion({ databaseId: 'slow', name: 'written by a test', source: 'test', author: 'test', state: 'editable' });
  const stops = Array.from({ length: 15_000 }, (_, i) => stopDoc(`s${i}`).doc as Entity<'Stop'>);
  for (const stop of stops) await writer.add('Stop', stop);
  const { versionId } = await writer.finish();
  const { db } = store.sql;
  const by = { author: 'a test', subject: 'test', call: 'test', commandId: null };
  const slots = await readSlots(
    db,
    versionId,
    stops.map(({ Id }) => ({ kind: 'Stop', id: Id })),
  );
  await writeEdit(
    db,
    versionId,
    by,
    slots.map(({ id, bid }) => ({ kind: 'Stop', id, before: bid, doc: null })),
  );
  const { rev, edits } = await listEdits(db, versionId, 0, 1000);
  expect([rev, edits.length, edits[0]]).toMatchObject([
    1,
    15_000,
    { Kind: 'Stop', Id: 's0', Rev: 1, Doc: null, Fields: ['Coordinate', 'Id', 'Name', 'Type', 'WheelchairBoarding'] },
  ]);
});

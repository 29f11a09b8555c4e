import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listAgencies } from '../../src/contract/agencies.ts';
import * as contract from '../../src/contract/changes.ts';
import { readDiff } from '../../src/contract/comparer.ts';
import { editRoutes } from '../../src/contract/edits.ts';
import type { CallInput } from '../../src/contract/route.ts';
import { listStops } from '../../src/contract/stops.ts';
import * as versions from '../../src/contract/versions.ts';
import { ChangeHistory, SwitchResult } from '../../src/domain/changes.ts';
import { snapshotId } from '../../src/domain/snapshots.ts';
import { flatten } from '../../server/store/layers.ts';
import { dropSnapshots } from '../../server/store/snapshots.ts';
import { chanceOf } from '../builders/randomEdits.ts';
import { VersionActs } from './versionActs.ts';
import { startTestProduct, type Answer, type Document, type Person, type TestProduct } from './product.ts';

/** Of a test that takes half a minute on the embedded database and says the same on PostgreSQL: with DMP_LONG it runs on both. */
const ON_PGLITE = (process.env['DATABASE_URL'] ?? '') === '' && process.env['DMP_LONG'] === undefined;

let product: TestProduct;
beforeAll(async () => {
  product = await startTestProduct();
});
afterAll(() => product.close());

const stop = (Id: string, Name = Id): Document => ({
  kind: 'Stop',
  doc: { Id, Name, Type: 0, Coordinate: { Lat: 52, Lng: 5 }, WheelchairBoarding: 0 },
});
const track = (Id: string): Document => ({
  kind: 'Track',
  doc: { ScheduleId: '1', Id, Name: Id, Direction: 'Forward', Visible: true, Stops: [{ StopId: 'a' }, { StopId: 'b' }] },
});
const FEED: readonly Document[] = [stop('a'), stop('b'), stop('c')];

async function draftOf(versionId: number, databaseId = 'test'): Promise<number> {
  return (await product.call(versions.beginEdit, { params: { databaseId, versionId } })).body['EditableDbVersionId'] as unknown as number;
}

async function edit(name: string, versionId: number, input: CallInput, as: Person = 'editor'): Promise<Answer> {
  const route = editRoutes.find((one) => one.name === name);
  if (!route) throw new Error(`There is no edit ${name}`);
  return product.call(route, { ...input, params: { versionId, ...(input.params as object | undefined) } }, { ifMatch: '*', as });
}
const rename = (versionId: number, stopId: string, value: string): Promise<Answer> =>
  edit('stop.editField', versionId, { params: { field: 'name' }, body: { stopId, value } });

/** Stops of a version by id, without what only says when they were changed. */
async function stopsOf(versionId: number, as: Person = 'editor'): Promise<readonly object[]> {
  const answer = await product.call(listStops, { params: { versionId } }, { as });
  expect(answer.status, answer.text).toBe(200);
  return (answer.body['Stops'] as unknown as { Rev?: number }[]).map(({ Rev: _rev, ...rest }) => rest);
}

async function setsOf(dbVersionId: number): Promise<readonly number[]> {
  const { body } = await product.call(contract.listChangesets, { query: { databaseId: 'test', dbVersionId } });
  return ChangeHistory.parse(body).Sets.map(({ SetId }) => SetId);
}

describe('a version as it was', () => {
  it('is, at every revision of a random history, what it was then, also after it got a layer of its own', async () => {
    const chance = chanceOf(15);
    const draft = await draftOf(await product.version(FEED));
    const states = [await stopsOf(draft)];
    for (let rev = 1; rev <= 25; rev++) {
      const stops = (states.at(-1) as { Id: string }[]).map(({ Id }) => Id);
      const id = stops[Math.floor(chance() * stops.length)] ?? 'a';
      const done =
        chance() < 0.25 && stops.length > 1
          ? await edit('stop.remove', draft, { body: { stopId: id } })
          : await rename(draft, id, `name ${rev} of ${id}`);
      if (done.status === 200) states.push(await stopsOf(draft));
    }
    expect(states.length).toBeGreaterThan(15);
    const check = async (): Promise<void> => {
      for (const [rev, state] of states.entries()) expect(await stopsOf(snapshotId({ versionId: draft, rev })), `revision ${rev}`).toEqual(state);
    };
    await check();
    await product.call(versions.finishEdit, { params: { databaseId: 'test', versionId: draft } });
    expect(await flatten(product.store.sql, draft)).toBe(true);
    await check();
    await sql`update version set at = now() - interval '2 hours' where moment is not null`.execute(product.store.sql.db);
    await dropSnapshots(product.store.sql.db);
    const { rows } = await sql`select from version where moment is not null`.execute(product.store.sql.db);
    expect(rows).toEqual([]);
    await check();
  });

  it('tells which change set led there, and is in no list', async () => {
    const draft = await draftOf(await product.version(FEED));
    await rename(draft, 'a', 'Harbour');
    await rename(draft, 'b', 'Quay');
    const then = snapshotId({ versionId: draft, rev: 1 });
    const read = await product.call(versions.readVersion, { params: { versionId: then } });
    expect(read.body).toMatchObject({ Version: { Id: draft, Rev: 2 }, Counts: { Stop: 3 }, Made: { CreatedBy: 'editor@test.example' } });
    expect((await product.call(versions.readVersion, { params: { versionId: snapshotId({ versionId: draft, rev: 0 }) } })).body['Made']).toBeNull();
    const list = await product.call(versions.listVersions, { params: { databaseId: 'test' } });
    expect((list.body['Versions'] as unknown as { Id: number }[])[0]).toMatchObject({ Id: draft });
    const history = await product.call(contract.listChanges, { query: { dbVersionId: then, kind: 'Stop', entityId: 'b' } });
    expect(ChangeHistory.parse(history.body).Changes).toEqual([]);
  });

  it('is refused where there is no such revision, to those who do not see the region, and for writing', async () => {
    const draft = await draftOf(await product.version(FEED));
    await rename(draft, 'a', 'Harbour');
    expect((await product.call(listStops, { params: { versionId: snapshotId({ versionId: draft, rev: 2 }) } })).status).toBe(404);
    expect((await product.call(listAgencies, { params: { versionId: snapshotId({ versionId: 99_999, rev: 0 }) } })).status).toBe(404);
    const then = snapshotId({ versionId: draft, rev: 0 });
    expect((await product.call(listStops, { params: { versionId: then } }, { as: 'lostEditor' })).status).not.toBe(200);
    expect((await product.call(listStops, { params: { versionId: then } }, { as: 'localViewer' })).status).toBe(200);
    const written = await rename(then, 'a', 'Port');
    expect([written.status, written.text]).toEqual([409, expect.stringContaining('This is an earlier state of the version') as unknown]);
    const toggled = await product.call(contract.toggleChanges, { body: { DbVersionId: then, SetIds: [1], Active: false } });
    expect(toggled.status).toBe(409);
    expect((await product.call(versions.publishVersion, { params: { databaseId: 'test', versionId: then } })).status).toBe(409);
  });
});

describe('what cannot be', () => {
  const toggle = (DbVersionId: number, SetIds: readonly number[], Active: boolean, as: Person = 'editor'): Promise<Answer> =>
    product.call(contract.toggleChanges, { body: { DbVersionId, SetIds: [...SetIds], Active } }, { as });

  it('a set switched by two at once is switched once', async () => {
    const draft = await draftOf(await product.version(FEED));
    await rename(draft, 'a', 'Harbour');
    const sets = await setsOf(draft);
    const both = await Promise.all([toggle(draft, sets, false), toggle(draft, sets, false, 'otherEditor')]);
    expect(both.map(({ status }) => status)).toEqual([200, 200]);
    expect(both.map(({ body }) => SwitchResult.parse(body).Switched.length).toSorted((a, b) => a - b)).toEqual([0, 1]);
    expect((await stopsOf(draft))[0]).toMatchObject({ Name: 'a' });
    // one set for the switch itself, and none for the second act
    expect(await setsOf(draft)).toHaveLength(2);
  });

  it('a set switched in two versions of one line at once is off in both, and on in both again', async () => {
    const draft = await draftOf(await product.version(FEED));
    await rename(draft, 'a', 'Harbour');
    const sets = await setsOf(draft);
    const other = await product.call(versions.cloneVersion, { params: { databaseId: 'test', versionId: draft }, body: { Name: 'Other' } });
    const clone = other.body['EditableDbVersionId'] as unknown as number;
    const names = async (): Promise<unknown> => Promise.all([draft, clone].map(async (id) => Reflect.get((await stopsOf(id))[0] ?? {}, 'Name')));
    expect(await names()).toEqual(['Harbour', 'Harbour']);
    const off = await Promise.all([toggle(draft, sets, false), toggle(clone, sets, false, 'otherEditor')]);
    expect(off.map(({ status, body }) => [status, SwitchResult.parse(body).Switched.length])).toEqual([
      [200, 1],
      [200, 1],
    ]);
    expect(await names()).toEqual(['a', 'a']);
    // the same one after the other
    expect(SwitchResult.parse((await toggle(draft, sets, true)).body).Switched).toHaveLength(1);
    expect(SwitchResult.parse((await toggle(clone, sets, true)).body).Switched).toHaveLength(1);
    expect(await names()).toEqual(['Harbour', 'Harbour']);
    // what somebody made of it since is not touched where it is so already
    await rename(clone, 'a', 'Quay');
    await rename(clone, 'a', 'a');
    expect(SwitchResult.parse((await toggle(clone, sets, true)).body)).toMatchObject({ Switched: [], Conflicts: [] });
    expect(await names()).toEqual(['Harbour', 'a']);
  });

  it('a version that is archived while it is compared is told as archived, and neither is it a target of corrections', async () => {
    const base = await product.version(FEED);
    const draft = await draftOf(base);
    await rename(draft, 'a', 'Harbour');
    const other = await product.version([stop('a', 'Port')]);
    const compare = (b: number): Promise<Answer> => product.call(readDiff, { query: { a: base, b } });
    expect((await compare(other)).status).toBe(200);
    await new VersionActs(product).act('archive', other);
    const during = await compare(other);
    expect([during.status, during.text]).toEqual([409, expect.stringContaining('This version is still being saved') as unknown]);
    const archived = await product.version([stop('a', 'Port')], 'archived');
    const carried = await product.call(contract.previewRebase, { params: { versionId: draft }, query: { onto: archived } });
    for (const { status, text } of [await compare(archived), carried])
      expect([status, text]).toEqual([409, expect.stringContaining('This version is archived') as unknown]);
  });

  it('a change whose entity is gone is told as a conflict and changes nothing', async () => {
    const draft = await draftOf(await product.version(FEED));
    await rename(draft, 'a', 'Harbour');
    const [renamed = 0] = await setsOf(draft);
    await edit('stop.remove', draft, { body: { stopId: 'a' } });
    const [removal] = await setsOf(draft);
    const answer = await toggle(draft, [renamed], false);
    expect(SwitchResult.parse(answer.body)).toMatchObject({
      Switched: [],
      Conflicts: [{ Type: 'Stop', Name: 'Harbour', Later: [{ SetId: removal }] }],
    });
    expect(await stopsOf(draft)).toHaveLength(2);
  });

  it('versions of two databases are neither compared nor rebased, nor are their changes switched together', async () => {
    const here = await draftOf(await product.version(FEED));
    await rename(here, 'a', 'Harbour');
    await product.store.createDatabase({ Id: 'other', Name: 'Other', RegionKey: 'testland' });
    const there = await draftOf(await product.version(FEED, 'completed', 'other'), 'other');
    expect((await product.call(readDiff, { query: { a: here, b: there } })).status).toBe(409);
    expect((await product.call(contract.previewRebase, { params: { versionId: here }, query: { onto: there } })).status).toBe(409);
    expect((await toggle(there, await setsOf(here), false)).status).toBe(409);
  });

  it('a version that is removed while it is compared is told as missing', async () => {
    const base = await product.version(FEED);
    const draft = await draftOf(base);
    await rename(draft, 'a', 'Harbour');
    expect((await product.call(readDiff, { query: { a: base, b: draft } })).status).toBe(200);
    await product.call(versions.deleteDraft, { params: { databaseId: 'test', versionId: draft } });
    const answer = await product.call(readDiff, { query: { a: base, b: draft } });
    expect([answer.status, answer.text]).toEqual([404, expect.stringContaining(`There is no version ${draft}.`) as unknown]);
  });

  it('a change is not attached to a track of another schedule, nor one that is no track', async () => {
    const draft = await draftOf(await product.version([...FEED, track('a-b')]));
    await rename(draft, 'a', 'Harbour');
    const { body } = await product.call(contract.listChanges, { query: { setId: (await setsOf(draft))[0] ?? 0 } });
    const ChangeIds = ChangeHistory.parse(body).Changes.map(({ ChangeId }) => ChangeId);
    const answer = await product.call(contract.attachTrack, { body: { DbVersionId: draft, ChangeIds, ScheduleId: '1', TrackId: 'a-b' } });
    expect([answer.status, answer.text]).toEqual([409, expect.stringContaining('Only changes of tracks and timetables') as unknown]);
  });

  it.skipIf(ON_PGLITE)(
    '10,000 sets are switched off in one act',
    async () => {
      const COUNT = 10_000;
      const ids = Array.from({ length: COUNT }, (_, i) => `s${String(i).padStart(5, '0')}`);
      const base = await product.version(ids.map((id) => stop(id)));
      const renamed = await product.version(ids.map((id) => stop(id, `New ${id}`)));
      const draft = await draftOf(base);
      await haveRenamed(draft, base, renamed);
      const { rows } = await sql<{ ids: number[] }>`select json_agg(set_id) as ids from changeset where version_id = ${draft}`.execute(
        product.store.sql.db,
      );
      const sets = rows[0]?.ids ?? [];
      expect(sets).toHaveLength(COUNT);
      // words are found among the newest sets and among the oldest, and by whoever made them
      for (const [query, count] of [
        [{ text: 'RENAME S0000' }, 10],
        [{ text: 'Rename s0999', author: 'edit' }, 10],
        [{ text: 'Rename s' }, 100],
        [{ text: 'Rename s00007', author: 'nobody' }, 0],
      ] as const) {
        const { body } = await product.call(contract.listChangesets, { query: { databaseId: 'test', ...query } });
        const found = ChangeHistory.parse(body).Sets.map(({ SetId }) => SetId);
        expect(found, JSON.stringify(query)).toHaveLength(count);
        expect(found).toEqual(found.toSorted((a, b) => b - a));
      }
      const off = await toggle(draft, sets, false);
      expect(off.status, off.text.slice(0, 300)).toBe(200);
      expect(SwitchResult.parse(off.body).Switched).toHaveLength(COUNT);
      expect(new Set((await stopsOf(draft)).map((one) => Reflect.get(one, 'Name') as unknown))).toEqual(new Set(ids));
      const answer = await product.call(contract.toggleChanges, {
        body: { DbVersionId: draft, SetIds: Array.from({ length: 20_001 }, (_, i) => i + 1), Active: false },
      });
      expect(answer.status).toBe(400);
    },
    180_000,
  );
});

/** Writes into a draft, set by set, what makes the documents of one version those of another. */
async function haveRenamed(draft: number, before: number, after: number): Promise<void> {
  const { db } = product.store.sql;
  await sql`
    insert into changeset(version_id, rev, author, subject, call, label)
    select ${draft}::int, row_number() over (order by l.id), 'editor', 'editor', 'test', 'Rename ' || l.id from layer_row l
    where layer_id = (select base from version where version_id = ${before})`.execute(db);
  await sql`
    insert into change(version_id, rev, seq, kind, id, before_bid, after_bid)
    select ${draft}::int, row_number() over (order by l.id), 0, l.kind, l.id, l.bid, n.bid from layer_row l
      join layer_row n on n.layer_id = (select base from version where version_id = ${after}) and n.kind = l.kind and n.id = l.id
    where l.layer_id = (select base from version where version_id = ${before})`.execute(db);
  await sql`
    insert into overlay_row(version_id, kind, id, bid, rev) select version_id, kind, id, after_bid, rev from change where version_id = ${draft}`.execute(
    db,
  );
  await sql`update version set rev = (select max(rev) from changeset where version_id = ${draft}) where version_id = ${draft}`.execute(db);
}

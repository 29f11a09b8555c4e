import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as contract from '../../src/contract/changes.ts';
import { editRoutes } from '../../src/contract/edits.ts';
import type { Route } from '../../src/contract/route.ts';
import { listStops } from '../../src/contract/stops.ts';
import { beginEdit, cloneVersion } from '../../src/contract/versions.ts';
import { blame } from '../../src/domain/blame.ts';
import { ChangeHistory, Rebase, SwitchResult, type Change, type ChangeSet } from '../../src/domain/changes.ts';
import { Track } from '../../src/domain/model/track.ts';
import { feedJson } from '../../server/feed/json/writeFeed.ts';
import { writeEdit } from '../../server/store/edits.ts';
import { readSlot } from '../../server/store/entities.ts';
import { listBehind } from '../../server/store/findings.ts';
import { migrate } from '../../server/store/migrate.ts';
import { chanceOf } from '../builders/randomEdits.ts';
import { startTestProduct, type CallOptions, type Document, type TestProduct } from './product.ts';

let product: TestProduct;
beforeAll(async () => {
  product = await startTestProduct();
});
afterAll(() => product.close());

const stop = (Id: string, more: object = {}): Document => ({
  kind: 'Stop',
  doc: { Id, Name: Id, Type: 0, Coordinate: { Lat: 52, Lng: 5 }, WheelchairBoarding: 0, ...more },
});
const track = (Id: string, stops: readonly string[], Name = Id): Document => ({
  kind: 'Track',
  doc: { ScheduleId: '1', Id, Name, Direction: 'Forward', Visible: true, Stops: stops.map((StopId) => ({ StopId })) },
});
const FEED: readonly Document[] = [stop('a'), stop('b'), stop('c')];

async function draftOf(versionId: number): Promise<number> {
  return (await product.call(beginEdit, { params: { databaseId: 'test', versionId } })).body['EditableDbVersionId'] as unknown as number;
}

function routeOf(name: string): Route {
  const route = editRoutes.find((one) => one.name === name);
  if (!route) throw new Error(`There is no edit ${name}`);
  return route;
}

async function rename(versionId: number, stopId: string, value: string, options: CallOptions = {}): Promise<void> {
  const answer = await product.call(
    routeOf('stop.editField'),
    { params: { versionId, field: 'name' }, body: { stopId, value } },
    { ifMatch: '*', ...options },
  );
  expect(answer.status, answer.text).toBe(200);
}

it('a version that was edited before its first check is behind: the next start checks it, though nobody looks at it', async () => {
  const versionId = await draftOf(await product.version(FEED));
  expect(await listBehind(product.store.sql.db)).not.toContain(versionId);
  await rename(versionId, 'a', 'New');
  expect(await listBehind(product.store.sql.db)).toContain(versionId);
});

it('an edit is answered with what it made where the caller has not said at which revision it has seen what the edit reads', async () => {
  const fare: Document = { kind: 'Fare', doc: { Id: 'F1', Description: 'Single', Price: '2.40', Currency: 'EUR', Rules: [] } };
  const versionId = await draftOf(await product.version([fare]));
  const clone = async (newId: string, Rev?: number): Promise<unknown> => {
    const Seen = Rev === undefined ? {} : { Seen: [{ Kind: 'Fare', Id: 'F1', Rev }] };
    const answer = await product.call(routeOf('fare.clone'), { params: { versionId }, body: { fareId: 'F1', newId, ...Seen } }, { ifMatch: '*' });
    return answer.body['Documents'];
  };
  expect(await clone('F2')).toMatchObject([{ Kind: 'Fare', Id: 'F2', Doc: { Price: '2.40' } }]);
  expect(await clone('F3', 0)).toBeUndefined();
});

async function history(route: Route, query: object): Promise<ChangeHistory> {
  const answer = await product.call(route, { query });
  expect(answer.status, answer.text).toBe(200);
  return ChangeHistory.parse(answer.body);
}

const sets = async (query: object = {}): Promise<readonly ChangeSet[]> =>
  (await history(contract.listChangesets, { databaseId: 'test', ...query })).Sets;
const changesOf = async (dbVersionId: number): Promise<readonly Change[]> => {
  const found: Change[] = [];
  for (const { SetId } of await sets({ dbVersionId })) found.push(...(await history(contract.listChanges, { setId: SetId })).Changes);
  return found;
};

async function nameOf(versionId: number, stopId: string): Promise<string | undefined> {
  const { body } = await product.call(listStops, { params: { versionId } });
  return (body['Stops'] as unknown as { Id: string; Name: string }[]).find(({ Id }) => Id === stopId)?.Name;
}

/** One text for all that a version holds, as its feed file has it. */
async function hashOf(versionId: number): Promise<string> {
  const hash = createHash('sha256');
  for await (const part of feedJson(product.store, versionId)) hash.update(part);
  return hash.digest('hex');
}

async function toggle(DbVersionId: number, body: object): Promise<SwitchResult> {
  const answer = await product.call(contract.toggleChanges, { body: { DbVersionId, ...body } as never });
  expect(answer.status, answer.text).toBe(200);
  return SwitchResult.parse(answer.body);
}

describe('the change log', () => {
  it('lists sets newest first, with the fields of a change before and after [H003 H264 H265 H133]', async () => {
    const draft = await draftOf(await product.version(FEED));
    await rename(draft, 'a', 'Harbour');
    await rename(draft, 'b', 'Quay', { as: 'otherEditor' });
    const [newest, oldest] = await sets({ dbVersionId: draft });
    expect(newest).toMatchObject({ DbVersionId: draft, Rev: 2, CreatedBy: 'otherEditor@test.example', Count: 1, Inactive: 0, Carried: true });
    expect(oldest?.SetId).toBeLessThan(newest?.SetId ?? 0);
    const { Changes } = await history(contract.listChanges, { setId: oldest?.SetId });
    expect(Changes).toMatchObject([
      {
        SetId: oldest?.SetId,
        Type: 'Stop',
        StopId: 'a',
        Name: 'Harbour',
        DbVersionId: draft,
        CreatedBy: 'editor@test.example',
        Before: { Name: 'a' },
        After: { Name: 'Harbour' },
      },
    ]);
  });

  it('names the type of a change and the ids of what it is about [H133 H134]', async () => {
    const feed: readonly Document[] = [
      ...FEED,
      {
        kind: 'Schedule',
        doc: { Id: '7', Name: 'Line 7', IsBaseSchedule: true, Calendar: { fromDate: '2026-01-01', toDate: '2026-12-31', Exceptions: [] } },
      },
      {
        kind: 'Track',
        doc: { ScheduleId: '7', Id: 'a-b', Name: 'a-b', Direction: 'Forward', Visible: true, Stops: [{ StopId: 'a' }, { StopId: 'b' }] },
      },
      {
        kind: 'Timetable',
        doc: { ScheduleId: '7', TrackId: 'a-b', Number: 2, Days: 127, ArrivalOffsets: [0, 60], DepartureOffsets: [0, 60], Departures: [] },
      },
      { kind: 'Fare', doc: { Id: 'f', Price: '2', Currency: 'EUR', Rules: [] } },
      { kind: 'Transfer', doc: { Id: 't', StopIdFrom: 'a', StopIdTo: 'b', Type: 0 } },
      { kind: 'Pathway', doc: { Id: 'p', FromStopId: 'a', ToStopId: 'b', Mode: 1, IsBidirectional: true } },
    ];
    const draft = await draftOf(await product.version(feed));
    const { db } = product.store.sql;
    const by = { author: 'editor', subject: 'editor', call: 'test', commandId: null, label: 'Remove all' };
    const ids = { Stop: 'c', Schedule: '7', Track: '7/a-b', Timetable: '7/a-b/2', Fare: 'f', Transfer: 't', Pathway: 'p' } as const;
    const kinds = Object.keys(ids) as (keyof typeof ids)[];
    const removed = await Promise.all(
      kinds.map(async (kind) => ({ kind, id: ids[kind], before: (await readSlot(db, draft, kind, ids[kind]))?.bid ?? null, doc: null })),
    );
    await writeEdit(db, draft, by, removed);
    const made = await changesOf(draft);
    const of = (type: string): Change | undefined => made.find(({ Type }) => Type === type);
    expect(made.map(({ Type }) => Type).toSorted()).toEqual([...kinds].toSorted());
    expect(of('Stop')).toMatchObject({ StopId: 'c' });
    expect(of('Schedule')).toMatchObject({ ScheduleId: '7', Name: 'Line 7' });
    expect(of('Track')).toMatchObject({ ScheduleId: '7', TrackId: 'a-b' });
    expect(of('Timetable')).toMatchObject({ ScheduleId: '7', TrackId: 'a-b', TimetableId: '2' });
    expect(of('Fare')).toMatchObject({ FareId: 'f' });
    expect(of('Transfer')).toMatchObject({ TransferId: 't' });
    expect(of('Pathway')).toMatchObject({ EntityId: 'p', Message: 'Remove all', CreatedBy: 'editor' });
    // the history of a schedule is that of its tracks and timetables too [E065]
    expect((await sets({ dbVersionId: draft, scheduleId: '7' })).map(({ Count }) => Count)).toEqual([7]);
    expect(await sets({ dbVersionId: draft, scheduleId: '70' })).toEqual([]);
  });

  it('is narrowed by change id, version id, set id, author, kind, text and dates, and paged [H128]', async () => {
    const draft = await draftOf(await product.version(FEED));
    for (let i = 0; i < 103; i++) await rename(draft, 'a', `name ${i}`);
    await rename(draft, 'b', 'Quay', { as: 'otherEditor' });
    const page = await history(contract.listChangesets, { databaseId: 'test', dbVersionId: draft });
    expect([page.Sets.length, page.More]).toEqual([100, true]);
    const rest = await history(contract.listChangesets, { databaseId: 'test', dbVersionId: draft, before: page.Sets.at(-1)?.SetId });
    expect([rest.Sets.length, rest.More]).toEqual([4, false]);
    const [set] = page.Sets;
    const [change] = (await history(contract.listChanges, { setId: set?.SetId })).Changes;
    expect((await sets({ changeId: change?.ChangeId })).map(({ SetId }) => SetId)).toEqual([set?.SetId]);
    expect(await sets({ setId: set?.SetId, author: 'OTHEREDITOR' })).toHaveLength(1);
    expect(await sets({ setId: set?.SetId, author: '_' })).toHaveLength(0);
    expect(await sets({ dbVersionId: draft, kind: 'Fare' })).toHaveLength(0);
    expect(await sets({ dbVersionId: draft, from: '2001-01-01', to: '2001-01-02' })).toHaveLength(0);
    expect(await sets({ dbVersionId: draft, text: 'Quay' })).toHaveLength(1);
    expect((await product.call(contract.listChangesets, { query: { databaseId: 'test', setId: 'x' } })).status).toBe(400);
  });
});

describe('switching changes', () => {
  it('off puts the field back, on makes it again; the documents are the same as before [H190]', async () => {
    const draft = await draftOf(await product.version(FEED));
    await rename(draft, 'a', 'Harbour');
    const before = (await product.call(listStops, { params: { versionId: draft } })).body['Stops'];
    const [change] = await changesOf(draft);
    const ChangeIds = [change?.ChangeId ?? 0];
    expect(await toggle(draft, { ChangeIds, Active: false })).toMatchObject({ Switched: ChangeIds, Conflicts: [] });
    expect(await nameOf(draft, 'a')).toBe('a');
    expect((await sets({ setId: change?.SetId }))[0]).toMatchObject({ Inactive: 1 });
    expect(await toggle(draft, { ChangeIds, Active: false }), 'a second time').toMatchObject({ Switched: [] });
    await toggle(draft, { ChangeIds, Active: true });
    const after = (await product.call(listStops, { params: { versionId: draft } })).body['Stops'] as unknown as { Rev?: number }[];
    expect(after.map(({ Rev: _rev, ...rest }) => rest)).toEqual((before as unknown as { Rev?: number }[]).map(({ Rev: _rev, ...rest }) => rest));
    expect((await sets({ dbVersionId: draft })).map(({ Carried }) => Carried)).toEqual([false, false, true]);
  });

  it('leaves what was changed since, names the later set, and takes it along when asked to', async () => {
    const draft = await draftOf(await product.version(FEED));
    await rename(draft, 'a', 'Harbour');
    await rename(draft, 'a', 'Port');
    const [later, first] = await sets({ dbVersionId: draft });
    const refused = await toggle(draft, { SetIds: [first?.SetId], Active: false });
    expect(refused).toMatchObject({ Switched: [], Conflicts: [{ Fields: ['Name'], Later: [{ SetId: later?.SetId }] }] });
    expect(await nameOf(draft, 'a')).toBe('Port');
    const along = await toggle(draft, { SetIds: [first?.SetId, later?.SetId], Active: false });
    expect(along.Switched).toHaveLength(2);
    expect(await nameOf(draft, 'a')).toBe('a');
  });

  it('undo per change set, and deleting with the set id [E014 H193 H194 H271]', async () => {
    const draft = await draftOf(await product.version(FEED));
    await rename(draft, 'a', 'Harbour');
    await rename(draft, 'b', 'Quay');
    const [quay, harbour] = await sets({ dbVersionId: draft });
    const undone = await product.call(contract.undoChangesets, { body: { DbVersionId: draft, SetIds: [quay?.SetId ?? 0] } });
    expect(undone.status).toBe(200);
    expect(await nameOf(draft, 'b')).toBe('b');
    const gone = await product.call(contract.deleteChanges, { body: { DbVersionId: draft, changeIds: [], setId: harbour?.SetId ?? 0 } });
    expect(gone.status, gone.text).toBe(200);
    expect(await nameOf(draft, 'a')).toBe('a');
    expect((await sets({ setId: harbour?.SetId }))[0]).toMatchObject({ Deleted: 1 });
    expect(await toggle(draft, { SetIds: [harbour?.SetId], Active: true }), 'a deleted one stays off').toMatchObject({ Switched: [] });
    const [id = 0] = (await changesOf(draft)).filter(({ SetId }) => SetId === harbour?.SetId).map(({ ChangeId }) => ChangeId);
    expect(gone.body).toMatchObject({ Switched: [id], TakenBack: [id] });
    expect(await toggle(draft, { ChangeIds: [id], Active: true, Restore: [id] }), 'the deletion is taken back').toMatchObject({ Switched: [id] });
    expect(await nameOf(draft, 'a')).toBe('Harbour');
    expect((await sets({ setId: harbour?.SetId }))[0]).toMatchObject({ Deleted: 0, Inactive: 0 });
    const elsewhere = await draftOf(await product.version(FEED));
    const strange = await product.call(contract.toggleChanges, { body: { DbVersionId: elsewhere, ChangeIds: [], Active: true, Restore: [id] } });
    expect([strange.status, strange.text]).toEqual([409, expect.stringContaining('which this version was not made from')]);
  });

  it('is refused in a version that is not edited, one that the change was not made for, and for those who only read [H239]', async () => {
    const base = await product.version(FEED);
    const [draft, other] = [await draftOf(base), await draftOf(base)];
    await rename(draft, 'a', 'Harbour');
    const [set] = await sets({ dbVersionId: draft });
    const body = { SetIds: [set?.SetId ?? 0], Active: false };
    expect((await product.call(contract.toggleChanges, { body: { DbVersionId: other, ...body } })).status).toBe(409);
    expect((await product.call(contract.toggleChanges, { body: { DbVersionId: base, ...body } })).status).toBe(409);
    expect((await product.call(contract.toggleChanges, { body: { DbVersionId: draft, ...body } }, { as: 'viewer' })).status).toBe(403);
    expect((await product.call(contract.toggleChanges, { body: { DbVersionId: draft, ChangeIds: [999_999], Active: false } })).status).toBe(404);
  });
});

describe('comments', () => {
  it('speak of changes, are listed with them, and need a text and a change [H135 H266 H270]', async () => {
    const draft = await draftOf(await product.version(FEED));
    await rename(draft, 'a', 'Harbour');
    const [change] = await changesOf(draft);
    const made = await product.call(contract.addComment, { body: { Message: ' Looks right ', Changes: [change?.ChangeId ?? 0] } });
    expect(made.body).toMatchObject({ Comment: { Message: 'Looks right', CausedBy: 'editor@test.example', Changes: [change?.ChangeId] } });
    const { Comments, Changes } = await history(contract.listComments, { databaseId: 'test', setId: change?.SetId });
    expect(Comments).toMatchObject([{ Message: 'Looks right' }]);
    expect(Changes).toMatchObject([{ ChangeId: change?.ChangeId, Name: 'Harbour' }]);
    expect((await product.call(contract.addComment, { body: { Message: ' ', Changes: [1] } })).status).toBe(400);
    expect((await product.call(contract.addComment, { body: { Message: 'x', Changes: [] } })).status).toBe(400);
    expect(product.told.some(({ target }) => target === 'changesTold')).toBe(true);
  });
});

describe('corrections', () => {
  const rebase = async (versionId: number, onto: number): Promise<Rebase> => {
    const answer = await product.call(contract.previewRebase, { params: { versionId }, query: { onto } });
    expect(answer.status, answer.text).toBe(200);
    return Rebase.parse(answer.body);
  };

  it('are rebased onto a newer version: applied, already so, no longer fits; the result is a new draft', async () => {
    const draft = await draftOf(await product.version(FEED));
    await rename(draft, 'a', 'Harbour');
    await rename(draft, 'a', 'Port');
    await rename(draft, 'b', 'Quay');
    await rename(draft, 'c', 'Square');
    const newer = await product.version([stop('a'), stop('b', { Name: 'Quay' })]);
    const preview = await rebase(draft, newer);
    expect(preview).toMatchObject({ Applied: 2, AlreadySo: 1, KeptBack: 1 });
    expect(preview.Results[0]).toMatchObject({ Name: 'Square', Outcome: 'noLongerFits', Reason: 'The stop is gone' });
    const made = await product.call(contract.rebaseCorrections, { params: { versionId: draft }, body: { Onto: newer, Name: 'Corrected' } });
    expect(made.status, made.text).toBe(200);
    const target = made.body['EditableDbVersionId'] as unknown as number;
    expect([await nameOf(target, 'a'), await nameOf(target, 'b'), await nameOf(newer, 'a')]).toEqual(['Port', 'Quay', 'a']);
    expect((await changesOf(target)).map(({ Before, After }) => [Before?.['Name'], After?.['Name']])).toEqual([
      ['Harbour', 'Port'],
      ['a', 'Harbour'],
    ]);
  });

  it('onto the same base give the same documents; switched off ones are not rebased', async () => {
    const base = await product.version(FEED);
    const draft = await draftOf(base);
    await rename(draft, 'a', 'Harbour');
    await rename(draft, 'b', 'Quay');
    const [quay] = await sets({ dbVersionId: draft });
    await toggle(draft, { SetIds: [quay?.SetId], Active: false });
    expect(await rebase(draft, base)).toMatchObject({ Applied: 1, AlreadySo: 0, KeptBack: 0 });
    const made = await product.call(contract.rebaseCorrections, { params: { versionId: draft }, body: { Onto: base, Name: 'Again' } });
    const state = async (versionId: number): Promise<unknown> => {
      const { body } = await product.call(listStops, { params: { versionId } });
      return (body['Stops'] as unknown as { Rev?: number }[]).map(({ Rev: _rev, ...rest }) => rest);
    };
    expect(await state(made.body['EditableDbVersionId'] as unknown as number)).toEqual(await state(draft));
  });

  it('of a clone are those it was made with, not what was changed in the draft since', async () => {
    const base = await product.version(FEED);
    const draft = await draftOf(base);
    await rename(draft, 'a', 'Harbour');
    const params = { databaseId: 'test', versionId: draft };
    const clone = (await product.call(cloneVersion, { params, body: { Name: 'Clone' } })).body['EditableDbVersionId'] as unknown as number;
    await rename(draft, 'b', 'Quay');
    const [later] = await sets({ dbVersionId: draft });
    expect(await rebase(clone, base)).toMatchObject({ Applied: 1, KeptBack: 0 });
    const ofStop = async (entityId: string): Promise<number> =>
      (await history(contract.listChanges, { dbVersionId: clone, kind: 'Stop', entityId })).Changes.length;
    expect([await ofStop('a'), await ofStop('b')]).toEqual([1, 0]);
    const toggled = await product.call(contract.toggleChanges, { body: { DbVersionId: clone, SetIds: [later?.SetId ?? 0], Active: false } });
    expect([toggled.status, toggled.text, await nameOf(clone, 'b')]).toEqual([
      409,
      expect.stringContaining('after this version was made from it.'),
      'b',
    ]);
  });

  it('of a clone that an earlier build has made are told by when it was made', async () => {
    const base = await product.version(FEED);
    const draft = await draftOf(base);
    await rename(draft, 'a', 'Harbour');
    await rename(draft, 'a', 'Port');
    const params = { databaseId: 'test', versionId: draft };
    const clone = (await product.call(cloneVersion, { params, body: { Name: 'Old clone' } })).body['EditableDbVersionId'] as unknown as number;
    await rename(draft, 'b', 'Quay');
    const { db } = product.store.sql;
    await sql`alter table version drop column parent_rev`.execute(db);
    await sql`delete from schema_step where name = '0019_parent_rev'`.execute(db);
    await migrate(db);
    const { rows } = await sql`select version_id, parent_rev::int from version where version_id in (${base}, ${draft}, ${clone})`.execute(db);
    expect(rows).toEqual(
      expect.arrayContaining([
        { version_id: base, parent_rev: 0 },
        { version_id: draft, parent_rev: 0 },
        { version_id: clone, parent_rev: 2 },
      ]),
    );
    expect(await rebase(clone, base)).toMatchObject({ Applied: 2, KeptBack: 0 });
  });

  it('of many sets are rebased in their order, a batch at a time', async () => {
    const base = await product.version(FEED);
    const draft = await draftOf(base);
    await rename(draft, 'a', 'Harbour');
    const { db } = product.store.sql;
    // the same again in 60 sets of 84
    await sql`
      insert into changeset(version_id, rev, author, subject, call, label)
      select ${draft}::int, r, 'editor', 'editor', 'test', 'Rename' from generate_series(2, 61) r`.execute(db);
    await sql`
      insert into change(version_id, rev, seq, kind, id, before_bid, after_bid)
      select version_id, r, n, kind, id, before_bid, after_bid from change, generate_series(2, 61) r, generate_series(0, 83) n
      where version_id = ${draft}`.execute(db);
    await sql`update version set rev = 61 where version_id = ${draft}`.execute(db);
    await rename(draft, 'a', 'Port');
    const made = await product.call(contract.rebaseCorrections, { params: { versionId: draft }, body: { Onto: base, Name: 'Many' } });
    expect(made.body).toMatchObject({ Applied: 2, AlreadySo: 5040, KeptBack: 0 });
    expect(await nameOf(made.body['EditableDbVersionId'] as unknown as number, 'a')).toBe('Port');
  });

  it('of a track that is renumbered, with other stops, wait until they are attached; a track of another schedule is refused [H191 H269]', async () => {
    const draft = await draftOf(await product.version([...FEED, track('a-b', ['a', 'b', 'c'])]));
    const { db } = product.store.sql;
    const slot = await readSlot(db, draft, 'Track', '1/a-b');
    const doc = Track.parse({ ...slot?.doc, Name: 'Harbour line' });
    const by = { author: 'editor', subject: 'editor', call: 'test', commandId: null, label: 'Rename track a-b' };
    await writeEdit(db, draft, by, [{ kind: 'Track', id: '1/a-b', before: slot?.bid ?? null, doc }]);
    const [change] = await changesOf(draft);
    const newer = await draftOf(await product.version([...FEED, track('a-b-7', ['a', 'b', 'c', 'a'], 'a-b'), track('b-a', ['c', 'b'], 'b-a')]));
    expect((await rebase(draft, newer)).Results).toMatchObject([{ Outcome: 'unattached' }]);
    const changeId = change?.ChangeId ?? 0;
    const suggested = await product.call(contract.suggestTracks, { query: { dbVersionId: newer, changeId } });
    expect(suggested.body['Tracks']).toMatchObject([
      { TrackId: 'a-b-7', Likeness: 0.86 },
      { TrackId: 'b-a', Likeness: 0.4 },
    ]);
    const attach = (body: object) =>
      product.call(contract.attachTrack, { body: { DbVersionId: newer, ChangeIds: [changeId], ScheduleId: '1', TrackId: 'a-b-7', ...body } });
    expect((await attach({ ScheduleId: '2' })).status).toBe(409);
    expect((await attach({ TrackId: 'none' })).status).toBe(404);
    await product.store.createDatabase({ Id: 'other', Name: 'Other', RegionKey: 'testland' });
    const inOther = await product.version([...FEED, track('a-b-7', ['a', 'b', 'c'])], 'editable', 'other');
    const refused = await attach({ DbVersionId: inOther });
    expect([refused.status, refused.body]).toMatchObject([409, { errors: [{ message: 'These changes are of another database' }] }]);
    expect((await changesOf(draft))[0]).not.toHaveProperty('AttachedTo');
    const finished = await product.version([...FEED, track('a-b-7', ['a', 'b', 'c'])]);
    expect((await attach({ DbVersionId: finished })).body).toMatchObject({ code: 'not_editable' });
    const nameNow = async () => (await readSlot(db, newer, 'Track', '1/a-b-7'))?.doc;
    const attached = await attach({});
    expect(attached.body).toMatchObject({ Switched: [changeId], Back: { Rev: 1, Before: [] } });
    expect(await nameNow()).toMatchObject({ Id: 'a-b-7', Name: 'Harbour line' });
    expect((await rebase(draft, newer)).Results).toMatchObject([{ Outcome: 'alreadySo' }]);
    expect((await attach({ Back: attached.body['Back'] })).body).toMatchObject({ Switched: [changeId], Conflicts: [] });
    expect(await nameNow()).toMatchObject({ Name: 'a-b' });
    expect((await changesOf(draft))[0]).not.toHaveProperty('AttachedTo');
    expect((await rebase(draft, newer)).Results).toMatchObject([{ Outcome: 'unattached' }]);
    expect((await sets({ dbVersionId: newer })).map(({ Carried }) => Carried)).toEqual([false, false]);
    expect((await attach({})).body).toMatchObject({ Back: { Rev: 3 } });
    expect(await nameNow()).toMatchObject({ Name: 'Harbour line' });
  });
});

describe('law', () => {
  it('switching off and on again gives the same state, byte for byte, whatever was switched', async () => {
    for (const seed of [1, 2, 3, 4]) {
      const chance = chanceOf(seed);
      const draft = await draftOf(await product.version(FEED));
      for (let i = 0; i < 12; i++) await rename(draft, 'abc'[Math.floor(chance() * 3)] ?? 'a', `name ${i}`);
      const before = await hashOf(draft);
      const all = await sets({ dbVersionId: draft });
      // the newest holds in any case; of the others some are in the way of each other and stay
      const SetIds = all.filter((_set, i) => i === 0 || chance() < 0.5).map(({ SetId }) => SetId);
      const off = await toggle(draft, { SetIds, Active: false });
      expect(off.Switched.length, `seed ${seed}`).toBeGreaterThan(0);
      expect(await hashOf(draft), `seed ${seed}`).not.toBe(before);
      const on = await toggle(draft, { ChangeIds: off.Switched, Active: true });
      expect(on.Switched.toSorted((a, b) => a - b)).toEqual(off.Switched.toSorted((a, b) => a - b));
      expect(await hashOf(draft), `seed ${seed}`).toBe(before);
    }
  });

  it('corrections onto the same base give the same documents, byte for byte', async () => {
    const base = await product.version(FEED);
    const draft = await draftOf(base);
    const chance = chanceOf(5);
    for (let i = 0; i < 20; i++) await rename(draft, 'abc'[Math.floor(chance() * 3)] ?? 'a', `name ${i}`);
    const made = await product.call(contract.rebaseCorrections, { params: { versionId: draft }, body: { Onto: base, Name: 'Same' } });
    expect(made.body).toMatchObject({ Applied: 20, KeptBack: 0 });
    expect(await hashOf(made.body['EditableDbVersionId'] as unknown as number)).toBe(await hashOf(draft));
  });

  it('blame of a field equals a naive scan of the history', async () => {
    const draft = await draftOf(await product.version(FEED));
    for (const name of ['x', 'y', 'x', 'z']) await rename(draft, 'a', name);
    await rename(draft, 'b', 'other');
    const { Changes } = await history(contract.listChanges, { dbVersionId: draft, kind: 'Stop', entityId: 'a' });
    expect(Changes.map(({ After }) => After?.['Name'])).toEqual(['z', 'x', 'y', 'x']);
    expect(blame(Changes, 'Name')).toBe(Changes[0]);
    expect(blame(Changes, 'ZoneId')).toBeUndefined();
  });
});

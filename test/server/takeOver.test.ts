/** Taking over the changes of one draft into another: what is taken over, what has to be decided, and what cannot be made. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { listChanges, listChangesets } from '../../src/contract/changes.ts';
import { revertChangeset } from '../../src/contract/edits.ts';
import * as contract from '../../src/contract/takeOver.ts';
import { archiveVersion, beginEdit, cloneVersion, finishEdit } from '../../src/contract/versions.ts';
import { ChangeHistory } from '../../src/domain/changes.ts';
import type { EntityKind } from '../../src/domain/entities.ts';
import { type Decision, TakenOver, TakeOverPreview } from '../../src/domain/takeOver.ts';
import { readSlots } from '../../server/store/entities.ts';
import { type Answer, startTestProduct, type TestProduct } from './product.ts';
import { editCall } from './scheduleCalls.ts';
import { smallFeed } from './smallFeed.ts';

let product: TestProduct;
let base: number;
/** The draft that is worked in, and the one whose changes are taken over. */
let [ours, theirs] = [0, 0];

const draftOf = async (of: number): Promise<number> =>
  (await product.call(beginEdit, { params: { databaseId: 'test', versionId: of } })).body['EditableDbVersionId'] ?? 0;

beforeAll(async () => {
  product = await startTestProduct();
  base = await product.version(smallFeed());
});
afterAll(() => product.close());
beforeEach(async () => {
  [ours, theirs] = [await draftOf(base), await draftOf(base)];
});

async function edits(of: number, ...all: readonly (readonly [type: string, payload: Readonly<Record<string, unknown>>])[]): Promise<void> {
  for (const [type, payload] of all) {
    const { status, text } = await editCall(product, type, of, payload);
    expect([type, status, text]).toEqual([type, 200, expect.any(String)]);
  }
}

const rename = (stopId: string, value: string) => ['stop.editField', { stopId, field: 'name', value }] as const;

async function preview(into = ours, from = theirs): Promise<TakeOverPreview> {
  const { status, text, body } = await product.call(contract.previewTakeOver, { params: { versionId: into }, query: { from } });
  expect([status, text]).toEqual([200, expect.any(String)]);
  return TakeOverPreview.parse(body);
}

async function asked(decisions: readonly Decision[] = [], rest?: Decision['Side']): Promise<Answer> {
  const { From, FromRev, Rev } = await preview();
  const body = { From, FromRev, Rev, Decisions: [...decisions], ...(rest && { Rest: rest }) };
  return product.call(contract.takeOver, { params: { versionId: ours }, body });
}

async function taken(...of: Parameters<typeof asked>): Promise<TakenOver> {
  const { status, text, body } = await asked(...of);
  expect([status, text]).toEqual([200, expect.any(String)]);
  return TakenOver.parse(body);
}

async function field(of: number, kind: EntityKind, id: string, name: string): Promise<unknown> {
  const doc = (await readSlots(product.store.sql.db, of, [{ kind, id }]))[0]?.doc;
  return doc ? Reflect.get(doc, name) : doc;
}

describe('taking over', () => {
  it('takes what only the other draft changed, in one set that one undo takes back', async () => {
    await edits(ours, rename('a', 'Ours'));
    await edits(theirs, rename('b', 'Theirs'), rename('c', 'Also theirs'));
    expect(await preview()).toMatchObject({
      Base: { VersionId: base, Rev: 0 },
      Documents: 2,
      Groups: [{ Kind: 'Stop', Added: 0, Changed: 2, Removed: 0 }],
      ConflictCount: 0,
      KeptBackCount: 0,
    });
    const { Rev, Documents } = await taken();
    expect([Rev, Documents]).toEqual([2, 2]);
    const names = async (): Promise<unknown[]> => [
      await field(ours, 'Stop', 'a', 'Name'),
      await field(ours, 'Stop', 'b', 'Name'),
      await field(ours, 'Stop', 'c', 'Name'),
    ];
    expect(await names()).toEqual(['Ours', 'Theirs', 'Also theirs']);
    const { Sets } = ChangeHistory.parse((await product.call(listChangesets, { query: { databaseId: 'test', dbVersionId: ours } })).body);
    expect(Sets[0]).toMatchObject({ Message: expect.stringMatching(/^Take over from “/), Count: 2 });
    const { Changes } = ChangeHistory.parse((await product.call(listChanges, { query: { setId: Sets[0]?.SetId ?? 0 } })).body);
    expect(Changes).toMatchObject([{ After: { Name: 'Theirs' } }, { After: { Name: 'Also theirs' } }]);
    expect(product.told.findLast(({ target }) => target === 'versionChanged')).toMatchObject({ message: { VersionId: ours, Rev: 2 } });
    expect((await product.call(revertChangeset, { params: { versionId: ours, rev: Rev }, body: {} })).status).toBe(200);
    expect(await names()).toEqual(['Ours', 'Stop b', 'Stop c']);
    expect(await field(theirs, 'Stop', 'b', 'Name')).toBe('Theirs');
  });

  it('asks about a field that both changed, and takes the side that was chosen', async () => {
    await edits(ours, rename('a', 'Ours'), ['stop.editField', { stopId: 'a', field: 'zoneId', value: 'Z' }]);
    await edits(theirs, rename('a', 'Theirs'), ['stop.editField', { stopId: 'a', field: 'zoneId', value: 'Z' }], rename('b', 'Two'));
    expect(await preview()).toMatchObject({
      Documents: 1,
      ConflictCount: 1,
      Conflicts: [{ Kind: 'Stop', Id: 'a', Path: 'Name', Base: 'Stop a', Ours: 'Ours', Theirs: 'Theirs' }],
    });
    const undecided = await asked();
    expect([undecided.status, undecided.text]).toEqual([409, expect.stringContaining('One conflict is not decided yet.')]);
    await taken([{ Kind: 'Stop', Id: 'a', Path: 'Name', Side: 'theirs' }]);
    expect([await field(ours, 'Stop', 'a', 'Name'), await field(ours, 'Stop', 'b', 'Name')]).toEqual(['Theirs', 'Two']);
    expect(await preview()).toMatchObject({ Documents: 0, ConflictCount: 0 });
  });

  it('takes one side for all that was not decided one by one', async () => {
    await edits(ours, rename('a', 'Our a'), rename('b', 'Our b'));
    await edits(theirs, rename('a', 'Their a'), rename('b', 'Their b'));
    await taken([{ Kind: 'Stop', Id: 'b', Path: 'Name', Side: 'ours' }], 'theirs');
    expect([await field(ours, 'Stop', 'a', 'Name'), await field(ours, 'Stop', 'b', 'Name')]).toEqual(['Their a', 'Our b']);
  });

  it('asks where one side removed what the other changed', async () => {
    await edits(ours, ['stop.remove', { stopId: 'lonely' }]);
    await edits(theirs, rename('lonely', 'Not alone'));
    expect(await preview()).toMatchObject({
      Documents: 0,
      Conflicts: [{ Kind: 'Stop', Id: 'lonely', Path: '', Base: { Name: 'Stop lonely' }, Ours: null, Theirs: { Name: 'Not alone' } }],
    });
    await taken([], 'theirs');
    expect(await field(ours, 'Stop', 'lonely', 'Name')).toBe('Not alone');
  });

  it('leaves what the draft still needs, and says why', async () => {
    await edits(ours, ['transfer.create', { transferId: 't9', stopFrom: 'lonely', stopTo: 'a', transferType: 0 }]);
    await edits(theirs, ['stop.remove', { stopId: 'lonely' }], rename('b', 'Two'));
    const found = await preview();
    expect(found).toMatchObject({
      Documents: 1,
      KeptBackCount: 1,
      KeptBack: [{ Kind: 'Stop', Id: 'lonely', Reason: expect.stringContaining('transfer') }],
    });
    expect(await taken()).toMatchObject({ Documents: 1, KeptBackCount: 1 });
    expect(await field(ours, 'Stop', 'lonely', 'Name')).toBe('Stop lonely');
  });

  it('leaves what names a stop that the draft has no more', async () => {
    await edits(ours, ['stop.remove', { stopId: 'lonely' }]);
    await edits(theirs, ['transfer.create', { transferId: 't9', stopFrom: 'lonely', stopTo: 'a', transferType: 0 }], rename('b', 'Two'));
    expect(await preview()).toMatchObject({
      Documents: 1,
      KeptBack: [{ Kind: 'Transfer', Id: 't9', Reason: 'There is no stop lonely in this version.' }],
    });
    expect(await taken()).toMatchObject({ Documents: 1, KeptBackCount: 1 });
    expect(await field(ours, 'Transfer', 't9', 'Id')).toBeUndefined();
  });

  it('keeps a line whole whose track the draft still has', async () => {
    await edits(ours, ['track.editField', { scheduleId: 'line 2', trackId: 'out', field: 'name', value: 'Ours' }]);
    await edits(theirs, ['schedule.delete', { scheduleIds: ['line 2'] }]);
    expect((await preview()).Conflicts).toMatchObject([{ Kind: 'Track', Path: '', Theirs: null }]);
    const { KeptBack } = await taken([], 'ours');
    expect(KeptBack.map(({ Kind, Id }) => `${Kind} ${Id}`)).toEqual(['Schedule line 2', 'Timetable line%202/out/1']);
    expect(KeptBack[0]?.Reason).toBe('The schedule "Line 2" cannot be removed because 1 track of it would be left.');
    expect(await field(ours, 'Track', 'line%202/out', 'Name')).toBe('Ours');
  });

  it('takes over a finished version, from the draft that it was made in too', async () => {
    await edits(theirs, rename('a', 'Finished'));
    await product.call(finishEdit, { params: { databaseId: 'test', versionId: theirs } });
    await taken();
    expect(await field(ours, 'Stop', 'a', 'Name')).toBe('Finished');
    const later = await draftOf(theirs);
    await edits(later, rename('b', 'Later'));
    expect(await preview(ours, later)).toMatchObject({ Base: { VersionId: theirs, Rev: 1 }, Documents: 1, ConflictCount: 0 });
  });

  it('counts what a draft had changed when another one was made of it as common', async () => {
    await edits(ours, rename('a', 'Common'));
    const made = await product.call(cloneVersion, { params: { databaseId: 'test', versionId: ours }, body: { Name: 'Branch' } });
    theirs = made.body['EditableDbVersionId'] ?? 0;
    await edits(ours, rename('b', 'Ours'));
    await edits(theirs, rename('c', 'Theirs'));
    expect(await preview()).toMatchObject({ Base: { VersionId: ours, Rev: 1 }, Documents: 1, ConflictCount: 0 });
    expect(await preview(theirs, ours)).toMatchObject({ Base: { VersionId: ours, Rev: 1 }, Documents: 1, ConflictCount: 0 });
  });
});

describe('trips of both drafts', () => {
  const sheet = (timetable: number, time: number, trip: string, more: object) =>
    ['timetable.editTimes', { ...OUT, act: 'type', edit: { columns: [{ of: { timetable, time, trip }, ...more }] } }] as const;
  const late = (time: number, by: number) => ({ cells: [[1, time + 60, time + 60 + by]] });
  const OUT = { scheduleId: 'line/1', trackId: 'out' };

  /** The trips of the track by the number of their timetable. */
  async function trips(of: number): Promise<unknown> {
    const slots = await readSlots(product.store.sql.db, of, [{ kind: 'Timetable', under: 'line%2F1/out' }]);
    return Object.fromEntries(
      slots.flatMap(({ doc }) => (doc && 'Departures' in doc ? [[doc.Number, doc.Departures.map((one) => one.TripId)]] : [])),
    );
  }

  it('are there once where one draft changed a field and the other a time', async () => {
    await edits(ours, sheet(1, 21_600, 'trip-100', { fields: { bikesAllowed: 1 } }));
    await edits(theirs, sheet(1, 21_600, 'trip-100', late(21_600, 30)));
    expect(await trips(theirs)).toEqual({ 1: ['trip-101'], 2: ['trip-100'] });
    expect(await preview()).toMatchObject({ Conflicts: [{ Path: 'Departures/trip-100' }], KeptBackCount: 0 });
    await taken([], 'ours');
    expect(await trips(ours)).toEqual({ 1: ['trip-100', 'trip-101'] });
    expect(await preview()).toMatchObject({ Documents: 0, ConflictCount: 0, KeptBackCount: 0 });
  });

  it('are all there where each draft put another one into a new timetable of the same number', async () => {
    await edits(ours, sheet(1, 21_600, 'trip-100', late(21_600, 30)));
    await edits(theirs, sheet(1, 25_200, 'trip-101', late(25_200, 40)));
    expect(await preview()).toMatchObject({ Documents: 2, ConflictCount: 0, KeptBackCount: 0 });
    await taken();
    const both = { 2: ['trip-100'], 3: ['trip-101'] };
    expect(await trips(ours)).toMatchObject(both);
    // a later change of the same timetable finds it under its new number
    await edits(theirs, sheet(2, 25_200, 'trip-101', { fields: { bikesAllowed: 1 } }));
    expect(await preview()).toMatchObject({ Documents: 1, ConflictCount: 0, KeptBackCount: 0 });
    await taken();
    expect(await trips(ours)).toMatchObject(both);
    expect(await field(ours, 'Timetable', 'line%2F1/out/3', 'Departures')).toMatchObject([{ TripId: 'trip-101', bikesAllowed: 1 }]);
  });

  it('keep both timetables that each draft added to a track', async () => {
    await edits(ours, ['timetable.create', { ...OUT, days: 64 }]);
    await edits(theirs, ['timetable.create', { ...OUT, days: 32 }]);
    expect(await preview()).toMatchObject({ Documents: 1, ConflictCount: 0 });
    await taken();
    expect([await field(ours, 'Timetable', 'line%2F1/out/2', 'Days'), await field(ours, 'Timetable', 'line%2F1/out/3', 'Days')]).toEqual([64, 32]);
    expect(await preview()).toMatchObject({ Documents: 0, ConflictCount: 0, KeptBackCount: 0 });
  });
});

describe('taking over again', () => {
  it('looks only at what changed since, and at all again after an undo', async () => {
    await edits(theirs, rename('a', 'One'));
    const first = await taken();
    await edits(theirs, rename('a', 'Two'));
    expect(await preview()).toMatchObject({ Base: { VersionId: theirs, Rev: 1 }, Documents: 1, ConflictCount: 0 });
    await taken();
    expect(await field(ours, 'Stop', 'a', 'Name')).toBe('Two');
    expect(await preview(theirs, ours)).toMatchObject({ Documents: 0, ConflictCount: 0 });
    for (const rev of [2, first.Rev]) expect((await product.call(revertChangeset, { params: { versionId: ours, rev }, body: {} })).status).toBe(200);
    expect(await preview()).toMatchObject({ Base: { VersionId: base, Rev: 0 }, Documents: 1 });
  });

  it('does not ask again about what was decided, in either direction', async () => {
    await edits(ours, rename('a', 'Ours'));
    await edits(theirs, rename('a', 'Theirs'));
    await taken([], 'ours');
    expect(await preview()).toMatchObject({ Documents: 0, ConflictCount: 0 });
    expect(await preview(theirs, ours)).toMatchObject({ Base: { VersionId: theirs, Rev: 1 }, Documents: 1, ConflictCount: 0 });
    await edits(ours, rename('b', 'New'));
    await edits(theirs, rename('a', 'Once more'));
    expect(await preview()).toMatchObject({ ConflictCount: 1, Conflicts: [{ Base: 'Theirs', Ours: 'Ours', Theirs: 'Once more' }] });
  });

  it('counts what the other draft had taken over from this one', async () => {
    await edits(ours, rename('a', 'Ours'));
    const { From, FromRev, Rev } = await preview(theirs, ours);
    const back = await product.call(contract.takeOver, { params: { versionId: theirs }, body: { From, FromRev, Rev, Decisions: [] } });
    expect(back.status).toBe(200);
    await edits(theirs, rename('a', 'Stop a'));
    expect(await preview()).toMatchObject({ Base: { VersionId: ours, Rev: 1 }, Documents: 1, ConflictCount: 0 });
    await taken();
    expect(await field(ours, 'Stop', 'a', 'Name')).toBe('Stop a');
  });
});

describe('taking over is refused', () => {
  it('where a draft has changed since it was compared', async () => {
    await edits(theirs, rename('a', 'Theirs'));
    const { From, FromRev, Rev } = await preview();
    const body = { From, FromRev, Rev, Decisions: [] };
    await edits(theirs, rename('b', 'Moved'));
    const moved = await product.call(contract.takeOver, { params: { versionId: ours }, body });
    expect([moved.status, moved.text]).toEqual([
      409,
      expect.stringContaining('has changed since the comparison. Look at the new one and decide again.'),
    ]);
    await edits(ours, rename('c', 'Moved'));
    const both = await product.call(contract.takeOver, { params: { versionId: ours }, body: { ...body, FromRev: FromRev + 1 } });
    expect(both.status).toBe(409);
    expect(await field(ours, 'Stop', 'a', 'Name')).toBe('Stop a');
  });

  it('from itself, from another line of versions, from an archived version, and into a finished one', async () => {
    const other = await product.version(smallFeed());
    const why = async (versionId: number, from: number): Promise<unknown> => {
      const { status, text } = await product.call(contract.previewTakeOver, { params: { versionId }, query: { from } });
      return [status, text];
    };
    expect(await why(ours, ours)).toEqual([409, expect.stringContaining('this is the draft itself')]);
    expect(await why(ours, other)).toEqual([409, expect.stringContaining('were not made from one version')]);
    expect(await why(base, theirs)).toEqual([409, expect.stringContaining('cannot be edited')]);
    expect((await product.call(archiveVersion, { params: { databaseId: 'test', versionId: other } })).status).toBe(200);
    expect(await why(ours, other)).toEqual([409, expect.stringMatching(/archived|saved/)]);
  });
});

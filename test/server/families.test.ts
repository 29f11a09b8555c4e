/** A timetable belongs to a track and a track to a schedule, whatever of the history is switched, attached or rebased. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import * as contract from '../../src/contract/changes.ts';
import { beginEdit } from '../../src/contract/versions.ts';
import { ChangeHistory, Rebase, type Change } from '../../src/domain/changes.ts';
import { readSlots } from '../../server/store/entities.ts';
import { rebaseOnto as rebaseIn } from './rebaseOnto.ts';
import { startTestProduct, type Answer, type TestProduct } from './product.ts';
import { editCall } from './scheduleCalls.ts';
import { smallFeed } from './smallFeed.ts';

let product: TestProduct;
let base: number;
let versionId: number;

const draftOf = async (of: number): Promise<number> =>
  (await product.call(beginEdit, { params: { databaseId: 'test', versionId: of } })).body['EditableDbVersionId'] ?? 0;

beforeAll(async () => {
  product = await startTestProduct();
  base = await product.version(smallFeed());
});
afterAll(() => product.close());
beforeEach(async () => {
  versionId = await draftOf(base);
});

const NEW = { scheduleId: 'N', trackId: 'x' };
const OUT = { scheduleId: 'line/1', trackId: 'out' };

/** Edits of a version, in order. */
async function edits(of: number, ...all: readonly (readonly [type: string, payload: Readonly<Record<string, unknown>>])[]): Promise<void> {
  for (const [type, payload] of all) expect(await editCall(product, type, of, payload), type).toMatchObject({ status: 200 });
}
const madeSchedule = ['schedule.create', { scheduleId: 'N', name: 'New', fromDate: '2026-01-01', toDate: '2026-12-31' }] as const;
const madeTrack = ['track.create', NEW] as const;
const madeTimetable = ['timetable.create', { ...NEW, days: 64 }] as const;

/** Ids of the sets of a version by revision: of revision 1 under 1. */
async function setIds(of: number): Promise<readonly number[]> {
  const { body } = await product.call(contract.listChangesets, { query: { databaseId: 'test', dbVersionId: of } });
  return [
    0,
    ...ChangeHistory.parse(body)
      .Sets.map(({ SetId }) => SetId)
      .toReversed(),
  ];
}
async function changesOf(setId: number): Promise<readonly Change[]> {
  return ChangeHistory.parse((await product.call(contract.listChanges, { query: { setId } })).body).Changes;
}
async function switchSets(active: boolean, ...revs: readonly number[]): Promise<Answer> {
  const sets = await setIds(versionId);
  const SetIds = revs.map((rev) => sets[rev] ?? 0);
  return product.call(contract.toggleChanges, { body: { DbVersionId: versionId, SetIds, Active: active } });
}

/** Ids of tracks and timetables of two schedules whose schedule or track is not there. */
async function orphans(of: number, scheduleIds: readonly string[] = ['line/1', 'N']): Promise<string[]> {
  const encoded = scheduleIds.map((id) => encodeURIComponent(id));
  const slots = await readSlots(product.store.sql.db, of, [
    ...scheduleIds.map((id) => ({ kind: 'Schedule' as const, id })),
    ...encoded.flatMap((under) => [
      { kind: 'Track' as const, under },
      { kind: 'Timetable' as const, under },
    ]),
  ]);
  const there = new Set(slots.flatMap(({ kind, id, doc }) => (doc ? [`${kind} ${kind === 'Schedule' ? encodeURIComponent(id) : id}`] : [])));
  return [...there].filter((name) => {
    const [kind = '', id = ''] = name.split(' ');
    const parent = id.slice(0, id.lastIndexOf('/'));
    return kind === 'Track' ? !there.has(`Schedule ${parent}`) : kind === 'Timetable' && !there.has(`Track ${parent}`);
  });
}

describe('switching changes', () => {
  it('is refused where a track or a timetable that was added since would be left behind', async () => {
    await edits(versionId, madeSchedule, madeTrack, madeTimetable);
    expect((await switchSets(false, 1)).text).toContain('The schedule \\"New\\" cannot be removed because 1 track of it would be left.');
    const refused = await switchSets(false, 2);
    expect(refused).toMatchObject({ status: 409 });
    expect(refused.text).toContain('The track \\"x\\" cannot be removed because 1 timetable of it would be left.');
    expect((await switchSets(false, 2, 3)).body).toMatchObject({ Conflicts: [], Switched: [expect.any(Number), expect.any(Number)] });
  });

  it('is refused where an added timetable would only be as it was before, under a track that is no more', async () => {
    await edits(versionId, madeSchedule, madeTrack, madeTimetable, ['timetable.editDays', { ...NEW, number: 1, days: 32 }]);
    expect((await switchSets(false, 2, 4)).text).toContain('The track \\"x\\" cannot be removed because 1 timetable of it would be left.');
    expect(await orphans(versionId)).toEqual([]);
  });

  it('is refused where it brings back what belongs to something that is gone', async () => {
    await edits(versionId, madeSchedule, madeTrack, madeTimetable);
    expect(await switchSets(false, 3)).toMatchObject({ status: 200 });
    expect(await switchSets(false, 2)).toMatchObject({ status: 200 });
    expect((await switchSets(true, 3)).text).toContain('The track has been removed.');
    expect(await switchSets(true, 2, 3)).toMatchObject({ status: 200 });
    expect(await orphans(versionId)).toEqual([]);
  });
});

describe('corrections', () => {
  async function rebaseOnto(onto: number): Promise<{ rebase: Rebase; made: number }> {
    const carried = await rebaseIn(product, versionId, onto);
    expect(await orphans(carried.made)).toEqual([]);
    return carried;
  }
  const told = ({ Results }: Rebase): unknown => Results.map(({ Type, Outcome, Reason }) => [Type, Outcome, Reason]);

  it('remove no track that has other timetables in the other version, and none of its timetables then', async () => {
    await edits(versionId, ['track.delete', OUT]);
    const other = await draftOf(base);
    await edits(other, ['timetable.create', { ...OUT, days: 64 }]);
    const { rebase, made } = await rebaseOnto(other);
    const reason = 'The track "a-b-c" cannot be removed because 1 timetable of it would be left.';
    expect(told(rebase)).toEqual([
      ['Track', 'noLongerFits', reason],
      ['Timetable', 'noLongerFits', reason],
    ]);
    const [track, ...timetables] = await readSlots(product.store.sql.db, made, [
      { kind: 'Track', id: 'line%2F1/out' },
      { kind: 'Timetable', under: 'line%2F1/out' },
    ]);
    expect([track?.doc !== null, timetables.map(({ id }) => id)]).toEqual([true, ['line%2F1/out/1', 'line%2F1/out/2']]);
  });

  it('make no timetable without its track and no track without its schedule; such a timetable can be attached', async () => {
    await edits(versionId, ['timetable.create', { ...OUT, days: 64 }], madeSchedule, madeTrack, madeTimetable);
    const other = await draftOf(base);
    await edits(other, ['track.delete', OUT]);
    const { rebase, made } = await rebaseOnto(other);
    expect(told(rebase)).toEqual([
      ['Timetable', 'unattached', 'The track is not in this version: attach it to a track'],
      ['Schedule', 'applied', undefined],
      ['Track', 'applied', undefined],
      ['Track', 'applied', undefined],
      ['Timetable', 'applied', undefined],
    ]);
    await edits(versionId, ['timetable.delete', { ...NEW, number: 1 }]);
    await edits(made, ['track.create', { ...OUT, trackId: 'again' }]);
    const attached = await product.call(contract.attachTrack, {
      body: { DbVersionId: made, ChangeIds: [rebase.Results[0]?.ChangeId ?? 0], ScheduleId: 'line/1', TrackId: 'again' },
    });
    expect(attached.body).toMatchObject({ Conflicts: [], Switched: [rebase.Results[0]?.ChangeId] });
    expect(await orphans(made)).toEqual([]);
  });

  it('of a schedule that is gone are kept back with all that was added to it', async () => {
    await edits(versionId, ['track.create', { ...OUT, trackId: 'y' }], ['timetable.create', { ...OUT, trackId: 'y', days: 64 }]);
    const other = await draftOf(base);
    await edits(other, ['schedule.delete', { scheduleIds: ['line/1'] }]);
    expect(told((await rebaseOnto(other)).rebase)).toEqual([
      ['Track', 'noLongerFits', 'The schedule is gone'],
      ['Timetable', 'unattached', 'The track is not in this version: attach it to a track'],
    ]);
  });

  it('that removed a track remove no other one that they are attached to while it has timetables', async () => {
    await edits(versionId, madeSchedule, madeTrack, ['track.delete', NEW], ['track.create', { ...NEW, trackId: 'y', name: 'x' }]);
    await edits(versionId, ['timetable.create', { ...NEW, trackId: 'y', days: 64 }]);
    const [removal] = await changesOf((await setIds(versionId))[3] ?? 0);
    const attached = await product.call(contract.attachTrack, {
      body: { DbVersionId: versionId, ChangeIds: [removal?.ChangeId ?? 0], ScheduleId: 'N', TrackId: 'y' },
    });
    expect(attached).toMatchObject({ status: 409 });
    expect(attached.text).toContain('cannot be removed because 1 timetable of it would be left.');
  });
});

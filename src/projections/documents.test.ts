import { produce } from 'immer';
import { expect, test } from 'vitest';
import { allUnder, one, timetableKey, trackKey } from '../domain/edits/documentEdit.ts';
import type { Timetable } from '../domain/model/timetable.ts';
import type { Track } from '../domain/model/track.ts';
import { documentOf, documentsIn, documentsUnder, foldDocument, heldDocument, holdDocuments, holdWhole, isComputable } from './documents.ts';
import { type AppState, emptyVersion, initialState } from './state.ts';

const track = (Id: string): Track => ({ ScheduleId: '10/1', Id, Name: Id, Direction: 'Forward', Visible: true, Stops: [] });
const timetable = (TrackId: string, Number: number): Timetable => ({
  ScheduleId: '10/1',
  TrackId,
  Number,
  Days: 127,
  ArrivalOffsets: [],
  DepartureOffsets: [],
  Departures: [],
});
const opened: AppState = { ...initialState, versions: { 1: emptyVersion(1) } };

test('the tracks of a schedule and the timetables of a track are found by their parent, whatever its id holds', () => {
  const state = produce(opened, (base) => {
    holdDocuments(
      base,
      1,
      'Track',
      ['b-a', 'a-b'].map((id) => ({ doc: track(id), rev: 0 })),
    );
    holdDocuments(
      base,
      1,
      'Timetable',
      [timetable('a-b', 2), timetable('a-b', 1), timetable('b-a', 1)].map((doc) => ({ doc, rev: 0 })),
    );
  });
  expect(documentsUnder(state, 1, 'Track', '10/1').map(({ Id }) => Id)).toEqual(['a-b', 'b-a']);
  expect(documentsUnder(state, 1, 'Timetable', '10/1', 'a-b').map(({ Number }) => Number)).toEqual([1, 2]);
  expect(documentsIn(state, 1).under('Timetable', '10/1')).toHaveLength(3);
  expect(documentOf(state, 1, 'Timetable', timetableKey('10/1', 'b-a', 1))).toMatchObject({ TrackId: 'b-a' });
});

test('an edit of a family is computed here only once every member is held', () => {
  const part = produce(opened, (base) => holdDocuments(base, 1, 'Track', [{ doc: track('a-b'), rev: 0 }]));
  expect(isComputable(part, 1, [one('Track', trackKey('10/1', 'a-b'))])).toBe(true);
  expect(isComputable(part, 1, [allUnder('Track', '10/1')])).toBe(false);
  expect(
    isComputable(
      produce(part, (base) => holdWhole(base, 1, 'Track', '10/1')),
      1,
      [allUnder('Track', '10/1')],
    ),
  ).toBe(true);
});

test('an older state never replaces a newer one, and a removed document does not come back by a late answer', () => {
  const id = trackKey('10/1', 'a-b');
  const state = produce(opened, (base) => {
    foldDocument(base, 1, { Kind: 'Track', Id: id, Rev: 5, Doc: null, Fields: [] }, true);
    foldDocument(base, 1, { Kind: 'Track', Id: id, Rev: 4, Doc: track('a-b') });
  });
  expect(heldDocument(state, 1, 'Track', id)).toMatchObject({ doc: null, rev: 5 });
});

test('a list that was read before a change is read again, though a load brought the changed document first', () => {
  const id = trackKey('10/1', 'b-a');
  const told = { Kind: 'Track', Id: id, Rev: 10, Doc: track('b-a'), Fields: ['Id', 'Stops'] };
  const before = produce(opened, (base) => {
    const version = base.versions[1];
    if (!version) throw new Error('There is no version');
    // as after a live message about a later edit
    Object.assign(version, { rev: 13 });
    version.schedules.status = 'succeeded';
    holdDocuments(base, 1, 'Track', [{ doc: track('b-a'), rev: 10 }]);
  });
  expect(before.versions[1]?.schedules.status).toBe('succeeded');
  const caughtUp = produce(before, (base) => foldDocument(base, 1, told, true));
  expect(caughtUp.versions[1]?.schedules.status).toBe('idle');
});

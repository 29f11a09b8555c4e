/** What a change record says that a person did: with the names of stops, not their ids. */
import { expect, test } from 'vitest';
import { type DocumentChange, documentsAmong, put } from './documentEdit.ts';
import { editPathwayField, removePathway, reversePathway } from './pathways.ts';
import { createTrackStop, deleteTrackStop, ignoreTrackStop, moveTrackStop } from './tracks.ts';
import { editTransferTime, editTransferType, removeTransfer } from './transfers.ts';

const stop = (Id: string, Name: string): DocumentChange => put('Stop', Id, { Id, Name, Type: 0, Coordinate: null, WheelchairBoarding: 0 });

const DOCS = documentsAmong([
  stop('S1', 'Market Street'),
  stop('S2', 'City Hall'),
  stop('N1', ''),
  put('Transfer', 'T1', { Id: 'T1', StopIdFrom: 'S1', StopIdTo: 'S2', Type: 2, Time: 120 }),
  put('Pathway', 'P1', { Id: 'P1', FromStopId: 'S2', ToStopId: 'N1', Mode: 1, IsBidirectional: true }),
]);

test('records of transfers name the stops at both ends', () => {
  expect(removeTransfer.label({ transferId: 'T1' }, DOCS)).toBe('Remove transfer Market Street - City Hall');
  expect(editTransferType.label({ transferId: 'T1', type: 0 }, DOCS)).toBe('Change type of transfer Market Street - City Hall to Recommended');
  expect(editTransferTime.label({ transferId: 'T1', time: 240 }, DOCS)).toBe('Change time of transfer Market Street - City Hall to 240 s');
  expect(editTransferTime.label({ transferId: 'T1', time: null }, DOCS)).toBe('Take the time from transfer Market Street - City Hall');
});

test('records of pathways name the stops at both ends; a node without a name goes by its id', () => {
  expect(removePathway.label({ pathwayId: 'P1' }, DOCS)).toBe('Remove pathway City Hall - N1');
  expect(reversePathway.label({ pathwayId: 'P1' }, DOCS)).toBe('Turn pathway City Hall - N1 round');
  expect(editPathwayField.label({ pathwayId: 'P1', field: 'mode', value: 2 }, DOCS)).toBe('Change mode of pathway City Hall - N1 to Stairs');
});

test('records of track stops name the stop beside its place', () => {
  const track = { scheduleId: 'L1', trackId: 'a-b' };
  expect(createTrackStop.label({ ...track, stopId: 'S2', position: 2, fill: 'blank' }, DOCS)).toMatch(/^Add stop City Hall as stop 3, /);
  expect(deleteTrackStop.label({ ...track, stopId: 'S2', position: 2 }, DOCS)).toMatch(/^Remove stop 3 \(City Hall\), /);
  expect(moveTrackStop.label({ ...track, stopId: 'S1', from: 0, to: 3, fill: 'blank' }, DOCS)).toMatch(/^Move stop 1 \(Market Street\) to place 4, /);
  expect(ignoreTrackStop.label({ ...track, stopId: 'S1', position: 0, ignored: true }, DOCS)).toMatch(/^Ignore stop 1 \(Market Street\), /);
});

test('what only a record names is no document of the edit: a colleague may change it meanwhile', () => {
  expect(removeTransfer.documents({ transferId: 'T1' })).toEqual([{ kind: 'Transfer', id: 'T1' }]);
  expect(removeTransfer.named?.({ transferId: 'T1' }, DOCS)).toEqual([
    { kind: 'Stop', id: 'S1' },
    { kind: 'Stop', id: 'S2' },
  ]);
});

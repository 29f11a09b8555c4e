import { expect, test } from 'vitest';
import { conflictSides } from './conflictSides.ts';

const stop = { Id: 'S1', Name: 'Harbour', Type: 5, Coordinate: { Lat: 52, Lng: 5 }, WheelchairBoarding: 1 };
const theirs = { Rev: 9, Documents: [{ Kind: 'Stop', Id: 'S1', Rev: 9, Doc: stop, Fields: ['Name'] }] };
const about = { versionId: 3, stopId: 'S1' };

test('a conflict about a field shows both values in words', () => {
  expect(conflictSides({ type: 'stop.editField', mine: { ...about, field: 'name', value: 'Market Square' }, theirs })).toEqual({
    lines: [{ what: 'Name', theirs: 'Harbour', mine: 'Market Square' }],
    about: { versionId: 3, kind: 'Stop', id: 'S1' },
  });
  const type = conflictSides({ type: 'stop.editField', mine: { ...about, field: 'type', value: 0 }, theirs });
  expect(type.lines).toEqual([{ what: 'Type', theirs: 'Station', mine: 'Regular stop' }]);
});

test('a conflict about a place shows both coordinates', () => {
  const mine = { ...about, coordinate: { Lat: 52.1234567, Lng: 5.5 } };
  expect(conflictSides({ type: 'stop.move', mine, theirs }).lines).toEqual([{ what: 'Coordinate', theirs: '52,5', mine: '52.123457,5.5' }]);
});

test('a conflict about a removal says who removes and who keeps', () => {
  expect(conflictSides({ type: 'stop.remove', mine: about, theirs }).lines).toEqual([
    { what: '', theirs: 'The stop is there, changed', mine: 'Remove the stop' },
  ]);
  const gone = { Rev: 9, Documents: [{ Kind: 'Stop', Id: 'S1', Rev: 9, Doc: null, Fields: [] }], Wanted: theirs.Documents };
  expect(conflictSides({ type: 'changeset.revert', mine: { versionId: 3 }, theirs: gone }).lines).toEqual([
    { what: '', theirs: 'The stop is removed', mine: 'Keep the stop' },
  ]);
});

test('a conflict of no known form is shown as it came', () => {
  expect(conflictSides({ type: 'fare.edit', mine: { a: 1 }, theirs: 'gone' }).lines).toEqual([{ what: '', theirs: '"gone"', mine: '{"a":1}' }]);
});

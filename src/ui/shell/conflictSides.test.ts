import { describe, expect, test } from 'vitest';
import { conflictSides } from './conflictSides.ts';

const stop = { Id: 'S1', Name: 'Harbour', Type: 5, Coordinate: { Lat: 52, Lng: 5 }, WheelchairBoarding: 1 };
const theirs = { StopId: 'S1', Stop: stop, Rev: 9 };
const about = { versionId: 3, stopId: 'S1', rev: 2 };

describe('a conflict shows both sides', () => {
  test('of a field', () => {
    const mine = { ...about, field: 'name', from: 'Market', to: 'Market Square' };
    expect(conflictSides({ type: 'stop.editField', mine, theirs })).toEqual({
      theirs: 'Harbour',
      mine: 'Market Square',
      stop: { versionId: 3, stopId: 'S1' },
    });
    expect(conflictSides({ type: 'stop.editField', mine: { ...about, field: 'type', from: 1, to: 0 }, theirs })).toMatchObject({
      theirs: 'Station',
      mine: 'Regular stop',
    });
    expect(conflictSides({ type: 'stop.editField', mine: { ...about, field: 'zoneId', from: 'A', to: '' }, theirs })).toMatchObject({
      theirs: '(empty)',
      mine: '(empty)',
    });
  });

  test('of a place', () => {
    const mine = { ...about, from: null, to: { Lat: 52.1234567, Lng: 5.5 } };
    expect(conflictSides({ type: 'stop.move', mine, theirs })).toMatchObject({ theirs: '52,5', mine: '52.123457,5.5' });
  });

  test('of a stop that somebody removed, or that one wants to remove', () => {
    const gone = { StopId: 'S1', Stop: null, Rev: 9 };
    expect(conflictSides({ type: 'stop.editField', mine: { ...about, field: 'name', from: 'A', to: 'B' }, theirs: gone }).theirs).toBe(
      'The stop is removed',
    );
    expect(conflictSides({ type: 'stop.remove', mine: { ...about, name: 'Harbour' }, theirs })).toMatchObject({
      theirs: 'The stop has been changed',
      mine: 'Remove the stop',
    });
  });

  test('of something else, as it came', () => {
    expect(conflictSides({ type: 'fare.edit', mine: { a: 1 }, theirs: 'gone' })).toEqual({ theirs: 'gone', mine: '{\n "a": 1\n}' });
  });
});

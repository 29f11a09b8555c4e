import { describe, expect, it } from 'vitest';
import { changedFields } from './edits.ts';
import { canonicalJson, prepareDocument } from './prepare.ts';

const stop = { Id: 's', Name: 'Market', Type: 0, Coordinate: { Lat: 52.1, Lng: 5 }, WheelchairBoarding: 0 };

describe('a document made ready', () => {
  it('equal content is equal text, whatever the order of its keys', () => {
    const turned = { WheelchairBoarding: 0, Coordinate: { Lng: 5, Lat: 52.1 }, Type: 0, Name: 'Market', Id: 's' };
    expect(canonicalJson(turned)).toBe(canonicalJson(stop));
    expect(prepareDocument('Stop', stop).hash).toBe(prepareDocument('Stop', turned).hash);
  });
  it('any difference is another hash, also of the kind alone', () => {
    expect(prepareDocument('Stop', { ...stop, Name: 'market' }).hash).not.toBe(prepareDocument('Stop', stop).hash);
    expect(prepareDocument('Agency', { Id: 'x' }).hash).not.toBe(prepareDocument('VehicleCategory', { Id: 'x' }).hash);
  });
  it('the order of a list counts', () => {
    expect(canonicalJson([1, 2])).not.toBe(canonicalJson([2, 1]));
    expect(canonicalJson({ a: [undefined, null] })).toBe('{"a":[null,null]}');
  });
  it('text that is JSON to look at stays text', () => {
    expect(canonicalJson({ a: '{"b":1}', '"': '\u2028\n' })).toBe(JSON.stringify({ '"': '\u2028\n', a: '{"b":1}' }));
  });
  it('knows the stops it speaks of and the trips it holds', () => {
    const track = {
      ScheduleId: 'l',
      Id: 't',
      Name: 't',
      Direction: 'Forward' as const,
      Visible: true,
      Stops: [{ StopId: 'a' }, { StopId: 'b' }, { StopId: 'a' }],
    };
    expect(prepareDocument('Track', track)).toMatchObject({ id: 'l/t', refs: ['a', 'b'], brief: null });
    const timetable = {
      ScheduleId: 'l',
      TrackId: 't',
      Number: 2,
      Days: 1,
      ArrivalOffsets: [],
      DepartureOffsets: [],
      Departures: [{ Type: 'Exact' as const, TripId: 'x' }, { Type: 'Exact' as const }],
    };
    expect(prepareDocument('Timetable', timetable)).toMatchObject({ id: 'l/t/2', trips: '\nx\n' });
  });
});

describe('fields that differ', () => {
  it('are those changed, added and taken away; all of them where one side is not there', () => {
    expect(changedFields({ a: 1, b: { x: 1 }, c: 3 }, { a: 1, b: { x: 2 }, d: 4 })).toEqual(['b', 'c', 'd']);
    expect(changedFields({ b: { x: 1, y: 2 } }, { b: { y: 2, x: 1 } })).toEqual([]);
    expect(changedFields(null, { a: 1, b: null })).toEqual(['a', 'b']);
    expect(changedFields({ a: 1 }, undefined)).toEqual(['a']);
  });
});

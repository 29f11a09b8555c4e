import { describe, expect, test } from 'vitest';
import type { ScheduleRow } from '../domain/scheduleDetails.ts';
import type { OverlayStop } from '../domain/stopDetails.ts';
import { tableOf } from '../kernel/table.ts';
import { foundLinks, foundSchedules, foundStops, guidedSearch } from './searchFound.ts';
import { tagSearchOf } from './searchQuery.ts';
import { emptyVersion, type TripSearch } from './state.ts';
import { stopList } from './stopList.ts';

const stop = (Id: string, Name: string, more: Partial<OverlayStop> = {}): OverlayStop => ({ Id, Name, Type: 0, Coordinate: null, ...more });

describe('stops', () => {
  const stops = stopList(
    tableOf(
      [
        stop('S1', 'Zürich Harbour', { StopCode: '7001', ZoneId: 'A', Coordinate: { Lat: 52.1, Lng: 5.1 } }),
        stop('s10', 'Market', { StopCode: '7002', ZoneId: 'B', Type: 5, Coordinate: { Lat: 52.101, Lng: 5.1 } }),
        stop('S100', 'Harbour Market', { ZoneId: 'AB' }),
      ],
      ({ Id }) => Id,
    ),
  );
  const found = (search: string): string[] => foundStops(stops, tagSearchOf('stops', search), { S1: ['GVB'] }).map(({ row }) => row.Id);

  test.each([
    ['', ['S100', 's10', 'S1']],
    ['?Name=harb', ['S100', 'S1']],
    ['?Name=zurich', ['S1']],
    ['?Name=Z%C3%BCRICH', ['S1']],
    ['?Name=market&Name=harbour', ['S100']],
    ['?Name=zurich&Id=s10&condition=Or', ['S100', 's10', 'S1']],
    ['?Type=5', ['s10']],
    ['?Type=station', ['s10']],
    ['?ZoneId=A&match=Exact', ['S1']],
    ['?AgencyIds=gvb', ['S1']],
    ['?StopCode=7002', ['s10']],
    ['?query=700', ['s10', 'S1']],
    ['?query=harbour&query=7001', ['S1']],
    ['?query=harbour&query=7002&condition=Or', ['S100', 's10', 'S1']],
    ['?draft-query=700', ['s10', 'S1']],
    ['?draft-Name=', ['S100', 's10', 'S1']],
    ['?Coordinate=52.1001,5.1', ['s10', 'S1']],
    ['?Coordinate=52.1,5.1&match=Exact', ['S1']],
    ['?Coordinate=52.2,5.1', []],
    ['?rule=stops.4&list=stops', ['S100', 's10', 'S1']],
    ['?Name=nowhere', []],
  ])('%s finds %j [R142]', (search, ids) => {
    expect(found(search)).toEqual(ids);
  });

  test('a link to one stop shows that stop alone, not those whose id holds it [E042]', () => {
    expect(found('?list=stops&Id=S1&match=Exact&condition=And')).toEqual(['S1']);
    expect(found('?list=stops&Id=S1')).toEqual(['S100', 's10', 'S1']);
  });
});

describe('schedules', () => {
  const row = (Id: string, Name: string, more: Partial<ScheduleRow> = {}): ScheduleRow => ({
    Id,
    Name,
    IsBaseSchedule: true,
    FromDate: '2026-01-01',
    ToDate: '2026-12-31',
    TrackCount: 2,
    ...more,
  });
  const ROWS = [
    row('a', '2', { LongName: 'Harbour – Mill', VehicleType: 3 }),
    row('b', '10', { LongName: 'Märkte', AgencyId: 'GVB' }),
    row('c', 'Night 2', { TrackCount: 12 }),
  ];
  const answered = (ids: readonly string[], more: Partial<TripSearch> = {}): TripSearch => ({
    ...emptyVersion(1).tripSearch,
    found: { status: 'succeeded', value: { ids, tooMany: false }, messages: [] },
    ...more,
  });
  const found = (search: string, trips = answered([])): string[] => foundSchedules(ROWS, tagSearchOf('schedules', search), trips).map(({ Id }) => Id);

  test.each([
    ['', ['a', 'b', 'c']],
    ['?query=2', ['a', 'c']],
    ['?query=markte', ['b']],
    ['?Name=2', ['a', 'c']],
    ['?Name=2&match=Exact', ['a']],
    ['?Id=b', ['b']],
    ['?VehicleType=3', ['a']],
    ['?TrackCount=2', ['a', 'b']],
    ['?AgencyId=GVB', ['b']],
    ['?Name=none', []],
  ])('%s finds %j', (search, ids) => {
    expect(found(search)).toEqual(ids);
  });

  test('guided tags keep what the server has found for them, and nothing until it has', () => {
    expect(found('?TripId=T100', answered(['b'], { tripIds: ['T100'], condition: 'And' }))).toEqual(['b']);
    expect(found('?TripId=T100&Departure=08:05', answered(['b'], { tripIds: ['T100'], condition: 'And' }))).toEqual([]);
    expect(found('?TripId=T1009', answered(['b'], { tripIds: ['T100'], condition: 'And' }))).toEqual([]);
    expect(guidedSearch(tagSearchOf('schedules', '?TripId=T100&Departure=08:05&match=Exact&condition=Or'))).toEqual({
      tripIds: ['T100'],
      departures: ['08:05'],
      match: 'Exact',
      condition: 'Or',
    });
  });

  test('a guided tag that is still typed asks nothing', () => {
    expect(guidedSearch(tagSearchOf('schedules', '?draft-TripId=T1001'))).toBeUndefined();
    expect(found('?draft-TripId=T1001')).toEqual(['a', 'b', 'c']);
  });
});

test('pathways are found by id, by a stop at either end, and by mode [R142]', () => {
  const facts = { seconds: undefined, metres: undefined, levels: '' };
  const rows = [
    { id: 'P1', kind: 'Stairs', number: 2, from: 'Hall', to: 'Platform 1', unplaced: false, ...facts },
    { id: 'P10', kind: 'Walkway', number: 1, from: 'Hall', to: 'Street', unplaced: true, ...facts },
  ];
  const found = (search: string): string[] => foundLinks(rows, 'pathways', tagSearchOf('pathways', search)).map(({ id }) => id);
  expect(found('?list=pathways&Id=P1')).toEqual(['P1', 'P10']);
  expect(found('?list=pathways&Id=P1&match=Exact')).toEqual(['P1']);
  expect(found('?Stop=street')).toEqual(['P10']);
  expect(found('?Mode=2')).toEqual(['P1']);
});

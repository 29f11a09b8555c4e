import { expect, test } from 'vitest';
import type { OverlayStop } from '../domain/stopDetails.ts';
import { STOP_TYPES } from '../domain/stops.ts';
import type { Stop } from '../domain/model/stop.ts';
import { tableOf } from '../kernel/table.ts';
import { holdDocuments } from './documents.ts';
import { type AppState, emptyVersion, initialState } from './state.ts';
import { stationNear, stationOf, stationParts, stationPlan, stopsOfShownLevel } from './stationPlan.ts';

const stop = (Id: string, Type: number, Lng: number, more: Partial<OverlayStop> = {}): OverlayStop => ({
  Id,
  Name: Id,
  Type,
  Coordinate: { Lat: 52, Lng },
  ...more,
});
const stops = [
  stop('ST', STOP_TYPES.Station, 5),
  stop('P1', STOP_TYPES.Platform, 5.001, { ParentId: 'ST' }),
  stop('P1A', STOP_TYPES.BoardingArea, 5.0012, { ParentId: 'P1' }),
  stop('E', STOP_TYPES.Exit, 4.999, { ParentId: 'ST' }),
  stop('X', STOP_TYPES.Regular, 5),
  stop('A', STOP_TYPES.Platform, 6, { ParentId: 'B' }),
  stop('B', STOP_TYPES.Platform, 6, { ParentId: 'A' }),
];
const table = tableOf(stops, ({ Id }) => Id);

const document = ({ Id, Name, Type, Coordinate, ParentId }: OverlayStop, more: Partial<Stop> = {}): { doc: Stop; rev: number } => ({
  rev: 0,
  doc: { Id, Name, Type, Coordinate, WheelchairBoarding: 0, ...(ParentId === undefined ? {} : { ParentId }), ...more },
});

function world(): AppState {
  const version = structuredClone(emptyVersion(1));
  const state = structuredClone({ ...initialState, versions: { 1: version } }) as AppState;
  const lists = version.records.lists as { Level: { value: unknown } };
  Object.assign(state.versions[1] as object, { stops: { status: 'succeeded', value: table, messages: [] } });
  Object.assign(state.versions[1]?.records.lists.Level ?? lists.Level, {
    status: 'succeeded',
    value: [
      { Id: 'L0', Index: 0 },
      { Id: 'L1', Index: 1, Name: 'Platforms' },
    ],
  });
  Object.assign(state.versions[1]?.overlays.pathways ?? {}, {
    status: 'succeeded',
    value: tableOf(
      [
        { Id: 'W1', FromStopId: 'E', ToStopId: 'P1', Mode: 2, IsBidirectional: false },
        { Id: 'W2', FromStopId: 'E', ToStopId: 'X', Mode: 1, IsBidirectional: true },
      ],
      ({ Id }) => Id,
    ),
  });
  holdDocuments(state as never, 1, 'Stop', [
    document(stops[1] as OverlayStop, { LevelId: 'L1', PlatformCode: '7' }),
    document(stops[2] as OverlayStop, { LevelId: 'L1' }),
    document(stops[3] as OverlayStop, { LevelId: 'gone' }),
  ]);
  return state;
}

test('a stop belongs to the station above it, also through its platform; parents in a circle are no station', () => {
  expect(['ST', 'P1', 'P1A', 'X', 'A'].map((id) => stationOf(table, id))).toEqual(['ST', 'ST', 'ST', undefined, undefined]);
  expect(
    stationParts(table, 'ST')
      .map(({ Id }) => Id)
      .toSorted(),
  ).toEqual(['E', 'P1', 'P1A']);
});

test('the station in the middle of the view is the one with the nearest part', () => {
  expect(stationNear(table, { Lat: 52, Lng: 5.0011 })).toBe('ST');
  expect(stationNear(table, { Lat: 52, Lng: 5.1 })).toBeUndefined();
  expect(stationNear(table, { Lat: 52, Lng: 6 })).toBeUndefined();
});

test('its levels stand the highest first, those without a known level last, each with its stops along the station', () => {
  const plan = stationPlan(world(), 1, 'ST', null);
  expect(plan?.levels.map(({ id, stops: on }) => [id, on.map(({ name }) => name)])).toEqual([
    ['L1', ['7', 'P1A']],
    ['L0', []],
    [null, ['E']],
  ]);
  expect(plan?.levels[0]?.stops.map(({ x }) => Math.round(x * 100))).toEqual([58, 100]);
  expect(plan?.links).toEqual([{ id: 'W1', mode: 2, from: 'E', to: 'P1', bothWays: false }]);
});

test('the stops of the level that is looked at are marked on the map', () => {
  const at = (page: string) => ({ path: `/data/db/demo/v/1/${page}`, search: '' });
  const state = { ...world(), location: at('stops'), station: { versionId: 1, openId: 'ST', closedId: null, levelId: 'L1' } };
  expect(stopsOfShownLevel(state).toSorted()).toEqual(['P1', 'P1A']);
  expect(stopsOfShownLevel({ ...state, location: at('schedules/2') })).toEqual([]);
  expect(stopsOfShownLevel({ ...state, station: { ...state.station, levelId: null } })).toEqual([]);
});

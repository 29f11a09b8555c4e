/** Work on the map: stops, transfers, pathways, the shape of a track. */
import type { CreateStopEvent } from '../../../src/machines/createStopMachine.ts';
import type { CreateTransferEvent } from '../../../src/machines/createTransferMachine.ts';
import type { DrawPathwayEvent } from '../../../src/machines/drawPathwayMachine.ts';
import type { MergeStopsEvent } from '../../../src/machines/mergeStopsMachine.ts';
import type { MoveStopEvent } from '../../../src/machines/moveStopMachine.ts';
import { editShape } from '../../../src/commands/tracks/shapeEdits.ts';
import type { DrawZoneEvent } from '../../../src/machines/drawZoneMachine.ts';
import type { DetourEvent } from '../../../src/machines/detourMachine.ts';
import type { FollowStreetsEvent } from '../../../src/machines/followStreetsMachine.ts';
import type { MatchNetworkEvent } from '../../../src/machines/matchNetworkMachine.ts';
import type { ShapeEvent } from '../../../src/machines/shapeMachine.ts';

const HOME = { Lat: 52.1, Lng: 5.1 };
export const moveStop: readonly MoveStopEvent[] = [
  { type: 'START', versionId: 1, stopId: 'S1' },
  { type: 'GRAB', stopId: 'S1', from: HOME, rev: 0 },
  { type: 'GRAB', stopId: 'S2', from: { Lat: 52.3, Lng: 5.3 }, rev: 0 },
  { type: 'DROP', to: { Lat: 52.2, Lng: 5.2 } },
  { type: 'DROP', to: HOME },
  { type: 'CANCEL' },
  { type: 'LEAVE' },
  { type: 'SETTLED' },
  { type: 'FAILED' },
];

export const mergeStops: readonly MergeStopsEvent[] = [
  { type: 'ASK', versionId: 1, keptId: 'S1', goneId: 'S2' },
  { type: 'ASK', versionId: 1, keptId: 'S2', goneId: 'S1' },
  { type: 'MERGE', users: [{ kind: 'Track', id: 'L1/a-b' }] },
  { type: 'MERGE', users: undefined },
  { type: 'DONE' },
  { type: 'FAILED', messages: ['This version is archived'] },
  { type: 'CLOSE' },
];

export const createStop: readonly CreateStopEvent[] = [
  { type: 'START', versionId: 1 },
  { type: 'OFFER', databaseId: 'demo', versionId: 1, at: { Lat: 52.1, Lng: 5.1 }, stopId: 'N1' },
  { type: 'OFFER', databaseId: 'demo', versionId: 1, at: { Lat: 52.4, Lng: 5.4 }, stopId: 'N2' },
  { type: 'CHOOSE' },
  { type: 'SUBMIT', stopName: 'New Street', stopType: 0 },
  { type: 'SUBMIT', stopId: 'MS', stopName: 'Market Street', stopType: 0 },
  { type: 'SUBMIT', stopName: ' ', stopType: 0 },
  { type: 'CANCEL' },
  { type: 'LEAVE' },
  { type: 'DONE' },
  { type: 'FAILED', messages: ['A stop with this id exists already'] },
];

export const createTransfer: readonly CreateTransferEvent[] = [
  { type: 'START', versionId: 1, stopId: null },
  { type: 'START', versionId: 1, stopId: 'S1' },
  { type: 'PICK', stopId: 'S1', transferId: 'NT1' },
  { type: 'PICK', stopId: 'S2', transferId: 'NT2' },
  { type: 'SUBMIT', transferType: 0, duration: '' },
  { type: 'SUBMIT', transferType: 2, duration: '180' },
  { type: 'SUBMIT', transferType: 2, duration: '' },
  { type: 'CANCEL' },
  { type: 'LEAVE' },
  { type: 'GONE', stopId: 'S1' },
  { type: 'GONE', stopId: 'S9' },
  { type: 'DONE' },
  { type: 'FAILED', messages: ['There is no stop S2 any more.'] },
];

export const drawPathway: readonly DrawPathwayEvent[] = [
  { type: 'START', versionId: 1, stopId: null },
  { type: 'START', versionId: 1, stopId: 'S1' },
  { type: 'PICK', stopId: 'S1', at: HOME, nodeId: 'NN1', pathwayId: 'NP1' },
  { type: 'PICK', stopId: 'S2', at: HOME, nodeId: 'NN2', pathwayId: 'NP2' },
  { type: 'PICK', stopId: null, at: { Lat: 52.4, Lng: 5.4 }, nodeId: 'NN3', pathwayId: 'NP3' },
  { type: 'END' },
  { type: 'LEAVE' },
  { type: 'GONE', stopId: 'S1' },
  { type: 'GONE', stopId: 'S9' },
  { type: 'DONE' },
  { type: 'FAILED', messages: ['No'] },
];

export const shape: readonly ShapeEvent[] = [
  { type: 'START', versionId: 1, scheduleId: '1', trackId: 'a-b', mode: 'MOVE' },
  { type: 'START', versionId: 1, scheduleId: '1', trackId: 'a-b', mode: 'DRAW' },
  { type: 'START', versionId: 1, scheduleId: '1', trackId: 'b-a', mode: 'MOVE' },
  { type: 'START', versionId: 1, scheduleId: '1', trackId: 'b-a', mode: 'DRAW' },
  { type: 'BEGIN', at: HOME, position: null },
  { type: 'LEG', from: HOME, to: { Lat: 52.2, Lng: 5.2 }, position: 1, variant: 'standard' },
  { type: 'STRAIGHT', from: HOME, to: { Lat: 52.2, Lng: 5.2 }, position: 1 },
  { type: 'ROUTED', shape: '_p~iF~ps|U_ulLnnqC' },
  { type: 'ROUTE_FAILED' },
  { type: 'APPLY', edit: null },
  {
    type: 'APPLY',
    edit: editShape({ versionId: 1, scheduleId: '1', trackId: 'a-b', shape: '_p~iF~ps|U_ulLnnqC', sequences: [0, 1], recalculateTimes: false }),
  },
  { type: 'SAVED' },
  { type: 'FAILED' },
  { type: 'CANCEL' },
  { type: 'LEAVE' },
];

const found = { Shape: '_p~iF~ps|U_ulLnnqC', Sequences: [0, 1], Away: [3, 4] };
export const followStreets: readonly FollowStreetsEvent[] = [
  { type: 'ASK', versionId: 1 },
  { type: 'FOUND', path: { ...found, Segments: [{ Engine: 'streets', Detour: 1.2 }] } },
  { type: 'FOUND', path: { ...found, Segments: [{ Engine: 'streets', Detour: 3.42 }] } },
  { type: 'FAILED' },
  { type: 'OPENED' },
  { type: 'CLOSE' },
];

const round = {
  ScheduleId: '1',
  TrackId: 'a-b',
  LineName: '1',
  TrackName: 'S1 - S2',
  Points: 2,
  Parts: [{ From: 0, To: 1, Shape: '_p~iF~ps|U_ulLnnqC' }],
  LeftOut: [],
  StopNames: [],
  Metres: 120,
};
export const detour: readonly DetourEvent[] = [
  { type: 'START', versionId: 1 },
  { type: 'POINT', at: HOME },
  { type: 'POINT', at: { Lat: 52.2, Lng: 5.2 } },
  { type: 'BACK' },
  { type: 'FIND' },
  { type: 'FOUND', found: { Closed: '_p~iF~ps|U_ulLnnqC', Tracks: [], More: 0 } },
  {
    type: 'FOUND',
    found: {
      Closed: '_p~iF~ps|U_ulLnnqC',
      Tracks: [round, { ...round, TrackId: 'b-a', Parts: [], Metres: 0, Notice: 'No way round was found.' }],
      More: 0,
    },
  },
  { type: 'FAILED', messages: ['No'] },
  { type: 'TAKE', taken: [] },
  { type: 'TAKE', taken: [0] },
  { type: 'SHOW', index: 1 },
  { type: 'DATES', works: { from: '2026-03-02', to: '2026-03-01' } },
  { type: 'DATES', works: { from: '2026-03-02', to: '2026-03-13' } },
  { type: 'DATES', works: undefined },
  { type: 'REDRAW' },
  { type: 'APPLY' },
  { type: 'DONE' },
  { type: 'CLOSE' },
];

const matched = { ScheduleId: '1', TrackId: 'a-b', Name: 'S1 - S2', Line: '1' };
const fit = { Share: 0.98, Furthest: 21.4 };
const along = { Before: '_p~iF~ps|U_ulLnnqC', Stops: ['S1', 'S2'], Shape: '_p~iF~ps|U_ulLnnqC_mqNvxq`@', Sequences: [0, 2] };
export const matchNetwork: readonly MatchNetworkEvent[] = [
  { type: 'OPEN', versionId: 1 },
  {
    type: 'PAGE',
    after: null,
    page: {
      Tracks: [
        { ...matched, ...fit, ...along },
        { ...matched, TrackId: 'b-a', NotMatched: 'rails' },
      ],
      Next: '1/b-a',
      Total: 3,
    },
  },
  {
    type: 'PAGE',
    after: '1/b-a',
    page: { Tracks: [{ ...matched, ScheduleId: '2', ...fit, Finding: 'leavesStreets', At: HOME, ...along }], Next: null },
  },
  { type: 'FAILED', messages: ['This installation has no streets.'] },
  { type: 'STOP' },
  { type: 'RESUME' },
  { type: 'CHOOSE', keys: ['1/a-b'], on: true },
  { type: 'CHOOSE', keys: ['1/b-a'], on: true },
  { type: 'CHOOSE', keys: ['1/a-b'], on: false },
  { type: 'SHOW', key: '1/a-b' },
  { type: 'APPLY' },
  { type: 'APPLIED', stayed: [] },
  { type: 'APPLIED', stayed: ['1/a-b'] },
  { type: 'CLOSE' },
];

const TRIANGLE: DrawZoneEvent & { type: 'RESHAPE' } = {
  type: 'RESHAPE',
  versionId: 1,
  zoneId: 'ZN1',
  geometry: {
    type: 'Polygon',
    coordinates: [
      [
        [5, 52],
        [6, 52],
        [6, 53],
        [5, 52],
      ],
    ],
  },
};
export const drawZone: readonly DrawZoneEvent[] = [
  { type: 'DRAW', versionId: 1, zoneId: 'ZN1' },
  TRIANGLE,
  { type: 'POINT', at: HOME },
  { type: 'POINT', at: { Lat: 52.2, Lng: 5.2 } },
  { type: 'POINT', at: { Lat: 52.1, Lng: 5.3 } },
  { type: 'BACK' },
  { type: 'MOVE', index: 1, to: { Lat: 51.9, Lng: 5.5 } },
  { type: 'INSERT', index: 1, to: { Lat: 51.9, Lng: 5.5 } },
  { type: 'REMOVE', index: 0 },
  { type: 'APPLY' },
  { type: 'DONE' },
  { type: 'FAILED', messages: ['No'] },
  { type: 'CLOSE' },
];

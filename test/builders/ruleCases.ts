/**
 * A small sound version for tests of rules, and the cases that rules find in it once documents of it are replaced. Documents
 * are taken as they are: some rules look for what the schemas of today refuse.
 */
import polyline from '@mapbox/polyline';
import { expect } from 'vitest';
import { ruleCatalogue } from '../../server/validation/catalogue.ts';
import { Checker } from '../../server/validation/engine.ts';
import { holdsOn } from '../../server/validation/holding.ts';
import { Network, type RegionFacts } from '../../server/validation/network.ts';
import { daysOf } from '../../src/domain/date.ts';
import type { Entity, EntityKind } from '../../src/domain/entities.ts';
import type { ValidationCase } from '../../src/domain/validation.ts';

/** A document as a rule gets to see it. */
export interface AnyDocument {
  readonly kind: EntityKind;
  readonly doc: object;
}

type Loose<K extends EntityKind> = { readonly [P in keyof Entity<K>]?: unknown };
const one =
  <K extends EntityKind>(kind: K, usual: (more: Loose<K>) => object) =>
  (more: Loose<K> = {}): AnyDocument => ({ kind, doc: { ...usual(more), ...more } });

/** Places 400 m apart from west to east; `x` counts such steps, `y` steps to the north. */
export function at(x: number, y = 0): { Lat: number; Lng: number } {
  return { Lat: 48 + y * 0.0036, Lng: 9 + x * 0.0054 };
}

/** The shape through such places. */
export function shape(...xs: readonly (number | readonly [number, number])[]): string {
  return polyline.encode(
    xs.map((x): [number, number] => {
      const { Lat, Lng } = typeof x === 'number' ? at(x) : at(x[0], x[1]);
      return [Lat, Lng];
    }),
  );
}

export const agency = one('Agency', () => ({
  Id: 'AG',
  Name: 'City Lines',
  Url: 'https://lines.example/',
  Timezone: 'Europe/Berlin',
  Language: 'de',
}));
export const stop = one('Stop', ({ Id = 'S1' }) => ({
  Id,
  Name: `Street ${String(Id)}`,
  Type: 0,
  Coordinate: at(Number(/\d+/.exec(String(Id))?.[0] ?? 0)),
  WheelchairBoarding: 0,
}));
export const schedule = one('Schedule', ({ Id = '1_20260101' }) => ({
  Id,
  Name: '1',
  LongName: 'Harbour',
  ExternalTransportId: '1',
  IsBaseSchedule: true,
  AgencyId: 'AG',
  VehicleType: 3,
  Calendar: { fromDate: '2026-01-01', toDate: '2026-12-31', Exceptions: [] },
}));
export const track = one('Track', () => ({
  ScheduleId: '1_20260101',
  Id: 'a-b',
  Name: 'Track',
  Direction: 'Forward',
  Visible: true,
  Shape: shape(1, 2, 3, 4),
  Stops: stopsOf('S1', 'S2', 'S3', 'S4'),
}));
export const timetable = one('Timetable', () => ({
  ScheduleId: '1_20260101',
  TrackId: 'a-b',
  Number: 1,
  Days: 127,
  ArrivalOffsets: [0, 120, 240, 360],
  DepartureOffsets: [0, 120, 240, 360],
  Departures: [{ Type: 'Exact', Time: 28_800, TripId: 't1' }],
}));
export const transfer = one('Transfer', () => ({ Id: 'S1~S2', StopIdFrom: 'S1', StopIdTo: 'S2', Type: 2, Time: 300 }));
export const pathway = one('Pathway', () => ({
  Id: 'W1',
  FromStopId: 'P1',
  ToStopId: 'N1',
  Mode: 1,
  IsBidirectional: true,
  Length: 40,
  TraversalTime: 40,
}));
export const fare = one('Fare', () => ({ Id: 'single', Price: '2.90', Currency: 'EUR', NumberOfTransfers: 1, Rules: [] }));
export const translation = one('Translation', () => ({
  Id: 'x1',
  CategoryName: 'stops',
  FieldName: 'stop_name',
  LanguageName: 'fr',
  Translation: 'Rue',
  FieldValue: 'Street S1',
}));
export const attribution = one('Attribution', () => ({ Id: 'a1', OrganizationName: 'City Data', IsProducer: true }));
export const level = one('Level', ({ Id = 'L0' }) => ({ Id, Index: 0, Name: `Level ${String(Id)}` }));

/** Any other kind, as it is. */
export function document<K extends EntityKind>(kind: K, doc: Loose<K>): AnyDocument {
  return { kind, doc };
}

/** Stops of a track by their ids, with a destination at the first and places on the shape by position. */
export function stopsOf(...ids: readonly string[]): Entity<'Track'>['Stops'] {
  return ids.map((StopId, i) => ({ StopId, ShapeSequence: i, ...(i === 0 ? { Destination: 'Harbour' } : {}) }));
}

/** A station with an exit, two platforms and a node, joined by walkways; 10 m between its parts. */
export const STATION: readonly AnyDocument[] = [
  stop({ Id: 'ST', Type: 5, Coordinate: at(20) }),
  stop({ Id: 'E1', Type: 1, ParentId: 'ST', Coordinate: at(20.02), LevelId: 'L0' }),
  stop({ Id: 'P1', Type: 2, ParentId: 'ST', PlatformCode: '1', Coordinate: at(20.04), LevelId: 'L0' }),
  stop({ Id: 'P2', Type: 2, ParentId: 'ST', PlatformCode: '2', Coordinate: at(20.16), LevelId: 'L1' }),
  stop({ Id: 'N1', Name: '', Type: 3, ParentId: 'ST', Coordinate: at(20.08), LevelId: 'L0' }),
  level({ Id: 'L0' }),
  level({ Id: 'L1', Index: -1 }),
  pathway({ Id: 'W1', FromStopId: 'P1', ToStopId: 'N1' }),
  pathway({ Id: 'W2', FromStopId: 'E1', ToStopId: 'N1' }),
  pathway({ Id: 'W3', FromStopId: 'P2', ToStopId: 'N1' }),
];

/** The version on which no rule finds anything. */
export const SOUND: readonly AnyDocument[] = [
  agency(),
  ...['S1', 'S2', 'S3', 'S4'].map((Id) => stop({ Id })),
  schedule(),
  track(),
  timetable(),
  ...STATION,
  schedule({ Id: '9_20260101', Name: '9', LongName: 'Station', ExternalTransportId: '9' }),
  track({ ScheduleId: '9_20260101', Stops: stopsOf('P1', 'P2'), Shape: shape(20.04, 20.16) }),
  timetable({
    ScheduleId: '9_20260101',
    ArrivalOffsets: [0, 60],
    DepartureOffsets: [0, 60],
    Departures: [{ Type: 'Exact', Time: 36_000, TripId: 't9' }],
  }),
  transfer(),
  fare(),
  translation(),
  attribution(),
];

export const REGION: RegionFacts = { bounds: { NorthEast: { Lat: 49, Lng: 10 }, SouthWest: { Lat: 47, Lng: 8 } }, currency: 'EUR' };
/** The day of the tests. */
export const TODAY = '2026-06-15';

/** The sound version with documents replaced or added; one with `null` for its doc is taken away. */
export function networkOf(changes: readonly AnyDocument[], region: RegionFacts = REGION): Network {
  const network = new Network(region);
  for (const { kind, doc } of [...SOUND, ...changes]) network.fill(kind, doc as Entity);
  return network;
}

/** What a rule finds. */
export function casesOf(code: number, network: Network, today = TODAY): readonly ValidationCase[] {
  const day = daysOf(today) ?? 0;
  const subjects = new Checker(ruleCatalogue, network).checkAll().get(code)?.values() ?? [];
  return [...subjects].flatMap(({ cases }) => cases.filter((found) => holdsOn(found, day)));
}

/** One row of a table of rules: it finds something in `fires`, about `about`, and nothing in `silent`. */
export interface RuleCase {
  readonly fires: readonly AnyDocument[];
  /** Id of the entity of its first case. */
  readonly about: string;
  /** The neighbour: only just right. The sound version where it is not said. */
  readonly silent?: readonly AnyDocument[];
  readonly today?: string;
  /** The day on which the same documents are all right. */
  readonly silentOn?: string;
  readonly region?: RegionFacts;
}

/** Checks one row. */
export function expectRule(code: number, { fires, about, silent = [], today, silentOn, region }: RuleCase): void {
  const found = casesOf(code, networkOf(fires, region), today);
  expect(found.map(({ Id }) => Id)).toContain(about);
  expect(found.every(({ Text }) => Text.length > 8)).toBe(true);
  expect(casesOf(code, silentOn === undefined ? networkOf(silent) : networkOf(fires), silentOn ?? today)).toEqual([]);
}

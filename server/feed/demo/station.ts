/** The big station of the first town: platforms, exits, levels and pathways through it; and what starts there, a train and a ferry. */
import type { Pathway } from '../../../src/domain/model/pathway.ts';
import { STOP_TYPES } from '../../../src/domain/stops.ts';
import type { Stop } from '../../../src/domain/model/stop.ts';
import type { NetworkDocument } from './document.ts';
import type { CalledStops } from './lineDocuments.ts';
import { riverAt, type Point, type Town } from './town.ts';

const STATION = 'VELMAR';

/** Platforms of the station in the order of their codes. */
const PLATFORMS = ['1', '2', '3', '4'];

interface Part {
  readonly id: string;
  readonly name: string;
  readonly type: number;
  readonly at: Point;
  readonly level: string;
  readonly parent?: string;
  readonly code?: string;
}

const PARTS: readonly Part[] = [
  ...PLATFORMS.map((code, i) => ({
    id: `${STATION}-P${code}`,
    name: 'Central Station',
    type: STOP_TYPES.Platform,
    at: { x: 70, y: -24 + 16 * i },
    level: 'L1',
    code,
  })),
  { id: `${STATION}-P1-A`, name: 'Central Station 1 A', type: STOP_TYPES.BoardingArea, at: { x: 52, y: -24 }, level: 'L1', parent: `${STATION}-P1` },
  { id: `${STATION}-P1-B`, name: 'Central Station 1 B', type: STOP_TYPES.BoardingArea, at: { x: 88, y: -24 }, level: 'L1', parent: `${STATION}-P1` },
  { id: `${STATION}-E1`, name: 'Forecourt', type: STOP_TYPES.Exit, at: { x: 22, y: 6 }, level: 'L0' },
  { id: `${STATION}-E2`, name: 'Bicycle Park', type: STOP_TYPES.Exit, at: { x: 40, y: 52 }, level: 'L0' },
  { id: `${STATION}-E3`, name: 'East Side', type: STOP_TYPES.Exit, at: { x: 128, y: 2 }, level: 'L-1' },
  { id: `${STATION}-N1`, name: 'Concourse', type: STOP_TYPES.GenericNode, at: { x: 38, y: 4 }, level: 'L0' },
  { id: `${STATION}-N2`, name: 'Underpass West', type: STOP_TYPES.GenericNode, at: { x: 48, y: 2 }, level: 'L-1' },
  { id: `${STATION}-N3`, name: 'Underpass East', type: STOP_TYPES.GenericNode, at: { x: 100, y: 2 }, level: 'L-1' },
];

const HALTS: readonly { id: string; name: string; at: Point }[] = [
  { id: 'VH1', name: 'Ostrode Halt', at: { x: 7800, y: 2600 } },
  { id: 'VH2', name: 'Quenwald Halt', at: { x: 11_600, y: 3300 } },
  { id: 'VH3', name: 'Selmont', at: { x: 15_200, y: 2900 } },
];

const PIERS: readonly { id: string; name: string; y: number }[] = [
  { id: 'VF1', name: 'North Quay', y: 1450 },
  { id: 'VF2', name: 'Old Town Quay', y: 120 },
  { id: 'VF3', name: 'South Quay', y: -1500 },
];

/** Stops that the station, the train and the ferry take of the number asked for. */
export const STATION_STOPS = 1 + PARTS.length + HALTS.length + PIERS.length;

/** Stops, levels, pathways and transfers of the station, the halts and the piers. */
export function* stationDocuments(town: Town): Generator<NetworkDocument> {
  const stop = (id: string, name: string, type: number, at: Point, more: Partial<Stop> = {}): NetworkDocument => ({
    kind: 'Stop',
    doc: { Id: id, Name: name, Type: type, Coordinate: town.place(at), WheelchairBoarding: 1, ...more },
  });
  yield { kind: 'Level', doc: { Id: 'L1', Index: 1, Name: 'Platforms' } };
  yield { kind: 'Level', doc: { Id: 'L0', Index: 0, Name: 'Street' } };
  yield { kind: 'Level', doc: { Id: 'L-1', Index: -1, Name: 'Underpass' } };
  yield stop(STATION, 'Central Station', STOP_TYPES.Station, { x: 66, y: 4 }, { ZoneId: '1', StopCode: 'VLM' });
  for (const part of PARTS) {
    yield stop(part.id, part.name, part.type, part.at, {
      ParentId: part.parent ?? STATION,
      LevelId: part.level,
      ...(part.code === undefined ? {} : { PlatformCode: part.code, ZoneId: '1' }),
      ...(part.type === STOP_TYPES.Exit ? { SignpostedAs: part.name } : {}),
    });
  }
  for (const { id, name, at } of HALTS) yield stop(id, name, STOP_TYPES.Regular, at, { ZoneId: '3' });
  for (const { id, name, y } of PIERS) yield stop(id, name, STOP_TYPES.Regular, { x: riverAt(y), y }, { ZoneId: '1' });
  for (const doc of pathways()) yield { kind: 'Pathway', doc };
  yield* transfers(town);
}

function* pathways(): Generator<Pathway> {
  const [N1, N2, N3] = ['N1', 'N2', 'N3'].map((node) => `${STATION}-${node}`);
  const between = (id: string, from: string | undefined, to: string | undefined, more: Partial<Pathway>): Pathway => ({
    Id: id,
    FromStopId: from ?? '',
    ToStopId: to ?? '',
    Mode: 1,
    IsBidirectional: true,
    ...more,
  });
  const sign = { LabelSignpostFront: 'To the trains', LabelSignpostBack: 'Way out' };
  yield between('VW01', `${STATION}-E1`, N1, { Mode: 1, Length: 16, TraversalTime: 14, MinWidth: 6, ...sign });
  yield between('VW02', `${STATION}-E2`, N1, { Mode: 1, Length: 50, TraversalTime: 42, MaxSlope: 0.02, MinWidth: 2.5, ...sign });
  yield between('VW03', N1, N2, { Mode: 2, StairCount: -28, TraversalTime: 30, Length: 15 });
  yield between('VW04', N1, N2, { Mode: 5, TraversalTime: 45 });
  yield between('VW05', N1, N2, { Mode: 4, IsBidirectional: false, TraversalTime: 25, Length: 16 });
  yield between('VW06', N2, N3, { Mode: 3, TraversalTime: 35, Length: 52 });
  yield between('VW07', N2, N3, { Mode: 1, TraversalTime: 44, Length: 52, MinWidth: 5 });
  yield between('VW08', `${STATION}-E3`, N3, { Mode: 1, Length: 28, TraversalTime: 24, ...sign });
  const trains = [...PLATFORMS.slice(1).map((code) => `P${code}`), 'P1-A', 'P1-B'];
  for (const [i, platform] of trains.entries()) {
    const from = i % 2 === 0 ? N2 : N3;
    yield between(`VW1${i}`, from, `${STATION}-${platform}`, { Mode: 2, StairCount: 34, TraversalTime: 38, Length: 40 });
    yield between(`VW2${i}`, from, `${STATION}-${platform}`, { Mode: 5, TraversalTime: 50 });
  }
  yield between('VW30', N2, N1, { Mode: 6, IsBidirectional: false, TraversalTime: 8, Length: 10 });
  yield between('VW31', N3, `${STATION}-E3`, { Mode: 7, IsBidirectional: false, TraversalTime: 25, Length: 28 });
}

function* transfers(town: Town): Generator<NetworkDocument> {
  const centre = town.sites[0]?.stops ?? ['', ''];
  const link = (from: string, to: string, type: number, seconds?: number): NetworkDocument => ({
    kind: 'Transfer',
    doc: { Id: `${from}~${to}`, StopIdFrom: from, StopIdTo: to, Type: type, ...(seconds === undefined ? {} : { Time: seconds }) },
  });
  for (const code of PLATFORMS) {
    yield link(`${STATION}-P${code}`, centre[0], 2, 240);
    yield link(centre[0], `${STATION}-P${code}`, 2, 300);
    if (centre[1] !== centre[0]) yield link(`${STATION}-P${code}`, centre[1], 2, 260);
  }
  yield link(`${STATION}-P1`, `${STATION}-P2`, 1);
  yield link(`${STATION}-P2`, `${STATION}-P1`, 1);
  yield link('VF2', centre[0], 0);
  yield link(centre[0], 'VF2', 0);
  yield link(`${STATION}-P3`, `${STATION}-P4`, 3);
}

/** The regional train and the ferry: number, stops out and back. */
export function stationLines(): readonly { number: string; kind: 'rail' | 'ferry'; longName: string; out: CalledStops; back: CalledStops }[] {
  const platform = (code: string, y: number): CalledStops['stops'][number] => ({
    id: `${STATION}-P${code}`,
    name: 'Central Station',
    at: { x: 70, y },
  });
  const halts = HALTS.map(({ id, name, at }) => ({ id, name, at }));
  const piers = PIERS.map(({ id, name, y }) => ({ id, name, at: { x: riverAt(y), y } }));
  return [
    {
      number: 'R1',
      kind: 'rail',
      longName: 'Velmar - Selmont',
      out: straight([platform('1', -24), ...halts]),
      back: straight([...halts.toReversed(), platform('2', -8)]),
    },
    {
      number: 'R2',
      kind: 'rail',
      longName: 'Velmar - Selmont express',
      out: straight([platform('3', 8), ...halts.slice(2)]),
      back: straight([...halts.slice(2), platform('4', 24)]),
    },
    { number: 'F1', kind: 'ferry', longName: 'Sorne ferry', out: along(piers), back: along(piers.toReversed()) },
  ];
}

/** A railway: nearly straight between its halts. */
function straight(stops: CalledStops['stops']): CalledStops {
  return joined(stops, (a, b, part) => ({ x: a.x + (b.x - a.x) * part, y: a.y + (b.y - a.y) * part + 120 * Math.sin(part * Math.PI) }), 400);
}

/** The ferry keeps to the river. */
function along(stops: CalledStops['stops']): CalledStops {
  return joined(stops, (a, b, part) => ({ x: riverAt(a.y + (b.y - a.y) * part), y: a.y + (b.y - a.y) * part }), 90);
}

function joined(stops: CalledStops['stops'], at: (a: Point, b: Point, part: number) => Point, metres: number): CalledStops {
  const polylines = stops.slice(1).map((stop, i) => {
    const from = stops[i]?.at ?? stop.at;
    const steps = Math.max(2, Math.round(Math.hypot(stop.at.x - from.x, stop.at.y - from.y) / metres));
    return Array.from({ length: steps + 1 }, (_, step) => at(from, stop.at, step / steps));
  });
  return { stops, polylines };
}

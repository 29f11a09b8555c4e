/**
 * What rules of shapes, speeds, calendars and blocks should find in a feed, counted straight from its files by the words of the
 * rules alone, with nothing of the product's reader, model or rules. Facts are told in the words of the feed (route, stops,
 * block), because tracks and timetables are the product's own.
 */
import { activeDates, byId, type PlainFile, type Row } from './plainFeed.ts';

/** Facts by rule code: `route stop` (of a hop, the stop it leads to), `route` or `block`. */
export type Facts = ReadonlyMap<number, ReadonlySet<string>>;

/** When a trip of a block is under way. */
interface Journey {
  readonly dates: ReadonlySet<number>;
  readonly from: number;
  readonly to: number;
}

interface Point {
  readonly lat: number;
  readonly lon: number;
}

export function plainFacts(files: ReadonlyMap<string, PlainFile>, today: number): Facts {
  const rows = (name: string): Row[] => files.get(name)?.rows() ?? [];
  const facts = new Map([318, 319, 344, 355, 356, 371].map((code) => [code, new Set<string>()]));
  const found = (code: number, ...words: string[]): void => void facts.get(code)?.add(words.join(' '));
  const stops = new Map(rows('stops.txt').map((row) => [row['stop_id'] ?? '', { lat: Number(row['stop_lat']), lon: Number(row['stop_lon']) }]));
  const types = new Map(rows('routes.txt').map((row) => [row['route_id'] ?? '', Number(row['route_type'])]));
  const shapes = byId(rows('shapes.txt'), 'shape_id', (row) => Number(row['shape_pt_sequence']));
  const dates = activeDates(rows('calendar.txt'), rows('calendar_dates.txt'));
  const times = byId(rows('stop_times.txt'), 'trip_id', (row) => Number(row['stop_sequence']));
  const blocks = new Map<string, Journey[]>();
  const lastDays = new Map<string, number>();
  const runs = (route: string, first = 0, last = 0): void => {
    if (last - first > TWO_YEARS || last > today + TWO_YEARS) found(318, route);
    lastDays.set(route, Math.max(lastDays.get(route) ?? -Infinity, last));
  };
  const seen = new Set<string>();
  for (const trip of rows('trips.txt')) {
    const [route = '', id = '', shape = ''] = [trip['route_id'], trip['trip_id'], trip['shape_id']];
    const days = dates.get(trip['service_id'] ?? '') ?? [];
    const calls = times.get(id) ?? [];
    if (days.length === 0) continue;
    runs(route, days[0], days.at(-1));
    // a trip of one stop is no timetable
    if (calls.length < 2) continue;
    const timed = calls.filter((call) => secondsOf(call['arrival_time']) !== null);
    const [begin, end] = [secondsOf(timed[0]?.['departure_time']), secondsOf(timed.at(-1)?.['arrival_time'])];
    if (trip['block_id'] !== undefined && begin !== null && end !== null)
      blocks.set(trip['block_id'], [...(blocks.get(trip['block_id']) ?? []), { dates: new Set(days), from: begin, to: end }]);
    for (const [from, to] of timed.slice(1).map((call, i) => [timed[i], call] as const)) {
      const [a, b] = [stops.get(from?.['stop_id'] ?? ''), stops.get(to['stop_id'] ?? '')];
      const [left, arrived] = [secondsOf(from?.['departure_time'] ?? from?.['arrival_time']), secondsOf(to['arrival_time'])];
      if (!a || !b || left === null || arrived === null || arrived < left) continue;
      const far = distance(a, b);
      const words = [route, to['stop_id'] ?? ''];
      const isNext = from !== undefined && calls.indexOf(to) === calls.indexOf(from) + 1;
      if (isNext && arrived === left && far > 500) found(355, ...words);
      const taken = arrived - left + (left % 60 === 0 && arrived % 60 === 0 ? 60 : 0);
      if (taken > 0 && (far / taken) * 3.6 > (FASTEST.get(types.get(route) ?? -1) ?? 200)) found(356, ...words);
    }
    const points = (shapes.get(shape) ?? []).map((row) => ({ lat: Number(row['shape_pt_lat']), lon: Number(row['shape_pt_lon']) }));
    for (const { stop_id: stopId = '' } of points.length < 2 ? [] : calls) {
      const key = `${route} ${shape} ${stopId}`;
      const at = stops.get(stopId);
      if (at === undefined || seen.has(key)) continue;
      seen.add(key);
      if (distanceToLine(at, points) > 100) found(344, route, stopId);
    }
  }
  // a route without trips is there for all days of the feed
  const all = [...dates.values()].flat().toSorted((a, b) => a - b);
  for (const route of types.keys()) if (!lastDays.has(route)) runs(route, all[0], all.at(-1));
  for (const [route, last] of lastDays) if (last < today) found(319, route);
  for (const [block, trips] of blocks) if (trips.some((one, i) => trips.slice(i + 1).some((other) => meet(one, other)))) found(371, block);
  return facts;
}

/** Whether both run at one moment. */
function meet(one: Journey, other: Journey): boolean {
  return one.from < other.to && other.from < one.to && [...one.dates].some((date) => other.dates.has(date));
}

/** Kilometres per hour by GTFS type, from the text of the rule. */
const FASTEST = new Map([
  [0, 100],
  [1, 150],
  [2, 500],
  [3, 150],
  [4, 80],
  [5, 30],
  [6, 50],
  [7, 50],
  [11, 150],
  [12, 150],
]);

function secondsOf(time = ''): number | null {
  const parts = /^\s*(\d+):(\d\d):(\d\d)\s*$/.exec(time);
  return parts === null ? null : Number(parts[1]) * 3600 + Number(parts[2]) * 60 + Number(parts[3]);
}

/** Metres on a sphere, by the law of haversines. */
function distance(a: Point, b: Point): number {
  const [p, q] = [a.lat * RADIAN, b.lat * RADIAN];
  const h = Math.sin((q - p) / 2) ** 2 + Math.cos(p) * Math.cos(q) * Math.sin(((b.lon - a.lon) * RADIAN) / 2) ** 2;
  return 2 * EARTH * Math.asin(Math.sqrt(h));
}

/** Metres from a place to the nearest point of a line. */
function distanceToLine(at: Point, line: readonly Point[]): number {
  const flat = (point: Point): readonly [number, number] => [
    (point.lon - at.lon) * RADIAN * EARTH * Math.cos(at.lat * RADIAN),
    (point.lat - at.lat) * RADIAN * EARTH,
  ];
  let nearest = Infinity;
  for (let i = 1; i < line.length; i++) {
    const [[x, y], [u, v]] = [flat(line[i - 1] ?? at), flat(line[i] ?? at)];
    const [dx, dy] = [u - x, v - y];
    const along = dx === 0 && dy === 0 ? 0 : Math.min(1, Math.max(0, -(x * dx + y * dy) / (dx * dx + dy * dy)));
    nearest = Math.min(nearest, Math.hypot(x + along * dx, y + along * dy));
  }
  return nearest;
}

const TWO_YEARS = 731;
const RADIAN = Math.PI / 180;
const EARTH = 6_371_000;

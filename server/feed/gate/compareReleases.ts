/** Compares a GTFS zip with the one that is served: ids that disappear, and trips of the next days. Reads both row by row. */
import { dateOfDays, weekdayOf } from '../../../src/domain/date.ts';
import { type Coverage, ID_KINDS, type IdKind, IDS_LISTED, type ReleaseFindings } from '../../../src/domain/releaseGate.ts';
import { type FeedTables, openFeedTables } from '../gtfs/read/feedTables.ts';
import { Column, IdTable } from './idTable.ts';

type Compared = Pick<ReleaseFindings, 'ids' | 'coverage'>;

interface CompareOptions {
  readonly unpackedLimit: number;
  /** The first day that the new zip is served, in days since 1970. */
  readonly day: number;
  readonly signal: AbortSignal;
}

/** `served`: undefined where nothing is served yet. Throws FeedRefused where a zip cannot be read. */
export async function compareReleases(path: string, served: string | undefined, options: CompareOptions): Promise<Compared> {
  const next = await openFeedTables(path, options.unpackedLimit, options.signal);
  try {
    const service = await readService(next, options.day);
    if (served === undefined) return { ids: NO_IDS, coverage: coverageOf(service, undefined, options.day) };
    const known = await readIds(next);
    const now = await openFeedTables(served, options.unpackedLimit, options.signal);
    try {
      const before = await readService(now, options.day);
      const ids = await listLost(now, known, before.isOver);
      return { ids, coverage: coverageOf(service, before, options.day) };
    } finally {
      now.zip.close();
    }
  } finally {
    next.zip.close();
  }
}

/** Where each kind of id is declared. */
const FILES: Readonly<Record<IdKind, readonly [file: string, column: string]>> = {
  trip: ['trips.txt', 'trip_id'],
  stop: ['stops.txt', 'stop_id'],
  route: ['routes.txt', 'route_id'],
  agency: ['agency.txt', 'agency_id'],
};

const NO_IDS: Compared['ids'] = {
  trip: { count: 0, first: [] },
  stop: { count: 0, first: [] },
  route: { count: 0, first: [] },
  agency: { count: 0, first: [] },
};

async function readIds(feed: FeedTables): Promise<Readonly<Record<IdKind, IdTable>>> {
  const ids = { trip: new IdTable(), stop: new IdTable(), route: new IdTable(), agency: new IdTable() };
  for (const kind of ID_KINDS) {
    const [file, column] = FILES[kind];
    await feed.table(file, [column], (row) => void ids[kind].add(row.text(column)));
  }
  return ids;
}

/** Ids of the feed that are not among the known ones, each once, in the order of its files. */
async function listLost(
  feed: FeedTables,
  known: Readonly<Record<IdKind, IdTable>>,
  isOver: (serviceId: string) => boolean,
): Promise<Compared['ids']> {
  const lost = (kind: IdKind) => listLostOf(feed, kind, known[kind], isOver);
  return { trip: await lost('trip'), stop: await lost('stop'), route: await lost('route'), agency: await lost('agency') };
}

async function listLostOf(
  feed: FeedTables,
  kind: IdKind,
  known: IdTable,
  isOver: (serviceId: string) => boolean,
): Promise<{ count: number; first: string[] }> {
  const [file, column] = FILES[kind];
  const first: string[] = [];
  let count = 0;
  await feed.table(file, kind === 'trip' ? [column, 'service_id'] : [column], (row) => {
    const id = row.text(column);
    // A blank id is that of the only agency.
    if (id === '' || (kind === 'trip' && isOver(row.text('service_id')))) return;
    const before = known.size;
    known.add(id);
    if (known.size === before) return;
    count++;
    if (first.length < IDS_LISTED) first.push(id.slice(0, 200));
  });
  return { count, first };
}

/** Days that are looked at before and after the day of the switch. */
const BEFORE = 28;
const AFTER = 56;

interface Service {
  /** Trips on each day, from `BEFORE` days before the switch on. */
  readonly trips: Int32Array;
  /** Whether a service has no day from the switch on. */
  isOver(serviceId: string): boolean;
  /** First and last day of any service. */
  readonly first: number;
  readonly last: number;
}

async function readService(feed: FeedTables, day: number): Promise<Service> {
  const from = day - BEFORE;
  const services = new IdTable();
  const [count, ends] = [new Column(0), new Column(NEVER)];
  await feed.table('trips.txt', ['service_id'], (row) => {
    const service = services.add(row.text('service_id'));
    count.set(service, count.get(service) + 1);
  });
  const trips = new Int32Array(BEFORE + AFTER);
  let [first, last] = [Infinity, -Infinity];
  const [starts, weekly, weeklyEnds] = [new Column(NEVER), new Column(0), new Column(NEVER)];
  await feed.table('calendar.txt', ['service_id', ...WEEKDAYS, 'start_date', 'end_date'], (row) => {
    const service = services.find(row.text('service_id'));
    const [start, end] = [dayOf(row.text('start_date')), dayOf(row.text('end_date'))];
    if (service < 0 || start === undefined || end === undefined || end < start) return;
    let mask = 0;
    for (const [at, name] of WEEKDAYS.entries()) if (row.text(name) === '1') mask |= 1 << at;
    if (mask === 0) return;
    starts.set(service, start);
    weeklyEnds.set(service, end);
    weekly.set(service, mask);
    ends.set(service, Math.max(ends.get(service), end));
    [first, last] = [Math.min(first, start), Math.max(last, end)];
    for (let at = Math.max(start, from); at <= Math.min(end, from + trips.length - 1); at++)
      if ((mask & (1 << weekdayOf(at))) !== 0) trips[at - from]! += count.get(service);
  });
  await feed.table('calendar_dates.txt', ['service_id', 'date', 'exception_type'], (row) => {
    const service = services.find(row.text('service_id'));
    const at = dayOf(row.text('date'));
    const type = row.text('exception_type');
    if (service < 0 || at === undefined) return;
    const runs = at >= starts.get(service) && at <= weeklyEnds.get(service) && (weekly.get(service) & (1 << weekdayOf(at))) !== 0;
    if (type === '1') {
      ends.set(service, Math.max(ends.get(service), at));
      [first, last] = [Math.min(first, at), Math.max(last, at)];
    }
    const place = at - from;
    if (place < 0 || place >= trips.length) return;
    if (type === '1' && !runs) trips[place]! += count.get(service);
    if (type === '2' && runs) trips[place]! -= count.get(service);
  });
  return {
    trips,
    first,
    last,
    isOver: (serviceId) => {
      const service = services.find(serviceId);
      return service >= 0 && ends.get(service) < day;
    },
  };
}

/** Before any day of a feed. */
const NEVER = -1_000_000;
const WEEKDAYS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const;

/** Days since 1970 of a GTFS date. */
function dayOf(text: string): number | undefined {
  if (!/^\d{8}$/.test(text)) return undefined;
  return Date.UTC(Number(text.slice(0, 4)), Number(text.slice(4, 6)) - 1, Number(text.slice(6))) / 86_400_000;
}

/** What the next 7 and 30 days have, against what is usual on these weekdays in the served feed, or in the new one where that has no service. */
function coverageOf(next: Service, served: Service | undefined, day: number): Coverage[] {
  const usual = usualOf(served) ?? usualOf(next) ?? [];
  return ([7, 30] as const).map((days) => {
    const without: string[] = [];
    let [trips, expected] = [0, 0];
    for (let at = 0; at < days; at++) {
      const there = Math.max(0, next.trips[BEFORE + at] ?? 0);
      const often = usual[weekdayOf(day + at)] ?? 0;
      // A holiday without service that people know of already.
      const isKnown = served !== undefined && served.first <= day + at && day + at <= served.last && (served.trips[BEFORE + at] ?? 0) <= 0;
      trips += there;
      if (isKnown) continue;
      expected += often;
      if (there === 0 && often > 0) without.push(dateOfDays(day + at));
    }
    return { days, without, trips, usual: expected };
  });

  /** The middle of the trips by weekday, of the days with service; undefined where there are none. */
  function usualOf(service: Service | undefined): number[] | undefined {
    const byWeekday: number[][] = Array.from({ length: 7 }, () => []);
    for (const [at, count] of service?.trips.entries() ?? []) if (count > 0) byWeekday[weekdayOf(day - BEFORE + at)]!.push(count);
    if (byWeekday.every((counts) => counts.length === 0)) return undefined;
    return byWeekday.map((counts) => counts.toSorted((a, b) => a - b)[Math.floor(counts.length / 2)] ?? 0);
  }
}

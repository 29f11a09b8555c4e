/**
 * What riders notice of a change from one version to the next, line by line: the facts that release notes are written from. The screens
 * put them into words (`ui/comparer/noteWords.ts`).
 */
import { z } from 'zod';
import { metresBetween } from '../coordinate.ts';
import type { Coordinate } from '../coordinate.ts';
import type { Schedule } from '../model/schedule.ts';
import type { Departure, Timetable } from '../model/timetable.ts';
import type { Track } from '../model/track.ts';
import { sameJson } from '../sameJson.ts';
import { changedProperties } from './fields.ts';

const days = z.int().min(0).max(127);
const seconds = z.int();
const texts = z.array(z.string());

/** One fact. Times are seconds of the service day, `Days` bitmasks (bit 0 Monday), dates YYYY-MM-DD. */
export const ReleaseNote = z.discriminatedUnion('Kind', [
  z.object({ Kind: z.literal('newLine'), From: z.string(), To: z.string() }),
  z.object({ Kind: z.literal('lineGone') }),
  /** A schedule of a line that other schedules had already, or still have. */
  z.object({ Kind: z.enum(['newSchedule', 'scheduleGone']), From: z.string(), To: z.string() }),
  z.object({ Kind: z.enum(['renamed', 'begins', 'ends']), Before: z.string(), After: z.string() }),
  /** Dates whose service differs from before, the first ones; `More` is the number of the others. */
  z.object({ Kind: z.literal('dates'), Names: texts, More: z.int() }),
  z.object({ Kind: z.enum(['newDays', 'daysGone']), Days: days, Count: z.int() }),
  z.object({ Kind: z.enum(['moreTrips', 'fewerTrips']), Days: days, Count: z.int(), From: seconds, To: seconds }),
  /** Trips that run at another time, by at most so many minutes. */
  z.object({ Kind: z.literal('shiftedTrips'), Days: days, Count: z.int(), Minutes: z.int() }),
  z.object({ Kind: z.enum(['firstTrip', 'lastTrip']), Days: days, Before: seconds, After: seconds }),
  /** Trips of the same time that take longer or shorter, by at most so many minutes. */
  z.object({ Kind: z.enum(['longerTrips', 'shorterTrips']), Days: days, Minutes: z.int() }),
  z.object({ Kind: z.enum(['newStops', 'stopsGone']), Names: texts, More: z.int() }),
  /** The same stops in other combinations or another order. */
  z.object({ Kind: z.literal('patterns') }),
  /** The stops that moved furthest; `More` is the number of the others. */
  z.object({ Kind: z.literal('stopsMoved'), Stops: z.array(z.object({ Name: z.string(), Metres: z.int() })), More: z.int() }),
  z.object({ Kind: z.literal('stopRenamed'), Before: z.string(), After: z.string() }),
  z.object({ Kind: z.enum(['path', 'destinations']) }),
  /** Fields of the schedule that differ besides; none: details of tracks or timetables. */
  z.object({ Kind: z.literal('details'), Names: texts }),
]);
export type ReleaseNote = z.infer<typeof ReleaseNote>;

/** The notes of a line. `Id` is the schedule to open, in the second version where it is there. */
export const LineNotes = z.object({ Id: z.string(), Name: z.string(), LongName: z.string(), Notes: z.array(ReleaseNote) });
export type LineNotes = z.infer<typeof LineNotes>;

export const IMPORTANCES = ['high', 'medium', 'low'] as const;
export type Importance = (typeof IMPORTANCES)[number];

/** How much a note matters to riders: high is a trip, a stop or a date they can lose or gain, low what they need not know. */
export function importanceOf(note: ReleaseNote): Importance {
  switch (note.Kind) {
    case 'shiftedTrips':
    case 'longerTrips':
    case 'shorterTrips':
      return note.Minutes >= 5 ? 'high' : 'medium';
    case 'stopsMoved': {
      const metres = note.Stops[0]?.Metres ?? 0;
      return metres >= 100 ? 'high' : metres >= 20 ? 'medium' : 'low';
    }
    case 'patterns':
    case 'stopRenamed':
    case 'destinations':
      return 'medium';
    case 'path':
    case 'details':
      return 'low';
    default:
      return 'high';
  }
}

/** A schedule with what belongs to it; stops under the ids of the second version. */
export interface LineDocs {
  readonly schedule: Schedule;
  readonly tracks: readonly Track[];
  readonly timetables: readonly Timetable[];
}

/** What riders know of a stop. */
export interface NotedStop {
  readonly name: string;
  readonly place: Coordinate | undefined;
}

/** Stops of both versions by the ids of the second one; undefined where a version has no such stop. */
export interface NotedStops {
  readonly before: (id: string) => NotedStop | undefined;
  readonly after: (id: string) => NotedStop | undefined;
}

/** Names or dates that one note lists at most. */
const MOST_NAMED = 5;
/** Trips whose times are further apart than these seconds are different trips. */
const MOST_SHIFTED = 30 * 60;
/** A stop that moved by less metres has not moved for riders. */
const LEAST_MOVED = 5;

/**
 * The notes of a schedule that both versions have; none where nothing differs. `succeeds`: `after` is another schedule of the line, for
 * later dates, so its dates say nothing.
 */
export function notesOf(before: LineDocs, after: LineDocs, stops: NotedStops, { succeeds = false } = {}): readonly ReleaseNote[] {
  const dates = succeeds ? [] : dateNotes(before.schedule, after.schedule);
  const notes = [...nameNotes(before.schedule, after.schedule), ...dates, ...tripNotes(before, after), ...stopNotes(before, after, stops)];
  const handled = ['Name', 'LongName', 'Calendar', 'FollowsCalendar', 'TrackOrder'];
  const fields = changedProperties('Schedule', { ...before.schedule }, { ...after.schedule }).filter((name) => !handled.includes(name));
  if (fields.length > 0 && !succeeds) return [...notes, { Kind: 'details', Names: fields }];
  if (notes.length > 0 || succeeds) return notes;
  return sameParts(before, after) ? [] : [{ Kind: 'details', Names: [] }];
}

function nameNotes(was: Schedule, is: Schedule): readonly ReleaseNote[] {
  const names = (schedule: Schedule): string => [schedule.Name, schedule.LongName].filter(Boolean).join(' ');
  return names(was) === names(is) ? [] : [{ Kind: 'renamed', Before: names(was), After: names(is) }];
}

function dateNotes({ Calendar: was }: Schedule, { Calendar: is }: Schedule): readonly ReleaseNote[] {
  const notes: ReleaseNote[] = [];
  if (was.fromDate !== is.fromDate) notes.push({ Kind: 'begins', Before: was.fromDate, After: is.fromDate });
  if (was.toDate !== is.toDate) notes.push({ Kind: 'ends', Before: was.toDate, After: is.toDate });
  // dates that only one of the two is valid on are in the notes above
  const isInBoth = ({ Date }: { readonly Date: string }): boolean => [was, is].every(({ fromDate, toDate }) => fromDate <= Date && Date <= toDate);
  const [ran, runs] = [was, is].map(({ Exceptions }) => new Map(Exceptions.filter(isInBoth).map(({ Date, RunAs }) => [Date, RunAs])));
  const differ = [...new Set([...(ran?.keys() ?? []), ...(runs?.keys() ?? [])])].filter((date) => ran?.get(date) !== runs?.get(date)).toSorted();
  if (differ.length > 0) notes.push({ Kind: 'dates', ...named(differ) });
  return notes;
}

interface Trip {
  readonly time: number;
  readonly takes: number;
}

/** Trips of each weekday, each direction in the order of time. */
type DayOfTrips = ReadonlyMap<string, readonly Trip[]>;

function tripNotes(before: LineDocs, after: LineDocs): readonly ReleaseNote[] {
  const groups = new Map<string, { was: DayOfTrips; is: DayOfTrips; mask: number }>();
  for (let day = 0; day < 7; day++) {
    const [was, is] = [tripsOf(before, 1 << day), tripsOf(after, 1 << day)];
    const key = JSON.stringify([[...was], [...is]]);
    const known = groups.get(key);
    if (known) known.mask |= 1 << day;
    else groups.set(key, { was, is, mask: 1 << day });
  }
  return [...groups.values()].flatMap(({ was, is, mask }) => dayNotes(was, is, mask));
}

function tripsOf({ tracks, timetables }: LineDocs, day: number): DayOfTrips {
  const directions = new Map(tracks.map(({ Id, Direction }) => [Id, Direction]));
  const trips = new Map<string, Trip[]>();
  for (const { TrackId, Days, ArrivalOffsets, DepartureOffsets, Departures } of timetables) {
    if ((Days & day) === 0) continue;
    const takes = ArrivalOffsets.at(-1) ?? DepartureOffsets.at(-1) ?? 0;
    const direction = directions.get(TrackId) ?? 'Unknown';
    const list = trips.get(direction) ?? [];
    trips.set(direction, list);
    for (const departure of Departures) for (const time of timesOf(departure)) list.push({ time, takes });
  }
  const sorted = [...trips].map(([key, list]) => [key, list.toSorted((a, b) => a.time - b.time || a.takes - b.takes)] as const);
  return new Map(sorted.toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

function timesOf({ Type, Time, FromTime = 0, ToTime = 0, Frequency = 0 }: Departure): readonly number[] {
  if (Type === 'Exact') return Time === undefined ? [] : [Time];
  const times: number[] = [];
  if (Frequency > 0) for (let time = FromTime; time < ToTime; time += Frequency) times.push(time);
  return times;
}

function dayNotes(was: DayOfTrips, is: DayOfTrips, Days: number): readonly ReleaseNote[] {
  const [ran, runs] = [[...was.values()].flat(), [...is.values()].flat()];
  if (ran.length === 0) return runs.length === 0 ? [] : [{ Kind: 'newDays', Days, Count: runs.length }];
  if (runs.length === 0) return [{ Kind: 'daysGone', Days, Count: ran.length }];
  const added: number[] = [];
  const gone: number[] = [];
  const shifts: number[] = [];
  const durations: number[] = [];
  for (const direction of new Set([...was.keys(), ...is.keys()])) {
    const both = compareTrips(was.get(direction) ?? [], is.get(direction) ?? []);
    added.push(...both.added);
    gone.push(...both.gone);
    shifts.push(...both.shifts);
    durations.push(...both.durations);
  }
  const notes: ReleaseNote[] = [];
  if (added.length > 0) notes.push({ Kind: 'moreTrips', Days, Count: added.length, From: Math.min(...added), To: Math.max(...added) });
  if (gone.length > 0) notes.push({ Kind: 'fewerTrips', Days, Count: gone.length, From: Math.min(...gone), To: Math.max(...gone) });
  if (shifts.length > 0) notes.push({ Kind: 'shiftedTrips', Days, Count: shifts.length, Minutes: minutes(shifts) });
  const ends = (trips: readonly Trip[]): readonly [number, number] => {
    const times = trips.map(({ time }) => time);
    return [times.reduce((a, b) => Math.min(a, b)), times.reduce((a, b) => Math.max(a, b))];
  };
  const [[first, last], [nowFirst, nowLast]] = [ends(ran), ends(runs)];
  if (first !== nowFirst) notes.push({ Kind: 'firstTrip', Days, Before: first, After: nowFirst });
  if (last !== nowLast) notes.push({ Kind: 'lastTrip', Days, Before: last, After: nowLast });
  const [longer, shorter] = [durations.filter((one) => one > 0), durations.filter((one) => one < 0)];
  if (longer.length > 0) notes.push({ Kind: 'longerTrips', Days, Minutes: minutes(longer) });
  if (shorter.length > 0) notes.push({ Kind: 'shorterTrips', Days, Minutes: minutes(shorter) });
  return notes;
}

function minutes(differences: readonly number[]): number {
  return Math.ceil(differences.reduce((most, one) => Math.max(most, Math.abs(one)), 0) / 60);
}

/** Trips of one direction and day: first those of the same time, then the others as shifted where they can be, with the smallest sum of shifts. */
function compareTrips(was: readonly Trip[], is: readonly Trip[]) {
  const [rest, fresh] = [[...was], [] as Trip[]];
  const durations: number[] = [];
  for (const trip of is) {
    const same = rest.findIndex(({ time, takes }) => time === trip.time && takes === trip.takes);
    const at = same === -1 ? rest.findIndex(({ time }) => time === trip.time) : same;
    const [old] = at === -1 ? [] : rest.splice(at, 1);
    if (!old) fresh.push(trip);
    else if (old.takes !== trip.takes) durations.push(trip.takes - old.takes);
  }
  const pairs = nearest(rest, fresh);
  const [paired, pairedFresh] = [new Set(pairs.map(([a]) => a)), new Set(pairs.map(([, b]) => b))];
  return {
    durations,
    shifts: pairs.map(([a, b]) => b.time - a.time),
    gone: rest.flatMap((trip) => (paired.has(trip) ? [] : [trip.time])),
    added: fresh.flatMap((trip) => (pairedFresh.has(trip) ? [] : [trip.time])),
  };
}

/** Pairs two sorted lists of trips in order, so that as many as possible are paired and their shifts are the smallest in sum. */
function nearest(was: readonly Trip[], is: readonly Trip[]): readonly (readonly [Trip, Trip])[] {
  // best[i][j]: cost of the trips from i and from j on; a trip that is left alone costs half of the widest shift
  const alone = MOST_SHIFTED / 2 + 1;
  const width = is.length + 1;
  const best = new Float64Array((was.length + 1) * width);
  const shift = (i: number, j: number): number => Math.abs((is[j]?.time ?? 0) - (was[i]?.time ?? 0));
  const cost = (i: number, j: number): number => best[i * width + j] ?? 0;
  for (let i = was.length; i >= 0; i--) {
    for (let j = is.length; j >= 0; j--) {
      if (i === was.length || j === is.length) best[i * width + j] = (was.length - i + is.length - j) * alone;
      else {
        const apart = Math.min(cost(i + 1, j), cost(i, j + 1)) + alone;
        best[i * width + j] = shift(i, j) > MOST_SHIFTED ? apart : Math.min(apart, cost(i + 1, j + 1) + shift(i, j));
      }
    }
  }
  const pairs: (readonly [Trip, Trip])[] = [];
  for (let i = 0, j = 0; i < was.length && j < is.length;) {
    const [a, b] = [was[i], is[j]];
    if (a && b && shift(i, j) <= MOST_SHIFTED && cost(i, j) === cost(i + 1, j + 1) + shift(i, j)) {
      pairs.push([a, b]);
      i += 1;
      j += 1;
    } else if (cost(i, j) === cost(i + 1, j) + alone) i += 1;
    else j += 1;
  }
  return pairs;
}

function stopNotes(before: LineDocs, after: LineDocs, stops: NotedStops): readonly ReleaseNote[] {
  const [served, serves] = [stopsOf(before), stopsOf(after)];
  const nameOf = (id: string, side: 'before' | 'after'): string => stops[side](id)?.name ?? id;
  const fresh = [...serves].filter((id) => !served.has(id)).map((id) => nameOf(id, 'after'));
  const gone = [...served].filter((id) => !serves.has(id)).map((id) => nameOf(id, 'before'));
  const notes: ReleaseNote[] = [];
  if (fresh.length > 0) notes.push({ Kind: 'newStops', ...named([...new Set(fresh)]) });
  if (gone.length > 0) notes.push({ Kind: 'stopsGone', ...named([...new Set(gone)]) });
  const [had, has] = [patternsOf(before), patternsOf(after)];
  if (fresh.length + gone.length === 0 && !sameJson([...had.keys()].toSorted(), [...has.keys()].toSorted())) notes.push({ Kind: 'patterns' });
  const moved = new Map<string, number>();
  for (const id of serves) {
    const [was, is] = [stops.before(id), stops.after(id)];
    if (!was || !is || !served.has(id)) continue;
    if (was.name !== is.name) notes.push({ Kind: 'stopRenamed', Before: was.name, After: is.name });
    const metres = was.place && is.place ? Math.round(metresBetween(was.place, is.place)) : 0;
    if (metres >= LEAST_MOVED) moved.set(is.name, Math.max(metres, moved.get(is.name) ?? 0));
  }
  const furthest = [...moved].map(([Name, Metres]) => ({ Name, Metres })).toSorted((a, b) => b.Metres - a.Metres);
  if (furthest.length > 0) notes.push({ Kind: 'stopsMoved', Stops: furthest.slice(0, MOST_NAMED), More: Math.max(0, furthest.length - MOST_NAMED) });
  const both = [...has].flatMap(([key, track]) => (had.has(key) ? [[had.get(key), track] as const] : []));
  if (both.some(([was, is]) => was?.Shape !== is.Shape)) notes.push({ Kind: 'path' });
  const signs = (track: Track | undefined): unknown => track?.Stops.map(({ Destination }) => Destination ?? '');
  if (both.some(([was, is]) => !sameJson(signs(was), signs(is)))) notes.push({ Kind: 'destinations' });
  return notes;
}

function stopsOf({ tracks }: LineDocs): ReadonlySet<string> {
  return new Set(tracks.flatMap(({ Stops }) => Stops.flatMap(({ StopId, Ignored }) => (Ignored === true ? [] : [StopId]))));
}

/** The tracks by direction and stops. */
function patternsOf({ tracks }: LineDocs): ReadonlyMap<string, Track> {
  return new Map(tracks.map((track) => [JSON.stringify([track.Direction, ...track.Stops.map(({ StopId }) => StopId)]), track]));
}

/** Whether tracks and timetables are the same but for ids and order. */
function sameParts(before: LineDocs, after: LineDocs): boolean {
  const bare = ({ tracks, timetables }: LineDocs): readonly string[] =>
    [
      ...tracks.map(({ Id: _id, ScheduleId: _schedule, LastTimetable: _last, ...track }) => JSON.stringify(track)),
      ...timetables.map(({ ScheduleId: _schedule, TrackId: _track, Number: _number, ...timetable }) => JSON.stringify(timetable)),
    ].toSorted();
  return sameJson(bare(before), bare(after));
}

function named(all: readonly string[]): { Names: string[]; More: number } {
  return { Names: all.slice(0, MOST_NAMED), More: Math.max(0, all.length - MOST_NAMED) };
}

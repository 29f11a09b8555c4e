/** Makes schedules, tracks and timetables of trips: the calendars of each line first, then equal patterns, then equal running times. */
import { dateOfDays } from '../../../../src/domain/date.ts';
import type { Schedule } from '../../../../src/domain/model/schedule.ts';
import { calendarDocument, shareCalendars, type Service, type SharedCalendar } from './calendars.ts';
import type { FlexTripRows } from './flexTrips.ts';
import type { FeedNotes } from '../notes.ts';
import { compareText } from '../order.ts';
import type { TripPatterns } from './patterns.ts';
import type { Route } from './routes.ts';
import type { FeedSink } from './sink.ts';
import type { TrackBuilder } from './tracks.ts';
import type { Trips } from './trips.ts';

/** Writes all schedules of a feed with their tracks, timetables and flexible trips. */
export async function writeSchedules(
  routes: readonly Route[],
  trips: Trips,
  flexTrips: ReadonlyMap<number, FlexTripRows>,
  patterns: TripPatterns,
  tracks: TrackBuilder,
  sink: FeedSink,
  notes: FeedNotes,
): Promise<void> {
  const lines = linesOf(routes, trips, flexTrips, patterns);
  const span = spanOf(patterns.services);
  const bases = new Set(routes.map((route) => scheduleBase(route.id)));
  for (const line of lines) {
    const ids = scheduleIds(scheduleBase(line.route.id), line.calendars, bases);
    const families = new Map<string, number>();
    for (const [i, calendar] of line.calendars.entries()) {
      const family = ids[i]?.family ?? '';
      families.set(family, Math.min(families.get(family) ?? Infinity, calendar.from));
    }
    if (line.calendars.length === 0) {
      await writeEmptySchedule(line.route, span, sink, notes);
      continue;
    }
    for (const [i, calendar] of line.calendars.entries()) {
      const id = ids[i];
      if (id === undefined) continue;
      const schedule: Schedule = {
        Id: id.id,
        ...line.route.fields,
        IsBaseSchedule: families.get(id.family) === calendar.from,
        Calendar: calendarDocument(calendar),
      };
      await sink.add('Schedule', schedule);
      const masks = new Map<number, number>();
      for (const member of calendar.members) for (const service of line.sources[member] ?? []) masks.set(service, line.services[member]?.mask ?? 0);
      const members = line.trips.filter((trip) => masks.has(trips.service.at(trip)));
      await tracks.write(
        id.id,
        members.filter((trip) => !flexTrips.has(trip)),
        masks,
        sink,
      );
      for (const trip of members) {
        const flexible = flexTrips.get(trip);
        if (flexible === undefined) continue;
        const service = trips.service.at(trip);
        const Extra = { ...flexible.doc.Extra, service_id: trips.services.texts[service] ?? '' };
        await sink.add('FlexTrip', { ...flexible.doc, ScheduleId: id.id, Days: masks.get(service) ?? 0, Extra });
      }
    }
  }
}

interface Line {
  readonly route: Route;
  readonly trips: readonly number[];
  /** Distinct services of the line in one form. */
  readonly services: readonly Service[];
  /** The services of the source that have each form. */
  readonly sources: readonly (readonly number[])[];
  readonly calendars: readonly SharedCalendar[];
}

/** Lines in the order of their ids, with the calendars their trips need. */
function linesOf(routes: readonly Route[], trips: Trips, flexTrips: ReadonlyMap<number, FlexTripRows>, patterns: TripPatterns): Line[] {
  const tripsOf: number[][] = routes.map(() => []);
  for (let trip = 0; trip < trips.size; trip++) if (!trips.rejected.has(trip) || flexTrips.has(trip)) tripsOf[trips.route.at(trip)]?.push(trip);
  const lines = routes.map((route, index): Line => {
    const own = tripsOf[index] ?? [];
    const forms = new Map<string, { service: Service; sources: Set<number> }>();
    for (const trip of own) {
      const source = trips.service.at(trip);
      const service = patterns.services[source];
      if (service === undefined) continue;
      const key = `${service.from} ${service.to} ${service.mask} ${service.flipped.join(' ')}`;
      const form = forms.get(key);
      if (form === undefined) forms.set(key, { service, sources: new Set([source]) });
      else form.sources.add(source);
    }
    const services = [...forms.values()].map((form) => form.service);
    return { route, trips: own, services, sources: [...forms.values()].map((form) => [...form.sources]), calendars: shareCalendars(services) };
  });
  return lines.toSorted((a, b) => compareText(a.route.id, b.route.id));
}

/**
 * Ids of a line's schedules: route id and first date, with `.2`, `.3` ... where several begin on one date. Such a number is
 * left out where it would read as another line's id.
 */
export function scheduleIds(
  base: string,
  calendars: readonly Pick<SharedCalendar, 'from'>[],
  bases: ReadonlySet<string>,
): { id: string; family: string }[] {
  const used = new Map<number, number>();
  return calendars.map(({ from }) => {
    let k = (used.get(from) ?? 0) + 1;
    while (k > 1 && bases.has(`${base}.${k}`)) k++;
    used.set(from, k);
    const family = k === 1 ? base : `${base}.${k}`;
    return { id: `${family}_${dateOfDays(from).replaceAll('-', '')}`, family };
  });
}

/** The id of a line as the first part of its schedules' ids; `~` keeps one that ends like a date from joining another family. */
export function scheduleBase(routeId: string): string {
  return /_\d{8}$/.test(routeId) ? `${routeId}~` : routeId;
}

/** 2000-01-01, in days from 1970-01-01: a schedule has to be valid on some day. */
const NO_DATE = { from: 10_957, to: 10_957 };

/** A line without a usable trip stays in the version, valid as long as any trip of the feed is. */
async function writeEmptySchedule(route: Route, span: { from: number; to: number } | undefined, sink: FeedSink, notes: FeedNotes): Promise<void> {
  notes.add(
    'warning',
    'routes.txt',
    route.line,
    'line without trips',
    `No trip of the route ${route.id} forms a timetable; its schedule is empty${span === undefined ? ', and valid on 2000-01-01 alone, because no service of the feed ever runs' : ''}`,
  );
  const { from, to } = span ?? NO_DATE;
  await sink.add('Schedule', {
    Id: `${scheduleBase(route.id)}_${dateOfDays(from).replaceAll('-', '')}`,
    ...route.fields,
    IsBaseSchedule: true,
    Calendar: calendarDocument({ from, to, exceptions: [] }),
  });
}

function spanOf(services: readonly (Service | undefined)[]): { from: number; to: number } | undefined {
  const known = services.flatMap((service) => service ?? []);
  if (known.length === 0) return undefined;
  return {
    from: known.reduce((least, service) => Math.min(least, service.from), Infinity),
    to: known.reduce((most, service) => Math.max(most, service.to), -Infinity),
  };
}

/** The trips of a service day as the page of vehicle blocks shows them. */
import { type CalendarDate, dateOfDays, daysOf } from '../domain/date.ts';
import { tripsOnDates } from '../domain/dayTrips.ts';
import { assignBlocks, blockOf } from '../domain/edits/blocks.ts';
import { inSeatId, type InSeatPair } from '../domain/edits/transfers.ts';
import { timetableKey } from '../domain/edits/documentEdit.ts';
import { departureKey, type DayTrip, type ServiceDay, tripsOfDay } from '../domain/service/day.ts';
import { departureIndex } from '../domain/timetableSheet/departures.ts';
import { documentOf, heldDocument } from './documents.ts';
import { networkCalendars, type NetworkCalendars } from './networkCalendars.ts';
import type { AppState } from './state.ts';
import { presentPlace } from './versions.ts';

/** Whether a transfer says of two trips that riders may or may not stay in the vehicle. The same function for the same documents. */
export function inSeatKnown(view: AppState, versionId: number, day: ServiceDay): (pair: InSeatPair) => boolean {
  const table = view.versions[versionId]?.docs.tables.Transfer;
  if (lastKnown?.day === day && lastKnown.table === table) return lastKnown.made;
  const pairs = new Set((day.InSeat ?? []).map(([from, to]) => `${from}\u001f${to}`));
  const made = (pair: InSeatPair): boolean => {
    const held = heldDocument(view, versionId, 'Transfer', inSeatId(pair));
    return held === undefined ? pairs.has(`${pair.tripFrom}\u001f${pair.tripTo}`) : held.doc !== null;
  };
  lastKnown = { day, table, made };
  return made;
}

let lastKnown: { readonly day: ServiceDay; readonly table: unknown; readonly made: (pair: InSeatPair) => boolean } | undefined;

const NO_TRIPS: readonly DayTrip[] = [];

/** The date that the address names, else the one of the next four weeks on which most trips run, else the first of the calendars. */
export function shownServiceDate(view: AppState, versionId: number): CalendarDate | undefined {
  const { itemId } = presentPlace(view);
  if (itemId !== undefined && daysOf(itemId) !== undefined) return itemId;
  const all = networkCalendars(view, versionId);
  return all.schedules.length === 0 ? undefined : busiestDate(all, view.today);
}

const busiest = new WeakMap<NetworkCalendars, string>();

function busiestDate(all: NetworkCalendars, today: CalendarDate): CalendarDate {
  let date = busiest.get(all);
  if (date === undefined) busiest.set(all, (date = mostTrips(all, today) ?? mostTrips(all, firstDate(all)) ?? firstDate(all)));
  return date;
}

function firstDate({ schedules }: NetworkCalendars): CalendarDate {
  return schedules.reduce((least, { Calendar }) => (Calendar.fromDate < least ? Calendar.fromDate : least), '9999-12-31');
}

/** Days among which the date is chosen. */
const FOUR_WEEKS = 28;

function mostTrips({ schedules, trips }: NetworkCalendars, from: CalendarDate): CalendarDate | undefined {
  const first = daysOf(from) ?? 0;
  const dates = Array.from({ length: FOUR_WEEKS }, (_, nth) => dateOfDays(first + nth));
  const counts = dates.map(() => 0);
  for (const schedule of schedules)
    tripsOnDates(schedule, trips.get(schedule.Id) ?? [], dates).forEach((count, nth) => {
      counts[nth] = (counts[nth] ?? 0) + count;
    });
  const most = Math.max(...counts);
  return most === 0 ? undefined : dates[counts.indexOf(most)];
}

let last: { readonly from: readonly unknown[]; readonly made: readonly DayTrip[] } | undefined;

/**
 * The trips of a loaded date with the blocks that they have now: timetables that are held say it by themselves, and `pending` are the payloads
 * of assignments whose timetables are not here. The same list for the same documents.
 */
export function dayTripsNow(view: AppState, versionId: number, date: CalendarDate, pending: readonly unknown[]): readonly DayTrip[] {
  const version = view.versions[versionId];
  const day: ServiceDay | null | undefined = version?.serviceDays?.[date]?.value;
  if (!version || !day) return NO_TRIPS;
  const from = [day, version.docs.tables.Timetable, ...pending];
  if (last?.from.length === from.length && last.from.every((part, at) => part === from[at])) return last.made;
  const waiting = assignedIn(pending);
  const finders = new Map<object, ReturnType<typeof departureIndex>>();
  const made = tripsOfDay(day, (of, scheduleId, ref) => {
    const held = documentOf(view, versionId, 'Timetable', timetableKey(scheduleId, of.TrackId, of.Number));
    if (!held) return waiting.get(departureKey(scheduleId, of.TrackId, ref));
    let find = finders.get(held);
    if (!find) finders.set(held, (find = departureIndex([held])));
    const found = find(ref);
    return found && blockOf(held, found.departure);
  });
  last = { from, made };
  return made;
}

function assignedIn(pending: readonly unknown[]): ReadonlyMap<string, string | null> {
  const blocks = new Map<string, string | null>();
  for (const payload of pending) {
    const read = assignBlocks.payload.safeParse(payload);
    for (const { scheduleId, trackId, number, departures } of read.data?.timetables ?? [])
      for (const { block, ...ref } of departures) blocks.set(departureKey(scheduleId, trackId, { ...ref, timetable: number }), block);
  }
  return blocks;
}

/** Parts of a document that are compared on their own: the calendar of a schedule, conditions and transports of a fare. */
import { z } from 'zod';
import type { CalendarException } from '../model/schedule.ts';
import type { Fare, FareRule } from '../model/fare.ts';
import type { Schedule } from '../model/schedule.ts';
import { sameJson } from '../sameJson.ts';

/** Names of what a part has that it had not, has otherwise, and no longer has. */
export const PartChanges = z.object({ Added: z.array(z.string()), Changed: z.array(z.string()), Removed: z.array(z.string()) });
export type PartChanges = z.infer<typeof PartChanges>;

const Exception = z.object({ Date: z.string(), RunAs: z.int() });

/** How the calendar of a schedule differs. `ValidFrom` and `ValidTo` are there where they changed: before and after. */
export const CalendarChanges = z.object({
  ValidFrom: z.tuple([z.string(), z.string()]).optional(),
  ValidTo: z.tuple([z.string(), z.string()]).optional(),
  Exceptions: z.object({ Added: z.array(Exception), Changed: z.array(Exception), Removed: z.array(Exception) }),
});
export type CalendarChanges = z.infer<typeof CalendarChanges>;

/** Compares two calendars; exceptions by their date. */
export function calendarChanges(before: Schedule['Calendar'], after: Schedule['Calendar']): CalendarChanges {
  const [was, is] = [byDate(before.Exceptions), byDate(after.Exceptions)];
  return {
    ...(before.fromDate === after.fromDate ? {} : { ValidFrom: [before.fromDate, after.fromDate] as [string, string] }),
    ...(before.toDate === after.toDate ? {} : { ValidTo: [before.toDate, after.toDate] as [string, string] }),
    Exceptions: {
      Added: [...is.values()].filter((one) => !was.has(one.Date)),
      Changed: [...is.values()].filter((one) => was.has(one.Date) && was.get(one.Date)?.RunAs !== one.RunAs),
      Removed: [...was.values()].filter((one) => !is.has(one.Date)),
    },
  };
}

/** The calendar's changes by the names of its properties: what was added, changed and removed. */
export function calendarPart(before: Schedule, after: Schedule): PartChanges {
  const { ValidFrom, ValidTo, Exceptions } = calendarChanges(before.Calendar, after.Calendar);
  return {
    Added: Exceptions.Added.length > 0 ? ['Exceptions'] : [],
    Changed: [...(ValidFrom ? ['ValidFrom'] : []), ...(ValidTo ? ['ValidTo'] : []), ...(Exceptions.Changed.length > 0 ? ['Exceptions'] : [])],
    Removed: Exceptions.Removed.length > 0 ? ['Exceptions'] : [],
  };
}

/** Properties of a calendar. */
export const CALENDAR_PROPERTIES = ['ValidFrom', 'ValidTo', 'Exceptions'] as const;

/** Conditions of a fare: when, how far and how often it is good for. */
export const FARE_CONDITIONS = [
  'Days',
  'ArrivalTime',
  'DepartTime',
  'ValidFromDate',
  'ValidToDate',
  'NumberOfTransfers',
  'Duration',
  'IsDurationInherited',
  'NumberOfStops',
  'NumberOfZones',
  'DistanceInterval',
  'RatePerDistance',
  'BetweenStops',
] as const satisfies readonly (keyof Fare)[];

/** Conditions on the ride before. */
export const PRIOR_RIDE_CONDITIONS = ['ValidAfterFareGroups', 'ValidAfterStops', 'ValidAfterTransports'] as const satisfies readonly (keyof Fare)[];

/** The conditions that one state of a fare has and the other has not, or has otherwise. */
export function conditionPart(names: readonly (keyof Fare)[], before: Fare, after: Fare): PartChanges {
  const changes: PartChanges = { Added: [], Changed: [], Removed: [] };
  for (const name of names) {
    const [was, is] = [before[name], after[name]];
    if (sameJson(was, is)) continue;
    if (was === undefined) changes.Added.push(name);
    else if (is === undefined) changes.Removed.push(name);
    else changes.Changed.push(name);
  }
  return changes;
}

/** The transports whose rule rows one state of a fare has and the other has not, or has otherwise; '' stands for any transport. */
export function transportPart(before: Fare, after: Fare): PartChanges {
  const [was, is] = [byTransport(before.Rules), byTransport(after.Rules)];
  return {
    Added: [...is.keys()].filter((transport) => !was.has(transport)),
    Changed: [...is].filter(([transport, rules]) => was.has(transport) && !sameJson(was.get(transport), rules)).map(([transport]) => transport),
    Removed: [...was.keys()].filter((transport) => !is.has(transport)),
  };
}

function byDate(exceptions: readonly CalendarException[]): ReadonlyMap<string, CalendarException> {
  return new Map(exceptions.map((one) => [one.Date, one]));
}

/** Rule rows by transport, in an order of their own: the rows of a fare are alternatives, so their order says nothing. */
function byTransport(rules: readonly FareRule[]): ReadonlyMap<string, readonly string[]> {
  const groups = new Map<string, string[]>();
  for (const { Transport, FromZone, ToZone, ContainsZone } of rules) {
    const rows = groups.get(Transport ?? '') ?? [];
    rows.push(JSON.stringify([FromZone, ToZone, ContainsZone]));
    groups.set(Transport ?? '', rows);
  }
  for (const rows of groups.values()) rows.sort();
  return groups;
}

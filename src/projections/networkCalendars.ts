/** The calendars of the network as the calendar page shows them: out of the documents that are held. */
import type { DayTrips } from '../domain/dayTrips.ts';
import type { Entity, EntityKind } from '../domain/entities.ts';
import { groupedBy } from '../domain/groupedBy.ts';
import type { DayType, NetworkCalendar } from '../domain/model/networkCalendar.ts';
import type { Schedule } from '../domain/model/schedule.ts';
import { compareSchedules } from '../domain/schedules.ts';
import { rows } from '../kernel/table.ts';
import type { AppState, VersionData } from './state.ts';

export interface NetworkCalendars {
  readonly calendars: readonly NetworkCalendar[];
  readonly dayTypes: readonly DayType[];
  /** In the order of the list of schedules. */
  readonly schedules: readonly Schedule[];
  /** By schedule. */
  readonly trips: ReadonlyMap<string, readonly DayTrips[]>;
}

const NOTHING: NetworkCalendars = { calendars: [], dayTypes: [], schedules: [], trips: new Map() };

let last: { readonly from: readonly unknown[]; readonly made: NetworkCalendars } | undefined;

/** Calendars, day types, schedules and trips of a version; the same object for the same documents. Empty where they are not loaded. */
export function networkCalendars(view: AppState, versionId: number): NetworkCalendars {
  const version = view.versions[versionId];
  if (!version?.calendars?.value) return NOTHING;
  const { NetworkCalendar: calendars, DayType: dayTypes, Schedule: schedules } = version.docs.tables;
  const from = [calendars, dayTypes, schedules, version.calendars.value];
  if (last && last.from.every((part, at) => part === from[at])) return last.made;
  const made: NetworkCalendars = {
    calendars: docsOf(version, 'NetworkCalendar').toSorted(byName),
    dayTypes: docsOf(version, 'DayType').toSorted(byName),
    schedules: docsOf(version, 'Schedule').toSorted(compareSchedules),
    trips: groupedBy(version.calendars.value, ({ ScheduleId }) => ScheduleId),
  };
  last = { from, made };
  return made;
}

function docsOf<K extends EntityKind>({ docs }: VersionData, kind: K): readonly Entity<K>[] {
  const table = docs.tables[kind];
  return table ? [...rows(table)].flatMap(({ doc }) => (doc ? [doc as Entity<K>] : [])) : [];
}

function byName(a: { readonly Name: string; readonly Id: string }, b: { readonly Name: string; readonly Id: string }): number {
  return a.Name.localeCompare(b.Name, 'en') || (a.Id < b.Id ? -1 : 1);
}

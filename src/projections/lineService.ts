/** The service of a schedule as its documents have it: what its figures are made of, on the page of the service and beside the sheet. */
import type { Calendar } from '../domain/model/schedule.ts';
import type { Timetable } from '../domain/model/timetable.ts';
import type { TrackDetails } from '../domain/scheduleDetails.ts';
import { ratesOf, type Rates } from '../domain/service/costs.ts';
import { DAY_TYPES, type DayTypeName, typicalDate } from '../domain/service/dayTypes.ts';
import { changeOf, figuresOf, type FiguresChange, isNoChange, runningGroups, type TripGroup, tripGroupsOf } from '../domain/service/figures.ts';
import { applySheetEdit, type SheetEdit } from '../domain/timetableSheet/sheetEdit.ts';
import { byId } from './byId.ts';
import { documentOf, documentsUnder } from './documents.ts';
import type { AppState } from './state.ts';
import { stopRow } from './stops.ts';

export interface LineService {
  readonly calendar: Calendar;
  readonly tracks: readonly TrackDetails[];
  readonly groups: readonly TripGroup[];
  readonly rates: Rates;
}

/**
 * The service of a schedule, undefined while its documents are not here. The same object for the same documents: both the confirmed state
 * and the view are asked with every change, and only what an edit touched is folded again.
 */
export function lineService(state: AppState, versionId: number, scheduleId: string): LineService | undefined {
  const version = state.versions[versionId];
  if (!version || byId(version.scheduleDetails, scheduleId)?.value !== true) return undefined;
  const { Schedule: schedules, Track: tracks, Timetable: timetables } = version.docs.tables;
  if (!schedules) return undefined;
  const from = [schedules, tracks, timetables, version.stops.value, version.agencies.value];
  const key = `${versionId}/${scheduleId}`;
  const known = made.find((one) => one.key === key && one.from.every((part, at) => part === from[at]));
  if (known) return known.service;
  const schedule = documentOf(state, versionId, 'Schedule', scheduleId);
  if (!schedule) return undefined;
  const byTrack = new Map<string, Timetable[]>();
  for (const timetable of documentsUnder(state, versionId, 'Timetable', scheduleId)) {
    const own = byTrack.get(timetable.TrackId);
    if (own) own.push(timetable);
    else byTrack.set(timetable.TrackId, [timetable]);
  }
  const details = documentsUnder(state, versionId, 'Track', scheduleId).map((Track) => ({ Track, Timetables: byTrack.get(Track.Id) ?? [] }));
  const service: LineService = {
    calendar: schedule.Calendar,
    tracks: details,
    groups: tripGroupsOf(details, (stopId) => stopRow(state, versionId, stopId)?.Coordinate),
    rates: ratesOf(version.agencies.value ?? [], schedule.AgencyId),
  };
  made.unshift({ key, from, service });
  made.length = Math.min(made.length, MOST_KEPT);
  return service;
}

const made: { readonly key: string; readonly from: readonly unknown[]; readonly service: LineService }[] = [];
/** The confirmed state, the view and some that were looked at before. */
const MOST_KEPT = 6;

/** The service with an edit of a sheet that nobody has saved. */
export function withSheetEdit(
  state: AppState,
  versionId: number,
  service: LineService,
  edit: { readonly trackId: string; readonly edit: SheetEdit },
): LineService {
  const tracks = service.tracks.map((details): TrackDetails => {
    const { Track: track, Timetables } = details;
    if (track.Id !== edit.trackId) return details;
    const changed = applySheetEdit(Timetables, edit.edit, track.Stops.length, { ScheduleId: track.ScheduleId, TrackId: track.Id });
    const kept = Timetables.filter(({ Number: number }) => !changed.has(number));
    return { Track: track, Timetables: [...kept, ...[...changed.values()].filter((one) => one !== null)] };
  });
  return { ...service, tracks, groups: tripGroupsOf(tracks, (stopId) => stopRow(state, versionId, stopId)?.Coordinate) };
}

/** What changed on the days of some types. */
export interface ChangedDays extends FiguresChange {
  readonly dayTypes: readonly DayTypeName[];
}

/** From one service of a schedule to another. Day types that changed alike are one; those that stay the same are left out. */
export function changedDays(from: LineService, to: LineService): readonly ChangedDays[] {
  const found: ChangedDays[] = [];
  for (const dayType of DAY_TYPES) {
    const change = changeOf(typicalFigures(from, dayType), typicalFigures(to, dayType));
    if (isNoChange(change)) continue;
    const alike = found.findIndex(
      (one) =>
        one.trips === change.trips &&
        one.seconds === change.seconds &&
        Math.abs(one.metres - change.metres) < 0.5 &&
        one.vehicles === change.vehicles,
    );
    const same = found[alike];
    if (same) found[alike] = { ...same, dayTypes: [...same.dayTypes, dayType] };
    else found.push({ ...change, dayTypes: [dayType] });
  }
  return found;
}

function typicalFigures({ calendar, groups }: LineService, dayType: DayTypeName) {
  return figuresOf(runningGroups(calendar, groups, typicalDate(calendar, groups, dayType)));
}

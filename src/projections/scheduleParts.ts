/** A schedule put together of its documents: itself, its tracks in order, their timetables. */
import type { Draft } from 'immer';
import type { ScheduleDetails, ScheduleRow, TrackDetails } from '../domain/scheduleDetails.ts';
import { compareSchedules, type Schedule } from '../domain/schedules.ts';
import type { Timetable } from '../domain/timetables.ts';
import type { Track } from '../domain/tracks.ts';
import { byId } from './byId.ts';
import { documentOf, documentsUnder } from './documents.ts';
import type { RowKeeper } from './documentRows.ts';
import type { AppState } from './state.ts';

/** A schedule of a version with its tracks; undefined where it is not loaded, null where it was removed. The same object for the same documents. */
export function scheduleDetails(view: AppState, versionId: number, scheduleId: string): ScheduleDetails | null | undefined {
  const version = view.versions[versionId];
  if (!version || byId(version.scheduleDetails, scheduleId)?.value !== true) return undefined;
  const { Schedule: schedules, Track: tracks, Timetable: timetables } = version.docs.tables;
  const key = `${versionId}/${scheduleId}`;
  const known = made.get(key);
  if (known && known.schedules === schedules && known.tracks === tracks && known.timetables === timetables) return known.details;
  const schedule = documentOf(view, versionId, 'Schedule', scheduleId);
  const details = schedule ? putTogether(schedule, documentsUnder(view, versionId, 'Track', scheduleId), documentsUnder(view, versionId, 'Timetable', scheduleId), known?.details) : null;
  if (made.size > MOST_KEPT) made.clear();
  made.set(key, { schedules, tracks, timetables, details });
  return details;
}

/** Tracks in the order their schedule gives them; those it does not name follow by id. */
export function inTrackOrder(tracks: readonly Track[], { TrackOrder = [] }: Pick<Schedule, 'TrackOrder'>): readonly Track[] {
  const place = (id: string): number => {
    const at = TrackOrder.indexOf(id);
    return at < 0 ? TrackOrder.length : at;
  };
  return tracks.toSorted((a, b) => place(a.Id) - place(b.Id) || collator.compare(a.Id, b.Id));
}

/** The row of a schedule in the list follows its document. */
export const scheduleRows: RowKeeper<'Schedule'> = {
  fold(version, id, schedule) {
    const rows = version.schedules.value as Draft<ScheduleRow>[] | null;
    if (!rows) return;
    const at = rows.findIndex((row) => row.Id === id);
    if (schedule === null) {
      if (at >= 0) rows.splice(at, 1);
      return;
    }
    const row = rowOf(schedule, rows[at]?.TrackCount ?? 0);
    if (at >= 0 && rows[at]?.Name === row.Name) rows[at] = row;
    else {
      if (at >= 0) rows.splice(at, 1);
      const next = rows.findIndex((other) => compareSchedules(other, row) > 0);
      rows.splice(next < 0 ? rows.length : next, 0, row);
    }
  },
  partial(version, id) {
    const row = version.schedules.value?.find((one) => one.Id === id);
    if (!row) return undefined;
    const { FromDate, ToDate, TrackCount: _count, ...schedule } = row;
    return { ...schedule, Calendar: { fromDate: FromDate, toDate: ToDate, Exceptions: [] } };
  },
};

function rowOf(schedule: Schedule, trackCount: number): ScheduleRow {
  const { Id, Name, LongName, ExternalTransportId, IsBaseSchedule, AgencyId, VehicleType, Color, Calendar } = schedule;
  return {
    Id,
    Name,
    ...(LongName === undefined ? {} : { LongName }),
    ...(ExternalTransportId === undefined ? {} : { ExternalTransportId }),
    IsBaseSchedule,
    ...(AgencyId === undefined ? {} : { AgencyId }),
    ...(VehicleType === undefined ? {} : { VehicleType }),
    ...(Color === undefined ? {} : { Color }),
    FromDate: Calendar.fromDate,
    ToDate: Calendar.toDate,
    TrackCount: trackCount,
  };
}

interface Made {
  readonly schedules: unknown;
  readonly tracks: unknown;
  readonly timetables: unknown;
  readonly details: ScheduleDetails | null;
}

const made = new Map<string, Made>();
const MOST_KEPT = 20;
const collator = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });

/** Parts that are as before stay the same objects, so that what shows them need not look again. */
function putTogether(schedule: Schedule, tracks: readonly Track[], timetables: readonly Timetable[], before: ScheduleDetails | null | undefined): ScheduleDetails {
  const byTrack = new Map<string, Timetable[]>();
  for (const timetable of timetables) {
    const of = byTrack.get(timetable.TrackId);
    if (of) of.push(timetable);
    else byTrack.set(timetable.TrackId, [timetable]);
  }
  const known = new Map(before?.Tracks.map((details) => [details.Track.Id, details]));
  const all = inTrackOrder(tracks, schedule).map((track): TrackDetails => {
    const own = (byTrack.get(track.Id) ?? []).toSorted((a, b) => a.Number - b.Number);
    const same = known.get(track.Id);
    return same && same.Track === track && same.Timetables.length === own.length && same.Timetables.every((one, at) => one === own[at]) ? same : { Track: track, Timetables: own };
  });
  return { Schedule: schedule, Tracks: all };
}

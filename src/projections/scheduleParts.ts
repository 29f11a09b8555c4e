/** A schedule put together of its documents: itself, its tracks in order, their timetables. */
import type { ScheduleDetails, TrackDetails } from '../domain/scheduleDetails.ts';
import type { Schedule } from '../domain/model/schedule.ts';
import type { Timetable } from '../domain/model/timetable.ts';
import type { Track } from '../domain/model/track.ts';
import { sameJson } from '../domain/sameJson.ts';
import { byId } from './byId.ts';
import { documentOf, documentsUnder } from './documents.ts';
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
  const details = schedule
    ? putTogether(
        schedule,
        documentsUnder(view, versionId, 'Track', scheduleId),
        documentsUnder(view, versionId, 'Timetable', scheduleId),
        known?.details,
      )
    : null;
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

interface Made {
  readonly schedules: unknown;
  readonly tracks: unknown;
  readonly timetables: unknown;
  readonly details: ScheduleDetails | null;
}

const made = new Map<string, Made>();
const MOST_KEPT = 20;
const collator = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });

/**
 * Parts that say what they said before stay the same objects, so that what shows them need not look again: the answer to an edit says what
 * its preview showed already, in other objects.
 */
function putTogether(
  schedule: Schedule,
  tracks: readonly Track[],
  timetables: readonly Timetable[],
  before: ScheduleDetails | null | undefined,
): ScheduleDetails {
  const byTrack = new Map<string, Timetable[]>();
  for (const timetable of timetables) {
    const of = byTrack.get(timetable.TrackId);
    if (of) of.push(timetable);
    else byTrack.set(timetable.TrackId, [timetable]);
  }
  const known = new Map(before?.Tracks.map((details) => [details.Track.Id, details]));
  const all = inTrackOrder(tracks, schedule).map((track): TrackDetails => {
    const same = known.get(track.Id);
    const byNumber = new Map(same?.Timetables.map((timetable) => [timetable.Number, timetable]));
    const own = (byTrack.get(track.Id) ?? [])
      .map((timetable) => kept(byNumber.get(timetable.Number), timetable))
      .toSorted((a, b) => a.Number - b.Number);
    const Track = kept(same?.Track, track);
    return same && same.Track === Track && sameItems(same.Timetables, own) ? same : { Track, Timetables: own };
  });
  const Schedule = kept(before?.Schedule, schedule);
  return before && before.Schedule === Schedule && sameItems(before.Tracks, all) ? before : { Schedule, Tracks: all };
}

function kept<T>(before: T | undefined, now: T): T {
  return before !== undefined && sameJson(before, now) ? before : now;
}

function sameItems<T>(a: readonly T[], b: readonly T[]): boolean {
  return a.length === b.length && a.every((item, at) => item === b[at]);
}

/** Numbers of the timetables of a track: given once, never to another timetable after the first is gone. */
import type { Timetable } from './model/timetable.ts';
import type { Track } from './model/track.ts';

/** The number of the next timetable: above those there are and those there were. */
export function nextTimetableNumber(timetables: readonly Pick<Timetable, 'Number'>[], track: Pick<Track, 'LastTimetable'> = {}): number {
  return timetables.reduce((most, { Number }) => Math.max(most, Number), track.LastTimetable ?? 0) + 1;
}

/** The track when timetables of it go: it keeps the highest number gone, where no timetable that stays is above it. Undefined when it need not change. */
export function withNumbersKept(track: Track, stay: readonly Pick<Timetable, 'Number'>[], gone: readonly number[]): Track | undefined {
  const highest = Math.max(0, ...gone);
  return highest < nextTimetableNumber(stay, track) ? undefined : { ...track, LastTimetable: highest };
}

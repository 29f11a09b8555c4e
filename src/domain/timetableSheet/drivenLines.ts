/** Trips as vehicles drove them, as lines of a stringline. */
import { daysOf, weekdayOf } from '../date.ts';
import type { DrivenTimes } from '../realtime.ts';

/** One driven trip. `times` and `metres` have a common index. */
export interface DrivenLine {
  readonly date: string;
  /** Seconds of the service day. */
  readonly times: readonly number[];
  /** Metres along the track. */
  readonly metres: readonly number[];
}

/** More lines than this are a grey area in which no trip can be told from another. */
const MOST_LINES = 400;

/** The driven trips of a track on some weekdays, the newest ones first; `all` counts those that are left out too. */
export function drivenLines(
  { Tracks }: DrivenTimes,
  trackId: string,
  metres: readonly number[],
  days: number,
): { readonly lines: readonly DrivenLine[]; readonly all: number } {
  const lines = Tracks.filter((one) => one.TrackId === trackId)
    .flatMap(({ Trips }) => Trips)
    .filter(({ Date: date }) => (days & (1 << weekdayOf(daysOf(date) ?? 0))) !== 0)
    .flatMap(({ Date: date, Passed }): DrivenLine[] => {
      const points = metres.flatMap((distance, at) => {
        const time = Passed[at];
        return time === null || time === undefined ? [] : [{ time, distance }];
      });
      return points.length < 2 ? [] : [{ date, times: points.map(({ time }) => time), metres: points.map(({ distance }) => distance) }];
    })
    .toSorted((a, b) => (a.date === b.date ? (b.times[0] ?? 0) - (a.times[0] ?? 0) : a.date < b.date ? 1 : -1));
  return { lines: lines.slice(0, MOST_LINES), all: lines.length };
}

/** What driven times propose for a line: per track the percentiles, the proposed times, and the edit that takes them over. */
import { addDays, type CalendarDate, daysOf, weekdayOf } from '../domain/date.ts';
import type { DrivenTimes } from '../domain/realtime.ts';
import type { TrackDetails } from '../domain/scheduleDetails.ts';
import { type DrivenRun, type ProposalRules, proposedEdit, proposedOffsets, segmentTimes, type SegmentTimes } from '../domain/service/drivenTimes.ts';
import type { SheetEdit } from '../domain/timetableSheet/sheetEdit.ts';

/** Weekdays of which driven trips count. */
export const DRIVEN_DAYS = ['all', 'weekdays', 'saturdays', 'sundays'] as const;
export type DrivenDays = (typeof DRIVEN_DAYS)[number];

/** Days that are looked at unless others are chosen, the present one included. */
export const LAST_DRIVEN_DAYS = 14;

/** The range of the last days. */
export function lastDrivenDays(today: CalendarDate): { readonly from: CalendarDate; readonly to: CalendarDate } {
  return { from: addDays(today, 1 - LAST_DRIVEN_DAYS), to: today };
}

/** Bitmask of weekdays, from Monday. */
const MASKS: Readonly<Record<DrivenDays, number>> = { all: 127, weekdays: 31, saturdays: 32, sundays: 64 };

/** One track: planned seconds of its first timetable from stop to stop beside those driven and proposed. */
export interface TrackProposal {
  readonly trackId: string;
  readonly name: string;
  readonly trips: number;
  readonly segments: readonly SegmentProposal[];
  readonly edit: SheetEdit | undefined;
}

export interface SegmentProposal extends SegmentTimes {
  readonly from: string;
  readonly to: string;
  readonly planned: number | null;
  readonly proposed: number | null;
}

/** The proposals of a line's tracks that vehicles were seen on. Timetables of other weekdays stay as they are. */
export function trackProposals(
  tracks: readonly TrackDetails[],
  driven: DrivenTimes,
  days: DrivenDays,
  rules: ProposalRules,
): readonly TrackProposal[] {
  return tracks.flatMap(({ Track, Timetables }): TrackProposal[] => {
    const runs = runsOf(driven, Track.Id, MASKS[days]);
    const own = Timetables.filter((timetable) => days === 'all' || (timetable.Days & MASKS[days]) !== 0);
    const [first] = own;
    if (runs.length === 0 || !first) return [];
    const stops = Track.Stops.length;
    const times = segmentTimes(runs, stops);
    const planned = first.ArrivalOffsets.map((arrival, at) => arrival ?? first.DepartureOffsets[at] ?? null);
    const proposed = proposedOffsets(first, times, rules);
    const between = (offsets: readonly (number | null)[], at: number): number | null => {
      const [from, to] = [offsets[at] ?? null, offsets[at + 1] ?? null];
      return from === null || to === null ? null : to - from;
    };
    return [
      {
        trackId: Track.Id,
        name: Track.Name || Track.Id,
        trips: runs.length,
        segments: times.map((segment, at) => ({
          ...segment,
          from: Track.Stops[at]?.StopId ?? '',
          to: Track.Stops[at + 1]?.StopId ?? '',
          planned: between(planned, at),
          proposed: between(proposed, at),
        })),
        edit: proposedEdit(own, runs, rules),
      },
    ];
  });
}

function runsOf({ Tracks }: DrivenTimes, trackId: string, mask: number): readonly DrivenRun[] {
  return Tracks.filter((one) => one.TrackId === trackId).flatMap(({ Trips }) =>
    Trips.flatMap(({ TripId, Date, Passed }): DrivenRun[] => {
      const weekday = weekdayOf(daysOf(Date) ?? 0);
      return (mask & (1 << weekday)) === 0 ? [] : [{ tripId: TripId, weekday, passed: Passed }];
    }),
  );
}

/** Departures that a proposal changes. */
export function changedDepartures({ edit }: Pick<TrackProposal, 'edit'>): number {
  return edit?.columns?.length ?? 0;
}

/** Running times learnt from where vehicles were: percentiles by segment, and the times of a timetable that they propose. */
import type { Timetable } from '../model/timetable.ts';
import { refsOf, startOf } from '../timetableSheet/departures.ts';
import { cellAt, sidesOf } from '../timetableSheet/profile.ts';
import type { CellEdit, ColumnEdit, SheetEdit } from '../timetableSheet/sheetEdit.ts';

/** One trip as it was driven: seconds at which it passed each stop of its track, of any day; null where nothing is known. */
export interface DrivenRun {
  readonly tripId: string;
  /** 0 Monday to 6 Sunday. */
  readonly weekday: number;
  readonly passed: readonly (number | null)[];
}

/** Planned and driven seconds from one stop to the next. `observed`: how many trips it is known of. */
export interface SegmentTimes {
  readonly observed: number;
  readonly p50: number | null;
  readonly p85: number | null;
}

/** How times are proposed. */
export interface ProposalRules {
  readonly percentile: 50 | 85;
  /** Seconds to which times are rounded: 30 or 60, or 1. */
  readonly rounded: number;
  /** Stops whose times are exact keep them, and the times between are stretched. */
  readonly keepTimepoints: boolean;
  /** Each departure takes the times of its own hour where enough is known of it. */
  readonly byHour: boolean;
}

/** Trips that have to be known of a segment before anything is proposed for it. */
export const FEWEST_OBSERVED = 5;

/** The value below which a share of sorted numbers lies, between two of them in proportion; null for none. */
export function percentile(sorted: readonly number[], share: number): number | null {
  if (sorted.length === 0) return null;
  const at = (sorted.length - 1) * share;
  const [low, high] = [sorted[Math.floor(at)] ?? 0, sorted[Math.ceil(at)] ?? 0];
  return low + (high - low) * (at - Math.floor(at));
}

/** Driven times from each stop to the next, one fewer than there are stops. */
export function segmentTimes(runs: readonly DrivenRun[], stops: number): readonly SegmentTimes[] {
  return Array.from({ length: Math.max(0, stops - 1) }, (_, segment) => {
    const seconds = runs
      .flatMap(({ passed }) => {
        const [from, to] = [passed[segment], passed[segment + 1]];
        return from === null || from === undefined || to === null || to === undefined || to < from ? [] : [to - from];
      })
      .toSorted((a, b) => a - b);
    return { observed: seconds.length, p50: percentile(seconds, 0.5), p85: percentile(seconds, 0.85) };
  });
}

/** Runs of the trips that depart within an hour of the service day. */
export function runsOfHour(runs: readonly DrivenRun[], hours: ReadonlyMap<string, number>, hour: number): readonly DrivenRun[] {
  return runs.filter(({ tripId }) => hours.get(tripId) === hour);
}

/** The hour at which each trip of timetables departs, by its id. */
export function hoursOfTrips(timetables: readonly Timetable[]): ReadonlyMap<string, number> {
  return new Map(
    timetables.flatMap(({ Departures }) =>
      Departures.flatMap((departure) => (departure.TripId === undefined ? [] : [[departure.TripId, Math.floor(startOf(departure) / 3600)] as const])),
    ),
  );
}

/**
 * Seconds of arrival from the departure time at each stop, as driven: monotone, rounded, with the times of timepoints where they are kept.
 * A segment of which too little is known keeps its planned time. Null where the plan has no time.
 */
export function proposedOffsets(timetable: Timetable, segments: readonly SegmentTimes[], rules: ProposalRules): readonly (number | null)[] {
  const { ArrivalOffsets, DepartureOffsets, Timepoints } = timetable;
  const planned = ArrivalOffsets.map((arrival, at) => arrival ?? DepartureOffsets[at] ?? null);
  const driven = drivenOffsets(planned, segments, rules.percentile);
  const isFixed = (at: number): boolean => at === 0 || (rules.keepTimepoints && Timepoints?.[at] === 1);
  const proposed: (number | null)[] = [];
  let least = -Infinity;
  planned.forEach((plan, at) => {
    const value = plan === null ? null : isFixed(at) ? plan : between(planned, driven, at, isFixed, rules.rounded);
    const kept = value === null ? null : Math.max(least, value);
    proposed.push(kept);
    if (kept !== null) least = kept;
  });
  return proposed;
}

/** Driven times one after the other, from the first stop on, in place of the planned ones where enough is known. */
function drivenOffsets(planned: readonly (number | null)[], segments: readonly SegmentTimes[], share: 50 | 85): readonly number[] {
  const driven: number[] = [];
  let [last, from] = [planned[0] ?? 0, 0];
  driven.push(last);
  for (let at = 1; at < planned.length; at++) {
    const here = segments[at - 1];
    const known = here && here.observed >= FEWEST_OBSERVED ? (share === 50 ? here.p50 : here.p85) : null;
    const plan = planned[at];
    if (known !== null) {
      last += known;
      from = at;
    } else if (plan !== null && plan !== undefined) {
      last += plan - (planned[from] ?? plan);
      from = at;
    }
    driven.push(last);
  }
  return driven;
}

/** A driven time between the kept times at both sides: stretched where the next one is kept as well. */
function between(
  planned: readonly (number | null)[],
  driven: readonly number[],
  at: number,
  isFixed: (at: number) => boolean,
  rounded: number,
): number {
  let before = at;
  while (before > 0 && (planned[before] === null || !isFixed(before))) before -= 1;
  let after = at;
  while (after < planned.length && (planned[after] === null || !isFixed(after))) after += 1;
  const [start, end] = [planned[before] ?? 0, planned[after] ?? null];
  const gone = (driven[at] ?? 0) - (driven[before] ?? 0);
  if (end === null) return start + round(gone, rounded);
  const all = (driven[after] ?? 0) - (driven[before] ?? 0);
  return Math.min(end, start + round(all > 0 ? (gone * (end - start)) / all : 0, rounded));
}

function round(seconds: number, to: number): number {
  return Math.round(seconds / to) * to;
}

/** The edit of a track's sheet that takes the proposed times over for every departure; waiting times at stops stay. Undefined where nothing changes. */
export function proposedEdit(timetables: readonly Timetable[], runs: readonly DrivenRun[], rules: ProposalRules): SheetEdit | undefined {
  const hours = hoursOfTrips(timetables);
  const columns = timetables.flatMap((timetable): ColumnEdit[] => {
    const stops = timetable.ArrivalOffsets.length;
    const ofDay = segmentTimes(runs, stops);
    const perHour = new Map<number, readonly (number | null)[]>();
    const whole = proposedOffsets(timetable, ofDay, rules);
    const refs = refsOf(timetable);
    return timetable.Departures.flatMap((departure, place): ColumnEdit[] => {
      const start = startOf(departure);
      const hour = Math.floor(start / 3600);
      if (rules.byHour && !perHour.has(hour)) {
        const own = segmentTimes(runsOfHour(runs, hours, hour), stops);
        // an hour of which too little is known takes the times of the day
        const merged = own.map((segment, at) => (segment.observed >= FEWEST_OBSERVED ? segment : (ofDay[at] ?? segment)));
        perHour.set(hour, proposedOffsets(timetable, merged, rules));
      }
      const cells = changedCells(timetable, start, rules.byHour ? (perHour.get(hour) ?? whole) : whole);
      const of = refs[place];
      return cells.length === 0 || !of ? [] : [{ of, cells }];
    });
  });
  return columns.length === 0 ? undefined : { columns };
}

function changedCells(timetable: Timetable, start: number, offsets: readonly (number | null)[]): CellEdit[] {
  return offsets.flatMap((offset, position): CellEdit[] => {
    const before = cellAt(timetable, position, start);
    const [arrival, departure] = sidesOf(before);
    if (offset === null || before === '-' || (arrival === null && departure === null)) return [];
    const at = start + offset;
    if (at === (arrival ?? departure)) return [];
    // a wait at the stop is as long as it was
    const wait = arrival !== null && departure !== null ? departure - arrival : 0;
    return [[position, before, arrival === null || departure === null ? [arrival && at, departure && at] : wait === 0 ? at : [at, at + wait]]];
  });
}

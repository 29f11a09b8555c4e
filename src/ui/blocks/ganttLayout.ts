/** Where trips stand in the chart of vehicles. */
import type { BlockRow, DayBlocks } from '../../domain/service/blocks.ts';
import type { Pull } from '../../domain/service/depots.ts';
import type { DayTrip } from '../../domain/service/day.ts';

/** A line of the chart: a vehicle, or some of the trips without one. */
export interface GanttRow {
  readonly id: string;
  readonly row: BlockRow;
  /** Of the trips without a vehicle this is the first line. */
  readonly isFirst: boolean;
}

/** Pixels at the left for the names of vehicles. */
export const HEAD_WIDTH = 150;
export const ROW_HEIGHT = 40;

/** The lines of the chart: trips without a vehicle first, as many lines as it takes for none to lie on another, then the vehicles. */
export function ganttRows({ unassigned, rows }: DayBlocks, withUnassigned: boolean): readonly GanttRow[] {
  const lanes = withUnassigned ? lanesOf(unassigned.trips) : [];
  return [
    ...lanes.map((trips, nth): GanttRow => ({
      id: `none ${nth}`,
      row: { block: null, trips, gaps: trips.map(() => undefined) },
      isFirst: nth === 0,
    })),
    ...rows.map((row): GanttRow => ({ id: `block ${row.block ?? ''}`, row, isFirst: false })),
  ];
}

/** Trips in order of time, each in the first lane that is free. */
export function lanesOf(trips: readonly DayTrip[]): readonly (readonly DayTrip[])[] {
  const lanes: DayTrip[][] = [];
  for (const trip of trips) {
    const lane = lanes.find((one) => (one.at(-1)?.ends ?? 0) <= trip.starts);
    if (lane) lane.push(trip);
    else lanes.push([trip]);
  }
  return lanes;
}

/** Seconds of the way from or to a depot that the chart has room for: a depot may be at the wrong end of the world. */
export function shownSeconds(pull: Pull | undefined): number {
  return Math.min(pull?.seconds ?? 0, LONGEST_SHOWN);
}

const LONGEST_SHOWN = 7200;

/** First and last second that the chart shows, at full hours. */
export function spanOfBlocks({ unassigned, rows }: DayBlocks): { readonly from: number; readonly to: number } {
  let [from, to] = [Infinity, 0];
  for (const { trips, pullOut, pullIn } of [unassigned, ...rows])
    for (const { starts, ends } of trips) {
      from = Math.min(from, starts - shownSeconds(pullOut));
      to = Math.max(to, ends + shownSeconds(pullIn));
    }
  return from > to ? { from: 0, to: 86_400 } : { from: Math.floor(from / 3600) * 3600, to: Math.ceil(to / 3600) * 3600 };
}

/** Where the arrow keys lead from a trip: along its line, or to the trip of the line above or below that is nearest in time. */
export function tripBeside(rows: readonly GanttRow[], key: string, move: 'left' | 'right' | 'up' | 'down'): DayTrip | undefined {
  const at = rows.findIndex(({ row }) => row.trips.some((trip) => trip.key === key));
  const own = rows[at]?.row.trips ?? [];
  const nth = own.findIndex((trip) => trip.key === key);
  if (move === 'left') return own[nth - 1];
  if (move === 'right') return own[nth + 1];
  const trip = own[nth];
  const others = rows[at + (move === 'up' ? -1 : 1)]?.row.trips ?? [];
  const away = (one: DayTrip): number => Math.abs(one.starts - (trip?.starts ?? 0));
  return others.reduce<DayTrip | undefined>((best, one) => (best === undefined || away(one) < away(best) ? one : best), undefined);
}

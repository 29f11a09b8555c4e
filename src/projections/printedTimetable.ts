/** A track's timetable as passengers read it: stops down, departures across, a table for each set of days. */
import { formatDays } from '../domain/days.ts';
import { cellAt, sidesOf } from '../domain/timetableSheet/profile.ts';
import { startOf } from '../domain/timetableSheet/departures.ts';
import type { Departure, Timetable } from '../domain/model/timetable.ts';
import type { Track } from '../domain/model/track.ts';
import { headwayText } from './trackTimetable.ts';

/** A departure on paper; a cell for each row of its table. */
interface PrintedColumn {
  /** `every 10 min until 09:00`; empty for one departure. */
  readonly every: string;
  readonly cells: readonly string[];
}

/** Departures that fit beside each other. */
interface PrintedTable {
  readonly stops: readonly { readonly position: number; readonly stopId: string }[];
  readonly columns: readonly PrintedColumn[];
}

/** All departures of some days. */
export interface PrintedDays {
  readonly days: string;
  readonly tables: readonly PrintedTable[];
  /** Signs used in the cells, with what they mean. */
  readonly signs: readonly string[];
}

/** What is in a cell where the vehicle runs through. */
const PASSES = '|';
/** Departures beside each other on a sheet of paper across. */
const COLUMNS_ON_PAPER = 16;

/** The tables of a track, the days that run most often first. Ignored stops and stops that nothing calls at are left out. */
export function printedTimetable(track: Track, timetables: readonly Timetable[], columnsOnPaper = COLUMNS_ON_PAPER): readonly PrintedDays[] {
  const byDays = new Map<number, Timetable[]>();
  for (const timetable of timetables) {
    if (timetable.Departures.length === 0) continue;
    const of = byDays.get(timetable.Days);
    if (of) of.push(timetable);
    else byDays.set(timetable.Days, [timetable]);
  }
  return [...byDays]
    .toSorted(([a], [b]) => countOf(b) - countOf(a) || a - b)
    .map(([mask, of]) => {
      const runs = of.flatMap((timetable) => timetable.Departures.map((departure) => ({ timetable, departure })));
      const stops = track.Stops.flatMap(({ StopId, Ignored }, position) =>
        Ignored !== true && of.some((timetable) => timeAt(timetable, position) !== undefined) ? [{ position, stopId: StopId }] : [],
      );
      const columns = runs
        .toSorted((a, b) => firstOf(a.timetable, a.departure) - firstOf(b.timetable, b.departure))
        .map(({ timetable, departure }) => columnOf(timetable, departure, stops));
      const cells = columns.flatMap((column) => column.cells);
      const signs = [
        cells.includes(PASSES) ? `${PASSES} does not stop here` : '',
        cells.some((cell) => cell.endsWith('u')) ? 'u boarding only' : '',
        cells.some((cell) => cell.endsWith('s')) ? 's alighting only' : '',
      ];
      return { days: formatDays(mask), tables: inPages(stops, columns, columnsOnPaper), signs: signs.filter((sign) => sign !== '') };
    });
}

/** The clock's time: after midnight it starts again. */
function clock(seconds: number): string {
  const minutes = Math.floor(seconds / 60) % 1440;
  return `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;
}

function columnOf(timetable: Timetable, departure: Departure, stops: PrintedTable['stops']): PrintedColumn {
  const start = startOf(departure);
  const { Type, Frequency, ToTime } = departure;
  const every = Type === 'Interval' && Frequency !== undefined && ToTime !== undefined ? `${headwayText(Frequency)} until ${clock(ToTime)}` : '';
  return {
    every,
    cells: stops.map(({ position }) => {
      if (position >= timetable.DepartureOffsets.length) return '';
      const cell = cellAt(timetable, position, start);
      if (cell === '-') return PASSES;
      const [arrival, leaves] = sidesOf(cell);
      const time = position === timetable.DepartureOffsets.length - 1 ? (arrival ?? leaves) : (leaves ?? arrival);
      return time === null ? '' : `${clock(time)}${signOf(timetable, position)}`;
    }),
  };
}

/** What is said of a stop where one can only get on, or only get off; not of the two ends. */
function signOf({ PickupIntervals, DropOffIntervals, DepartureOffsets }: Timetable, position: number): string {
  if (position === 0 || position === DepartureOffsets.length - 1) return '';
  const noneAt = (intervals: typeof PickupIntervals): boolean =>
    intervals?.some(([from, to, kind]) => kind === 1 && position >= from && position < to) ?? false;
  return noneAt(DropOffIntervals) ? ' u' : noneAt(PickupIntervals) ? ' s' : '';
}

function timeAt(timetable: Timetable, position: number): number | undefined {
  if (position >= timetable.DepartureOffsets.length) return undefined;
  const [arrival, leaves] = sidesOf(cellAt(timetable, position, 0));
  return leaves ?? arrival ?? undefined;
}

function firstOf(timetable: Timetable, departure: Departure): number {
  const offset = timetable.DepartureOffsets.findIndex((_, position) => timeAt(timetable, position) !== undefined);
  return startOf(departure) + (offset < 0 ? 0 : (timeAt(timetable, offset) ?? 0));
}

function inPages(stops: PrintedTable['stops'], columns: readonly PrintedColumn[], size: number): PrintedTable[] {
  return Array.from({ length: Math.ceil(columns.length / size) }, (_, page) => ({ stops, columns: columns.slice(page * size, (page + 1) * size) }));
}

function countOf(mask: number): number {
  return [0, 1, 2, 3, 4, 5, 6].filter((bit) => (mask & (1 << bit)) !== 0).length;
}

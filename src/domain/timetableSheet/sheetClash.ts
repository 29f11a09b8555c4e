/** A sheet edit on timetables that somebody else changed since it was made: what is in its way, and the edit made on theirs. */
import { formatServiceTime } from '../time.ts';
import type { Timetable } from '../model/timetable.ts';
import { departureIndex, type DepartureRef, type FoundDeparture, refsOf, startOf } from './departures.ts';
import { cellAt, sameCell } from './profile.ts';
import { type CellEdit, cellText, type SheetEdit } from './sheetEdit.ts';

/** A cell whose text has changed meanwhile. */
export interface SheetClash {
  /** "Departure 09:00, stop 2". */
  readonly what: string;
  readonly theirs: string;
  readonly mine: string;
}

/** The cells of an edit that do not read as they did when it was made. Departures that are not among these timetables are left out. */
export function clashesOf(timetables: readonly Timetable[], { bands = [], columns = [] }: SheetEdit): SheetClash[] {
  const find = finder(timetables);
  const clashes = (cells: readonly CellEdit[], timetable: Timetable, start: number, what: string): SheetClash[] =>
    cells.flatMap(([position, before, after]) => {
      const present = cellAt(timetable, position, start);
      if (sameCell(present, before)) return [];
      return [{ what: `${what}, stop ${position + 1}`, theirs: cellText(present), mine: cellText(after) }];
    });
  return [
    ...bands.flatMap(({ timetable: number, cells }) => {
      const timetable = timetables.find(({ Number }) => Number === number);
      return timetable ? clashes(cells, timetable, 0, `Timetable ${number}`) : [];
    }),
    ...columns.flatMap(({ of, cells = [], by }) => {
      const found = find(of);
      if (!found) return [];
      const what = `Departure ${formatServiceTime(of.time)}`;
      const now = startOf(found.departure);
      const moved = now === of.time ? [] : [{ what, theirs: formatServiceTime(now), mine: formatServiceTime(of.time + (by ?? 0)) }];
      return [...moved, ...clashes(cells, found.timetable, now, what)];
    }),
  ];
}

/** The same edit with the values of these timetables as those before it; departures that are not among them stay as they were named. */
export function ontoPresent(timetables: readonly Timetable[], edit: SheetEdit): SheetEdit {
  const find = finder(timetables);
  const onto = (cells: readonly CellEdit[], timetable: Timetable, start: number): CellEdit[] =>
    cells.map(([position, , after]) => [position, cellAt(timetable, position, start), after]);
  return {
    ...edit,
    ...(edit.bands && {
      bands: edit.bands.map((band) => {
        const timetable = timetables.find(({ Number }) => Number === band.timetable);
        return timetable ? { ...band, cells: onto(band.cells, timetable, 0) } : band;
      }),
    }),
    ...(edit.columns && {
      columns: edit.columns.map((column) => {
        const found = find(column.of);
        if (!found) return column;
        const { cells } = column;
        return { ...column, of: refOf(found), ...(cells && { cells: onto(cells, found.timetable, startOf(found.departure)) }) };
      }),
    }),
    ...(edit.remove && {
      remove: edit.remove.map((ref) => {
        const found = find(ref);
        return found ? refOf(found) : ref;
      }),
    }),
  };
}

/** Looks a departure up by its name; one that was shifted meanwhile by its trip id. */
function finder(timetables: readonly Timetable[]): (ref: DepartureRef) => FoundDeparture | undefined {
  const find = departureIndex(timetables);
  return (ref) => find(ref) ?? (ref.trip === undefined ? undefined : ofTrip(timetables, ref.trip));
}

function ofTrip(timetables: readonly Timetable[], trip: string): FoundDeparture | undefined {
  for (const timetable of timetables) {
    const place = timetable.Departures.findIndex(({ TripId }) => TripId === trip);
    const departure = timetable.Departures[place];
    if (departure) return { timetable, place, departure };
  }
  return undefined;
}

function refOf({ timetable, place, departure }: FoundDeparture): DepartureRef {
  return refsOf(timetable)[place] ?? { timetable: timetable.Number, time: startOf(departure) };
}

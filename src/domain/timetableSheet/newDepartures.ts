/** Departures that are added to a sheet: with the running times of the nearest one, or by distance and speed where there is none. */
import { type CellValue, movedCell } from './profile.ts';
import { cellOfColumn, type Sheet, type SheetColumn, sideOf } from './sheet.ts';
import type { NewColumn, SheetEdit } from './sheetEdit.ts';

/** Kilometres an hour, stops included, of a departure that has no other to take its running times from. */
export const USUAL_SPEED = 20;

/** What a new departure runs on, and how fast where no other one says so. */
export interface NewDepartures {
  readonly days: number;
  readonly metres: readonly number[] | null;
  readonly kmPerHour: number;
}

/** A departure with this time in a row: the running times of the nearest one in that row. */
export function departureAt(sheet: Sheet, row: number, time: number, how: NewDepartures): NewColumn {
  const place = sheet.rows[row];
  const timeOf = (column: SheetColumn): number | null => (place ? sideOf(cellOfColumn(column, place.position), place.side) : null);
  const like = nearest(sheet, time, how.days, timeOf);
  if (like) return { ...copyOf(like, sheet.track.Stops.length, time - (timeOf(like) ?? time)), days: how.days };
  return { days: how.days, cells: cellsBySpeed(sheet, place?.position ?? 0, time, how) };
}

/** A series of departures: from a time, every so many seconds, up to and including another. */
export function seriesOf(
  sheet: Sheet,
  { from, to, every }: { readonly from: number; readonly to: number; readonly every: number },
  how: NewDepartures,
): SheetEdit {
  if (every < 1) return {};
  const add: NewColumn[] = [];
  for (let time = from; time <= to; time += every) {
    const like = nearest(sheet, time, how.days, ({ first }) => first);
    add.push(
      like
        ? { ...copyOf(like, sheet.track.Stops.length, time - like.first), days: how.days }
        : { days: how.days, cells: cellsBySpeed(sheet, 0, time, how) },
    );
  }
  return add.length === 0 ? {} : { add };
}

/** Departures again, `times` times, each `headway` seconds after the one before. */
export function duplicateColumns(sheet: Sheet, columns: readonly number[], times: number, headway: number): SheetEdit {
  const add: NewColumn[] = [];
  for (const at of columns) {
    const column = sheet.columns[at];
    if (column) for (let nth = 1; nth <= times; nth++) add.push(copyOf(column, sheet.track.Stops.length, headway * nth));
  }
  return add.length === 0 ? {} : { add };
}

/** The exact departure nearest to a time: of the same days first, then of one of these days, then of any. */
function nearest(sheet: Sheet, time: number, days: number, timeOf: (column: SheetColumn) => number | null): SheetColumn | undefined {
  let best: SheetColumn | undefined;
  let least = Infinity;
  for (const column of sheet.columns) {
    const at = timeOf(column);
    if (at === null || column.departure.Type === 'Interval') continue;
    const { Days } = column.timetable;
    const far = Math.abs(at - time) + (Days === days ? 0 : (Days & days) === 0 ? 2 * OTHER_DAYS : OTHER_DAYS);
    if (far < least) [best, least] = [column, far];
  }
  return best;
}

/** Longer than any service day. */
const OTHER_DAYS = 1_000_000;

/** Full minutes by the distance between the stops; where the distance is not known, the one time alone. */
function cellsBySpeed(sheet: Sheet, position: number, time: number, { metres, kmPerHour }: NewDepartures): CellValue[] {
  const origin = metres?.[position] ?? 0;
  return sheet.track.Stops.map((_, at) => {
    if (at === position) return time;
    const distance = metres?.[at];
    if (distance === undefined || kmPerHour <= 0) return null;
    const cell = time + Math.round(((distance - origin) * 3.6) / kmPerHour / 60) * 60;
    return cell < 0 ? null : cell;
  });
}

/** A column like another, some seconds later. Trip ids are not copied: no two departures share one. */
function copyOf(column: SheetColumn, stopCount: number, by: number): NewColumn {
  const { timetable, departure } = column;
  const { wheelchairAccessibility, bikesAllowed, tripShortName: _name, blockId: _block } = departure;
  const fields = {
    ...(wheelchairAccessibility === undefined ? {} : { wheelchairAccessibility }),
    ...(bikesAllowed === undefined ? {} : { bikesAllowed }),
  };
  return {
    days: timetable.Days,
    like: timetable.Number,
    cells: Array.from({ length: stopCount }, (_, position) => movedCell(cellOfColumn(column, position), by)),
    ...intervalOf(column, by),
    ...(Object.keys(fields).length === 0 ? {} : { fields }),
  };
}

function intervalOf({ departure: { Type, ToTime, Frequency } }: SheetColumn, by: number): Pick<NewColumn, 'every'> {
  return Type === 'Interval' && ToTime !== undefined && Frequency !== undefined ? { every: { to: ToTime + by, frequency: Frequency } } : {};
}

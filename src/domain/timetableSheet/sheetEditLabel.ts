/** An edit of the sheet in the words of the person who made it: `Shift 12 departures by +5 min`. */
import { formatServiceTime } from '../time.ts';
import { sidesOf } from './profile.ts';
import { cellText, type SheetEdit } from './sheetEdit.ts';

/** What was done, and to how much. */
export function sheetEditLabel(act: string, { bands = [], columns = [], add = [], remove = [] }: SheetEdit): string {
  const cells = [...bands, ...columns].reduce((sum, { cells: edits = [] }) => sum + edits.length, 0);
  const shifts = columns.filter((one) => one.by !== undefined);
  const [by] = [...new Set(shifts.map((column) => column.by ?? 0))];
  const [column] = columns;
  if (remove.length > 0) return `Remove ${departures(remove.length, remove[0]?.time)}`;
  if (add.length > 0 && cells + shifts.length === 0) return `Add ${count(add.length, 'departure')}`;
  if (act === 'paste' || act === 'fill') {
    const pasted = cells + shifts.length + add.reduce((sum, one) => sum + one.cells.length, 0);
    return `${act === 'paste' ? 'Paste' : 'Fill'} ${count(pasted, 'time')}${add.length > 0 ? ` with ${count(add.length, 'new departure')}` : ''}`;
  }
  if (shifts.length > 0 && cells === 0 && by !== undefined && shifts.every((one) => one.by === by))
    return `Shift ${departures(shifts.length, shifts[0]?.of.time)} by ${signed(by)}`;
  const moved = act === 'shift' && shifts.length === 0 ? commonShift(columns) : undefined;
  if (moved !== undefined) return `Shift ${count(cells, 'time')} of ${departures(columns.length, column?.of.time)} by ${signed(moved)}`;
  if (columns.some(({ fields }) => fields?.TripId !== undefined)) return `Change ${count(columns.length, 'trip id')}`;
  if (bands.length > 0) return `Change running times of timetable ${bands[0]?.timetable ?? ''} at ${count(cells, 'stop')}`;
  if (act === 'interpolate') return `Interpolate ${count(cells, 'time')}`;
  const [edit] = column?.cells ?? [];
  if (cells === 1 && column && edit) {
    const at = `stop ${edit[0] + 1} of departure ${formatServiceTime(column.of.time)}`;
    return edit[2] === null ? `Blank ${at}` : `Set ${at} to ${cellText(edit[2])}`;
  }
  return `${VERBS[act] ?? 'Change'} ${count(cells + shifts.length, 'time')} of ${departures(columns.length, column?.of.time)}`;
}

/** By how many seconds all cells move; undefined where they do not move alike. */
function commonShift(columns: NonNullable<SheetEdit['columns']>): number | undefined {
  const shifts = columns.flatMap(({ cells = [] }) =>
    cells.flatMap(([, before, after]) => [0, 1].map((side) => (sidesOf(after)[side] ?? 0) - (sidesOf(before)[side] ?? 0))),
  );
  const [by] = shifts;
  return shifts.every((one) => one === by) ? by : undefined;
}

const VERBS: Readonly<Record<string, string>> = { clear: 'Clear', replace: 'Replace', shift: 'Shift' };

function departures(number: number, time: number | undefined): string {
  return number === 1 && time !== undefined ? `departure ${formatServiceTime(time)}` : count(number, 'departure');
}

function count(number: number, what: string): string {
  return `${number.toLocaleString('en-GB')} ${what}${number === 1 ? '' : 's'}`;
}

function signed(seconds: number): string {
  const minutes = Math.abs(seconds) / 60;
  return `${seconds < 0 ? '-' : '+'}${Number.isInteger(minutes) ? `${minutes} min` : `${Math.abs(seconds)} s`}`;
}

/** Which columns of a list are worth their room, and how rows are sorted by one. */

/** What a column sorts by; nothing and '' go to the end, whichever way one sorts. */
export type SortValue = string | number | boolean | undefined | null;

/** A column as far as sorting and hiding look at it. */
export interface ValuedColumn<T> {
  readonly key: string;
  /** Without it the column cannot be sorted by and never hides. */
  readonly value?: ((row: T) => SortValue) | undefined;
  /** The key of a column which it mostly repeats: where it says the same in every row, it hides. */
  readonly echoes?: string | undefined;
}

export interface Sorting {
  readonly key: string;
  readonly down: boolean;
}

const collator = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });

/**
 * The columns that tell rows apart. The first one always stays; another hides where it is empty, says the same of two rows or
 * more, or repeats in every row the column that it echoes.
 */
export function tellingColumns<T, C extends ValuedColumn<T>>(columns: readonly C[], rows: readonly T[]): readonly C[] {
  const [first] = rows;
  if (first === undefined) return columns;
  return columns.filter(({ value, echoes }, i) => {
    if (i === 0 || !value) return true;
    const echoed = echoes === undefined ? undefined : columns.find(({ key }) => key === echoes)?.value;
    if (echoed && rows.every((row) => value(row) === echoed(row))) return false;
    const one = value(first);
    if (rows.length === 1) return !isEmpty(one);
    return rows.some((row) => value(row) !== one);
  });
}

/** A column as far as its room goes: a grid track, which shares what is left where it has `fr` in it. */
interface RoomyColumn<T> extends ValuedColumn<T> {
  readonly title: string;
  readonly width: string;
}

/**
 * The grid tracks of the columns: those that share the room get it as their texts need it, so that none is cut while another has
 * room to spare. A list in which one of them does not tell its text keeps its widths.
 */
export function columnTracks<T>(columns: readonly RoomyColumn<T>[], rows: readonly T[]): string {
  const shares = columns.filter(({ width }) => SHARE.test(width));
  if (rows.length === 0 || shares.some(({ value }) => !value)) return columns.map(({ width }) => width).join(' ');
  const every = Math.ceil(rows.length / MOST_MEASURED);
  const measured = rows.filter((_row, i) => i % every === 0);
  return columns.map((column) => column.width.replace(SHARE, () => `${lettersOf(column, measured)}fr`)).join(' ');
}

const SHARE = /[\d.]+fr/;
/** So many rows of a long list are looked at: a list is drawn with each change. */
const MOST_MEASURED = 500;
/** A text longer than this may be cut; and widths go in steps, so that a letter more moves nothing. */
const MOST_LETTERS = 48;
const STEP = 4;
/** Of the texts of a column so many are to fit: a few long ones do not take the room from all the others. */
const FITTING = 0.9;

/** Letters that a column has to show, in steps, with the space around them. */
function lettersOf<T>({ title, value }: RoomyColumn<T>, rows: readonly T[]): number {
  const lengths = rows.map((row) => String(value?.(row) ?? '').length).toSorted((a, b) => a - b);
  const long = Math.max(title.length, lengths[Math.ceil(lengths.length * FITTING) - 1] ?? 0);
  return Math.ceil(Math.min(MOST_LETTERS, long + 2) / STEP) * STEP;
}

/** The rows in the order of a column; the rows themselves where no column is requested. Equal ones stay as they were. */
export function sortedBy<T>(rows: readonly T[], columns: readonly ValuedColumn<T>[], sorting: Sorting | undefined): readonly T[] {
  const value = columns.find(({ key }) => key === sorting?.key)?.value;
  if (!value || !sorting) return rows;
  const sign = sorting.down ? -1 : 1;
  return rows
    .map((row) => ({ row, by: value(row) }))
    .toSorted((a, b) => {
      const [none, other] = [isEmpty(a.by), isEmpty(b.by)];
      if (none || other) return Number(none) - Number(other);
      return sign * compared(a.by, b.by);
    })
    .map(({ row }) => row);
}

/** What a click on the head of a column sorts by next: up, down, and as the list comes. */
export function nextSorting(before: Sorting | undefined, key: string): Sorting | undefined {
  if (before?.key !== key) return { key, down: false };
  return before.down ? undefined : { key, down: true };
}

function compared(a: SortValue, b: SortValue): number {
  return typeof a === 'number' && typeof b === 'number' ? a - b : collator.compare(String(a), String(b));
}

function isEmpty(value: SortValue): boolean {
  return value === undefined || value === null || value === '';
}

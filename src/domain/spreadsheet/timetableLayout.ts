/** Where things are on a sheet of a timetable: by its heads, by what the user has assigned, else by the stops in its cells. */
import { type Cell, textOf, type WorkbookSheet, writtenOf } from './cells.ts';
import { daysOfWords } from './dayWords.ts';
import { type AssignedHeads, assignedTo, headOf, TIMETABLE_HEADS as HEADS } from './heads.ts';
import { MOST_ABOVE } from './plan.ts';

/** What a column of a timetable can be assigned to; '' for nothing. */
export const COLUMN_ROLES = ['departure', 'stopId', 'stop', 'side', ''] as const;
/** What a row above the heads can be assigned to; '' for nothing. */
export const LABEL_ROLES = ['track', 'days', 'every', 'until', ''] as const;

/** A row above the heads with one value. */
interface Labelled {
  readonly row: number;
  readonly column: number;
  readonly text: string;
}

export interface Layout {
  /** Row of the heads; -1 where there is none. */
  readonly head: number;
  /** First row that can be a stop. */
  readonly below: number;
  readonly stopId: number;
  readonly stop: number;
  readonly side: number;
  readonly track?: Labelled;
  readonly days?: Labelled;
  readonly every: number;
  readonly until: number;
  /** Rows above the heads that mean nothing here. */
  readonly others: readonly number[];
  /** Columns before the departures that mean nothing here, and those with a role that was assigned. */
  readonly unknown: readonly number[];
  /** Rows above that have a label which is not known, or with a role that was assigned. */
  readonly labels: readonly number[];
  readonly departures: readonly number[];
}

/** How a text names a stop of the line; undefined where it does not. */
export type StopNamed = (text: string) => 'stopId' | 'stop' | undefined;

export function layoutOf({ rows }: WorkbookSheet, assigned: AssignedHeads, named: StopNamed): Layout | undefined {
  const roleOf = (cell: Cell | undefined): string | undefined => assignedTo(assigned, textOf(cell)) ?? headOf(HEADS, textOf(cell));
  const head = rows.slice(0, MOST_ABOVE).findIndex((row) => row.some((cell) => ['stop', 'stopId'].includes(roleOf(cell) ?? '')));
  if (head < 0) return guessed(rows, named, roleOf, assigned);
  const heads = rows[head] ?? [];
  const roles = heads.map(roleOf);
  const places = { stopId: roles.indexOf('stopId'), stop: roles.indexOf('stop'), side: roles.indexOf('side') };
  const first = Math.max(places.stopId, places.stop, places.side) + 1;
  const isAssigned = (at: number): boolean => assignedTo(assigned, textOf(heads[at])) !== undefined;
  const departures = columnsFrom(rows.slice(head), 0).filter((at) => (at < first ? roles[at] === 'departure' && isAssigned(at) : roles[at] !== ''));
  const unknown = heads.flatMap((cell, at) =>
    textOf(cell) !== '' && (isAssigned(at) || (at < first && !Object.values(places).includes(at))) ? [at] : [],
  );
  return { head, below: head + 1, ...places, ...aboveOf(rows.slice(0, head), roleOf, assigned), unknown, departures };
}

function columnsFrom(rows: WorkbookSheet['rows'], first: number): readonly number[] {
  const width = rows.reduce((most, row) => Math.max(most, row.length), 0);
  return Array.from({ length: Math.max(0, width - first) }, (_, nth) => first + nth);
}

type RoleOf = (cell: Cell | undefined) => string | undefined;

function aboveOf(
  rows: WorkbookSheet['rows'],
  roleOf: RoleOf,
  assigned: AssignedHeads,
): Pick<Layout, 'track' | 'days' | 'every' | 'until' | 'others' | 'labels'> {
  const labels = rows.map((row) => roleOf(row[0]));
  const labelled = (key: string): Labelled | undefined => {
    const row = labels.indexOf(key);
    const column = rows[row]?.findIndex((cell, at) => at > 0 && textOf(cell) !== '') ?? -1;
    return column < 0 ? undefined : { row, column, text: textOf(rows[row]?.[column]) };
  };
  const [track, days] = [labelled('track'), labelled('days') ?? titleOfDays(rows)];
  const isKnown = (label: string | undefined): boolean => label !== undefined && Object.hasOwn(HEADS, label);
  return {
    ...(track && { track }),
    ...(days && { days }),
    every: labels.indexOf('every'),
    until: labels.indexOf('until'),
    others: rows.flatMap((row, at) => (!isKnown(labels[at]) && at !== days?.row && row.some((cell) => textOf(cell) !== '') ? [at] : [])),
    labels: rows.flatMap((row, at) => {
      const isAssigned = assignedTo(assigned, textOf(row[0])) !== undefined;
      const hasValue = row.slice(1).some((cell) => textOf(cell) !== '');
      return textOf(row[0]) !== '' && hasValue && (isAssigned || !isKnown(labels[at])) ? [at] : [];
    }),
  };
}

/** A row whose only cell names days, as over a printed timetable. */
function titleOfDays(rows: WorkbookSheet['rows']): Labelled | undefined {
  for (const [row, cells] of rows.entries()) {
    const filled = cells.flatMap((cell, column) => (textOf(cell) === '' ? [] : [{ row, column, text: textOf(cell) }]));
    const [only] = filled;
    if (filled.length === 1 && only && daysOfWords(only.text) !== undefined) return only;
  }
  return undefined;
}

/** A table without heads: two or more stops of the line below each other, and times to their right. */
function guessed(rows: WorkbookSheet['rows'], named: StopNamed, roleOf: RoleOf, assigned: AssignedHeads): Layout | undefined {
  const found = columnsFrom(rows, 0).flatMap((column) =>
    (['stopId', 'stop'] as const).map((by) => ({ column, by, count: rows.filter((row) => named(textOf(row[column])) === by).length })),
  );
  const best = found.toSorted((a, b) => b.count - a.count)[0];
  if (!best || best.count < 2) return undefined;
  const below = rows.findIndex((row) => named(textOf(row[best.column])) === best.by);
  const words = rows.slice(below).map((row) => textOf(row[best.column + 1]));
  const isSide =
    words.some((word) => word !== '') && words.every((word) => word === '' || ['arrival', 'departure'].includes(headOf(HEADS, word) ?? ''));
  const side = isSide ? best.column + 1 : -1;
  const first = Math.max(best.column, side) + 1;
  const heads = (rows[below - 1] ?? []).slice(first).map((cell) => textOf(cell));
  const head = areTripIds(heads) ? below - 1 : -1;
  return {
    head,
    below,
    stopId: best.by === 'stopId' ? best.column : -1,
    stop: best.by === 'stop' ? best.column : -1,
    side,
    ...aboveOf(rows.slice(0, head < 0 ? below : head), roleOf, assigned),
    unknown: [],
    departures: columnsFrom(rows.slice(below), first),
  };
}

/** Heads of departures: some, no two alike, and neither days nor times of the clock. */
function areTripIds(heads: readonly string[]): boolean {
  const texts = heads.filter((text) => text !== '');
  return (
    texts.length > 0 &&
    new Set(texts).size === texts.length &&
    texts.every((text) => daysOfWords(text) === undefined && (/^\d+$/.test(text) || writtenOf(text) === undefined))
  );
}

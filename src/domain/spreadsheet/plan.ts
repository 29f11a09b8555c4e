/** What a workbook would change, made before anything is applied. It carries the edit: one command, one undo. */
import { z } from 'zod';
import { importRows } from '../edits/importRows.ts';
import { importTimes } from '../edits/importTimes.ts';
import { addressOf, textOf, type WorkbookSheet } from './cells.ts';
import { sameHead } from './heads.ts';

/** Where in the file: a sheet, and a cell of it. */
const At = z.object({ sheet: z.string(), cell: z.string() });

/** A row or a departure that is added or changed. */
export const PlannedLine = At.extend({
  act: z.enum(['add', 'change']),
  name: z.string(),
  /** The first of its changes; `more` counts the others. */
  changes: z.array(z.object({ field: z.string(), from: z.string(), to: z.string() })),
  more: z.int().min(0),
});
export type PlannedLine = z.infer<typeof PlannedLine>;

/** Why a cell cannot be taken. `refused`: the edit as a whole, and `text` says why. */
export const FaultReason = z.enum([
  'time',
  'stop',
  'track',
  'days',
  'gone',
  'interval',
  'twice',
  'empty',
  'refused',
  'latitude',
  'longitude',
  'value',
  'reference',
  'id',
  'twiceRow',
  'noId',
]);

export const PlanFault = At.extend({
  text: z.string(),
  why: FaultReason,
  /** Of a value: what it has to be. Of a reference: the word for what is not there. */
  says: z.string().optional(),
});
export type PlanFault = z.infer<typeof PlanFault>;

/**
 * A head of a column or of a row above them, or the name of a track or sheet, that the user can assign; `to` is what it is assigned to,
 * '' for nothing. `isOpen`: nothing is applied until a choice is made.
 */
export const PlannedHead = At.extend({
  text: z.string(),
  to: z.string(),
  of: z.enum(['column', 'label', 'sheet']),
  isOpen: z.literal(true).optional(),
});
export type PlannedHead = z.infer<typeof PlannedHead>;

/** The edit that a file amounts to: one of these. */
export const PlannedEdit = z.object({ times: importTimes.payload.optional(), rows: importRows.payload.optional() });

export const ImportPlan = z.object({
  file: z.string(),
  /** What is added and changed, as far as it is listed. */
  lines: z.array(PlannedLine),
  adds: z.int().min(0),
  changes: z.int().min(0),
  /** Read, and as they are. */
  same: z.int().min(0),
  /** Of the sheets in the file, and not in it: they stay as they are. */
  absent: z.int().min(0),
  /** Sheets, rows and columns that nothing is taken from. */
  ignored: z.array(At.extend({ text: z.string() })),
  /** Heads that are not known, and those that were assigned. Absent where there are none. */
  heads: z.array(PlannedHead).optional(),
  faults: z.array(PlanFault),
  moreFaults: z.int().min(0),
  /** Null where nothing is to be applied: nothing differs, or a cell is broken. */
  edit: PlannedEdit.nullable(),
});
export type ImportPlan = z.infer<typeof ImportPlan>;

/** Lines, faults and changes that a plan lists; the others are counted. */
export const MOST_LINES = 500;
const MOST_FAULTS = 100;
const MOST_CHANGES = 6;
const MOST_HEADS = 50;
/** Rows in which heads are looked for. */
export const MOST_ABOVE = 30;

/** Collects a plan while sheets are read. */
export class PlanNotes {
  readonly #file: string;
  readonly #lines: PlannedLine[] = [];
  readonly #faults: PlanFault[] = [];
  readonly #ignored: ImportPlan['ignored'] = [];
  readonly #heads: PlannedHead[] = [];
  readonly #symbols = new Set<string>();
  #adds = 0;
  #changes = 0;
  same = 0;
  absent = 0;

  constructor(file: string) {
    this.#file = file;
  }

  get faults(): number {
    return this.#faults.length;
  }

  line(act: PlannedLine['act'], sheet: string, row: number, column: number, name: string, changes: PlannedLine['changes']): void {
    if (act === 'add') this.#adds++;
    else this.#changes++;
    if (this.#lines.length >= MOST_LINES) return;
    const shown = changes.slice(0, MOST_CHANGES);
    this.#lines.push({ sheet, cell: addressOf(row, column), act, name, changes: shown, more: changes.length - shown.length });
  }

  fault(why: PlanFault['why'], sheet: string, row: number, column: number, text: string, says?: string): void {
    const cell = row < 0 ? '' : addressOf(row, column);
    this.#faults.push({ sheet, cell, text: text.slice(0, 200), why, ...(says !== undefined && { says }) });
  }

  ignore(sheet: string, row: number, column: number, text: string): void {
    if (this.#ignored.length < MOST_FAULTS) this.#ignored.push({ sheet, cell: row < 0 ? '' : addressOf(row, column), text: text.slice(0, 200) });
  }

  /** A head that the user can assign; the same one on another sheet is assigned with it. */
  head(of: PlannedHead['of'], sheet: string, row: number, column: number, text: string, to: string | undefined): void {
    if (this.#heads.length >= MOST_HEADS || this.#heads.some((one) => sameHead(one.text, text))) return;
    this.#heads.push({ sheet, cell: addressOf(row, column), text: text.slice(0, 200), to: to ?? '', of, ...(to === undefined && { isOpen: true }) });
  }

  /** Of a sheet in which nothing is found: the row with the most texts, any of which may be meant as a head. */
  offer({ name, rows }: WorkbookSheet, isKnown: (text: string) => boolean = () => false): void {
    const counts = rows.slice(0, MOST_ABOVE).map((row) => row.filter((cell) => typeof cell === 'string' && cell.trim() !== '').length);
    const head = counts.indexOf(Math.max(2, ...counts));
    for (const [at, cell] of (rows[head] ?? []).entries())
      if (textOf(cell) !== '' && !isKnown(textOf(cell))) this.head('column', name, head, at, textOf(cell), '');
  }

  /** A symbol beside a time that nothing is taken from: each is listed once. */
  symbol(sheet: string, row: number, column: number, text: string): void {
    if (text === '' || this.#symbols.has(text)) return;
    this.#symbols.add(text);
    this.ignore(sheet, row, column, text);
  }

  plan(edit: ImportPlan['edit']): ImportPlan {
    return {
      file: this.#file,
      lines: this.#lines,
      adds: this.#adds,
      changes: this.#changes,
      same: this.same,
      absent: this.absent,
      ignored: this.#ignored,
      ...(this.#heads.length > 0 && { heads: this.#heads }),
      faults: this.#faults.slice(0, MOST_FAULTS),
      moreFaults: Math.max(0, this.#faults.length - MOST_FAULTS),
      edit: this.#faults.length > 0 ? null : edit,
    };
  }
}

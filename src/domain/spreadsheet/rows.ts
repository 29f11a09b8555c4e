/** A list as a workbook: a row for each stop, line, agency, day type or fare, a column for each field; and the plan of one that is read. */
import { MOST_ROWS, isNewId } from '../edits/importRows.ts';
import { kindOf } from '../model/catalogue.ts';
import { type FieldValue, valueOfTyped } from '../model/fieldValues.ts';
import type { EntityKind } from '../model/kind.ts';
import { formatServiceTime } from '../time.ts';
import { type Cell, dateCell, dateOf, textOf, type WorkbookSheet, writtenOf } from './cells.ts';
import { dayWords, daysOfWords } from './dayWords.ts';
import { type AssignedHeads, assignedTo, type HeadLanguage, sameHead } from './heads.ts';
import { type ImportPlan, MOST_ABOVE, PlanNotes } from './plan.ts';
import {
  emptyDocument,
  sheetDocumentError,
  type SheetField,
  sheetFields,
  type SheetKind,
  sheetValue,
  sheetValueError,
  withSheetValues,
} from './sheetFields.ts';

/** Words of heads and cells. */
export interface RowWords {
  readonly language: HeadLanguage;
  /** A head in the language of the screens, and every other way of writing it that is read. */
  heads(field: SheetField): readonly [string, ...(readonly string[])];
  /** A constant text in the language of the screens. */
  said(english: string): string;
  /** Of the kind: `Stops`, for the name of the sheet. */
  readonly title: string;
}

/** What a file says of itself, on a sheet of its own. */
const ABOUT = { sheet: 'About', kind: 'Kind', version: 'Version' } as const;

/** Of which version and kind a workbook is; a line for timetables. */
export interface SheetOrigin {
  readonly kind: SheetKind;
  readonly versionId: number;
}

/** Heads of the id in every kind. */
const ID_HEADS: Readonly<Record<SheetKind, readonly string[]>> = {
  Stop: ['stop_id', 'Stop id', 'Haltestellen-ID'],
  Schedule: ['route_id', 'Schedule id', 'Linien-ID'],
  Agency: ['agency_id', 'Agency id', 'Betreiber-ID'],
  DayType: ['Day type id', 'Tagesart-ID'],
  Fare: ['fare_id', 'Fare id', 'Tarif-ID'],
};

/** The workbook of documents of a kind. */
export function rowSheets({ kind, versionId }: SheetOrigin, docs: readonly object[], words: RowWords): WorkbookSheet[] {
  const fields = sheetFields(kind);
  const head = ['Id', ...fields.map((field) => words.heads(field)[0])];
  const rows = docs.map((doc): Cell[] => [idOf(doc), ...fields.map((field) => cellFor(field, sheetValue(doc, field.key), words))]);
  return [
    { name: words.title.slice(0, 31), rows: [head, ...rows], heads: { rows: 1, columns: 1 } },
    {
      name: ABOUT.sheet,
      rows: [
        [ABOUT.kind, kind],
        [ABOUT.version, versionId],
      ],
    },
  ];
}

function idOf(doc: object): string {
  const id: unknown = Reflect.get(doc, 'Id');
  return typeof id === 'string' ? id : '';
}

function cellFor(field: SheetField, value: FieldValue, words: RowWords): Cell {
  const { holds } = field;
  if (value === '') return null;
  if (holds === 'days' && typeof value === 'number') return dayWords(value, words.language);
  if (holds === 'time' && typeof value === 'number') return { seconds: value };
  if (holds === 'date' && typeof value === 'string') return dateCell(value);
  if (typeof holds === 'object' && holds.oneOf && typeof value === 'number' && field.shown) return words.said(field.shown(value));
  return value;
}

/** Where rows are read to. */
export interface RowsInto extends SheetOrigin {
  readonly docs: readonly object[];
  readonly words: RowWords;
  /** Whether a document is there; undefined where that is not known here. */
  exists(kind: EntityKind, id: string): boolean | undefined;
  /** Heads that the user has given a meaning: the key of a field, or `Id`. */
  readonly assigned?: AssignedHeads | undefined;
}

/** Why a file as a whole is not taken. */
export type RowsRefusal = { readonly refused: 'kind'; readonly is: SheetKind } | { readonly refused: 'version' | 'empty' | 'long' };

/** What a workbook would change of a list. Rows that it does not hold stay unchanged. */
export function planRows(into: RowsInto, file: string, sheets: readonly WorkbookSheet[]): ImportPlan | RowsRefusal {
  const about = sheets.find(({ name }) => name === ABOUT.sheet)?.rows ?? [];
  const saidOf = (label: string): Cell | undefined => about.find(([cell]) => textOf(cell) === label)?.[1];
  const [kind, version] = [textOf(saidOf(ABOUT.kind)), saidOf(ABOUT.version)];
  const other = Object.keys(ID_HEADS).find((one): one is SheetKind => one === kind);
  if (other !== undefined && other !== into.kind) return { refused: 'kind', is: other };
  if (about.length > 0 && version !== undefined && textOf(version) !== String(into.versionId)) return { refused: 'version' };
  const notes = new PlanNotes(file);
  const reader = new RowReader(into, notes);
  let found = false;
  for (const read of sheets) {
    if (read.name === ABOUT.sheet) continue;
    const layout = layoutOf(into, read);
    if (layout) {
      found = true;
      reader.read(read, layout);
      continue;
    }
    const foreign = foreignKind(into.kind, read);
    if (foreign) return { refused: 'kind', is: foreign };
    notes.ignore(read.name, -1, 0, '');
  }
  if (!found) return withoutIds(into, notes, sheets);
  if (reader.rows.length > MOST_ROWS) return { refused: 'long' };
  notes.absent = into.docs.length - reader.seen;
  return notes.plan(reader.rows.length === 0 ? null : { rows: { kind: into.kind, rows: reader.rows } });
}

/** Nothing has ids: the user can say which column they are in. Refused where there is no table either. */
function withoutIds({ kind, words }: RowsInto, notes: PlanNotes, sheets: readonly WorkbookSheet[]): ImportPlan | RowsRefusal {
  const read = sheets.find(({ name, rows }) => name !== ABOUT.sheet && rows.length > 1 && rows.some((row) => row.length > 1));
  if (!read) return { refused: 'empty' };
  notes.offer(read, (text) => sheetFields(kind).some((field) => isHeadOf(field, words, text)));
  notes.fault('noId', read.name, -1, 0, '');
  return notes.plan(null);
}

interface Layout {
  readonly head: number;
  readonly id: number;
  readonly columns: readonly { readonly at: number; readonly field: SheetField; readonly isGtfs: boolean }[];
  readonly unknown: readonly number[];
  /** Columns that were assigned. */
  readonly byHands: readonly number[];
}

function isHeadOf(field: SheetField, words: RowWords, text: string): boolean {
  return [...words.heads(field), field.label, field.key, field.gtfs ?? ''].some((name) => sameHead(name, text));
}

function isIdHead(kind: SheetKind, text: string): boolean {
  return ['Id', ...ID_HEADS[kind]].some((head) => sameHead(head, text));
}

function layoutOf({ kind, words, assigned = {} }: RowsInto, { rows }: WorkbookSheet): Layout | undefined {
  const isId = (text: string): boolean => {
    const byHand = assignedTo(assigned, text);
    return byHand === undefined ? isIdHead(kind, text) : byHand === 'Id';
  };
  const head = rows.slice(0, MOST_ABOVE).findIndex((row) => row.some((cell) => isId(textOf(cell))));
  const cells = (rows[head] ?? []).map((cell) => textOf(cell));
  const id = cells.findIndex(isId);
  if (head < 0 || id < 0) return undefined;
  const taken = new Set<string>();
  const columns: Layout['columns'][number][] = [];
  const unknown: number[] = [];
  const byHands: number[] = [];
  for (const [at, text] of cells.entries()) {
    if (text === '') continue;
    if (assignedTo(assigned, text) !== undefined) byHands.push(at);
    if (at === id) continue;
    const byHand = assignedTo(assigned, text);
    const field = sheetFields(kind).find((one) => (byHand === undefined ? isHeadOf(one, words, text) : one.key === byHand));
    if (!field || taken.has(field.key)) unknown.push(at);
    else {
      taken.add(field.key);
      columns.push({ at, field, isGtfs: sameHead(field.gtfs ?? '', text) });
    }
  }
  return { head, id, columns, unknown, byHands };
}

/** The kind whose id is at the head of a sheet. */
function foreignKind(kind: SheetKind, { rows }: WorkbookSheet): SheetKind | undefined {
  const heads = rows.slice(0, MOST_ABOVE).flatMap((row) => row.slice(0, 1).map((cell) => textOf(cell)));
  return (Object.keys(ID_HEADS) as SheetKind[]).find((one) => one !== kind && ID_HEADS[one].some((id) => heads.some((head) => sameHead(id, head))));
}

/** Types of a stop by GTFS location_type: 0 is a platform, too. */
const BY_LOCATION_TYPE = [0, 5, 1, 3, 4];

class RowReader {
  readonly rows: NonNullable<NonNullable<ImportPlan['edit']>['rows']>['rows'] = [];
  seen = 0;
  readonly #into: RowsInto;
  readonly #notes: PlanNotes;
  readonly #docs: ReadonlyMap<string, object>;
  readonly #named = new Set<string>();
  /** Ids that the file names: rows may refer to each other. */
  readonly #ids = new Set<string>();

  constructor(into: RowsInto, notes: PlanNotes) {
    this.#into = into;
    this.#notes = notes;
    this.#docs = new Map(into.docs.map((doc) => [idOf(doc).trim(), doc]));
  }

  read(sheet: WorkbookSheet, { head, id, columns, unknown, byHands }: Layout): void {
    const assigned = this.#into.assigned ?? {};
    for (const at of [...new Set([...unknown, ...byHands])].toSorted((a, b) => a - b)) {
      const text = textOf(sheet.rows[head]?.[at]);
      this.#notes.head('column', sheet.name, head, at, text, assignedTo(assigned, text) ?? '');
    }
    for (const at of unknown) this.#notes.ignore(sheet.name, head, at, textOf(sheet.rows[head]?.[at]));
    for (const row of sheet.rows.slice(head + 1)) this.#ids.add(textOf(row[id]));
    for (const [at, row] of sheet.rows.entries()) {
      if (at <= head || row.every((cell) => textOf(cell) === '')) continue;
      this.#row(sheet.name, at, id, row, columns);
    }
  }

  #row(sheet: string, at: number, idColumn: number, row: readonly Cell[], columns: Layout['columns']): void {
    const { kind, words } = this.#into;
    const notes = this.#notes;
    const id = textOf(row[idColumn]);
    const known = this.#docs.get(id);
    if (!known && !isNewId(id)) return notes.fault('id', sheet, at, idColumn, id);
    if (this.#named.has(id)) return notes.fault('twiceRow', sheet, at, idColumn, id);
    this.#named.add(id);
    if (known) this.seen++;
    const before = known ?? emptyDocument(kind, id);
    const values: Record<string, [FieldValue, FieldValue]> = {};
    const changes: { field: string; from: string; to: string }[] = [];
    const faults = notes.faults;
    const places = new Map(columns.map((column) => [column.field.key, column.at]));
    for (const { at: column, field, isGtfs } of columns) {
      const cell = row[column] ?? null;
      const was = sheetValue(before, field.key);
      const shown = cellFor(field, was, words);
      if (known && normal(shownText(shown)) === normal(shownText(cell))) continue;
      const value = this.#value(field, cell, before, isGtfs);
      if (value === was) {
        if (known || field.required === undefined) continue;
      }
      const wrong = sheetValueError(field, value);
      if (wrong !== undefined) {
        notes.fault(whyOf(field, value), sheet, at, column, textOf(cell), wrong);
        continue;
      }
      if (this.#isMissing(field, value)) {
        notes.fault('reference', sheet, at, column, textOf(cell), referenceWord(field));
        continue;
      }
      if (value === was) continue;
      values[field.key] = [was, value];
      changes.push({ field: words.heads(field)[0], from: shownText(shown), to: shownText(cellFor(field, value, words)) });
    }
    if (!known) {
      const missing = sheetFields(kind).filter(({ key, required }) => required !== undefined && !places.has(key));
      for (const field of missing) notes.fault('value', sheet, at, idColumn, id, field.required ?? '');
    }
    if (notes.faults > faults) return;
    const changed = known ? Object.keys(values) : sheetFields(kind).map(({ key }) => key);
    if (known && changed.length === 0) return void notes.same++;
    const plain = Object.fromEntries(Object.entries(values).map(([key, [, after]]) => [key, after]));
    const problem = sheetDocumentError(kind, before, withSheetValues(kind, before, plain), changed);
    if (problem) {
      const column = places.get(problem.key) ?? idColumn;
      return notes.fault('value', sheet, at, column, textOf(row[column]), problem.message);
    }
    const name: unknown = Reflect.get(before, 'Name');
    const own = known ? idOf(known) : id;
    notes.line(
      known ? 'change' : 'add',
      sheet,
      at,
      idColumn,
      typeof name === 'string' && name !== '' && name !== own ? `${name} (${own})` : own,
      changes,
    );
    this.rows.push({ id: own, ...(!known && { add: true }), values });
  }

  #value(field: SheetField, cell: Cell, before: object, isGtfs: boolean): FieldValue {
    const { holds, blank, shown } = field;
    const text = textOf(cell);
    if (text === '') return blank ?? '';
    if (holds === 'days') return typeof cell === 'number' ? cell : (daysOfWords(text) ?? text);
    if (holds === 'time') return timeOf(cell) ?? text;
    if (holds === 'date') return dateOf(cell) ?? text;
    if (holds === 'switch') return switchOf(cell) ?? text;
    if (typeof holds === 'object' && holds.oneOf) {
      const number = Number(text);
      if (field.key === 'Type' && isGtfs && Number.isInteger(number)) return typeByLocation(number, before) ?? text;
      const named =
        shown && holds.oneOf.find((value) => [shown(value), this.#into.words.said(shown(value))].some((one) => normal(one) === normal(text)));
      return named ?? (Number.isInteger(number) ? number : text);
    }
    // a colour of digits alone is stored as a number without its zeros
    if (holds === 'colour' && typeof cell === 'number') return text.padStart(6, '0');
    return valueOfTyped(field, text);
  }

  #isMissing({ holds }: SheetField, value: FieldValue): boolean {
    if (typeof holds !== 'object' || holds.refersTo === undefined || holds.refersTo === 'Transport' || typeof value !== 'string' || value === '')
      return false;
    if (holds.refersTo === this.#into.kind) return !this.#docs.has(value) && !this.#ids.has(value);
    return this.#into.exists(holds.refersTo, value) === false;
  }
}

function whyOf({ key }: SheetField, value: FieldValue): 'latitude' | 'longitude' | 'value' {
  if (value === '') return 'value';
  return key === 'Latitude' ? 'latitude' : key === 'Longitude' ? 'longitude' : 'value';
}

function referenceWord({ holds }: SheetField): string {
  return typeof holds === 'object' && holds.refersTo !== undefined && holds.refersTo !== 'Transport' ? kindOf(holds.refersTo).words[0] : '';
}

function timeOf(cell: Cell): number | undefined {
  const written = writtenOf(cell);
  return typeof written === 'number' ? written : undefined;
}

function typeByLocation(number: number, before: object): number | undefined {
  const now = sheetValue(before, 'Type');
  return number === 0 && now === 2 ? 2 : BY_LOCATION_TYPE[number];
}

const YES: ReadonlySet<string> = new Set(['yes', 'true', 'ja', 'wahr', '1', 'x']);
const NO: ReadonlySet<string> = new Set(['no', 'false', 'nein', 'falsch', '0']);

function switchOf(cell: Cell): boolean | undefined {
  const text = textOf(cell).toLowerCase();
  return YES.has(text) ? true : NO.has(text) ? false : undefined;
}

/** A cell as people read it. */
function shownText(cell: Cell): string {
  if (cell === null) return '';
  if (typeof cell === 'object') return dateOf(cell) ?? formatServiceTime(cell.seconds);
  return textOf(cell);
}

/** Spaces and line ends of a file are not what people change. */
function normal(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim();
}

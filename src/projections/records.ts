/** The smaller kinds of a version as the client holds them. */
import type { Draft } from 'immer';
import type { Entity, EntityKind } from '../domain/entities.ts';
import { entityTitle } from '../domain/entityTitle.ts';
import { kindOf } from '../domain/model/catalogue.ts';
import { type AnyRecord, RECORD_KIND_NAMES, RECORD_KINDS, type RecordField, type RecordKind } from '../domain/model/records.ts';
import type { Use } from '../domain/references.ts';
import { idKey } from '../kernel/table.ts';
import type { RowKeeper } from './documentRows.ts';
import { folded } from '../domain/folded.ts';
import { listRows } from './listRows.ts';
import type { AppState, Load, VersionData } from './state.ts';

/** What refers to one document: how many, and the first 100. */
export interface UsesOf {
  readonly Id: string;
  readonly Count: number;
  readonly By: readonly Use[];
}

export interface RecordsState {
  /** By kind; those of a younger kind are absent until they are requested. */
  readonly lists: Readonly<Partial<Record<RecordKind, Load<readonly AnyRecord[]>>>>;
  /** By `usesKey`. */
  readonly uses: Readonly<Record<string, Load<readonly UsesOf[]>>>;
  /** Files of the feed that are kept as they are; absent until they are looked at. */
  readonly files?: Load<readonly KeptFileRow[]>;
  /** The first rows of those that were opened, by name. */
  readonly fileRows?: Readonly<Record<string, Load<KeptRows>>>;
}

/** A kept file, or the rows of one that no document holds. */
export interface KeptFileRow {
  readonly Name: string;
  /** Name of the file in the feed. */
  readonly File: string;
  /** Bytes. */
  readonly Size: number;
  readonly RowsAlone: boolean;
}

/** Rows of a kept file as the source has them; lines of text where it has no columns. */
export interface KeptRows {
  readonly Columns: readonly string[];
  readonly Rows: readonly (readonly string[])[];
  readonly Total: number;
  /** Rows before the first of them. */
  readonly From?: number | undefined;
}

const IDLE: Load<never> = { status: 'idle', value: null, messages: [] };

export const NO_RECORDS: RecordsState = {
  lists: Object.fromEntries(RECORD_KIND_NAMES.flatMap((kind) => (kindOf(kind).younger ? [] : [[kind, IDLE]]))),
  uses: {},
};

/** The list of a kind, idle until it is requested. */
export function recordList<L extends Load<readonly AnyRecord[]>>(
  { lists }: { readonly lists: Partial<Record<RecordKind, L>> },
  kind: RecordKind,
): L | typeof IDLE {
  return lists[kind] ?? IDLE;
}

/** Under which key the uses of some documents are kept. */
export function usesKey(kind: EntityKind, ids: readonly string[]): string {
  return idKey(`${kind} ${JSON.stringify(ids)}`);
}

/** The records of a kind as far as they are loaded. */
export function recordsOf<K extends RecordKind>(view: AppState, versionId: number, kind: K): readonly Entity<K>[] | undefined {
  return (view.versions[versionId]?.records.lists[kind]?.value as readonly Entity<K>[] | null | undefined) ?? undefined;
}

/** What a record is called: without a text of its own, by its id. */
export function recordTitle(kind: RecordKind, record: AnyRecord): string {
  return entityTitle(kind, { ...record });
}

/** Records with the text in their id or in what the list shows of them, in the order of their ids as people count. */
export function filterRecords(
  kind: RecordKind,
  records: readonly AnyRecord[],
  text: string,
  shown: (field: RecordField, record: AnyRecord) => string,
): readonly AnyRecord[] {
  const wanted = folded(text.trim());
  const { fields } = RECORD_KINDS[kind];
  const holds = (record: AnyRecord): boolean =>
    folded(record.Id).includes(wanted) || fields.some((field) => folded(shown(field, record)).includes(wanted));
  const found = wanted === '' ? records : records.filter(holds);
  return found.toSorted((a, b) => collator.compare(a.Id, b.Id));
}

const collator = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });

/** The rows of the lists: whole documents. */
export const recordRows = Object.fromEntries(
  RECORD_KIND_NAMES.map((kind) => [
    kind,
    listRows<RecordKind, AnyRecord>({
      list: (version: VersionData | Draft<VersionData>) => recordList(version.records, kind),
      rowOf: (record) => record,
      docOf: (record) => record,
    }),
  ]),
) as { readonly [K in RecordKind]: RowKeeper<K> };

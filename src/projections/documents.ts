/**
 * The documents of a version as the client holds them: one table by kind and id. Loads, answers and live messages put them here;
 * lists and maps keep slim rows beside it, which `documentRows.ts` brings up to date.
 */
import { type Draft, isDraft, original } from 'immer';
import {
  type DocumentChange,
  type DocumentFamily,
  type DocumentKey,
  type Documents,
  isFamily,
  liesIn,
  MissingDocument,
} from '../domain/edits/documentEdit.ts';
import { ENTITY_SCHEMAS, type Entity, type EntityKind, entityId, isEntityKind } from '../domain/entities.ts';
import { sameJson } from '../domain/sameJson.ts';
import { emptyTable, entries, getRow, putRow, rows, type Table, type TableDraft } from '../kernel/table.ts';
import { ROW_KEEPERS } from './documentRows.ts';
import type { HeldDocument } from './heldDocuments.ts';
import { outdate } from './outdated.ts';
import type { AppState, VersionData } from './state.ts';

/** What `foldDocument` takes: a document of an answer, of a live message or of a conflict. */
export interface DocumentState {
  readonly Kind: string;
  readonly Id: string;
  readonly Rev: number;
  readonly Doc: unknown;
  readonly Fields?: readonly string[];
  readonly Large?: boolean | undefined;
}

/** The held state of a document, undefined where it was never looked at. */
export function heldDocument<K extends EntityKind>(view: AppState, versionId: number, kind: K, id: string): HeldDocument<K> | undefined {
  const version = view.versions[versionId];
  return version && held(version, kind, id);
}

/** The document, undefined where it is not held or is removed. */
export function documentOf<K extends EntityKind>(view: AppState, versionId: number, kind: K, id: string): Entity<K> | undefined {
  return heldDocument(view, versionId, kind, id)?.doc ?? undefined;
}

/** The held documents under a parent, in the order of their ids. */
export function documentsUnder<K extends EntityKind>(view: AppState, versionId: number, kind: K, ...parent: readonly string[]): readonly Entity<K>[] {
  const version = view.versions[versionId];
  return version ? underOf(version, kind, parent) : [];
}

/** The held documents of a kind that are not removed; the same array for the same documents. */
export function documentsOfKind<K extends EntityKind>(view: AppState, versionId: number, kind: K): readonly Entity<K>[] {
  const table = view.versions[versionId]?.docs.tables[kind];
  if (!table) return NO_DOCUMENTS;
  let docs = OF_KIND.get(table);
  if (!docs) OF_KIND.set(table, (docs = [...rows(table)].flatMap(({ doc }) => doc ?? [])));
  return docs as readonly Entity<K>[];
}

const NO_DOCUMENTS: readonly never[] = [];
const OF_KIND = new WeakMap<object, readonly Entity[]>();

/** The documents of a version for the functions of an edit. What is not held is read from its row, as far as that goes. */
export function documentsIn(view: AppState, versionId: number): Documents {
  const version = view.versions[versionId];
  const get = <K extends EntityKind>(kind: K, id: string): Entity<K> | null => {
    const known = version && held(version, kind, id);
    return known ? known.doc : ((version && ROW_KEEPERS[kind]?.partial?.(version, id)) ?? null);
  };
  return {
    get,
    need(kind, id) {
      const doc = get(kind, id);
      if (!doc) throw new MissingDocument({ kind, id });
      return doc;
    },
    under: (kind, ...parent) => (version ? underOf(version, kind, parent) : []),
  };
}

/** Whether an edit on these documents can be computed here: each is held as a whole, or is not there, and each family is complete. */
export function isComputable(view: AppState, versionId: number, refs: readonly (DocumentKey | DocumentFamily)[]): boolean {
  const version = view.versions[versionId];
  if (!version) return false;
  return refs.every((ref) => {
    if (isFamily(ref)) return version.docs.whole[familyName(ref.kind, ref.under)] === true && !underHeld(version, ref).some((one) => one.outdated);
    const known = held(version, ref.kind, ref.id);
    return known ? !known.outdated : ROW_KEEPERS[ref.kind]?.partial?.(version, ref.id) === undefined;
  });
}

/** The revision a document was seen at: of the held one, else of its row; undefined where neither is here. */
export function seenRev(view: AppState, versionId: number, { kind, id }: DocumentKey): number | undefined {
  const version = view.versions[versionId];
  if (!version) return undefined;
  const known = held(version, kind, id)?.rev ?? ROW_KEEPERS[kind]?.rev?.(version, id);
  const own = version.docs.own[`${kind} ${id}`];
  return own === undefined ? known : Math.max(own, known ?? 0);
}

/** The held members of a family with their ids. */
export function membersOf(view: AppState, versionId: number, family: DocumentFamily): readonly DocumentKey[] {
  const version = view.versions[versionId];
  return version ? underHeld(version, family).flatMap(({ doc }) => (doc ? [{ kind: family.kind, id: entityId(family.kind, doc) }] : [])) : [];
}

/** Keeps documents that a load has brought; newer ones that are here already stay. */
export function holdDocuments<K extends EntityKind>(
  base: Draft<AppState>,
  versionId: number,
  kind: K,
  loaded: Iterable<{ readonly doc: Entity<K>; readonly rev: number }>,
): void {
  for (const { doc, rev } of loaded) foldDocument(base, versionId, { Kind: kind, Id: entityId(kind, doc), Rev: rev, Doc: doc });
}

/** Keeps those documents of a loaded list that have a revision: the list itself holds the others as they are in the version's base. */
export function holdEdited<K extends EntityKind>(
  base: Draft<AppState>,
  versionId: number,
  kind: K,
  docs: readonly Entity<K>[],
  revs: Readonly<Record<string, number>> = {},
): void {
  const edited = docs.flatMap((doc) => {
    const id = entityId(kind, doc);
    return Object.hasOwn(revs, id) ? [{ doc, rev: revs[id] ?? 0 }] : [];
  });
  holdDocuments(base, versionId, kind, edited);
}

/** Notes the revision of an own edit, also of documents that are not held here. */
export function noteOwnEdit(base: Draft<AppState>, versionId: number, refs: readonly (DocumentKey | DocumentFamily)[], rev: number): void {
  const version = base.versions[versionId];
  if (!version) return;
  version.rev = Math.max(version.rev, rev);
  for (const ref of refs) if (!isFamily(ref) && !held(version, ref.kind, ref.id)) version.docs.own[`${ref.kind} ${ref.id}`] = rev;
}

/** Whether one of the documents is neither held nor known by a row with its revision. */
export function isAnyUnknown(view: AppState, versionId: number, keys: readonly { readonly kind: string; readonly id: string }[]): boolean {
  const version = view.versions[versionId];
  return (
    version !== undefined &&
    keys.some(({ kind, id }) => isEntityKind(kind) && !held(version, kind, id) && ROW_KEEPERS[kind]?.rev?.(version, id) === undefined)
  );
}

/** Whether an own edit changed the document at this revision, and the document is not here. */
export function isOwnUnheld(view: AppState, versionId: number, { kind, id }: DocumentKey, rev: number): boolean {
  const version = view.versions[versionId];
  return version !== undefined && version.docs.own[`${kind} ${id}`] === rev && !held(version, kind, id);
}

/** Says that all documents of a kind under a first id part are held now: `holdWhole(base, 1, 'Track', '1001')`. */
export function holdWhole(base: Draft<AppState>, versionId: number, kind: EntityKind, first: string): void {
  const version = base.versions[versionId];
  if (version) version.docs.whole[familyName(kind, encodeURIComponent(first))] = true;
}

/**
 * Folds what the server says of a document: a newer revision wins, an older one changes nothing, so a late answer cannot bring a
 * removed document back. `theirs` marks it as somebody else's change.
 */
export function foldDocument(base: Draft<AppState>, versionId: number, state: DocumentState, theirs = false): void {
  const version = base.versions[versionId];
  const { Kind: kind, Id: id, Rev: rev } = state;
  if (!version || !isEntityKind(kind)) return;
  const known = held(version, kind, id);
  const knownRev = known?.rev ?? ROW_KEEPERS[kind]?.rev?.(version, id) ?? -1;
  if (knownRev > rev) return;
  if (known && known.rev === rev && !known.outdated) {
    // A load may have brought the document before its change was told: lists that were read earlier do not know of it.
    if (theirs && !Object.values(known.theirs ?? {}).includes(rev)) outdate(version, { kind, id, fields: state.Fields ?? [], doc: known.doc });
    // The list may have been loaded at an older revision since.
    return foldRow(version, kind, id, known.doc, rev);
  }
  if (state.Large) {
    if (theirs) outdate(version, { kind, id, fields: state.Fields ?? [], doc: undefined });
    if (known) put(version, kind, id, { ...known, ...theirsOf(known, state, theirs), outdated: true });
    return;
  }
  const doc = state.Doc === null ? null : ENTITY_SCHEMAS[kind].parse(state.Doc);
  const differs = differing(known?.doc ?? null, doc);
  // The first load of a document is no change. A document too large for its live message is marked as changed above.
  if (theirs) outdate(version, { kind, id, fields: state.Fields ?? differs, doc });
  else if (known ? !known.outdated && differs.length > 0 : rev > version.rev) outdate(version, { kind, id, fields: differs, doc });
  put(version, kind, id, { doc, rev, ...theirsOf(known, { ...state, Fields: state.Fields ?? differs }, theirs) });
  foldRow(version, kind, id, doc, rev);
}

/**
 * Brings the rows of a list that was just read up to the documents that are held: a live message or an own answer may have
 * changed them while the list was loading, before its rows existed. `only`: one document.
 */
export function foldHeldRows(base: Draft<AppState>, versionId: number, kind: EntityKind, only?: string): void {
  const version = base.versions[versionId];
  const table = version?.docs.tables[kind] as Table<HeldDocument> | undefined;
  if (!version || !table) return;
  const known = only === undefined ? undefined : getRow(table, only);
  for (const [id, { doc, rev, outdated }] of only === undefined ? entries(table) : known ? [[only, known] as const] : [])
    if (!outdated && (ROW_KEEPERS[kind]?.rev?.(version, id) ?? 0) <= rev) foldRow(version, kind, id, doc, rev);
}

/** Puts the outcome of an edit that the server has confirmed, computed here. Documents that are newer already contain it. */
export function foldChanges(base: Draft<AppState>, versionId: number, changes: readonly DocumentChange[], rev: number): void {
  const version = base.versions[versionId];
  if (!version) return;
  for (const { kind, id, doc } of changes) {
    const known = held(version, kind, id);
    const knownRev = known?.rev ?? ROW_KEEPERS[kind]?.rev?.(version, id) ?? -1;
    if (knownRev >= rev || sameJson(known?.doc, doc)) continue;
    outdate(version, { kind, id, fields: differing(known?.doc ?? null, doc), doc });
    put(version, kind, id, { doc, rev, ...(known?.theirs && { theirs: known.theirs }) });
    foldRow(version, kind, id, doc, rev);
  }
}

/** Shows changes that are not confirmed yet; revisions stay. What is held only as a row changes there. */
export function previewChanges(view: Draft<AppState>, versionId: number, changes: readonly DocumentChange[]): void {
  const version = view.versions[versionId];
  if (!version) return;
  for (const { kind, id, doc } of changes) {
    const known = held(version, kind, id);
    const isRowOnly = !known && ROW_KEEPERS[kind]?.partial?.(version, id) !== undefined;
    if (!isRowOnly) put(version, kind, id, { ...known, doc, rev: known?.rev ?? 0 });
    foldRow(version, kind, id, doc, known?.rev ?? ROW_KEEPERS[kind]?.rev?.(version as VersionData, id) ?? 0);
  }
}

/** The state itself where it is being drafted: reading it costs no proxies. */
export function undrafted(state: AppState | Draft<AppState>): AppState {
  return (isDraft(state) ? original<unknown>(state) : state) as AppState;
}

function held<K extends EntityKind>(version: VersionData | Draft<VersionData>, kind: K, id: string): HeldDocument<K> | undefined {
  const table = version.docs.tables[kind];
  return table && getRow(table, id);
}

function underOf<K extends EntityKind>(version: VersionData, kind: K, parent: readonly string[]): readonly Entity<K>[] {
  return underHeld(version, { kind, under: parent.map(encodeURIComponent).join('/') }).flatMap(({ doc }) => (doc ? [doc as Entity<K>] : []));
}

function underHeld(version: VersionData, family: DocumentFamily): readonly HeldDocument[] {
  const table = version.docs.tables[family.kind];
  if (!table) return [];
  const known = families.get(table) ?? new Map<string, readonly HeldDocument[]>();
  families.set(table, known);
  let found = known.get(family.under);
  if (!found) {
    found = [...rows(table)]
      .flatMap((one) => (one.doc ? [{ one, id: entityId(family.kind, one.doc) }] : []))
      .filter(({ id }) => liesIn(family, id))
      .toSorted((a, b) => (a.id < b.id ? -1 : 1))
      .map(({ one }) => one);
    known.set(family.under, found);
  }
  return found;
}

/** What was found under a parent, by table: the preview of an edit, its check and the screen ask the same table for the same family. */
const families = new WeakMap<object, Map<string, readonly HeldDocument[]>>();

function put(version: Draft<VersionData>, kind: EntityKind, id: string, document: HeldDocument): void {
  const table = (version.docs.tables[kind] ??= emptyTable<HeldDocument>() as Draft<Table<HeldDocument>>) as TableDraft<unknown>;
  putRow(table, id, document);
}

function foldRow<K extends EntityKind>(version: Draft<VersionData>, kind: K, id: string, doc: Entity | null, rev: number): void {
  ROW_KEEPERS[kind]?.fold(version, id, doc as Entity<K> | null, rev);
}

function theirsOf(known: HeldDocument | undefined, { Fields, Rev, Doc, Large }: DocumentState, theirs: boolean): Pick<HeldDocument, 'theirs'> {
  if (!theirs) return known?.theirs ? { theirs: known.theirs } : {};
  const fields = (Doc === null && !Large) || Fields === undefined ? [''] : Fields;
  return { theirs: { ...known?.theirs, ...Object.fromEntries(fields.map((field) => [field, Rev])) } };
}

function differing(before: Entity | null, after: Entity | null): readonly string[] {
  const [was, is] = [new Map(Object.entries(before ?? {})), new Map(Object.entries(after ?? {}))];
  return [...new Set([...was.keys(), ...is.keys()])].filter((key) => !sameJson(was.get(key), is.get(key)));
}

function familyName(kind: EntityKind, under: string): string {
  return `${kind} ${under.split('/')[0] ?? ''}`;
}

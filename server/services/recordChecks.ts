/** What an edit of the smaller kinds may not leave behind: references to what is not there, and vehicles coupled too deep. */
import type { DocumentKey } from '../../src/domain/edits/documentEdit.ts';
import type { EntityKind } from '../../src/domain/entities.ts';
import { entityId } from '../../src/domain/entities.ts';
import { fieldsOf, fieldsOfItems, kindOf, refersTo } from '../../src/domain/model/catalogue.ts';
import { couplingError } from '../../src/domain/model/couplings.ts';
import { FileRow } from '../../src/domain/model/fileRow.ts';
import { isRecordKind, RECORD_KINDS, type RecordField } from '../../src/domain/model/records.ts';
import { kindWord, namedBy, type Reference, REFERENCES } from '../../src/domain/references.ts';
import { holdsKeptRows } from '../feed/gtfs/keptRows.ts';
import { fileRowProblem, type KeptTable, readKeptTable } from '../feed/gtfs/keptTable.ts';
import { ChangedDocuments } from '../store/changedDocuments.ts';
import type { EntityChange } from '../store/edits.ts';
import { readSlots } from '../store/entities.ts';
import { hasService, listKeptFiles, listKeptTables, readKeptContent } from '../store/keptFiles.ts';
import { readKind } from '../store/records.ts';
import type { Db } from '../store/tables.ts';

/** A change with the document before it. */
type Change = EntityChange & { readonly was: object | null };

/**
 * Why the records of an edit cannot be as it leaves them, in the user's words; undefined where they can. Documents that were `changed`
 * before it count as they are then.
 */
export async function recordRefusal(
  db: Db,
  versionId: number,
  changes: readonly Change[],
  changed = new ChangedDocuments(changes),
): Promise<string | undefined> {
  return (
    (await keptFileRefusal(db, versionId, changes)) ??
    (await fileRowRefusal(db, versionId, changes)) ??
    (await referenceRefusal(db, versionId, changes, changed)) ??
    (await sharedTextRefusal(db, versionId, changes, changed)) ??
    (await serviceNameRefusal(db, versionId, changes)) ??
    (await couplingRefusal(db, versionId, changes, changed))
  );
}

/** A file that an older import kept verbatim has no place for further rows. */
async function keptFileRefusal(db: Db, versionId: number, changes: readonly Change[]): Promise<string | undefined> {
  const files = new Set(
    changes.flatMap(({ kind, doc, was }) =>
      was === null && doc !== null && kindOf(kind).younger ? (kindOf(kind).file ?? kindOf(kind).ownFile ?? []) : [],
    ),
  );
  if (files.size === 0) return undefined;
  const kept = (await listKeptFiles(db, versionId)).find(({ name }) => files.has(name.toLowerCase()));
  return kept && `This version keeps ${kept.name} word for word, as it was imported before DMP could edit it. Import the feed again to edit it here.`;
}

/** Edits of kept files: of rows and columns that are there. */
async function fileRowRefusal(db: Db, versionId: number, changes: readonly Change[]): Promise<string | undefined> {
  const rows = changes.flatMap(({ kind, doc }) => (kind === 'FileRow' && doc !== null && 'File' in doc ? [FileRow.parse(doc)] : []));
  if (rows.length === 0) return undefined;
  const files = await listKeptTables(db, versionId);
  const tables = new Map<string, KeptTable | undefined>();
  for (const row of rows) {
    const file = files.find(({ name }) => name === row.File && !holdsKeptRows(name));
    if (file && !tables.has(row.File)) tables.set(row.File, readKeptTable(row.File, await readKeptContent(db, file.hash)));
    const problem = fileRowProblem(row, tables.get(row.File));
    if (problem !== undefined) return problem;
  }
  return undefined;
}

interface Named extends DocumentKey {
  readonly label: string;
  readonly stopType: number | undefined;
}

/** References that the edit makes; one that was there before is left to validation. */
async function referenceRefusal(db: Db, versionId: number, changes: readonly Change[], changed: ChangedDocuments): Promise<string | undefined> {
  const named = changes.flatMap(({ kind, doc, was }): readonly Named[] => {
    if (doc === null) return [];
    return referringFields(kind).flatMap(({ reference, label, target }) => {
      const before = new Set(was === null ? [] : namedBy(reference, was).map((one) => one.id));
      return namedBy(reference, doc).flatMap(({ id }) => (before.has(id) ? [] : [{ ...target, id, label }]));
    });
  });
  if (named.length === 0) return undefined;
  const slots = await readSlots(
    db,
    versionId,
    named.filter(({ kind, id }) => changed.get(kind, id) === undefined),
  );
  const stored = new Map(slots.map(({ kind, id, doc }) => [`${kind} ${id}`, doc]));
  for (const key of named) {
    const known = changed.get(key.kind, key.id);
    const doc = known === undefined ? stored.get(`${key.kind} ${key.id}`) : known;
    if (!doc) return `There is no ${kindWord(key.kind)} ${key.id} in this version.`;
    if (key.stopType !== undefined && Reflect.get(doc, 'Type') !== key.stopType) return `The stop ${key.id} is no ${key.label.toLowerCase()}.`;
  }
  return undefined;
}

interface ReferringField {
  readonly reference: Pick<Reference, 'field' | 'list'>;
  readonly label: string;
  readonly target: { readonly kind: EntityKind; readonly stopType: number | undefined };
}

/** Kinds whose ids the edits of other kinds check by rules of their own, or that may be missing. */
const CHECKED_BY_EDITS: ReadonlySet<EntityKind> = new Set(['Stop', 'Agency', 'Level', 'Schedule']);

/** The fields of a kind whose references are looked up: all of a smaller kind; of others those that their edits do not check. */
function referringFields(kind: EntityKind): readonly ReferringField[] {
  if (!isRecordKind(kind))
    return REFERENCES.filter(({ from, to }) => from === kind && !CHECKED_BY_EDITS.has(to)).map(({ field, to }) => ({
      reference: { field },
      label: kindWord(to),
      target: { kind: to, stopType: undefined },
    }));
  const items = fieldsOf(kind).flatMap(({ key: list }) => fieldsOfItems(kind, list).map((field) => ({ field, list })));
  return [...RECORD_KINDS[kind].fields.map((field) => ({ field, list: undefined })), ...items].flatMap(({ field, list }) => {
    const target = targetOf(field);
    return target ? [{ reference: { field: field.key, ...(list === undefined ? {} : { list }) }, label: field.label, target }] : [];
  });
}

function targetOf(field: RecordField): { readonly kind: EntityKind; readonly stopType: number | undefined } | undefined {
  const kind = refersTo(field);
  return kind && { kind, stopType: typeof field.holds === 'object' ? field.holds.stopType : undefined };
}

/** Texts that documents of another kind have to hold: the product of a fare rule. One that was there before is left as it is. */
async function sharedTextRefusal(db: Db, versionId: number, changes: readonly Change[], changed: ChangedDocuments): Promise<string | undefined> {
  for (const { kind, doc, was } of changes) {
    if (doc === null) continue;
    for (const { key, label, sharedWith } of fieldsOf(kind)) {
      const text: unknown = sharedWith && Reflect.get(doc, key);
      if (!sharedWith || typeof text !== 'string' || text === '' || (was !== null && Reflect.get(was, key) === text)) continue;
      const stored = (await readKind(db, versionId, sharedWith.kind)).filter(
        (one) => changed.get(sharedWith.kind, entityId(sharedWith.kind, one)) === undefined,
      );
      const after = [...stored, ...[...changed.of(sharedWith.kind)].flatMap((one) => one.doc ?? [])];
      if (after.some((one) => Reflect.get(one, sharedWith.field) === text) || (await isKeptFile(db, versionId, sharedWith.kind))) continue;
      return `${label}: there is no ${kindWord(sharedWith.kind)} with ${text} in this version.`;
    }
  }
  return undefined;
}

/** Whether an older import kept the file of a kind word for word: what it holds is not known here. */
async function isKeptFile(db: Db, versionId: number, kind: EntityKind): Promise<boolean> {
  const { file } = kindOf(kind);
  return (await listKeptFiles(db, versionId)).some(({ name }) => name.toLowerCase() === file);
}

/** Services that rules and timeframes newly name: those of the trips of the version, and those kept from the source. */
async function serviceNameRefusal(db: Db, versionId: number, changes: readonly Change[]): Promise<string | undefined> {
  for (const { kind, doc, was } of changes) {
    const key = kind === 'Timeframe' ? 'ServiceId' : kind === 'BookingRule' ? 'PriorNoticeServiceId' : undefined;
    const service: unknown = key === undefined || doc === null ? undefined : Reflect.get(doc, key);
    if (key === undefined || typeof service !== 'string' || service === '' || (was !== null && Reflect.get(was, key) === service)) continue;
    if (!(await hasService(db, versionId, service)))
      return `There is no service ${service} in this version. Services are those of the imported trips and calendars.`;
  }
  return undefined;
}

async function couplingRefusal(db: Db, versionId: number, changes: readonly Change[], changed: ChangedDocuments): Promise<string | undefined> {
  const ids = changes.flatMap(({ kind, id, doc }) => (kind === 'VehicleCoupling' && doc !== null ? [id] : []));
  if (ids.length === 0) return undefined;
  const others = (await readKind(db, versionId, 'VehicleCoupling')).filter(({ Id }) => changed.get('VehicleCoupling', Id) === undefined);
  const after = [...changed.of('VehicleCoupling')].flatMap(({ doc }) => (doc !== null && 'ParentId' in doc && 'ChildId' in doc ? [doc] : []));
  return couplingError([...others, ...after], ids);
}

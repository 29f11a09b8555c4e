/**
 * Edits of the smaller kinds, one set for all of them: what each kind holds is declared in `domain/model/records.ts`. What they refer
 * to, what refers to them and how vehicles are coupled is looked up on the server (`services/recordChecks.ts`, `removalChecks.ts`).
 */
import { z } from 'zod';
import type { Entity } from '../entities.ts';
import { entityTitle } from '../entityTitle.ts';
import { fieldsOf } from '../model/catalogue.ts';
import { type AnyRecord, RECORD_KINDS, recordField, type RecordKind } from '../model/records.ts';
import { fieldError, FieldValue, type FieldValues, recordConflict, typedText, withValues } from '../model/fieldValues.ts';
import { type DocumentChange, type Documents, documentEdit, type EditRefusal, type FieldMessage, one, put, remove } from './documentEdit.ts';

const Kind = z.enum(Object.keys(RECORD_KINDS) as [RecordKind, ...RecordKind[]]);
const Values = z.record(z.string(), FieldValue);

/** Ids that a person gives: no control or bidirectional characters, at most 255. */
const NewRecordId = z.string().regex(/^[^\p{Cc}\p{Bidi_Control}]{1,255}$/u, 'An id has 1 to 255 characters');

/** Changes one field of a record; an empty text takes the field away. */
export const editRecordField = documentEdit('record.editField', {
  summary: 'Changes one field of a record of a smaller kind, named by its key (`Index`). An empty text takes the field away.',
  path: 'edit/record/:kind/field/:field',
  payload: z.object({ kind: Kind, recordId: z.string(), field: z.string(), value: FieldValue }),
  samples: [
    { kind: 'Level', recordId: 'LV1', field: 'Index', value: 2 },
    { kind: 'Feed', recordId: 'feed', field: 'PublisherName', value: 'City data' },
    { kind: 'VehicleCoupling', recordId: 'VK1', field: 'ChildLabel', value: 'Car 1' },
  ],
  documents: (p) => [one(p.kind, p.recordId)],
  within: (p) => `records/${p.kind}`,
  touches: (p) => [`${p.kind.toLowerCase()}/${p.recordId}/${p.field}`],
  refuse: (docs, p) => {
    const record = docs.get(p.kind, p.recordId);
    return refusalOf(p.kind, record ?? {}, { [p.field]: p.value }, [p.field]);
  },
  change: (docs, p) => [putRecord(p.kind, p.recordId, withValues(p.kind, docs.need(p.kind, p.recordId), { [p.field]: p.value }))],
  label: (p, docs) => {
    const field = recordField(p.kind, p.field);
    return `Change ${field?.label.toLowerCase() ?? p.field} of ${nameOf(docs, p.kind, p.recordId)} to ${field && p.value !== '' ? typedText(field, p.value) : 'nothing'}`;
  },
});

/** Records of one edit at most. */
export const MOST_RECORDS = 1000;

/** Changes one field of several records; all of them, or none. */
export const editFieldOfRecords = documentEdit('record.editFieldOfMany', {
  summary: 'Changes one field of up to 1,000 records of a smaller kind, of all or of none. An empty text takes the field away.',
  path: 'edit/records/:kind/field/:field',
  payload: z.object({ kind: Kind, recordIds: z.array(z.string()).min(1).max(MOST_RECORDS), field: z.string(), value: FieldValue }),
  samples: [
    { kind: 'VehicleBoarding', recordIds: ['VB1', 'VB2'], field: 'ChildSequence', value: 2 },
    { kind: 'Level', recordIds: ['LV1'], field: 'Name', value: 'Street' },
  ],
  documents: (p) => p.recordIds.map((id) => one(p.kind, id)),
  within: (p) => `records/${p.kind}`,
  touches: (p) => (p.recordIds.length > 32 ? [p.kind.toLowerCase()] : p.recordIds.map((id) => `${p.kind.toLowerCase()}/${id}/${p.field}`)),
  refuse: (docs, p) => {
    for (const id of p.recordIds) {
      const [wrong] = refusalOf(p.kind, docs.get(p.kind, id) ?? {}, { [p.field]: p.value }, [p.field]) ?? [];
      if (wrong === undefined) continue;
      // what is wrong with the value by itself is wrong for all
      const isValue = fieldError(p.kind, p.field, p.value) !== undefined;
      return [{ Field: p.field, Message: isValue ? wrong.Message : `${nameOf(docs, p.kind, id)}: ${wrong.Message}` }];
    }
    return undefined;
  },
  change: (docs, p) => p.recordIds.map((id) => putRecord(p.kind, id, withValues(p.kind, docs.need(p.kind, id), { [p.field]: p.value }))),
  label: (p, docs) => {
    const field = recordField(p.kind, p.field);
    const [only = ''] = p.recordIds;
    const of = p.recordIds.length === 1 ? nameOf(docs, p.kind, only) : `${p.recordIds.length} ${RECORD_KINDS[p.kind].many}`;
    return `Change ${field?.label.toLowerCase() ?? p.field} of ${of} to ${field && p.value !== '' ? typedText(field, p.value) : 'nothing'}`;
  },
});

/** Makes a record. */
export const createRecord = documentEdit('record.create', {
  summary: 'Makes a record of a smaller kind with these values. Where ids are typed, one is required; 409 when it is taken.',
  path: 'edit/record/:kind/create',
  payload: z.object({ kind: Kind, recordId: NewRecordId.optional(), values: Values }),
  samples: [
    { kind: 'Level', recordId: 'LV9', values: { Index: -1, Name: 'Platforms' } },
    { kind: 'TicketingDeepLink', recordId: 'shop', values: { WebUrl: 'https://tickets.example' } },
  ],
  mint: (p, fresh) => {
    const { ids, prefix } = RECORD_KINDS[p.kind];
    if (typeof ids === 'object') return { ...p, recordId: ids.single };
    return ids === 'made' ? { ...p, recordId: p.recordId ?? fresh(prefix) } : p;
  },
  documents: (p) => (p.recordId === undefined ? [] : [one(p.kind, p.recordId)]),
  within: (p) => `records/${p.kind}`,
  touches: (p) => [`${p.kind.toLowerCase()}/${p.recordId ?? ''}`],
  refuse: (docs, p) => idRefusal(docs, p) ?? refusalOf(p.kind, {}, p.values, requiredKeys(p.kind)),
  // without an id only what is shown until the server has given one
  change: (_docs, { kind, recordId = '…', values }) => [putRecord(kind, recordId, withValues(kind, { Id: recordId, ...emptyLists(kind) }, values))],
  label: (p) => `Create ${RECORD_KINDS[p.kind].one} ${entityTitle(p.kind, { Id: p.recordId ?? '', ...p.values })}`,
});

/** Makes a record like another one, with other values where they are given. */
export const cloneRecord = documentEdit('record.clone', {
  summary: 'Makes a copy of a record under a new id, with other values where they are given; 409 when the id is taken.',
  path: 'edit/record/:kind/clone',
  payload: z.object({ kind: Kind, sourceId: z.string(), recordId: NewRecordId, values: Values }),
  samples: [{ kind: 'VehicleCategory', sourceId: 'VC1', recordId: 'VC9', values: { Name: 'Long tram' } }],
  documents: (p) => [one(p.kind, p.sourceId), one(p.kind, p.recordId)],
  within: (p) => `records/${p.kind}`,
  touches: (p) => [`${p.kind.toLowerCase()}/${p.recordId}`],
  refuse: (docs, p) => idRefusal(docs, p) ?? refusalOf(p.kind, docs.get(p.kind, p.sourceId) ?? {}, p.values, Object.keys(p.values)),
  change: (docs, { kind, sourceId, recordId, values }) => [
    putRecord(kind, recordId, withValues(kind, { ...docs.need(kind, sourceId), Id: recordId }, values)),
  ],
  label: (p, docs) => `Clone ${nameOf(docs, p.kind, p.sourceId)}`,
});

/** Removes records; all of them, or none where something refers to one. */
export const removeRecords = documentEdit('record.remove', {
  summary: 'Removes records of a smaller kind; 409 with what refers to one of them, and then none is removed.',
  path: 'edit/record/:kind/delete',
  payload: z.object({ kind: Kind, recordIds: z.array(z.string()).min(1).max(MOST_RECORDS) }),
  samples: [
    { kind: 'Attribution', recordIds: ['AT1'] },
    { kind: 'VehicleBoarding', recordIds: ['VB1', 'VB2'] },
  ],
  documents: (p) => p.recordIds.map((id) => one(p.kind, id)),
  within: (p) => `records/${p.kind}`,
  touches: (p) => (p.recordIds.length > 32 ? [p.kind.toLowerCase()] : p.recordIds.map((id) => `${p.kind.toLowerCase()}/${id}`)),
  change: (docs, p) => p.recordIds.map((id) => remove(p.kind, docs.need(p.kind, id).Id)),
  label: (p, docs) => {
    const [only = ''] = p.recordIds;
    return p.recordIds.length === 1 ? `Remove ${nameOf(docs, p.kind, only)}` : `Remove ${p.recordIds.length} ${RECORD_KINDS[p.kind].many}`;
  },
});

function putRecord(kind: RecordKind, id: string, doc: AnyRecord): DocumentChange {
  return put(kind, id, doc as Entity<typeof kind>);
}

function idRefusal(
  docs: Documents,
  { kind, recordId }: { readonly kind: RecordKind; readonly recordId?: string | undefined },
): EditRefusal | undefined {
  const { ids, one: word } = RECORD_KINDS[kind];
  if (recordId === undefined) return ids === 'typed' ? [{ Field: 'recordId', Message: 'Id is required' }] : undefined;
  if (!docs.get(kind, recordId)) return undefined;
  return typeof ids === 'object' ? `This version has ${word} already.` : `There is a ${word} with the id ${recordId} already.`;
}

/** Messages at the values: those that are wrong by themselves, those that are required and missing, and what does not go together. */
function refusalOf(kind: RecordKind, doc: object, values: FieldValues, keys: readonly string[]): readonly FieldMessage[] | undefined {
  const looked = new Set([...keys, ...Object.keys(values)]);
  const wrong = [...looked].flatMap((key) => {
    const Message = fieldError(kind, key, values[key] ?? '');
    return Message === undefined ? [] : [{ Field: key, Message }];
  });
  if (wrong.length > 0) return wrong;
  const conflict = recordConflict(kind, { ...doc, ...values }, Object.keys(values));
  return conflict && [{ Field: conflict.field, Message: conflict.message }];
}

/** The lists of a new record: empty until their items are added. */
function emptyLists(kind: RecordKind): Readonly<Record<string, readonly never[]>> {
  return Object.fromEntries(fieldsOf(kind).flatMap(({ key, of, optional }) => (of && !optional ? [[key, []] as const] : [])));
}

function requiredKeys(kind: RecordKind): readonly string[] {
  return RECORD_KINDS[kind].fields.flatMap(({ key, required }) => (required ? [key] : []));
}

function nameOf(docs: Documents, kind: RecordKind, id: string): string {
  const doc = docs.get(kind, id);
  const title = entityTitle(kind, { ...(doc ?? { Id: id }) });
  return kind === 'Feed' ? RECORD_KINDS[kind].one : `${RECORD_KINDS[kind].one} ${title}`;
}

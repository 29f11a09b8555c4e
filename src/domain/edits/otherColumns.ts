/** The edit of a GTFS column that has no field of its own (`domain/otherColumns.ts`), of any kind. */
import { z } from 'zod';
import { entityTitle } from '../entityTitle.ts';
import { KIND_NAMES, kindOf } from '../model/catalogue.ts';
import type { EntityKind } from '../model/kind.ts';
import { columnProblem, knownColumn, withColumn } from '../otherColumns.ts';
import { documentEdit, type Documents, one, put } from './documentEdit.ts';

/** Gives a document a value in a column; an empty one takes it away. */
export const editOtherColumn = documentEdit('document.editColumn', {
  summary: 'Changes a GTFS column of a document that has no field of its own: stop_access, cemv_support, or one that only this feed has.',
  path: 'edit/column',
  payload: z.object({
    kind: z.enum(KIND_NAMES as readonly [EntityKind, ...EntityKind[]]),
    id: z.string(),
    column: z.string().min(1).max(255),
    value: z.string().trim().max(2000),
  }),
  samples: [
    { kind: 'Stop', id: 'S1', column: 'stop_access', value: '1' },
    { kind: 'Agency', id: 'A1', column: 'cemv_support', value: '2' },
  ],
  documents: (p) => [one(p.kind, p.id)],
  within: (p) => `${p.kind.toLowerCase()}/${p.id}`,
  touches: (p) => [`${p.kind.toLowerCase()}/${p.id}/Extra`],
  refuse: (docs, p) => {
    const message = columnProblem(p.kind, docs.get(p.kind, p.id), p.column, p.value);
    return message === undefined ? undefined : [{ Field: 'value', Message: message }];
  },
  change: (docs, p) => [put(p.kind, p.id, withColumn(docs.need(p.kind, p.id), p.column, p.value))],
  label: (p, docs) =>
    `Change ${knownColumn(p.kind, p.column)?.label.toLowerCase() ?? p.column} of ${titleOf(docs, p.kind, p.id)} to ${shownColumn(p.kind, p.column, p.value)}`,
});

function titleOf(docs: Documents, kind: EntityKind, id: string): string {
  return `${kindOf(kind).words[0]} ${entityTitle(kind, { ...(docs.get(kind, id) ?? { Id: id }) })}`;
}

/** A value of a column as labels of changes tell it. */
function shownColumn(kind: EntityKind, column: string, value: string): string {
  const shown = knownColumn(kind, column)?.shown;
  return value === '' ? 'nothing' : shown && /^\d+$/.test(value) ? shown(Number(value)) : value;
}

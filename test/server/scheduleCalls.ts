/** The calls of the edits of schedules, tracks, timetables and calendars, as tests make them. */
import { routeOfEdit } from '../../src/contract/edits.ts';
import { editNamed } from '../../src/domain/edits/catalogue.ts';
import type { Answer, TestProduct } from './product.ts';

/** Makes an edit by its type (`track.moveStop`) as somebody who has seen everything; path and body are taken from the payload. */
export function editCall(product: TestProduct, type: string, versionId: number, payload: Readonly<Record<string, unknown>>): Promise<Answer> {
  const edit = editNamed(type);
  if (!edit) throw new Error(`There is no edit ${type}`);
  const inPath = Object.entries(payload).filter(([key]) => edit.path.includes(`:${key}`));
  const inBody = Object.entries(payload).filter(([key]) => !edit.path.includes(`:${key}`));
  return product.call(
    routeOfEdit(edit),
    { params: { versionId, ...Object.fromEntries(inPath) }, body: Object.fromEntries(inBody) },
    {
      ifMatch: '*',
    },
  );
}

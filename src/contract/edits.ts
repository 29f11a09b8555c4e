/** The calls of the edits that `domain/edits` declares, and the one that reverts a change set. */
import { z } from 'zod';
import { editCatalogue } from '../domain/edits/catalogue.ts';
import type { DocumentEdit, DocumentKey, EditPayload } from '../domain/edits/documentEdit.ts';
import { Stop } from '../domain/model/stop.ts';
import { isEntityKind } from '../domain/entities.ts';
import { defineRoute, repeated, type Route } from './route.ts';
import { EntityState, VersionParams } from './versions.ts';

const EDIT_BASE = '/storage/ui/db/version/:versionId/';

/** Revision at which the caller saw a document; 0 for one that the version does not hold yet. */
export const SeenDocument = z.object({ Kind: z.string().refine(isEntityKind, 'There is no such kind'), Id: z.string(), Rev: z.int().min(0) });
export type SeenDocument = z.infer<typeof SeenDocument>;

/** The version's revision after the edit, and those documents that the caller cannot compute. */
export const EditAnswer = z.object({
  Rev: z.int().min(0),
  Documents: z.array(EntityState).optional(),
  /** Everything was as the edit would have it already: there is no new revision, and nothing to take back. */
  NoChange: z.boolean().optional(),
  /** After a revert: how many revisions of the version are void now. */
  Undone: z.int().min(0).optional(),
});
export type EditAnswer = z.infer<typeof EditAnswer>;

/** With 412: the documents that somebody else changed; for a revert also what it would have made of them. */
export const EditConflict = z.object({ Rev: z.int().min(0), Documents: z.array(EntityState), Wanted: z.array(EntityState).optional() });
export type EditConflict = z.infer<typeof EditConflict>;

/** What every edit's parameters and body have in common. */
export const EditParams = VersionParams.loose();
export const EditQuery = z.looseObject({});
export const EditBody = z.looseObject({
  Seen: z.array(SeenDocument).max(10_000).optional(),
  /** Asks for every changed document in the answer: the caller holds too little to compute them. */
  Full: z.boolean().optional(),
});

/** The call of an edit: path parameters and body together are its payload; `Seen` are the revisions it is based on. */
export function routeOfEdit<S extends EditPayload>(edit: DocumentEdit<S>): Route {
  const inPath = pathParts(edit);
  const { shape } = edit.payload;
  const inQuery = edit.inQuery ?? [];
  const pick = (wanted: boolean) =>
    Object.fromEntries(Object.entries(shape).filter(([key]) => inPath.includes(key) === wanted && !inQuery.includes(key)));
  const listed = Object.fromEntries(inQuery.map((key) => [key, repeated.optional()]));
  const alsoInBody = Object.fromEntries(inQuery.map((key) => [key, z.array(z.string()).optional()]));
  return defineRoute({
    name: edit.type,
    summary: edit.summary,
    method: edit.method,
    path: `${EDIT_BASE}${edit.path}`,
    params: VersionParams.extend(pick(true)),
    ...(inQuery.length > 0 && { query: z.object(listed) }),
    body: z.object({ ...pick(false), ...alsoInBody, ...EditBody.shape }),
    reply: edit.answersStop ? EditAnswer.extend({ Stop: Stop.optional() }) : EditAnswer,
    access: 'write',
    ...(edit.largest === undefined ? {} : { largest: edit.largest }),
  });
}

/** The query and the rest of the body of a call: lists that would make the address longer than servers take go in the body. */
export function placedInQuery(
  { inQuery = [] }: Pick<DocumentEdit, 'inQuery'>,
  payload: Readonly<Record<string, unknown>>,
): { readonly query: Readonly<Record<string, unknown>>; readonly body: Readonly<Record<string, unknown>> } {
  const split = (wanted: boolean) => Object.fromEntries(Object.entries(payload).filter(([key]) => inQuery.includes(key) === wanted));
  const query = split(true);
  return JSON.stringify(query).length > LONGEST_QUERY ? { query: {}, body: payload } : { query, body: split(false) };
}

/** Characters; a server takes an address and headers of 16 kB. Encoding may triple them. */
const LONGEST_QUERY = 3000;

/** Keys of the payload that are in the path. */
export function pathParts({ path }: Pick<DocumentEdit, 'path'>): readonly string[] {
  return [...path.matchAll(/:(\w+)/g)].map(([, name]) => name ?? '');
}

export const editRoutes: readonly Route[] = editCatalogue.map(routeOfEdit);

export const revertChangeset = defineRoute({
  name: 'revertChangeset',
  summary:
    'Takes a change set of the version back, as a new one: what it made different is put back where nobody changed it since; 412 names what was. `force` puts it back all the same.',
  method: 'POST',
  path: `${EDIT_BASE}changesets/:rev/revert`,
  params: VersionParams.extend({ rev: z.coerce.number().pipe(z.int().positive()) }),
  body: z.object({ force: z.boolean().optional() }),
  reply: EditAnswer,
  access: 'write',
});

/** A document by name: `Stop/S1`, the kind and its id. */
const DocumentName = z.string().regex(/^\w+\/./u, 'Write kind and id, as in Stop/S1');

export const readDocuments = defineRoute({
  name: 'readDocuments',
  summary: 'Documents of a version by kind and id, at most 100 at once; those that are not there are left out.',
  method: 'GET',
  path: `${EDIT_BASE}documents`,
  params: VersionParams,
  query: z.object({ key: z.union([DocumentName, z.array(DocumentName).max(100)]) }),
  reply: z.object({ Rev: z.int().min(0), Documents: z.array(EntityState) }),
  access: 'read',
});

/** The documents that names speak of; a kind that is not known names none. */
export function documentKeys(names: readonly string[]): readonly DocumentKey[] {
  return names.flatMap((name) => {
    const at = name.indexOf('/');
    const kind = name.slice(0, at);
    return isEntityKind(kind) ? [{ kind, id: name.slice(at + 1) }] : [];
  });
}

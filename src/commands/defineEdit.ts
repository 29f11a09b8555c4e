/** An edit of a version as a command: all of it follows from the declaration in `domain/edits`. */
import { z } from 'zod';
import { EditAnswer, EditConflict, pathParts, placedInQuery, routeOfEdit, type SeenDocument } from '../contract/edits.ts';
import { request } from '../contract/route.ts';
import {
  allUnder,
  type DocumentChange,
  type DocumentEdit,
  type DocumentKey,
  type Documents,
  documentsAmong,
  type EditPayload,
  isFamily,
  MissingDocument,
} from '../domain/edits/documentEdit.ts';
import { mergeDocument } from '../domain/edits/mergeDocument.ts';
import { type Entity, isEntityKind } from '../domain/entities.ts';
import { sameJson } from '../domain/sameJson.ts';
import { VersionId } from '../domain/versions.ts';
import type { Command, CommandAction, CommandInput, Refusal } from '../kernel/command.ts';
import {
  documentsIn,
  foldChanges,
  foldDocument,
  heldDocument,
  isAnyUnknown,
  isComputable,
  membersOf,
  noteOwnEdit,
  previewChanges,
  seenRev,
  undrafted,
} from '../projections/documents.ts';
import type { AppState } from '../projections/state.ts';
import { noteAnswered, noteLoaded } from '../projections/syncPosition.ts';
import { undoScopeOf } from '../projections/versions.ts';
import { backOf } from './changes/backOf.ts';
import { loadUnheld } from './changes/loadDocuments.ts';
import { readAgainAfter } from './changes/readAgain.ts';
import { revertChangeset } from './changes/revertChangeset.ts';
import { defineCommand } from './define.ts';
import { catchUpAfter, catchUpWith } from './notifications/loadEdits.ts';
import { keyOf, type Seen, seenSince } from './seenElsewhere.ts';

/** What an edit command carries beside the edit's own payload. */
export interface EditContext {
  readonly versionId: number;
  /** Revision of the version that the user had before their eyes, where the edit began before it is sent: a field being typed in. */
  readonly rev?: number | undefined;
}

export type EditCommandPayload<S extends EditPayload> = z.output<S> & EditContext;

/** What the command of an edit may say beyond the declaration. */
interface EditCommand<S extends EditPayload> {
  readonly action?: CommandAction<AppState, EditCommandPayload<S>>;
  /** What two edits of one gesture come to. */
  joined?(earlier: EditCommandPayload<S>, later: EditCommandPayload<S>): EditCommandPayload<S>;
  /** Refuses with what the client alone knows, before the declaration is asked. */
  decide?(view: AppState, p: EditCommandPayload<S>): Refusal | undefined;
  /** Commands that follow by themselves once the edit is made. */
  next?(p: EditCommandPayload<S>, reply: EditAnswer, view: AppState): readonly CommandInput[];
}

/**
 * Declares the command of an edit: lane, preview, call with the revisions the user saw, what the answer folds, conflict, repeat
 * and undo all come from the declaration.
 */
export function defineEdit<S extends EditPayload>(
  edit: DocumentEdit<S>,
  extra: EditCommand<S> = {},
): Command<AppState, EditCommandPayload<S>, EditAnswer> {
  const route = routeOfEdit(edit);
  const inPath = pathParts(edit);
  type P = EditCommandPayload<S>;
  return defineCommand<P, EditAnswer>(edit.type, {
    payload: edit.payload.extend({ versionId: VersionId, rev: z.int().min(0).optional() }) as unknown as z.core.$ZodType<P>,
    samples: () => edit.samples.map((sample) => ({ versionId: 1, ...edit.payload.parse(sample) })),
    label: (p, view) => labelOf(edit, view, p),
    ...(extra.action && { action: extra.action }),
    ...(extra.joined && { joined: extra.joined }),
    decide: (view, p) => extra.decide?.(view, p) ?? refusalOf(edit, view, p),
    lane: (p) => `version/${p.versionId}/${edit.within(p)}`,
    policy: 'queue',
    write: true,
    preview: (view, p) => previewChanges(view, p.versionId, changesOf(edit, undrafted(view), p) ?? []),
    seen: (p, base) => seenOf(edit, base, p),
    seenSince: (seen, made) => seenSince(seen as readonly Seen[], made.seen as readonly Seen[], revsMade(edit, made)),
    call: (p, base, seen) => {
      const { versionId, rev: _rev, ...payload } = p;
      const params = Object.fromEntries(Object.entries(payload).filter(([key]) => inPath.includes(key)));
      const { query, body } = placedInQuery(edit, Object.fromEntries(Object.entries(payload).filter(([key]) => !inPath.includes(key))));
      const seenStates = freshened(edit, base, p, (seen ?? []) as readonly Seen[]);
      const refs = edit.documents(p);
      const [only] = seenStates;
      const single = refs.length === 1 && seenStates.length === 1 && only && !refs.some(isFamily);
      const full = isComputable(base, versionId, refs) ? {} : { Full: true };
      return request(
        route,
        {
          params: { versionId, ...params },
          ...(Object.keys(query).length > 0 && { query }),
          body: { ...body, ...full, ...(single || seenStates.length === 0 ? {} : { Seen: seenStates }) },
        },
        single ? only.Rev : seenStates.length === 0 ? '*' : undefined,
      );
    },
    reply: EditAnswer,
    answered: (base, p, reply) => {
      const before = undrafted(base);
      const changes = reply.Documents?.flatMap(changeOf) ?? outcomeOf(edit, before, p, reply.Rev);
      if (!reply.Documents && !reply.NoChange) foldChanges(base, p.versionId, changes ?? [], reply.Rev);
      for (const state of reply.Documents ?? []) foldDocument(base, p.versionId, state);
      const brought = reply.Documents?.flatMap(changeOf) ?? (reply.NoChange ? [] : (changes ?? []));
      if (isAnyUnknown(before, p.versionId, brought)) noteAnswered(base, p.versionId, reply.Rev);
      // a document that is only read keeps its revision: a pathway's ends are as they were
      if (!reply.NoChange) noteOwnEdit(base, p.versionId, changes ?? edit.documents(p), reply.Rev);
    },
    conflict: (base, p, present) => {
      const { Rev, Documents } = EditConflict.parse(present);
      for (const state of Documents) foldDocument(base, p.versionId, state, true);
      noteLoaded(base, p.versionId, Rev);
    },
    commutes: (p, present, { before, seen }) => commutes(edit, before, p, seen as readonly Seen[], EditConflict.parse(present)),
    rebase: ({ rev: _rev, ...p }, present) => {
      const same = p as unknown as P;
      // the version and what else only the command knows stays
      return edit.guarded ? { ...same, ...edit.guarded.onto(documentsAmong(EditConflict.parse(present).Documents.flatMap(changeOf)), same) } : same;
    },
    inverse: (p, reply, before): CommandInput | undefined => {
      if (reply.NoChange) return undefined;
      const changes = changesOf(edit, before, p);
      const known = reply.Documents ? reply.Documents.flatMap(changeOf) : (changes ?? []);
      return revertChangeset({
        versionId: p.versionId,
        rev: reply.Rev,
        label: labelOf(edit, before, p),
        within: edit.within(p),
        touches: [...edit.touches(p)],
        documents: known.map(({ kind, id }) => ({ kind, id })),
        back: backOf(before, p.versionId, known),
      });
    },
    undoScope: (p) => undoScopeOf(p.versionId),
    touches: (p) => edit.touches(p),
    next: (p, reply, view) => [
      ...(!reply.Documents && !reply.NoChange && isReadLater(edit, view, p, reply.Rev)
        ? [catchUpWith(view, p.versionId, reply)]
        : catchUpAfter(view, p.versionId, reply)),
      ...loadUnheld(view, p.versionId, edit.documents(p), reply),
      ...(extra.next?.(p, reply, view) ?? []),
      ...(reply.NoChange ? [] : readAgainAfter(view, p.versionId, edit.touches(p))),
    ],
    keep: 'all',
    keepReply: 'all',
  });
}

/** The revisions of the documents that an edit has made again. */
function revsMade<S extends EditPayload>(
  edit: DocumentEdit<S>,
  { payload, reply, before }: { readonly payload: EditCommandPayload<S>; readonly reply: EditAnswer; readonly before: AppState },
): ReadonlyMap<string, number> {
  if (reply.NoChange) return new Map();
  if (reply.Documents) return new Map(reply.Documents.map((state) => [keyOf(state), state.Rev]));
  const docs = documentsIn(before, payload.versionId);
  // one that was read since the server made it is as the edit leaves it already
  const isRead = (key: DocumentKey): boolean => (seenRev(before, payload.versionId, key) ?? 0) >= reply.Rev;
  const changes = changesOf(edit, before, payload)?.filter((one) => isRead(one) || !sameJson(docs.get(one.kind, one.id), one.doc));
  // the closed tab had all documents that the answer names
  const made = changes ?? edit.documents(payload).flatMap((ref) => (isFamily(ref) ? [] : [ref]));
  return new Map(made.map(({ kind, id }) => [keyOf({ Kind: kind, Id: id }), reply.Rev]));
}

/** What the edit makes of the documents of a state; undefined where one that it needs is not here. */
function changesOf<S extends EditPayload>(edit: DocumentEdit<S>, state: AppState, p: EditCommandPayload<S>): readonly DocumentChange[] | undefined {
  try {
    return edit.change(documentsIn(state, p.versionId), p);
  } catch (error) {
    if (error instanceof MissingDocument) return undefined;
    throw error;
  }
}

/**
 * What an edit that the server has made comes to; undefined where too little is held to say. It may have been held when the edit was sent:
 * after a reload the answer of that time can come before the documents do.
 */
function outcomeOf<S extends EditPayload>(
  edit: DocumentEdit<S>,
  state: AppState,
  p: EditCommandPayload<S>,
  rev: number,
): readonly DocumentChange[] | undefined {
  return isComputable(state, p.versionId, edit.documents(p)) && !isReadLater(edit, state, p, rev) ? changesOf(edit, state, p) : undefined;
}

/** Whether documents that the edit reads are newer here than at the revision at which the server made it, and others that it changes are not. */
function isReadLater<S extends EditPayload>(edit: DocumentEdit<S>, state: AppState, p: EditCommandPayload<S>, rev: number): boolean {
  const revHere = (key: DocumentKey): number => seenRev(state, p.versionId, key) ?? -1;
  const read = edit.documents(p).flatMap((ref) => (isFamily(ref) ? membersOf(state, p.versionId, ref) : [ref]));
  return read.some((key) => revHere(key) > rev) && (changesOf(edit, state, p)?.some((key) => revHere(key) < rev) ?? false);
}

function labelOf<S extends EditPayload>(edit: DocumentEdit<S>, view: AppState, p: EditCommandPayload<S>): string {
  try {
    return edit.label(p, documentsIn(view, p.versionId));
  } catch (error) {
    if (error instanceof MissingDocument) return edit.summary;
    throw error;
  }
}

/** Refused where the declaration says so, or where it would change nothing. What is not here to look at is left to the server. */
function refusalOf<S extends EditPayload>(edit: DocumentEdit<S>, view: AppState, p: EditCommandPayload<S>): Refusal | undefined {
  const docs = documentsIn(view, p.versionId);
  try {
    const refusal = edit.refuse?.(docs, p);
    if (refusal !== undefined && refusal.length > 0) {
      return { code: `${edit.type}.refused`, message: typeof refusal === 'string' ? refusal : refusal.map(({ Message }) => Message).join(' ') };
    }
    if (!isComputable(view, p.versionId, edit.documents(p))) return undefined;
    const same = edit.change(docs, p).every(({ kind, id, doc }) => sameJson(docs.get(kind, id), doc));
    return same ? { code: 'edit.same', message: 'The value is the same' } : undefined;
  } catch (error) {
    if (error instanceof MissingDocument) return undefined;
    throw error;
  }
}

/** Revisions of the documents as the user sees them, those of families with every member that is here. */
function seenOf<S extends EditPayload>(edit: DocumentEdit<S>, base: AppState, p: EditCommandPayload<S>): readonly SeenDocument[] {
  const keys = edit.documents(p).flatMap((ref) => (isFamily(ref) ? membersOf(base, p.versionId, ref) : [ref]));
  return keys.flatMap(({ kind, id }) => {
    const rev = seenRev(base, p.versionId, { kind, id });
    return rev === undefined ? [] : [{ Kind: kind, Id: id, Rev: Math.min(rev, p.rev ?? rev) }];
  });
}

/**
 * The revisions to send: what the user's own edits have made newer since counts as seen, and what others changed elsewhere in
 * the document; what they changed of the same does not, and the server will say so.
 */
function freshened<S extends EditPayload>(
  edit: DocumentEdit<S>,
  base: AppState,
  p: EditCommandPayload<S>,
  seen: readonly Seen[],
): readonly SeenDocument[] {
  return seen.flatMap(({ Elsewhere, ...one }) => {
    if (Elsewhere) return [one];
    const now = isEntityKind(one.Kind) ? seenRev(base, p.versionId, { kind: one.Kind, id: one.Id }) : undefined;
    const known = isEntityKind(one.Kind) ? heldDocument(base, p.versionId, one.Kind, one.Id) : undefined;
    // what the user has removed since is not there to be changed: the server need not remember that it was
    if (known?.doc === null && !isOvertaken(edit, base, p, one)) return [];
    return now === undefined || now <= one.Rev || isOvertaken(edit, base, p, one) ? one : { ...one, Rev: now };
  });
}

/** Whether somebody else changed, since it was seen, what the edit changes of a document. */
function isOvertaken<S extends EditPayload>(
  edit: DocumentEdit<S>,
  state: AppState,
  p: EditCommandPayload<S>,
  { Kind, Id, Rev }: SeenDocument,
): boolean {
  const theirs = isEntityKind(Kind) ? heldDocument(state, p.versionId, Kind, Id)?.theirs : undefined;
  const whole = `${Kind.toLowerCase()}/${Id}`;
  return Object.entries(theirs ?? {}).some(
    ([field, rev]) => rev > Rev && edit.touches(p).some((path) => overlap(path, field === '' ? whole : `${whole}/${field}`)),
  );
}

/**
 * Whether the same intent can be sent again by itself: nobody changed what it changes since the user saw it, and what it makes of
 * the documents merges into the present ones.
 */
function commutes<S extends EditPayload>(
  edit: DocumentEdit<S>,
  before: AppState,
  p: EditCommandPayload<S>,
  seen: readonly Seen[],
  present: EditConflict,
): boolean {
  if (edit.guarded) return holdsOn(edit, before, p, present);
  if (seen.some((one) => one.Elsewhere)) return false; // whether it is the same that others have changed is not known
  if (seen.some((one) => isOvertaken(edit, before, p, one))) return false;
  const changes = changesOf(edit, before, p);
  if (!changes) return false;
  const docs = documentsIn(before, p.versionId);
  return present.Documents.every((state) => {
    const change = changes.find(({ kind, id }) => kind === state.Kind && id === state.Id);
    if (!change) return isEntityKind(state.Kind) && state.Doc !== null; // read, not changed: the edit is computed again
    return mergeDocument(change.kind, docs.get(change.kind, change.id), change.doc, state.Doc as Entity | null).conflicts.length === 0;
  });
}

/** Whether the values that the edit was made on hold on the present documents. */
function holdsOn<S extends EditPayload>(edit: DocumentEdit<S>, before: AppState, p: EditCommandPayload<S>, present: EditConflict): boolean {
  const states = present.Documents.flatMap(changeOf);
  const [known, theirs] = [documentsIn(before, p.versionId), documentsAmong(states)];
  const isTheirs = (kind: string, id: string): boolean => states.some((one) => one.kind === kind && one.id === id);
  const get: Documents['get'] = (kind, id) => (isTheirs(kind, id) ? theirs : known).get(kind, id);
  const docs: Documents = {
    get,
    need: (kind, id) => (isTheirs(kind, id) ? theirs : known).need(kind, id),
    under: (kind, ...parent) => {
      const family = allUnder(kind, ...parent);
      const kept = membersOf(before, p.versionId, family).flatMap(({ id }) => (isTheirs(kind, id) ? [] : (get(kind, id) ?? [])));
      return [...kept, ...theirs.under(kind, ...parent)] as never;
    },
  };
  try {
    return edit.refuse?.(docs, p) === undefined;
  } catch (error) {
    if (error instanceof MissingDocument) return false;
    throw error;
  }
}

function changeOf({ Kind, Id, Doc }: { readonly Kind: string; readonly Id: string; readonly Doc: unknown }): readonly DocumentChange[] {
  return isEntityKind(Kind) ? [{ kind: Kind, id: Id, doc: Doc } as DocumentChange] : [];
}

function overlap(a: string, b: string): boolean {
  return a === b || a.startsWith(`${b}/`) || b.startsWith(`${a}/`);
}

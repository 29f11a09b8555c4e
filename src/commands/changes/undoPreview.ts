/** What an undo would touch, before it is done: the acts that go along with it, and each document as it is and as it would be. */
import { entityTitle } from '../../domain/entityTitle.ts';
import { type EntityKind, isEntityKind } from '../../domain/entities.ts';
import { parsePayload } from '../../kernel/command.ts';
import { patched } from '../../kernel/diff.ts';
import { undoneAlong } from '../../kernel/history.ts';
import type { KernelState } from '../../kernel/state.ts';
import { heldDocument, undrafted } from '../../projections/documents.ts';
import type { AppState } from '../../projections/state.ts';
import { revertChangeset } from './revertChangeset.ts';

type Doc = Readonly<Record<string, unknown>> | null;

/** One document that an undo touches. Of one that is not loaded here only the name is known. */
export interface TouchedDocument {
  readonly kind: EntityKind;
  readonly id: string;
  readonly title: string;
  readonly states?: { readonly is: Doc; readonly becomes: Doc };
  /** Its fields that are put back, where that is all that is known here. */
  readonly fields: readonly string[];
}

export interface UndoPreview {
  /** The later acts that would be undone with it, newest first. */
  readonly along: readonly { readonly id: string; readonly label: string }[];
  readonly documents: readonly TouchedDocument[];
}

/** What the undo of an entry would touch, along with what is in its way. */
export function undoPreview(state: KernelState<AppState>, scope: string, entry: string): UndoPreview {
  const acts = undoneAlong(state, scope, entry);
  const view = undrafted(state.view);
  const entries = new Map(state.history[scope]?.undo.map((one) => [one.id, one]));
  const touched = new Map<string, { kind: EntityKind; id: string; is: Doc; becomes: Doc; known: boolean; fields: readonly string[] }>();
  for (const { id: act } of acts) {
    const { command } = entries.get(act) ?? {};
    const back = command?.type === revertChangeset.type ? parsePayload(revertChangeset, command.payload) : undefined;
    for (const { kind, id } of back?.documents ?? []) {
      if (!isEntityKind(kind)) continue;
      const key = `${kind}/${id}`;
      const held = heldDocument(view, back?.versionId ?? 0, kind, id);
      const before = touched.get(key) ?? { kind, id, is: held?.doc ?? null, becomes: held?.doc ?? null, known: held !== undefined, fields: [] };
      const patches = back?.back.find((one) => one.kind === kind && one.id === id)?.patches;
      const fields = [...new Set([...before.fields, ...fieldsOf(back?.touches ?? [], id)])];
      touched.set(key, { ...before, fields, ...(patches && before.known ? after(before.becomes, patches) : { known: false }) });
    }
  }
  return {
    along: acts.filter(({ id }) => id !== entry),
    documents: [...touched.values()].map(({ kind, id, is, becomes, known, fields }) => ({
      kind,
      id,
      title: entityTitle(kind, becomes ?? is ?? { Id: id }) || id,
      fields,
      ...(known && { states: { is, becomes } }),
    })),
  };
}

/** The fields of a document among the paths of an edit: `Name` of `stop/S1/Name`. */
function fieldsOf(touches: readonly string[], id: string): readonly string[] {
  return touches.flatMap((path) => {
    const [, field] = path.split(`/${id}/`);
    return field === undefined ? [] : [field.split('/')[0] ?? field];
  });
}

/** A document with patches; not known where it has become another one since, so that they lead nowhere. */
function after(doc: Doc, patches: Parameters<typeof patched>[1]): { readonly becomes: Doc; readonly known: boolean } {
  try {
    return { becomes: patched(doc, patches) as Doc, known: true };
  } catch {
    return { becomes: doc, known: false };
  }
}

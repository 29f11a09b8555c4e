import { z } from 'zod';
import { EditConflict, revertChangeset as call } from '../../contract/edits.ts';
import { request } from '../../contract/route.ts';
import type { DocumentChange } from '../../domain/edits/documentEdit.ts';
import { type Entity, type EntityKind, isEntityKind } from '../../domain/entities.ts';
import { VersionId } from '../../domain/versions.ts';
import type { CommandInput } from '../../kernel/command.ts';
import { type Patch, patched } from '../../kernel/diff.ts';
import { foldDocument, heldDocument, isAnyUnknown, noteOwnEdit, previewChanges, undrafted } from '../../projections/documents.ts';
import { revealDocuments } from '../../projections/reveal.ts';
import { undoRefusal } from '../../projections/rights.ts';
import type { AppState } from '../../projections/state.ts';
import { noteAnswered, noteLoaded } from '../../projections/syncPosition.ts';
import { noteUndone, undoScopeOf } from '../../projections/versions.ts';
import { defineCommand } from '../define.ts';
import { catchUpAfter } from '../notifications/loadEdits.ts';
import { backOf } from './backOf.ts';
import { readAgainAfter } from './readAgain.ts';

const DocumentName = z.object({ kind: z.string(), id: z.string() });

/** Takes a change set back; the undo of every edit, and, of such an undo, the redo. The server merges it into what is there now. */
export const revertChangeset = defineCommand('changeset.revert', {
  payload: z.object({
    versionId: VersionId,
    rev: z.int().min(0),
    label: z.string(),
    /** What the edit lies within: edits and undos of the same thing are sent in order. */
    within: z.string(),
    touches: z.array(z.string()),
    documents: z.array(DocumentName),
    /** Shown until the server has answered. */
    back: z.array(DocumentName.extend({ patches: z.array(z.custom<Patch>((value) => typeof value === 'object' && value !== null)) })),
    /** Puts it back also where somebody else changed the same since. */
    force: z.boolean().optional(),
  }),
  samples: () => [
    {
      versionId: 1,
      rev: 1_000_000,
      label: 'Rename stop Market Street to Market Square',
      within: 'stop/S1',
      touches: ['stop/S1/Name'],
      documents: [{ kind: 'Stop', id: 'S1' }],
      back: [{ kind: 'Stop', id: 'S1', patches: [{ path: ['Name'], set: 'Market Street' }] }],
    },
  ],
  label: (p) => `Undo: ${p.label}`,
  decide: (view, p) => {
    const message = undoRefusal(view, p.versionId);
    return message === undefined ? undefined : { code: 'not_editable', message };
  },
  lane: (p) => `version/${p.versionId}/${p.within}`,
  policy: 'queue',
  write: true,
  preview: (view, p) => previewChanges(view, p.versionId, changesOf(undrafted(view), p)),
  call: (p) => request(call, { params: { versionId: p.versionId, rev: p.rev }, body: p.force ? { force: true } : {} }),
  reply: call.reply,
  answered: (base, p, reply) => {
    const brought = (reply.Documents ?? []).map(({ Kind, Id }) => ({ kind: Kind, id: Id }));
    if (isAnyUnknown(undrafted(base), p.versionId, brought)) noteAnswered(base, p.versionId, reply.Rev);
    for (const state of reply.Documents ?? []) foldDocument(base, p.versionId, state);
    noteOwnEdit(base, p.versionId, [], reply.Rev);
    noteUndone(base, p.versionId, reply.Undone);
    if (reply.NoChange)
      base.notices = [
        ...base.notices.filter(({ id }) => id !== 'nothing-undone'),
        { id: 'nothing-undone', kind: 'info', text: `Nothing changed, it is so already: ${p.label}` },
      ];
    revealDocuments(base, p.versionId, p.documents);
  },
  conflict: (base, p, present) => {
    const { Rev, Documents } = EditConflict.parse(present);
    for (const state of Documents) foldDocument(base, p.versionId, state, true);
    noteLoaded(base, p.versionId, Rev);
  },
  rebase: (p) => ({ ...p, force: true }),
  inverse: (p, reply, before): CommandInput | undefined => {
    if (reply.NoChange) return undefined;
    const changes = (reply.Documents ?? []).flatMap(({ Kind, Id, Doc }) =>
      isEntityKind(Kind) ? [{ kind: Kind, id: Id, doc: Doc } as DocumentChange] : [],
    );
    const { force: _force, ...rest } = p;
    return revertChangeset({ ...rest, rev: reply.Rev, back: backOf(before, p.versionId, changes) });
  },
  undoScope: (p) => undoScopeOf(p.versionId),
  next: (p, reply, view) => [...catchUpAfter(view, p.versionId, reply), ...(reply.NoChange ? [] : readAgainAfter(view, p.versionId, p.touches))],
  touches: (p) => p.touches,
  keep: 'all',
  keepReply: 'all',
});

/** The documents as the patches make them; one that has become another since is left for the server. */
function changesOf(
  view: AppState,
  { versionId, back }: { versionId: number; back: readonly { kind: string; id: string; patches: readonly Patch[] }[] },
): readonly DocumentChange[] {
  return back.flatMap(({ kind, id, patches }) => {
    const known = isEntityKind(kind) ? heldDocument(view, versionId, kind, id) : undefined;
    if (!known) return [];
    try {
      return [{ kind: kind as EntityKind, id, doc: patched(known.doc, patches) as Entity | null } as DocumentChange];
    } catch {
      return [];
    }
  });
}

import { z } from 'zod';
import { type EditAnswer, readDocuments } from '../../contract/edits.ts';
import { request } from '../../contract/route.ts';
import type { EntityState } from '../../contract/versions.ts';
import { type DocumentFamily, type DocumentKey, isFamily } from '../../domain/edits/documentEdit.ts';
import { isEntityKind } from '../../domain/entities.ts';
import { VersionId } from '../../domain/versions.ts';
import type { CommandInput } from '../../kernel/command.ts';
import { ROW_KEEPERS } from '../../projections/documentRows.ts';
import { foldDocument, heldDocument, isOwnUnheld } from '../../projections/documents.ts';
import type { AppState } from '../../projections/state.ts';
import { noteLoaded } from '../../projections/syncPosition.ts';
import { defineCommand } from '../define.ts';
import { isNotNow } from '../defineLoad.ts';

/** Loads documents by kind and id: those that a live message was too small for, and those that are looked at for the first time. */
export const loadDocuments = defineCommand('document.load', {
  payload: z.object({
    versionId: VersionId,
    keys: z
      .array(z.object({ kind: z.string(), id: z.string() }))
      .min(1)
      .max(100),
  }),
  samples: () => [{ versionId: 1, keys: [{ kind: 'Stop', id: 'S1' }] }],
  label: ({ keys }) => `Load ${keys.length === 1 ? `${keys[0]?.kind} ${keys[0]?.id}` : `${keys.length} documents`}`,
  lane: ({ versionId, keys }) => `version/${versionId}/documents/${keys[0]?.kind}/${keys[0]?.id}`,
  policy: 'parallel',
  call: ({ versionId, keys }) => request(readDocuments, { params: { versionId }, query: { key: keys.map(({ kind, id }) => `${kind}/${id}`) } }),
  reply: readDocuments.reply,
  answered: (base, { versionId, keys }, reply) => {
    for (const state of reply.Documents) foldDocument(base, versionId, state);
    // what is left out is not there at this revision
    for (const { kind: Kind, id: Id } of keys) {
      if (!reply.Documents.some((state) => state.Kind === Kind && state.Id === Id))
        foldDocument(base, versionId, { Kind, Id, Rev: reply.Rev, Doc: null });
    }
    noteLoaded(base, versionId, reply.Rev);
  },
  quiet: isNotNow,
  inverse: 'none',
  keep: 'all',
  keepReply: 'all',
});

/** Loads of changed documents that were too large for the live message: those in memory, and those that a list may show. */
export function loadOutdated(view: AppState, versionId: number, changed: readonly EntityState[]): readonly CommandInput[] {
  const keys = changed.flatMap(({ Kind, Id, Large }) => {
    if (!Large || !isEntityKind(Kind)) return [];
    const known = heldDocument(view, versionId, Kind, Id);
    return (known ? known.outdated : ROW_KEEPERS[Kind] !== undefined) ? [{ kind: Kind, id: Id }] : [];
  });
  return loadsOf(versionId, keys);
}

/**
 * The loads of what an own edit changed and could not be computed here, because the documents were not: sent for a closed tab, it
 * may be answered before they are, and what was read on the server before it would stay for the present state.
 */
export function loadUnheld(
  view: AppState,
  versionId: number,
  refs: readonly (DocumentKey | DocumentFamily)[],
  reply: EditAnswer,
): readonly CommandInput[] {
  if (reply.NoChange) return [];
  const keys = refs.flatMap((ref) => (!isFamily(ref) && isOwnUnheld(view, versionId, ref, reply.Rev) ? [{ kind: ref.kind, id: ref.id }] : []));
  return loadsOf(versionId, keys);
}

function loadsOf(versionId: number, keys: readonly DocumentKey[]): readonly CommandInput[] {
  return Array.from({ length: Math.ceil(keys.length / 100) }, (_, i) => loadDocuments({ versionId, keys: keys.slice(i * 100, i * 100 + 100) }));
}

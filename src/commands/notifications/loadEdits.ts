import { z } from 'zod';
import { request } from '../../contract/route.ts';
import { type EntityState, listEdits } from '../../contract/versions.ts';
import { VersionId } from '../../domain/versions.ts';
import type { CommandInput } from '../../kernel/command.ts';
import { defineCommand } from '../define.ts';
import { isNotNow } from '../defineLoad.ts';
import { loadOutdated } from '../changes/loadDocuments.ts';
import { linesUnderWay, shownAgain } from '../changes/readAgain.ts';
import { foldEdit } from './foldEdit.ts';
import { noteAuthor } from '../../projections/changedBy.ts';
import type { AppState } from '../../projections/state.ts';
import { loadedSince, missingSince, noteComplete, noteLoaded, noteLoading } from '../../projections/syncPosition.ts';
import { noteEffect } from '../../projections/validation.ts';
import { noteUndone } from '../../projections/versions.ts';
import { nameOfAuthor, pathsOf } from './changedFields.ts';

/** Catches up with what changed in a version while the live connection was away. */
export const loadEdits = defineCommand('version.loadEdits', {
  payload: z.object({ versionId: VersionId, since: z.int().min(0) }),
  samples: () => [{ versionId: 1, since: 0 }],
  label: () => 'Catch up with changes of others',
  lane: ({ versionId }) => `version/${versionId}/edits`,
  policy: 'latest',
  preview: (view, { versionId, since }) => noteLoading(view, versionId, since),
  call: ({ versionId, since }) => request(listEdits, { params: { versionId }, query: { since } }),
  reply: listEdits.reply,
  answered: (base, { versionId }, reply, { isOwn }) => {
    const others = reply.Changes?.filter(({ CommandId }) => !isOwn(CommandId));
    for (const edit of reply.Edits) foldEdit(base, versionId, edit, others && fieldsOfOthers(others, edit));
    noteLoaded(base, versionId, reply.Rev);
    const version = base.versions[versionId];
    if (version && !reply.More) version.rev = Math.max(version.rev, reply.Rev);
    for (const { CommandId, Effect } of reply.Changes ?? []) if (version && Effect) noteEffect(version.validation, CommandId, Effect);
    for (const { Author, Edits } of others ?? []) noteAuthor(base, versionId, pathsOf(Edits), nameOfAuthor(Author));
    if (!reply.More) noteComplete(base, versionId, reply.Rev);
    if (!reply.More) noteUndone(base, versionId, reply.Undone);
  },
  changesOfOthers: ({ versionId }, { Changes = [] }, { before, isOwn }) => {
    const upTo = before.versions[versionId]?.heard.upTo ?? 0;
    const own = Changes.filter(({ CommandId }) => isOwn(CommandId));
    return Changes.filter((change) => change.Rev > upTo && !isOwn(change.CommandId)).map(({ Rev, Author, Edits }) => ({
      fields: pathsOf(Edits),
      reason: `${nameOfAuthor(Author)} changed this`,
      madeLater: new Set(own.flatMap((later) => (later.Rev > Rev && later.CommandId !== null ? [later.CommandId] : []))),
    }));
  },
  // missing edits are loaded when the version is readable again (versionListed)
  quiet: isNotNow,
  inverse: 'none',
  next: ({ versionId, since }, reply, view): readonly CommandInput[] => {
    const rev = Math.max(since, ...reply.Edits.map((edit) => edit.Rev));
    const more = reply.More && rev > since && view.versions[versionId] ? [loadEdits({ versionId, since: rev })] : [];
    const kinds = reply.Edits.map(({ Kind }) => Kind);
    return [...more, ...loadOutdated(view, versionId, reply.Edits), ...shownAgain(view, versionId, kinds), ...linesUnderWay(view, versionId, kinds)];
  },
  keep: 'all',
  keepReply: 'all',
});

/** A load of the edits since a revision, and of those before that are missing here. It takes the place of one that is under way. */
export function catchUp(view: AppState, versionId: number, since: number): CommandInput {
  return loadEdits({ versionId, since: loadedSince(view, versionId, since) });
}

/** A load of the edits after an own answer, where it is older than what is here and has brought a document. */
export function catchUpAfter(view: AppState, versionId: number, { Rev }: { readonly Rev: number }): readonly CommandInput[] {
  return missingSince(view, versionId) === Rev ? [catchUp(view, versionId, Rev)] : [];
}

/** A load of the edits from an own one on, which the answer does not bring and which cannot be computed here. */
export function catchUpWith(view: AppState, versionId: number, { Rev }: { readonly Rev: number }): CommandInput {
  return catchUp(view, versionId, Rev - 1);
}

/** The fields of a document that others changed: an own edit that comes back by catching up is no one else's. */
function fieldsOfOthers(others: readonly { readonly Edits: readonly ChangedDocument[] }[], { Kind, Id }: ChangedDocument): readonly string[] {
  return [...new Set(others.flatMap(({ Edits }) => Edits.filter((one) => one.Kind === Kind && one.Id === Id).flatMap(({ Fields }) => Fields)))];
}

type ChangedDocument = Pick<EntityState, 'Kind' | 'Id' | 'Fields'>;

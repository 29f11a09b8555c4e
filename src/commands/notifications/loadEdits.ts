import { z } from 'zod';
import { request } from '../../contract/route.ts';
import { listEdits } from '../../contract/versions.ts';
import { VersionId } from '../../domain/versions.ts';
import type { CommandInput } from '../../kernel/command.ts';
import { defineCommand } from '../define.ts';
import { foldEdit } from './foldEdit.ts';

/** Catches up with what changed in a version while the live connection was away. */
export const loadEdits = defineCommand('version.loadEdits', {
  payload: z.object({ versionId: VersionId, since: z.int().min(0) }),
  samples: () => [{ versionId: 1, since: 0 }],
  label: () => 'Catch up with changes of others',
  lane: ({ versionId }) => `version/${versionId}/edits`,
  policy: 'latest',
  call: ({ versionId, since }) => request(listEdits, { params: { versionId }, query: { since } }),
  reply: listEdits.reply,
  answered: (base, { versionId }, reply) => {
    for (const edit of reply.Edits) foldEdit(base, versionId, edit);
    const version = base.versions[versionId];
    if (version && !reply.More) version.rev = Math.max(version.rev, reply.Rev);
  },
  inverse: 'none',
  next: ({ versionId, since }, reply, view): readonly CommandInput[] => {
    const rev = Math.max(since, ...reply.Edits.map((edit) => edit.Rev));
    return reply.More && rev > since && view.versions[versionId] ? [loadEdits({ versionId, since: rev })] : [];
  },
  keep: 'all',
  keepReply: 'all',
});

/** Taking over the changes of another version into a draft: the comparison, and the act. */
import { castDraft } from 'immer';
import { z } from 'zod';
import { previewTakeOver, takeOver as call } from '../../contract/takeOver.ts';
import { request } from '../../contract/route.ts';
import { Decision, Side } from '../../domain/takeOver.ts';
import { VersionId } from '../../domain/versions.ts';
import type { CommandInput } from '../../kernel/command.ts';
import { undoRefusal } from '../../projections/rights.ts';
import { IDLE } from '../../projections/state.ts';
import { undoScopeOf } from '../../projections/versions.ts';
import { defineCommand } from '../define.ts';
import { defineLoad } from '../defineLoad.ts';
import { loadServiceOverview } from '../versions/loadServiceOverview.ts';
import { readAgainAfter } from './readAgain.ts';
import { revertChangeset } from './revertChangeset.ts';
import { documentsAgain, presentLoads } from './switchChanges.ts';

/** Loads what taking over would do. */
export const loadTakeOver = defineLoad('takeOver.preview', {
  payload: z.object({ versionId: VersionId, from: VersionId }),
  samples: () => [{ versionId: 1, from: 3 }],
  label: () => 'Compare with the other version',
  slot: (state) => (state.changes.takeOver ??= castDraft({ ...IDLE, messages: [] })),
  call: ({ versionId, from }) => request(previewTakeOver, { params: { versionId }, query: { from } }),
  reply: previewTakeOver.reply,
  value: (reply) => reply,
});

/** Takes over the changes of another version as one change set, with what was decided of the conflicts. */
export const takeOver = defineCommand('takeOver.apply', {
  payload: z.object({
    versionId: VersionId,
    from: VersionId,
    /** Name of the other version. */
    name: z.string(),
    fromRev: z.int().min(0),
    rev: z.int().min(0),
    decisions: z.array(Decision),
    rest: Side.optional(),
  }),
  samples: () => [
    {
      versionId: 1,
      from: 3,
      name: 'Summer',
      fromRev: 2,
      rev: 5,
      decisions: [{ Kind: 'Stop', Id: 'S1', Path: 'Name', Side: 'theirs' as const }],
      rest: 'ours' as const,
    },
  ],
  label: ({ name }) => `Take over from “${name}”`,
  decide: (view, { versionId }) => {
    const message = undoRefusal(view, versionId);
    return message === undefined ? undefined : { code: 'not_editable', message };
  },
  lane: ({ versionId }) => `version/${versionId}/changes`,
  policy: 'queue',
  write: true,
  call: ({ versionId, from, fromRev, rev, decisions, rest }) =>
    request(call, { params: { versionId }, body: { From: from, FromRev: fromRev, Rev: rev, Decisions: decisions, ...(rest && { Rest: rest }) } }),
  reply: call.reply,
  answered: (base, _p, reply) => {
    base.changes.tookOver = castDraft(reply);
  },
  next: (p, reply, view): readonly CommandInput[] => [
    ...presentLoads(view),
    ...documentsAgain(view, p),
    ...readAgainAfter(view, p.versionId, kindPaths(reply.Kinds)),
    ...(view.serviceOverviews?.[String(p.versionId)] ? [loadServiceOverview({ versionId: p.versionId })] : []),
  ],
  inverse: ({ versionId, name }, { Rev, Documents, Kinds }): CommandInput | undefined =>
    Documents === 0
      ? undefined
      : revertChangeset({
          versionId,
          rev: Rev,
          label: `Take over from “${name}”`,
          within: 'changes',
          touches: kindPaths(Kinds),
          documents: [],
          back: [],
        }),
  undoScope: ({ versionId }) => undoScopeOf(versionId),
  touches: () => [],
  keep: 'all',
  keepReply: 'all',
});

/** What documents of these kinds are called where an edit says what it touches. */
function kindPaths(kinds: readonly string[]): string[] {
  return kinds.map((kind) => kind.toLowerCase());
}

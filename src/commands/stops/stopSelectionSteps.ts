/** Selecting several stops, and looking at what a merge of two would change. */
import { castDraft, type Draft } from 'immer';
import { z } from 'zod';
import { request } from '../../contract/route.ts';
import { listStopUsers } from '../../contract/stops.ts';
import { VersionId } from '../../domain/versions.ts';
import type { CommandInput } from '../../kernel/command.ts';
import { refusedEdit } from '../../projections/rights.ts';
import type { AppState } from '../../projections/state.ts';
import { missingOfMerge } from '../../projections/stopSelection.ts';
import { NO_STOP_SELECTION } from '../../projections/stopSelectionState.ts';
import { presentVersion } from '../../projections/versions.ts';
import { loadDocuments } from '../changes/loadDocuments.ts';
import { defineLoad } from '../defineLoad.ts';
import { defineStep } from '../defineStep.ts';

/** Selects these stops and no others. */
export const selectStops = defineStep(
  'stopWork.select',
  ({ stopIds }) => (stopIds.length === 0 ? 'Select no stops' : `Select ${stopIds.length} stops`),
  {
    payload: z.object({ versionId: VersionId, stopIds: z.array(z.string()) }),
    samples: [
      { versionId: 1, stopIds: ['S1', 'S2'] },
      { versionId: 1, stopIds: [] },
    ],
    apply: (base, { versionId, stopIds }) => {
      selectionOf(base, versionId).selected = stopIds;
    },
  },
);

/** Takes up the lasso, or puts it down. */
export const toggleLasso = defineStep('stopWork.lasso', ({ on }) => (on ? 'Select stops on the map' : 'Stop selecting on the map'), {
  payload: z.object({ versionId: VersionId, on: z.boolean() }),
  samples: [
    { versionId: 1, on: true },
    { versionId: 1, on: false },
  ],
  action: {
    title: 'Select stops on the map',
    icon: 'lasso',
    key: 'Alt+KeyL',
    group: 'Stops',
    payload: (view) => {
      const version = presentVersion(view);
      return version ? { versionId: version.Id, on: !view.stopWork.lasso } : { why: 'Open a version first' };
    },
  },
  apply: (base, { versionId, on }) => {
    selectionOf(base, versionId).lasso = on;
  },
});

/** Opens what merging two stops would change. */
export const askMergeStops = defineStep('stopWork.askMerge', ({ keptId, goneId }) => `Look at merging ${goneId} into ${keptId}`, {
  payload: z.object({ versionId: VersionId, keptId: z.string(), goneId: z.string() }),
  samples: [{ versionId: 1, keptId: 'S1', goneId: 'S2' }],
  decide: (view) => refusedEdit(view),
  apply: (base, { versionId, keptId, goneId }) => {
    Object.assign(selectionOf(base, versionId), { merge: { keptId, goneId }, users: NO_STOP_SELECTION.users });
  },
  next: ({ versionId, keptId, goneId }) => [loadStopUsers({ versionId, keptId, goneId })],
});

/** Merges the two as they are looked at; `machines/mergeStopsMachine.ts` hears it. */
export const confirmMergeStops = defineStep('stopWork.confirmMerge', 'Merge the two stops');

/** Closes it; nothing is merged. */
export const closeMergeStops = defineStep('stopWork.closeMerge', 'Close the merge of stops', {
  apply: (base) => {
    base.stopWork.merge = null;
  },
});

/** Loads what speaks of a stop that shall go, and then those of these documents that are not here. */
export const loadStopUsers = defineLoad('stopWork.loadUsers', {
  payload: z.object({ versionId: VersionId, keptId: z.string(), goneId: z.string() }),
  samples: () => [{ versionId: 1, keptId: 'S1', goneId: 'S2' }],
  label: ({ goneId }) => `Load what uses stop ${goneId}`,
  slot: ({ stopWork }, p) =>
    stopWork.versionId === p.versionId && stopWork.merge?.goneId === p.goneId && stopWork.merge.keptId === p.keptId ? stopWork.users : undefined,
  call: ({ versionId, keptId, goneId }) => request(listStopUsers, { params: { versionId }, query: { stopId: goneId, into: keptId } }),
  reply: listStopUsers.reply,
  value: (reply) => reply,
  next: ({ versionId }, _reply, view): readonly CommandInput[] => {
    const keys = missingOfMerge(view).map(({ kind, id }) => ({ kind, id }));
    return Array.from({ length: Math.ceil(keys.length / 100) }, (_, i) => loadDocuments({ versionId, keys: keys.slice(i * 100, i * 100 + 100) }));
  },
});

/** The selection of stops in a version, made empty where there is none yet. */
function selectionOf(base: Draft<AppState>, versionId: number): Draft<AppState['stopWork']> {
  if (base.stopWork.versionId !== versionId) base.stopWork = castDraft({ ...NO_STOP_SELECTION, versionId });
  return base.stopWork;
}

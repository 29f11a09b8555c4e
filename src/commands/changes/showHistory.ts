import { castDraft } from 'immer';
import { z } from 'zod';
import { VersionId } from '../../domain/versions.ts';
import type { CommandInput } from '../../kernel/command.ts';
import { documentInView } from '../../projections/changeLog.ts';
import { IDLE } from '../../projections/state.ts';
import { loadHistory } from './loadChanges.ts';
import { defineStep } from '../defineStep.ts';

/** Shows who set what of the document in view, when, in which change, and what was before. */
export const showHistory = defineStep('changes.showHistory', ({ kind, id }) => `Show the history of ${kind.toLowerCase()} ${id}`, {
  payload: z.object({
    versionId: VersionId,
    kind: z.string(),
    id: z.string(),
    cell: z.object({ title: z.string(), paths: z.array(z.string()).readonly() }).optional(),
  }),
  samples: [
    { versionId: 1, kind: 'Stop', id: 'S1' },
    { versionId: 1, kind: 'Timetable', id: '1001/a-b/1', cell: { title: 'Stop 2, departure 08:00', paths: ['DepartureOffsets/1'] } },
  ],
  action: {
    title: 'Change history',
    icon: 'history',
    key: 'Alt+KeyH',
    group: 'Changes',
    payload: (view) =>
      documentInView(view) ?? { why: 'Open a stop, transfer, pathway, schedule, track, timetable, fare, translation or agency first' },
  },
  apply: (base, of) => {
    base.changes.historyOf = castDraft(of);
    base.changes.history = castDraft({ ...IDLE, messages: [] });
    base.changes.historyMore = false;
    base.changes.historyTail = castDraft({ ...IDLE, messages: [] });
  },
  next: ({ versionId, kind, id }): readonly CommandInput[] => [loadHistory({ versionId, kind, id })],
});

/** Closes the history. */
export const closeHistory = defineStep('changes.closeHistory', 'Close the history', {
  apply: (base) => {
    base.changes.historyOf = null;
  },
});

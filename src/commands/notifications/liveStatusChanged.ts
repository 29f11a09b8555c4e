import { z } from 'zod';
import type { Version } from '../../domain/versions.ts';
import type { CommandInput } from '../../kernel/command.ts';
import { idOfKey } from '../../kernel/table.ts';
import type { AppState } from '../../projections/state.ts';
import { presentData } from '../../projections/versions.ts';
import { defineEvent } from '../define.ts';
import { loadVersions } from '../versions/loadVersions.ts';
import { loadEdits } from './loadEdits.ts';

/** The live connection came or went. After a gap the missed changes are fetched. */
export const liveStatusChanged = defineEvent('live.statusChanged', {
  payload: z.object({ status: z.enum(['connecting', 'connected', 'disconnected']), gap: z.boolean() }),
  samples: () => [
    { status: 'connected' as const, gap: false },
    { status: 'connected' as const, gap: true },
    { status: 'disconnected' as const, gap: false },
  ],
  apply: (base, { status }) => {
    base.live = status;
  },
  next: ({ status, gap }, view) => {
    if (status !== 'connected' || !gap) return [];
    const data = presentData(view);
    return [...(data && data.heard.upTo !== null ? [loadEdits({ versionId: data.id, since: data.heard.upTo })] : []), ...missedEnds(view)];
  },
  keep: 'all',
});

/** The lists in which something was under way: its end may have been told meanwhile. */
function missedEnds(view: AppState): readonly CommandInput[] {
  const awaits = (version: Version): boolean => version.Saving != null || view.versionWork.some((work) => work.versionId === version.Id);
  return Object.entries(view.versionLists).flatMap(([key, list]) => (list.value?.some(awaits) ? [loadVersions({ databaseId: idOfKey(key) })] : []));
}

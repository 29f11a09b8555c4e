import { z } from 'zod';
import { presentData } from '../../projections/versions.ts';
import { defineEvent } from '../define.ts';
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
    const data = presentData(view);
    return status === 'connected' && gap && data?.stops.value ? [loadEdits({ versionId: data.id, since: data.rev })] : [];
  },
  keep: 'all',
});

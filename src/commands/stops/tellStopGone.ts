import { z } from 'zod';
import { defineCommand } from '../define.ts';

/** Says that a stop, which something was being drawn from or to, was removed by somebody else. */
export const tellStopGone = defineCommand('stop.tellGone', {
  payload: z.object({ stopId: z.string() }),
  samples: () => [{ stopId: 'S1' }],
  label: ({ stopId }) => `Tell that stop ${stopId} is gone`,
  apply: (base, { stopId }) => {
    const id = `gone/${stopId}`;
    const text = `Stop ${stopId} was removed in the meantime. Drawing has ended.`;
    base.notices = [...base.notices.filter((notice) => notice.id !== id), { id, kind: 'failed', text }];
  },
  inverse: 'none',
  keep: 'all',
});

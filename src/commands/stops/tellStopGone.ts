import { z } from 'zod';
import { defineStep } from '../defineStep.ts';

/** Says that a stop, which something was being drawn from or to, was removed by somebody else. */
export const tellStopGone = defineStep('stop.tellGone', ({ stopId }) => `Tell that stop ${stopId} is gone`, {
  payload: z.object({ stopId: z.string() }),
  samples: [{ stopId: 'S1' }],
  apply: (base, { stopId }) => {
    const id = `gone/${stopId}`;
    const text = `Stop ${stopId} was removed in the meantime. Drawing has ended.`;
    base.notices = [...base.notices.filter((notice) => notice.id !== id), { id, kind: 'failed', text }];
  },
});

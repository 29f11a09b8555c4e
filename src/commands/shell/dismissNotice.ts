import { z } from 'zod';
import { defineStep } from '../defineStep.ts';

/** Takes a short message away: its two seconds are over, or it was closed. */
export const dismissNotice = defineStep('notice.dismiss', 'Close message', {
  payload: z.object({ id: z.string() }),
  samples: [{ id: 'n1' }],
  apply: (base, { id }) => {
    base.notices = base.notices.filter((notice) => notice.id !== id);
  },
});

import { z } from 'zod';
import { defineCommand } from '../define.ts';

/** Takes a short message away: its two seconds are over, or it was closed. */
export const dismissNotice = defineCommand('notice.dismiss', {
  payload: z.object({ id: z.string() }),
  samples: () => [{ id: 'n1' }],
  label: () => 'Close message',
  apply: (base, { id }) => {
    base.notices = base.notices.filter((notice) => notice.id !== id);
  },
  inverse: 'none',
  keep: 'all',
});

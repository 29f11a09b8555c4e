import { z } from 'zod';
import { defineEvent } from '../define.ts';

/** The date (UTC, YYYY-MM-DD): when a page is opened, and again when a day begins while it is open. */
export const dayBegan = defineEvent('clock.dayBegan', {
  payload: z.object({ today: z.iso.date() }),
  samples: () => [{ today: '2026-03-01' }],
  apply: (base, { today }) => {
    base.today = today;
  },
  keep: 'all',
});

import { z } from 'zod';
import { defineEvent } from '../define.ts';

/** The server can be reached again: the reads that failed meanwhile are made again. */
export const lineReturned = defineEvent('line.returned', {
  payload: z.object({}),
  samples: () => [{}],
  next: (_p, view) => Object.values(view.unreached).map(({ type, payload }) => ({ type, payload })),
  keep: 'all',
});

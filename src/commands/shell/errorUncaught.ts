import { z } from 'zod';
import { defineEvent } from '../define.ts';

/**
 * The page threw an error that nobody caught, a part of the screen failed, or code of the product could not be fetched. It changes
 * nothing; it is in the log, for readers of a report.
 */
export const errorUncaught = defineEvent('page.errorUncaught', {
  v: 2,
  upcast: { 1: (old) => ({ kind: 'error', place: '', ...(old as object) }) },
  payload: z.object({
    kind: z.enum(['error', 'rejection', 'screen', 'code']),
    message: z.string(),
    stack: z.string(),
    /** Address of the page, and the part of the screen where it is known: "/data, map". */
    place: z.string(),
  }),
  samples: () => [
    { kind: 'error' as const, message: 'TypeError: x is undefined', stack: 'TypeError: x is undefined\n    at index.js:1:1', place: '/data' },
    { kind: 'screen' as const, message: 'Error: No stop', stack: '', place: '/data/db/demo/v/1/stops, map' },
  ],
  keep: 'all',
});

import { z } from 'zod';
import { defineEvent } from '../define.ts';

/** The page threw an error that nobody caught. It changes nothing; it stands in the log, for whoever reads a report. */
export const errorUncaught = defineEvent('page.errorUncaught', {
  payload: z.object({ message: z.string(), stack: z.string() }),
  samples: () => [{ message: 'TypeError: x is undefined', stack: 'TypeError: x is undefined\n    at index.js:1:1' }],
  keep: 'all',
});

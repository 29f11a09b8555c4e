import { z } from 'zod';
import { defineEvent } from '../define.ts';
import { goTo } from './goTo.ts';
import { neededLoads } from './neededLoads.ts';

/** The address changed outside the product: back, forward, a typed or pasted link. */
export const locationChanged = defineEvent('location.changed', {
  payload: z.object({ path: z.string(), search: z.string() }),
  samples: () => [
    { path: '/data/db/demo/v/1', search: '' },
    { path: '/data/db/demo/v/1/stops%3Flist=stops', search: '' },
  ],
  apply: goTo,
  next: (_p, view) => neededLoads(view),
  keep: 'all',
});

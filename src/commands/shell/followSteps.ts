/** Following a colleague. Whom is in no log: presence is never recorded. */
import { z } from 'zod';
import { defineStep } from '../defineStep.ts';

export const startFollowing = defineStep('follow.start', 'Follow a colleague');

/** The colleague is on another page. */
export const followTo = defineStep('follow.to', 'Go where the colleague goes', {
  payload: z.object({ path: z.string().startsWith('/') }),
  samples: [{ path: '/data/db/demo/v/1/stops' }],
});

export const stopFollowing = defineStep('follow.stop', 'Stop following');

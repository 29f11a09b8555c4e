/** Following a colleague, as acts of the user and of the colleague. */
import { followTo, startFollowing, stopFollowing } from '../../src/commands/shell/followSteps.ts';
import { openPlace } from '../../src/commands/shell/openPlace.ts';
import type { FollowEvent } from '../../src/machines/followMachine.ts';
import { acting } from './fakeParts.ts';

export const actOnFollow = acting<FollowEvent>(() => ({
  START: () => startFollowing({}),
  MOVE: ({ path }) => followTo({ path }),
  LEAVE: () => openPlace({ path: '/data/db/demo/v/1/fares', search: '' }),
  STOP: () => stopFollowing({}),
}));

/** Work of the shell: the tour, and following a colleague. */
import type { FollowEvent } from '../../../src/machines/followMachine.ts';
import type { FirstStepsEvent } from '../../../src/machines/firstStepsMachine.ts';

export const firstSteps: readonly FirstStepsEvent[] = [
  { type: 'START' },
  { type: 'NEXT' },
  { type: 'BACK' },
  { type: 'LEAVE' },
  { type: 'DONE', step: 'version' },
  { type: 'DONE', step: 'time' },
  { type: 'DONE', step: 'undo' },
  { type: 'DONE', step: 'finding' },
  { type: 'DONE', step: 'publish' },
];

export const follow: readonly FollowEvent[] = [
  { type: 'START' },
  { type: 'MOVE', path: '/data/db/demo/v/1/stops' },
  { type: 'LEAVE' },
  { type: 'STOP' },
];

/** Work of the shell: the tour. */
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

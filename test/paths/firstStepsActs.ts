/** The tour of somebody new, as acts of the user. */
import { undoLast } from '../../src/kernel/builtIn.ts';
import { leaveFirstSteps, nextFirstStep, previousFirstStep, startFirstSteps } from '../../src/commands/shell/firstStepsSteps.ts';
import { openPlace } from '../../src/commands/shell/openPlace.ts';
import { editDepartures } from '../../src/commands/timetables/timetableEdits.ts';
import { loadValidationRule } from '../../src/commands/validation/loadValidationRule.ts';
import { publishVersion } from '../../src/commands/versions/publishVersion.ts';
import type { FirstStepsEvent } from '../../src/machines/firstStepsMachine.ts';
import { acting } from './fakeParts.ts';

export const actOnFirstSteps = acting<FirstStepsEvent>(() => ({
  START: () => startFirstSteps({}),
  NEXT: () => nextFirstStep({}),
  BACK: () => previousFirstStep({}),
  LEAVE: () => leaveFirstSteps({}),
  DONE: ({ step }) => DID[step](),
}));

const DID = {
  version: () => openPlace({ path: '/data/db/demo/v/1/stops', search: '' }),
  time: () => editDepartures({ versionId: 1, scheduleId: 'L1', trackId: 'a-b', number: 1, departuresEncoded: '08:00' }),
  undo: () => undoLast({ scope: 'version/1' }),
  finding: () => loadValidationRule({ versionId: 1, ruleId: 202, fresh: false }),
  publish: () => publishVersion({ databaseId: 'demo', versionId: 3 }),
};

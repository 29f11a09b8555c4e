/** What the events of excluding, of fixing and of session notes are in acts of the user and answers of the server. */
import { loadDocuments } from '../../src/commands/changes/loadDocuments.ts';
import { confirmExcluding, selectCases } from '../../src/commands/exclusions/excludingSteps.ts';
import { closeSessionNote, openSessionNote, submitSessionNote } from '../../src/commands/exclusions/sessionNoteSteps.ts';
import { openPlace } from '../../src/commands/shell/openPlace.ts';
import { loadValidationRule } from '../../src/commands/validation/loadValidationRule.ts';
import { closeFixCases, confirmFixCases, openFixCases, toggleFixed } from '../../src/commands/validation/fixCasesSteps.ts';
import type { ExcludingEvent } from '../../src/machines/excludingMachine.ts';
import type { FixCasesEvent } from '../../src/machines/fixCasesMachine.ts';
import type { SessionNoteEvent } from '../../src/machines/sessionNoteMachine.ts';
import { sample } from '../laws/typedForm.ts';
import { found, rule } from '../laws/typedFormAnswers.ts';
import { acting } from './fakeParts.ts';

const FAILURE = { status: 500, messages: ['No'], url: '/', method: 'POST' };

export const actOnExcluding = acting<ExcludingEvent>((screen) => ({
  ENTER: ({ ruleId, versionId }) => openPlace({ path: `/data/db/demo/v/${versionId}/stops`, search: `?rule=stops.${ruleId}&excluding=true` }),
  SELECT: ({ ids, selected }) => selectCases({ ids: [...ids], selected }),
  CONFIRM: ({ removed }) => confirmExcluding({ removed }),
  DONE: () => {
    for (const call of ['ignoreRule', 'unignoreRule']) screen.answer(call, () => ({ Cases: 1, Entities: 1, Entity: 'Stop' }));
  },
  FAILED: () => {
    for (const call of ['ignoreRule', 'unignoreRule']) screen.fail(call, FAILURE);
  },
  LEAVE: () => openPlace({ path: '/data/db/demo/v/1/stops', search: '?rule=stops.203' }),
}));

export const actOnSessionNote = acting<SessionNoteEvent>((screen) => ({
  OPEN: ({ note, sessionId, versionId }) => openSessionNote({ versionId, sessionId, note }),
  SAVE: ({ note }) => submitSessionNote({ note }),
  DONE: () => screen.answer('editSessionNote', () => ({ Id: 4, Note: 'New' })),
  FAILED: () => screen.fail('editSessionNote', { ...FAILURE, method: 'PUT' }),
  CLOSE: () => closeSessionNote({}),
}));

export const actOnFixCases = acting<FixCasesEvent>((screen) => {
  const { kernel } = screen;
  return {
    OPEN: ({ versionId, ruleId, fresh }) => {
      kernel.dispatch(openPlace({ path: `/data/db/demo/v/${versionId}/stops`, search: `?rule=stops.${ruleId}` }));
      kernel.dispatch(openFixCases({ versionId, ruleId, fresh }));
    },
    TOGGLE: ({ id }) => toggleFixed({ id }),
    FIX: ({ documents }) => {
      kernel.dispatch(loadValidationRule({ versionId: 1, ruleId: 203, fresh: false }));
      const cases = documents.map(({ id }) => ({ ...found, Id: id }));
      screen.answer('readValidationRule', () => ({ Rule: rule, Total: cases.length, Kept: cases.length, Offset: 0, Cases: cases }));
      const keys = documents.map(({ kind, id }) => ({ kind, id }));
      if (keys.length > 0) kernel.dispatch(loadDocuments({ versionId: 1, keys }));
      const doc = (id: string): object => ({ ...Object(sample('Stop', 'S9')), Id: id, Name: ' Market' });
      screen.answer('readDocuments', () => ({
        Rev: 0,
        Documents: keys.map(({ id }) => ({ Kind: 'Stop', Id: id, Rev: 0, Doc: doc(id), Fields: [] })),
      }));
      kernel.dispatch(confirmFixCases({}));
    },
    DONE: () => screen.answer('validation.mend', () => ({ Rev: 0, NoChange: true })),
    FAILED: ({ messages }) => screen.fail('validation.mend', { ...FAILURE, messages }),
    CLOSE: () => {
      kernel.dispatch(closeFixCases({}));
      // what was under way ends, or the next one would wait for it
      screen.fail('validation.mend', FAILURE);
    },
  };
});

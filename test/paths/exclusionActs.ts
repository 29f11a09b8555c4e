/** What the events of excluding and of session notes are in acts of the user and answers of the server. */
import { confirmExcluding, selectCases } from '../../src/commands/exclusions/excludingSteps.ts';
import { closeSessionNote, openSessionNote, submitSessionNote } from '../../src/commands/exclusions/sessionNoteSteps.ts';
import { openPlace } from '../../src/commands/shell/openPlace.ts';
import type { ExcludingEvent } from '../../src/machines/excludingMachine.ts';
import type { SessionNoteEvent } from '../../src/machines/sessionNoteMachine.ts';
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

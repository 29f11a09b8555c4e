/** What the events of excluding and of session notes are in acts of the user and answers of the server. */
import { confirmExcluding, selectCases } from '../../src/commands/exclusions/excludingSteps.ts';
import { closeSessionNote, openSessionNote, submitSessionNote } from '../../src/commands/exclusions/sessionNoteSteps.ts';
import { openPlace } from '../../src/commands/shell/openPlace.ts';
import type { ExcludingEvent } from '../../src/machines/excludingMachine.ts';
import type { SessionNoteEvent } from '../../src/machines/sessionNoteMachine.ts';
import type { FakeScreen } from './fakeParts.ts';

const FAILURE = { status: 500, messages: ['No'], url: '/', method: 'POST' };

export function actOnExcluding(screen: FakeScreen, event: ExcludingEvent): void {
  const { kernel } = screen;
  switch (event.type) {
    case 'ENTER':
      kernel.dispatch(openPlace({ path: `/data/db/demo/v/${event.versionId}/stops`, search: `?rule=stops.${event.ruleId}&excluding=true` }));
      return;
    case 'SELECT':
      kernel.dispatch(selectCases({ ids: [...event.ids], selected: event.selected }));
      return;
    case 'CONFIRM':
      kernel.dispatch(confirmExcluding({ removed: event.removed }));
      return;
    case 'DONE':
      for (const call of ['ignoreRule', 'unignoreRule']) screen.answer(call, () => ({ Cases: 1, Entities: 1, Entity: 'Stop' }));
      return;
    case 'FAILED':
      for (const call of ['ignoreRule', 'unignoreRule']) screen.fail(call, FAILURE);
      return;
    case 'LEAVE':
      kernel.dispatch(openPlace({ path: '/data/db/demo/v/1/stops', search: '?rule=stops.203' }));
  }
}

export function actOnSessionNote(screen: FakeScreen, event: SessionNoteEvent): void {
  const { kernel } = screen;
  switch (event.type) {
    case 'OPEN':
      kernel.dispatch(openSessionNote({ versionId: event.versionId, sessionId: event.sessionId, note: event.note }));
      return;
    case 'SAVE':
      kernel.dispatch(submitSessionNote({ note: event.note }));
      return;
    case 'DONE':
      screen.answer('editSessionNote', () => ({ Id: 4, Note: 'New' }));
      return;
    case 'FAILED':
      screen.fail('editSessionNote', { ...FAILURE, method: 'PUT' });
      return;
    case 'CLOSE':
      kernel.dispatch(closeSessionNote({}));
  }
}

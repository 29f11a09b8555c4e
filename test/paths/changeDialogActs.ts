/** What the events of the dialogs of the change log are in acts of the user and answers of the server. */
import {
  askDeleteChanges,
  chooseCarryOn,
  closeAttach,
  closeCarryOn,
  closeComments,
  closeDeleteChanges,
  confirmDeleteChanges,
  openAttach,
  openCarryOn,
  openComments,
  submitAttach,
  submitCarryOn,
  submitComment,
  tryCarryOn,
} from '../../src/commands/changes/changeDialogSteps.ts';
import { openPlace } from '../../src/commands/shell/openPlace.ts';
import type { AttachTrackEvent } from '../../src/machines/attachTrackMachine.ts';
import type { CarryOnEvent } from '../../src/machines/carryOnMachine.ts';
import type { CommentChangesEvent } from '../../src/machines/commentChangesMachine.ts';
import type { DeleteChangesEvent } from '../../src/machines/deleteChangesMachine.ts';
import { type FakeScreen, versionRow } from './fakeParts.ts';

const failure = (messages: readonly string[]) => ({ status: 500, messages, url: '/', method: 'POST' });

/** Closed by leaving: what is open is closed by another page as by its button. */
function leave({ kernel }: FakeScreen, databaseId: string): void {
  kernel.dispatch(openPlace({ path: '/data/db/demo', search: '' }));
  kernel.dispatch(openPlace({ path: `/changes/${databaseId}`, search: '' }));
}

export function actOnComments(screen: FakeScreen, event: CommentChangesEvent): void {
  const { kernel } = screen;
  switch (event.type) {
    case 'OPEN':
      // the dialog lies over the page: another database is chosen while it is closed
      if (['closed', 'unseen'].includes(String(kernel.workflow('commentChanges').getSnapshot().value))) leave(screen, event.databaseId);
      kernel.dispatch(openComments({ databaseId: event.databaseId }));
      return;
    case 'SEND':
      kernel.dispatch(submitComment({ message: event.message, changeIds: [...event.changeIds] }));
      return;
    case 'DONE':
      screen.answer('addComment', () => ({
        Comment: { Id: 1, Message: 'Please check', Timestamp: '2026-01-01T00:00:00.000Z', CausedBy: 'a@b.c', Changes: [7, 8] },
      }));
      return;
    case 'FAILED':
      screen.fail('addComment', failure(event.messages));
      return;
    case 'CLOSE':
      kernel.dispatch(closeComments({}));
  }
}

export function actOnAttach(screen: FakeScreen, event: AttachTrackEvent): void {
  const { kernel } = screen;
  switch (event.type) {
    case 'OPEN':
      kernel.dispatch(openAttach({ versionId: event.versionId, changeIds: [...event.changeIds] }));
      return;
    case 'SUBMIT':
      kernel.dispatch(submitAttach({ scheduleId: event.scheduleId, trackId: event.trackId }));
      return;
    case 'DONE':
      screen.answer('attachTrack', () => ({ Rev: 1, Switched: [7], Conflicts: [] }));
      return;
    case 'FAILED':
      screen.fail('attachTrack', failure(event.messages));
      return;
    case 'CLOSE':
      if (kernel.workflow('attachTrack').getSnapshot().value === 'choosing') kernel.dispatch(closeAttach({}));
      else leave(screen, 'demo');
      // what was under way ends, or the next one would wait for it
      screen.fail('attachTrack', failure(['No']));
  }
}

export function actOnCarryOn(screen: FakeScreen, event: CarryOnEvent): void {
  const { kernel } = screen;
  const state = String(kernel.workflow('carryOn').getSnapshot().value);
  const rebase = { AlreadySo: 0, KeptBack: 0, Results: [] };
  switch (event.type) {
    case 'OPEN':
      if (state === 'closed') leave(screen, event.databaseId);
      kernel.dispatch(openCarryOn({ databaseId: event.databaseId }));
      return;
    case 'CHOOSE': {
      const { from, onto } = event;
      kernel.dispatch(chooseCarryOn({ ...(from === undefined ? {} : { from }), ...(onto === undefined ? {} : { onto }) }));
      return;
    }
    case 'TRY':
      kernel.dispatch(tryCarryOn({}));
      return;
    case 'TRIED':
      // the answer about another pair never comes: its call was given up
      if (kernel.workflow('carryOn').getSnapshot().context.onto === event.onto)
        screen.answer('previewRebase', () => ({ ...rebase, Applied: event.fitting }));
      return;
    case 'MAKE':
      kernel.dispatch(submitCarryOn({ name: event.name }));
      return;
    case 'DONE':
      screen.answer('rebaseCorrections', () => ({ ...rebase, Applied: 2, EditableDbVersionId: 1, Version: versionRow(1) }));
      return;
    case 'FAILED':
      screen.fail(state === 'trying' ? 'previewRebase' : 'rebaseCorrections', failure(event.messages));
      return;
    case 'CLOSE':
      kernel.dispatch(closeCarryOn({}));
      if (state === 'making') screen.fail('rebaseCorrections', failure(['No']));
  }
}

export function actOnDeleteChanges(screen: FakeScreen, event: DeleteChangesEvent): void {
  const { kernel } = screen;
  switch (event.type) {
    case 'ASK':
      kernel.dispatch(askDeleteChanges({ versionId: event.versionId, setIds: [...event.setIds] }));
      return;
    case 'CONFIRM':
      kernel.dispatch(confirmDeleteChanges({}));
      return;
    case 'DONE':
      screen.answer('deleteChanges', () => ({ Rev: 1, Switched: [7], Conflicts: [] }));
      return;
    case 'FAILED':
      screen.fail('deleteChanges', failure(event.messages));
      return;
    case 'CLOSE':
      kernel.dispatch(closeDeleteChanges({}));
      // what was under way ends, or the next ones would wait for it
      screen.fail('deleteChanges', failure(['No']));
      screen.fail('deleteChanges', failure(['No']));
  }
}

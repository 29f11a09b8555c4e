/** What the events of taking over from another version are in acts of the user and answers of the server. */
import {
  chooseBranch,
  closeTakeOver,
  compareBranches,
  confirmTakeOver,
  decideAllConflicts,
  decideConflict,
  openTakeOver,
} from '../../src/commands/changes/takeOverSteps.ts';
import { openPlace } from '../../src/commands/shell/openPlace.ts';
import type { TakeOverEvent } from '../../src/machines/takeOverMachine.ts';
import { acting } from './fakeParts.ts';

/** The calls that taking over ends in. */
export const TAKE_OVER_CALLS = ['takeOver'] as const;

export const actOnTakeOver = acting<TakeOverEvent>((screen) => {
  const { kernel } = screen;
  const { value: state, context } = kernel.workflow('takeOver').getSnapshot();
  const fails = (call: string, status: number, messages: readonly string[]): void =>
    screen.fail(call, { status, messages, url: '/', method: 'POST' });
  // what was under way ends, or the next one would wait for it
  const end = (): void => fails('takeOver', 500, ['No']);
  return {
    OPEN: ({ versionId }) => {
      if (state === 'closed') kernel.dispatch(openPlace({ path: '/data/db/demo/v/1/stops', search: '' }));
      kernel.dispatch(openTakeOver({ versionId }));
    },
    CHOOSE: ({ from }) => chooseBranch({ from }),
    COMPARE: () => compareBranches({}),
    COMPARED: ({ from, fromRev, rev, differs, conflicts, more }) => {
      // the answer about another version never comes: its call was given up
      if (context.from !== from) return;
      screen.answer('previewTakeOver', () => ({
        From: from,
        FromRev: fromRev,
        Rev: rev,
        Base: { VersionId: 1, Rev: 0 },
        Documents: differs ? 1 : 0,
        Groups: [],
        ConflictCount: conflicts.length + Number(more),
        Conflicts: conflicts.map((one) => ({ ...one, Title: one.Id, Base: null, Ours: 'A', Theirs: 'B' })),
        KeptBackCount: 0,
        KeptBack: [],
      }));
    },
    DECIDE: ({ key, side }) => decideConflict({ key, side }),
    DECIDE_ALL: ({ side }) => decideAllConflicts({ side }),
    TAKE: () => confirmTakeOver({}),
    DONE: () => screen.answer('takeOver', () => ({ Rev: 3, Documents: 1, Kinds: ['Stop'], KeptBackCount: 0, KeptBack: [] })),
    MOVED: ({ messages }) => fails('takeOver', 409, messages),
    FAILED: ({ messages }) => fails(state === 'comparing' ? 'previewTakeOver' : 'takeOver', 500, messages),
    CLOSE: () => {
      kernel.dispatch(closeTakeOver({}));
      end();
    },
    LEAVE: () => {
      kernel.dispatch(openPlace({ path: '/data/db/demo/v/3/schedules', search: '' }));
      end();
    },
  };
});

/** What the events of the dialogs of the change log are in acts of the user and answers of the server. */
import {
  askDeleteChanges,
  chooseRebase,
  closeAttach,
  closeRebase,
  closeComments,
  closeDeleteChanges,
  confirmDeleteChanges,
  openAttach,
  openRebase,
  openComments,
  submitAttach,
  submitRebase,
  submitComment,
  tryRebase,
} from '../../src/commands/changes/changeDialogSteps.ts';
import { closeReviewForm, openReviewForm, submitReviewForm } from '../../src/commands/changes/draftReviewSteps.ts';
import {
  anotherReviewLink,
  answerRevoke,
  askToRevokeLink,
  closeReviewLinks,
  noteLinkCopied,
  openReviewLinks,
  submitReviewLink,
} from '../../src/commands/changes/reviewLinkSteps.ts';
import { openPlace } from '../../src/commands/shell/openPlace.ts';
import type { AttachTrackEvent } from '../../src/machines/attachTrackMachine.ts';
import type { RebaseEvent } from '../../src/machines/rebaseMachine.ts';
import type { CommentChangesEvent } from '../../src/machines/commentChangesMachine.ts';
import type { DeleteChangesEvent } from '../../src/machines/deleteChangesMachine.ts';
import type { ReviewLinksEvent } from '../../src/machines/reviewLinksMachine.ts';
import type { ReviewEvent } from '../../src/machines/reviewMachine.ts';
import { acting, type FakeScreen, versionRow } from './fakeParts.ts';

const failure = (messages: readonly string[]) => ({ status: 500, messages, url: '/', method: 'POST' });

/** Closed by leaving: what is open is closed by another page as by its button. */
function leave({ kernel }: FakeScreen, databaseId: string): void {
  kernel.dispatch(openPlace({ path: '/data/db/demo', search: '' }));
  kernel.dispatch(openPlace({ path: `/changes/${databaseId}`, search: '' }));
}

export const actOnComments = acting<CommentChangesEvent>((screen) => {
  const { kernel } = screen;
  return {
    OPEN: (event) => {
      // the dialog lies over the page: another database is chosen while it is closed
      if (['closed', 'unseen'].includes(String(kernel.workflow('commentChanges').getSnapshot().value))) leave(screen, event.databaseId);
      kernel.dispatch(openComments({ databaseId: event.databaseId }));
    },
    SEND: ({ changeIds, message }) => submitComment({ message, changeIds: [...changeIds] }),
    DONE: () =>
      screen.answer('addComment', () => ({
        Comment: { Id: 1, Message: 'Please check', Timestamp: '2026-01-01T00:00:00.000Z', CausedBy: 'a@b.c', Changes: [7, 8] },
      })),
    FAILED: ({ messages }) => screen.fail('addComment', failure(messages)),
    CLOSE: () => closeComments({}),
  };
});

export const actOnAttach = acting<AttachTrackEvent>((screen) => {
  const { kernel } = screen;
  return {
    OPEN: ({ changeIds, versionId }) => openAttach({ versionId, changeIds: [...changeIds] }),
    SUBMIT: ({ scheduleId, trackId }) => submitAttach({ scheduleId, trackId }),
    DONE: () => screen.answer('attachTrack', () => ({ Rev: 1, Switched: [7], Conflicts: [] })),
    FAILED: ({ messages }) => screen.fail('attachTrack', failure(messages)),
    CLOSE: () => {
      if (kernel.workflow('attachTrack').getSnapshot().value === 'choosing') kernel.dispatch(closeAttach({}));
      else leave(screen, 'demo');
      // what was under way ends, or the next one would wait for it
      screen.fail('attachTrack', failure(['No']));
    },
  };
});

export const actOnRebase = acting<RebaseEvent>((screen) => {
  const { kernel } = screen;
  const state = String(kernel.workflow('carryOn').getSnapshot().value);
  const rebase = { AlreadySo: 0, KeptBack: 0, Results: [] };
  return {
    OPEN: (event) => {
      if (state === 'closed') leave(screen, event.databaseId);
      kernel.dispatch(openRebase({ databaseId: event.databaseId }));
    },
    CHOOSE: (event) => {
      const { from, onto } = event;
      kernel.dispatch(chooseRebase({ ...(from === undefined ? {} : { from }), ...(onto === undefined ? {} : { onto }) }));
    },
    TRY: () => tryRebase({}),
    TRIED: (event) => {
      // the answer about another pair never comes: its call was given up
      if (kernel.workflow('carryOn').getSnapshot().context.onto === event.onto)
        screen.answer('previewRebase', () => ({ ...rebase, Applied: event.fitting }));
    },
    MAKE: ({ name }) => submitRebase({ name }),
    DONE: () => screen.answer('rebaseCorrections', () => ({ ...rebase, Applied: 2, EditableDbVersionId: 1, Version: versionRow(1) })),
    FAILED: ({ messages }) => screen.fail(state === 'trying' ? 'previewRebase' : 'rebaseCorrections', failure(messages)),
    CLOSE: () => {
      kernel.dispatch(closeRebase({}));
      if (state === 'making') screen.fail('rebaseCorrections', failure(['No']));
    },
  };
});

export const actOnDeleteChanges = acting<DeleteChangesEvent>((screen) => {
  const { kernel } = screen;
  return {
    ASK: ({ setIds, versionId }) => askDeleteChanges({ versionId, setIds: [...setIds] }),
    CONFIRM: () => confirmDeleteChanges({}),
    DONE: () => screen.answer('deleteChanges', () => ({ Rev: 1, Switched: [7], Conflicts: [] })),
    FAILED: ({ messages }) => screen.fail('deleteChanges', failure(messages)),
    CLOSE: () => {
      kernel.dispatch(closeDeleteChanges({}));
      // what was under way ends, or the next ones would wait for it
      screen.fail('deleteChanges', failure(['No']));
      screen.fail('deleteChanges', failure(['No']));
    },
  };
});

/** The calls that the forms of a review end in. */
export const REVIEW_CALLS = ['askForReview', 'commentOnReview', 'decideReview'] as const;

/** A review that was asked for, as the server answers it. */
export const REVIEW = {
  Review: {
    Id: 1,
    DbVersionId: 1,
    DatabaseId: 'demo',
    Version: 'v1',
    Editable: true,
    State: 'asked',
    Stale: false,
    AskedBy: 'mia@x.org',
    Date: '2026-01-01T00:00:00.000Z',
    Reviewers: ['tom@x.org'],
    Note: '',
    Rev: 3,
    Comments: [],
    Decisions: [],
  },
  Rev: 3,
  Required: false,
  Guests: [],
};

export const actOnReview = acting<ReviewEvent>((screen) => {
  const { kernel } = screen;
  const go = (path: string): void => void kernel.dispatch(openPlace({ path, search: '' }));
  const end = (): void => {
    for (const call of REVIEW_CALLS) screen.fail(call, failure(['No']));
  };
  return {
    OPEN: ({ versionId, form, on }) => {
      const before = kernel.workflow('review').getSnapshot().value;
      if (before === 'closed') go(`/changes/demo/review/${versionId}`);
      kernel.dispatch(openReviewForm({ versionId, form, ...(on && { on }) }));
      // what was under way ends, or the next one would wait for it
      if (before === 'sending') end();
    },
    SEND: ({ message, reviewers, rev }) => submitReviewForm({ message, reviewers: [...reviewers], rev }),
    DONE: () => {
      for (const call of REVIEW_CALLS) screen.answer(call, () => REVIEW);
    },
    FAILED: ({ messages }) => {
      for (const call of REVIEW_CALLS) screen.fail(call, failure(messages));
    },
    CLOSE: () => closeReviewForm({}),
    LEAVE: () => {
      go('/changes/demo');
      // what was under way ends, or the next one would wait for it
      end();
    },
  };
});

/** The calls that the window of review links ends in. */
export const REVIEW_LINK_CALLS = ['createReviewLink', 'revokeReviewLink'] as const;

/** A review link, as the server answers it. */
export const REVIEW_LINK = {
  Id: 1,
  Label: 'Town hall',
  Comments: true,
  By: 'mia@x.org',
  Created: '2026-01-01T00:00:00.000Z',
  Expires: '2026-01-15T00:00:00.000Z',
  Revoked: null,
  Opened: null,
  Openings: 0,
  Over: false,
};

export const actOnReviewLinks = acting<ReviewLinksEvent>((screen) => {
  const { kernel } = screen;
  const go = (path: string): void => void kernel.dispatch(openPlace({ path, search: '' }));
  const end = (messages: readonly string[]): void => {
    for (const call of REVIEW_LINK_CALLS) screen.fail(call, failure(messages));
  };
  return {
    OPEN: ({ versionId, from }) => {
      if (kernel.workflow('reviewLinks').getSnapshot().value === 'closed') go(`/changes/demo/review/${versionId}`);
      kernel.dispatch(openReviewLinks({ versionId, ...(from === undefined ? {} : { from }) }));
    },
    SEND: ({ Label, Days, Comments, Hash }) => submitReviewLink({ Label, Days, Comments, Hash }),
    COPIED: () => noteLinkCopied({}),
    ANOTHER: () => anotherReviewLink({}),
    ASK: ({ linkId }) => askToRevokeLink({ linkId }),
    REVOKE: () => answerRevoke({ revoke: true }),
    KEEP: () => answerRevoke({ revoke: false }),
    DONE: () => {
      for (const call of REVIEW_LINK_CALLS) screen.answer(call, () => REVIEW_LINK);
    },
    FAILED: ({ messages }) => end(messages),
    CLOSE: () => {
      kernel.dispatch(closeReviewLinks({}));
      // what was under way ends, or the next one would wait for it
      end(['No']);
    },
    LEAVE: () => {
      go('/changes/demo');
      end(['No']);
    },
  };
});

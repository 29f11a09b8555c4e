/** The steps of the dialogs of the change log: comments, attaching to a track, rebasing corrections, deleting. Their machines follow them. */
import { z } from 'zod';
import { VersionId } from '../../domain/versions.ts';
import { defineStep } from '../defineStep.ts';

/** Opens the comments on changes of a database. */
export const openComments = defineStep('comments.open', 'Open the comments on changes', {
  payload: z.object({ databaseId: z.string() }),
  samples: [{ databaseId: 'demo' }],
});

/** Wants a comment on the checked changes to be made. */
export const submitComment = defineStep('comments.submit', 'Send the comment', {
  payload: z.object({ message: z.string(), changeIds: z.array(z.int().positive()) }),
  samples: [{ message: 'Please check', changeIds: [7] }],
});

/** Closes the comments; what is typed and not sent goes. */
export const closeComments = defineStep('comments.close', 'Close the comments on changes');

/** Opens the choice of a track for changes of tracks and timetables. */
export const openAttach = defineStep('attach.open', 'Choose a track to attach to', {
  payload: z.object({ versionId: VersionId, changeIds: z.array(z.int().positive()) }),
  samples: [{ versionId: 1, changeIds: [7] }],
});

/** Wants the changes attached to a track. */
export const submitAttach = defineStep('attach.submit', ({ trackId }) => `Choose track ${trackId}`, {
  payload: z.object({ scheduleId: z.string(), trackId: z.string() }),
  samples: [{ scheduleId: '1001', trackId: 'a-b' }],
});

/** Closes the choice of a track. */
export const closeAttach = defineStep('attach.close', 'Close the choice of a track');

/** Opens the dialog that rebases corrections. */
export const openRebase = defineStep('carryOn.open', 'Rebase corrections', {
  payload: z.object({ databaseId: z.string() }),
  samples: [{ databaseId: 'demo' }],
});

/** Chooses the version whose corrections are rebased, or the one they are rebased onto. */
export const chooseRebase = defineStep('carryOn.choose', 'Choose a version', {
  payload: z.object({ from: VersionId.optional(), onto: VersionId.optional() }),
  samples: [{ from: 1 }, { onto: 3 }],
});

/** Asks for a preview of the rebase. */
export const tryRebase = defineStep('carryOn.try', 'Preview the rebase');

/** Makes the new draft. */
export const submitRebase = defineStep('carryOn.submit', ({ name }) => `Make the draft ${name}`, {
  payload: z.object({ name: z.string() }),
  samples: [{ name: 'Summer, corrected' }],
});

/** Closes the dialog. */
export const closeRebase = defineStep('carryOn.close', 'Close the rebase');

/** Asks whether change sets shall be deleted in a draft. */
export const askDeleteChanges = defineStep('deleteChanges.ask', 'Ask to delete change sets', {
  payload: z.object({ versionId: VersionId, setIds: z.array(z.int().positive()) }),
  samples: [{ versionId: 1, setIds: [7] }],
});

/** Says yes. */
export const confirmDeleteChanges = defineStep('deleteChanges.confirm', 'Confirm deleting change sets');

/** Closes the question; the deletion continues. */
export const closeDeleteChanges = defineStep('deleteChanges.close', 'Close the question about change sets');

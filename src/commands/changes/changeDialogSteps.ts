/** The steps of the dialogs of the change log: comments, attaching to a track, carrying corrections on, deleting. Their machines follow them. */
import { z } from 'zod';
import { VersionId } from '../../domain/versions.ts';
import { defineCommand } from '../define.ts';
import { defineStep } from '../defineStep.ts';

/** Opens the comments on changes of a database. */
export const openComments = defineCommand('comments.open', {
  payload: z.object({ databaseId: z.string() }),
  samples: () => [{ databaseId: 'demo' }],
  label: () => 'Open the comments on changes',
  inverse: 'none',
  keep: 'all',
});

/** Wants a comment on the checked changes to be made. */
export const submitComment = defineCommand('comments.submit', {
  payload: z.object({ message: z.string(), changeIds: z.array(z.int().positive()) }),
  samples: () => [{ message: 'Please check', changeIds: [7] }],
  label: () => 'Send the comment',
  inverse: 'none',
  keep: 'all',
});

/** Closes the comments; what is typed and not sent goes. */
export const closeComments = defineCommand('comments.close', {
  payload: z.object({}),
  samples: () => [{}],
  label: () => 'Close the comments on changes',
  inverse: 'none',
  keep: 'all',
});

/** Opens the choice of a track for changes of tracks and timetables. */
export const openAttach = defineCommand('attach.open', {
  payload: z.object({ versionId: VersionId, changeIds: z.array(z.int().positive()) }),
  samples: () => [{ versionId: 1, changeIds: [7] }],
  label: () => 'Choose a track to attach to',
  inverse: 'none',
  keep: 'all',
});

/** Wants the changes attached to a track. */
export const submitAttach = defineCommand('attach.submit', {
  payload: z.object({ scheduleId: z.string(), trackId: z.string() }),
  samples: () => [{ scheduleId: '1001', trackId: 'a-b' }],
  label: ({ trackId }) => `Choose track ${trackId}`,
  inverse: 'none',
  keep: 'all',
});

/** Closes the choice of a track. */
export const closeAttach = defineCommand('attach.close', {
  payload: z.object({}),
  samples: () => [{}],
  label: () => 'Close the choice of a track',
  inverse: 'none',
  keep: 'all',
});

/** Opens the carrying on of corrections. */
export const openCarryOn = defineCommand('carryOn.open', {
  payload: z.object({ databaseId: z.string() }),
  samples: () => [{ databaseId: 'demo' }],
  label: () => 'Carry corrections on',
  inverse: 'none',
  keep: 'all',
});

/** Chooses the version whose corrections are carried on, or the one onto which. */
export const chooseCarryOn = defineCommand('carryOn.choose', {
  payload: z.object({ from: VersionId.optional(), onto: VersionId.optional() }),
  samples: () => [{ from: 1 }, { onto: 3 }],
  label: () => 'Choose a version',
  inverse: 'none',
  keep: 'all',
});

/** Wants to see what would become of the corrections. */
export const tryCarryOn = defineCommand('carryOn.try', {
  payload: z.object({}),
  samples: () => [{}],
  label: () => 'Try to carry corrections on',
  inverse: 'none',
  keep: 'all',
});

/** Wants the new draft to be made. */
export const submitCarryOn = defineCommand('carryOn.submit', {
  payload: z.object({ name: z.string() }),
  samples: () => [{ name: 'Summer, corrected' }],
  label: ({ name }) => `Make the draft ${name}`,
  inverse: 'none',
  keep: 'all',
});

/** Closes the carrying on of corrections. */
export const closeCarryOn = defineCommand('carryOn.close', {
  payload: z.object({}),
  samples: () => [{}],
  label: () => 'Close carrying on',
  inverse: 'none',
  keep: 'all',
});

/** Asks whether change sets shall be deleted in a draft. */
export const askDeleteChanges = defineStep('deleteChanges.ask', 'Ask to delete change sets', {
  payload: z.object({ versionId: VersionId, setIds: z.array(z.int().positive()) }),
  samples: [{ versionId: 1, setIds: [7] }],
});

/** Says yes. */
export const confirmDeleteChanges = defineStep('deleteChanges.confirm', 'Confirm deleting change sets');

/** Closes the question; what is being deleted goes on. */
export const closeDeleteChanges = defineStep('deleteChanges.close', 'Close the question about change sets');

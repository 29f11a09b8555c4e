/** The steps of an act that asks first; `machines/versionLifecycleMachine.ts` follows them and issues the act. */
import { z } from 'zod';
import { defineQuestion } from './lifecycle.ts';
import { defineStep } from '../defineStep.ts';

/** Wants to publish a version: asks, for it cannot be taken back. */
export const askPublish = defineQuestion('versionLifecycle.askPublish', 'publish', 'world-upload', 'Alt+KeyP');

/** Wants a version that was published before to be current again: asks, and shows what would change. */
export const askMakeCurrent = defineQuestion('versionLifecycle.askMakeCurrent', 'makeCurrent', 'history', 'Alt+Shift+KeyP');

/** Wants to clone a version: asks for the name of the copy. */
export const askClone = defineQuestion('versionLifecycle.askClone', 'clone', 'copy', 'Alt+KeyC');

/** Wants to finish an edit: asks, for the draft cannot be opened again. */
export const askFinishEdit = defineQuestion('versionLifecycle.askFinishEdit', 'finishEdit', 'check', 'Alt+KeyF');

/** Wants to archive a version: asks, for nobody can read it until it is brought back. */
export const askArchive = defineQuestion('versionLifecycle.askArchive', 'archive', 'archive', 'Alt+KeyA');

/** Wants to delete a draft: asks, for it cannot be taken back. */
export const askDeleteDraft = defineQuestion('versionLifecycle.askDeleteDraft', 'deleteDraft', 'trash', 'Alt+Shift+Delete');

/** Says yes to what is asked. */
export const confirmVersionAct = defineStep('versionLifecycle.confirm', 'Confirm');

/** Gives the name of the copy. */
export const nameClone = defineStep('versionLifecycle.name', 'Name the copy', {
  payload: z.object({ name: z.string() }),
  samples: [{ name: 'Summer' }],
});

/** Leaves what is asked; nothing is done. */
export const cancelVersionAct = defineStep('versionLifecycle.cancel', 'Cancel');

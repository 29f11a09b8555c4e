/** The steps of writing the note of a session; `machines/sessionNoteMachine.ts` follows them. */
import { z } from 'zod';
import { VersionId } from '../../domain/versions.ts';
import { defineStep } from '../defineStep.ts';

/** Opens the note of a session. */
export const openSessionNote = defineStep('sessionNote.open', 'Open session note', {
  payload: z.object({ versionId: VersionId, sessionId: z.int(), note: z.string() }),
  samples: [{ versionId: 1, sessionId: 4, note: 'Works on line 4' }],
});

/** Wants the note as it is typed to be kept. */
export const submitSessionNote = defineStep('sessionNote.submit', 'Save session note', {
  payload: z.object({ note: z.string() }),
  samples: [{ note: 'Works on line 4 until May' }],
});

/** Closes the note; what is typed and not saved goes. */
export const closeSessionNote = defineStep('sessionNote.close', 'Close session note');

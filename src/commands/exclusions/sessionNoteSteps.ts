/** The steps of writing the note of a session; `machines/sessionNoteMachine.ts` follows them. */
import { z } from 'zod';
import { VersionId } from '../../domain/versions.ts';
import { defineCommand } from '../define.ts';

/** Opens the note of a session. */
export const openSessionNote = defineCommand('sessionNote.open', {
  payload: z.object({ versionId: VersionId, sessionId: z.int(), note: z.string() }),
  samples: () => [{ versionId: 1, sessionId: 4, note: 'Works on line 4' }],
  label: () => 'Open session note',
  inverse: 'none',
  keep: 'all',
});

/** Wants the note as it is typed to be kept. */
export const submitSessionNote = defineCommand('sessionNote.submit', {
  payload: z.object({ note: z.string() }),
  samples: () => [{ note: 'Works on line 4 until May' }],
  label: () => 'Save session note',
  inverse: 'none',
  keep: 'all',
});

/** Closes the note; what is typed and not saved goes. */
export const closeSessionNote = defineCommand('sessionNote.close', {
  payload: z.object({}),
  samples: () => [{}],
  label: () => 'Close session note',
  inverse: 'none',
  keep: 'all',
});

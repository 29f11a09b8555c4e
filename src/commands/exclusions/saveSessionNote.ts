import { z } from 'zod';
import { request } from '../../contract/route.ts';
import { editSessionNote } from '../../contract/validation.ts';
import { SESSION_NOTE_LIMIT } from '../../domain/exclusions.ts';
import { VersionId } from '../../domain/versions.ts';
import { defineCommand } from '../define.ts';

/** Saves the note of a session. Errors are shown in the popup of the note. */
export const saveSessionNote = defineCommand('exclusion.saveNote', {
  payload: z.object({ versionId: VersionId, sessionId: z.int(), note: z.string().max(SESSION_NOTE_LIMIT) }),
  samples: () => [{ versionId: 1, sessionId: 4, note: 'Works on line 4' }],
  label: () => 'Save session note',
  lane: ({ sessionId }) => `sessionNote/${sessionId}`,
  policy: 'queue',
  write: true,
  call: ({ versionId, sessionId, note }) => request(editSessionNote, { params: { versionId, sessionId }, body: { Note: note } }),
  reply: editSessionNote.reply,
  answered: (base, { versionId }, reply) => {
    const session = base.versions[versionId]?.validation.ignored.value?.Sessions.find(({ Id }) => Id === reply.Id);
    if (session) session.Note = reply.Note;
  },
  quiet: () => true,
  inverse: 'none',
  keep: 'all',
  keepReply: 'all',
});

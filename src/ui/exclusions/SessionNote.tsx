import { Alert, Button, Group, Textarea } from '@mantine/core';
import type { ReactNode } from 'react';
import { saveSessionNote } from '../../commands/exclusions/saveSessionNote.ts';
import { closeSessionNote, submitSessionNote } from '../../commands/exclusions/sessionNoteSteps.ts';
import { SESSION_NOTE_LIMIT } from '../../domain/exclusions.ts';
import { useDispatch, useWorkflow } from '../../kernel/react.tsx';
import { sessionNote } from '../../projections/typedForms.ts';
import { Modal } from '../parts/Modal.tsx';
import { useShownHere } from '../parts/useShownHere.ts';
import { useTyped } from '../parts/useTyped.ts';
import { StillWaiting } from '../parts/StillWaiting.tsx';
import { texts } from './texts.ts';

/** The popup in which the note of a session is written. */
export function SessionNote(): ReactNode {
  const dispatch = useDispatch();
  const state = useWorkflow('sessionNote', (snapshot) => String(snapshot.value));
  const note = useWorkflow('sessionNote', (snapshot): string => snapshot.context.note);
  const sessionId = useWorkflow('sessionNote', (snapshot): number => snapshot.context.sessionId);
  return (
    <Modal
      opened={state !== 'closed'}
      onClose={() => dispatch(closeSessionNote({}))}
      title={texts.sessionNote}
      size={440}
      transitionProps={{ duration: 0 }}
    >
      {state !== 'closed' && <NoteForm key={sessionId} note={note} saving={state === 'saving'} />}
    </Modal>
  );
}

function NoteForm({ note, saving }: { note: string; saving: boolean }): ReactNode {
  const dispatch = useDispatch();
  const messages = useWorkflow('sessionNote', (snapshot): readonly string[] => snapshot.context.messages);
  // the first says what did not work, the others why
  useShownHere(messages.slice(1), saveSessionNote);
  const [{ note: typed }, type] = useTyped(sessionNote, { note });
  const tooLong = typed.length > SESSION_NOTE_LIMIT;
  const disabled = typed === note || tooLong;
  return (
    <>
      {messages.length > 0 && (
        <Alert color="red" variant="light" p="xs" mb="xs" role="alert">
          {messages.join('. ')}
        </Alert>
      )}
      <Textarea
        data-autofocus
        label={texts.note}
        autosize
        minRows={2}
        value={typed}
        error={tooLong ? texts.noteLimit({ sessionNoteLimit: SESSION_NOTE_LIMIT }) : undefined}
        onChange={(event) => type({ note: event.currentTarget.value })}
      />
      <Group justify="flex-end" gap="xs" mt="sm">
        <Button variant="default" size="xs" onClick={() => dispatch(closeSessionNote({}))}>
          {texts.close}
        </Button>
        <StillWaiting on={saving} />
        <Button size="xs" loading={saving} disabled={disabled} onClick={() => dispatch(submitSessionNote({ note: typed }))}>
          {texts.save}
        </Button>
      </Group>
    </>
  );
}

import { IconTrash } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { cancelExportQuestion, confirmExportQuestion } from '../../commands/exports/exportFormSteps.ts';
import { deleteExport } from '../../commands/exports/exportWrites.ts';
import { useDispatch } from '../../kernel/react.tsx';
import { Modal } from '../parts/Modal.tsx';
import { useToldHere } from '../parts/useToldHere.ts';
import { WhyButton } from '../parts/WhyButton.tsx';
import classes from './exports.module.css';
import { useExportForm, useExportFormState } from './useExportForm.ts';
import { texts } from './texts.ts';

/** Asks before an export is deleted. */
export function DeleteExportModal(): ReactNode {
  const state = useExportFormState();
  return (
    <Question
      opened={state === 'asking' || state === 'removing'}
      title={texts.deleteExport}
      text={texts.areYouSureYouWantTo}
      yes={texts.delete}
      busy={state === 'removing'}
    />
  );
}

/** Asks before an agency merging rule is deleted. */
export function DeleteRuleModal(): ReactNode {
  const state = useExportFormState();
  return <Question opened={state === 'askingRule'} title={texts.deleteAgencyMerging} text={texts.areYouSureYouWantToTitle} yes={texts.delete} />;
}

/** Asks before what was typed is thrown away. */
export function DiscardModal(): ReactNode {
  const state = useExportFormState();
  return (
    <Question
      opened={state === 'discarding'}
      title={texts.leaveTheExport}
      text={texts.whatYouHaveChangedInThis}
      yes={texts.discardChanges}
      no={texts.keepEditing}
    />
  );
}

function Question({
  opened,
  title,
  text,
  yes,
  no = texts.cancel,
  busy = false,
}: {
  opened: boolean;
  title: string;
  text: string;
  yes: string;
  no?: string;
  busy?: boolean;
}): ReactNode {
  const dispatch = useDispatch();
  const messages = useExportForm('messages');
  useToldHere(messages, deleteExport);
  return (
    <Modal opened={opened} onClose={() => dispatch(cancelExportQuestion({}))} title={title} size="sm" transitionProps={{ duration: 0 }}>
      <p>{text}</p>
      {messages.map((message) => (
        <p key={message} role="alert">
          {message}
        </p>
      ))}
      <div className={classes['footer']}>
        <WhyButton label={no} why={busy ? texts.itIsBeingRemoved : undefined} onClick={() => dispatch(cancelExportQuestion({}))} />
        <WhyButton label={yes} icon={IconTrash} variant="filled" color="red" loading={busy} onClick={() => dispatch(confirmExportQuestion({}))} />
      </div>
    </Modal>
  );
}

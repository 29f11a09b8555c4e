import { IconTrash } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { cancelExportQuestion, confirmExportQuestion } from '../../commands/exports/exportFormSteps.ts';
import { deleteExport } from '../../commands/exports/exportWrites.ts';
import { useDispatch } from '../../kernel/react.tsx';
import { Question } from '../parts/Question.tsx';
import { useShownHere } from '../parts/useShownHere.ts';
import { useExportForm, useExportFormState } from './useExportForm.ts';
import { texts } from './texts.ts';

/** Asks before an export is deleted. */
export function DeleteExportModal(): ReactNode {
  const state = useExportFormState();
  return (
    <Asked
      opened={state === 'asking' || state === 'removing'}
      title={texts.deleteExport}
      text={texts.removeExportTitle}
      yes={texts.delete}
      busy={state === 'removing'}
    />
  );
}

/** Asks before an agency merging rule is deleted. */
export function DeleteRuleModal(): ReactNode {
  const state = useExportFormState();
  return <Asked opened={state === 'askingRule'} title={texts.deleteAgencyMerging} text={texts.removeMergingTitle} yes={texts.delete} />;
}

/** Asks before what was typed is thrown away. */
export function DiscardModal(): ReactNode {
  const state = useExportFormState();
  return (
    <Asked
      opened={state === 'discarding'}
      title={texts.leaveTheExport}
      text={texts.discardQuestion}
      yes={texts.discardChanges}
      no={texts.keepEditing}
    />
  );
}

interface AskedProps {
  readonly opened: boolean;
  readonly title: string;
  readonly text: string;
  readonly yes: string;
  readonly no?: string;
  readonly busy?: boolean;
}

function Asked({ text, no = texts.cancel, ...rest }: AskedProps): ReactNode {
  const dispatch = useDispatch();
  const messages = useExportForm('messages');
  useShownHere(messages, deleteExport);
  return (
    <Question
      {...rest}
      no={no}
      icon={IconTrash}
      messages={messages}
      onClose={() => dispatch(cancelExportQuestion({}))}
      onYes={() => dispatch(confirmExportQuestion({}))}
    >
      {text}
    </Question>
  );
}

import type { ReactNode } from 'react';
import { closeDeleteChanges, confirmDeleteChanges } from '../../commands/changes/changeDialogSteps.ts';
import { deleteChanges } from '../../commands/changes/switchChanges.ts';
import { useDispatch, useWorkflow } from '../../kernel/react.tsx';
import type { DeleteChangesContext } from '../../machines/deleteChangesMachine.ts';
import { versionOf } from '../../projections/versions.ts';
import { useView } from '../parts/appState.ts';
import { Question } from '../parts/Question.tsx';
import { NotSaved } from '../parts/NotSaved.tsx';
import { useShownHere } from '../parts/useShownHere.ts';
import { deletionWords } from './deletionWords.ts';
import classes from './changes.module.css';
import { texts } from './texts.ts';

/** Asks before change sets are deleted, and says what that touches. */
export function DeleteModal({ onDelete }: { onDelete: () => void }): ReactNode {
  const dispatch = useDispatch();
  const step = useWorkflow('deleteChanges', ({ value }) => String(value));
  const { versionId, setIds, refused, messages } = useWorkflow('deleteChanges', ({ context }): DeleteChangesContext => context);
  useShownHere(messages, deleteChanges);
  const draft = useView((view) => versionOf(view, versionId));
  const all = useView((view) => view.changes.sets.value);
  const sets = (all ?? []).filter(({ SetId }) => setIds.includes(SetId) || refused.includes(SetId));
  const { title, lines } = deletionWords(sets, `${draft?.Version ?? ''} #${versionId}`);
  return (
    <Question
      opened={step !== 'closed'}
      title={title}
      size={520}
      yes={texts.delete}
      no={texts.cancel}
      busy={step === 'deleting'}
      onClose={() => dispatch(closeDeleteChanges({}))}
      onYes={() => {
        // one act, and one undo
        dispatch(confirmDeleteChanges({}), { gesture: `delete ${setIds.join()}` });
        onDelete();
      }}
    >
      <ul className={classes['effects']}>
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
      <NotSaved message={messages[0]} />
    </Question>
  );
}

import type { ReactNode } from 'react';
import { deleteChanges } from '../../commands/changes/switchChanges.ts';
import type { ChangeSet } from '../../domain/changes.ts';
import type { Version } from '../../domain/versions.ts';
import { useDispatch } from '../../kernel/react.tsx';
import { Modal } from '../parts/Modal.tsx';
import { WhyButton } from '../parts/WhyButton.tsx';
import { deletionWords } from './deletionWords.ts';
import classes from './changes.module.css';

interface DeleteModalProps {
  readonly opened: boolean;
  readonly sets: readonly ChangeSet[];
  readonly draft: Version;
  /** Also after the sets were deleted: `done` says so. */
  readonly onClose: (done: boolean) => void;
}

/** Asks before change sets are deleted, and says what that touches. */
export function DeleteModal({ opened, sets, draft, onClose }: DeleteModalProps): ReactNode {
  const dispatch = useDispatch();
  const { title, lines } = deletionWords(sets, `${draft.Version} #${draft.Id}`);
  return (
    <Modal opened={opened} onClose={() => onClose(false)} title={title} size={520} transitionProps={{ duration: 0 }}>
      <ul className={classes['effects']}>
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
      <div className={classes['write']}>
        <span className={classes['grow']} />
        <WhyButton label="Cancel" onClick={() => onClose(false)} />
        <WhyButton
          label="Delete"
          color="red"
          variant="filled"
          onClick={() => {
            // one act, and one undo
            const gesture = `delete ${sets.map(({ SetId }) => SetId).join()}`;
            for (const { SetId } of sets.toReversed()) dispatch(deleteChanges({ versionId: draft.Id, changeIds: [], setId: SetId }), { gesture });
            onClose(true);
          }}
        />
      </div>
    </Modal>
  );
}

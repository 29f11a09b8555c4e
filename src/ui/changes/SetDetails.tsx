import { ActionIcon } from '@mantine/core';
import { IconToggleLeft, IconToggleRight, IconX } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { loadChangesOfSet } from '../../commands/changes/loadChanges.ts';
import { toggleChanges } from '../../commands/changes/switchChanges.ts';
import type { Change } from '../../domain/changes.ts';
import { formatMoment } from '../../domain/date.ts';
import { READ_ONLY, type Version } from '../../domain/versions.ts';
import { useDispatch } from '../../kernel/react.tsx';
import { useView } from '../parts/appState.ts';
import { LoadStates } from '../parts/LoadStates.tsx';
import { WhyButton } from '../parts/WhyButton.tsx';
import { ChangeView } from './ChangeView.tsx';
import classes from './changes.module.css';
import { texts } from './texts.ts';

interface SetDetailsProps {
  readonly setId: number;
  readonly draft: Version | undefined;
  readonly readOnly: boolean;
  readonly onClose: () => void;
}

/** The changes of a set with what each did, and what was said of them. */
export function SetDetails({ setId, draft, readOnly, onClose }: SetDetailsProps): ReactNode {
  const load = useView((view) => view.changes.changes[setId]);
  const comments = useView((view) => view.changes.comments.value?.Comments);
  return (
    <section className={classes['details']} aria-label={texts.changesOfSet({ setId })}>
      <header className={classes['acts']}>
        <h2 className={classes['heading']}>{load?.value?.[0]?.Message || texts.changeSetSetId({ setId })}</h2>
        <span className={classes['gap']} />
        <ActionIcon aria-label={texts.closeTheChangeSet} onClick={onClose}>
          <IconX size={15} aria-hidden />
        </ActionIcon>
      </header>
      <div className={classes['scroll']}>
        <LoadStates load={load} what={texts.changesOfThisSet} retry={loadChangesOfSet({ setId })}>
          {(changes) =>
            changes.map((change) => (
              <article key={change.ChangeId} aria-label={`${change.Type} ${change.Name}`}>
                <header className={classes['changeHead']}>
                  <h3>{`${change.Type} ${change.Name}`}</h3>
                  <span className={`dmp-mono ${classes['quiet']}`}>{change.EntityId}</span>
                  <span className={classes['quiet']}>{stateOf(change)}</span>
                  <span className={classes['gap']} />
                  <Switch change={change} draft={draft} readOnly={readOnly} />
                </header>
                <ChangeView change={change} />
                {comments
                  ?.filter(({ Changes }) => Changes.includes(change.ChangeId))
                  .map((comment) => (
                    <blockquote key={comment.Id} className={classes['comment']}>
                      {comment.Message}
                      <footer>{texts.authorAndTimePart({ causedBy: comment.CausedBy, timestamp: formatMoment(comment.Timestamp) })}</footer>
                    </blockquote>
                  ))}
              </article>
            ))
          }
        </LoadStates>
      </div>
    </section>
  );
}

function Switch({ change, draft, readOnly }: { change: Change; draft: Version | undefined; readOnly: boolean }): ReactNode {
  const dispatch = useDispatch();
  const why = readOnly ? READ_ONLY : change.Deleted ? texts.thisChangeIsDeleted : draft === undefined ? texts.beginEditFirst : undefined;
  return (
    <WhyButton
      compact
      label={change.Active ? texts.switchOff : texts.switchOn}
      icon={change.Active ? IconToggleLeft : IconToggleRight}
      why={why}
      onClick={() =>
        void (draft && dispatch(toggleChanges({ versionId: draft.Id, changeIds: [change.ChangeId], setIds: [], active: !change.Active })))
      }
    />
  );
}

function stateOf({ Active, Deleted, AttachedTo }: Change): string {
  return [
    Deleted ? texts.deleted : Active ? texts.active : texts.off,
    ...(AttachedTo === undefined ? [] : [texts.attachedToTrack({ attachedTo: AttachedTo })]),
  ].join(', ');
}

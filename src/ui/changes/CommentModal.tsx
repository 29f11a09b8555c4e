import { Alert, Checkbox, TextInput } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { type ReactNode, useEffect, useMemo } from 'react';
import { closeComments, submitComment } from '../../commands/changes/changeDialogSteps.ts';
import { loadChangesOfSet, loadComments } from '../../commands/changes/loadChanges.ts';
import type { Change, ChangeSet, Comment } from '../../domain/changes.ts';
import { COMMENT_LIMIT } from '../../domain/changes.ts';
import { formatMoment } from '../../domain/date.ts';
import { useDispatch, useWorkflow } from '../../kernel/react.tsx';
import { folded } from '../../domain/folded.ts';
import { newComment } from '../../projections/typedForms.ts';
import { useView } from '../parts/appState.ts';
import { Loading } from '../parts/LoadStates.tsx';
import { StillWaiting } from '../parts/StillWaiting.tsx';
import { WhyButton } from '../parts/WhyButton.tsx';
import { authorWords } from './authorWords.ts';
import { commentTree } from './commentTree.ts';
import { commentOnChanges } from '../../commands/changes/switchChanges.ts';
import { Modal } from '../parts/Modal.tsx';
import { useShownHere } from '../parts/useShownHere.ts';
import { useTyped } from '../parts/useTyped.ts';
import classes from './changes.module.css';
import { texts } from './texts.ts';

interface CommentModalProps {
  readonly databaseId: string;
  /** The sets that are chosen: their changes stand first in the tree. */
  readonly sets: readonly ChangeSet[];
}

/** Comments on changes: a tree of what was commented and of what is chosen, and a new comment on the checked changes. */
export function CommentModal({ databaseId, sets }: CommentModalProps): ReactNode {
  const dispatch = useDispatch();
  const opened = useWorkflow('commentChanges', ({ value }) => value === 'writing' || value === 'sending');
  const turn = useWorkflow('commentChanges', ({ context }): boolean => context.turn);
  return (
    <Modal opened={opened} onClose={() => dispatch(closeComments({}))} title={texts.commentOnChanges} size={640} transitionProps={{ duration: 0 }}>
      {opened && <Content key={String(turn)} databaseId={databaseId} sets={sets} />}
    </Modal>
  );
}

const NO_COMMENTS: readonly Comment[] = [];
const NO_CHANGES: readonly Change[] = [];

function Content({ databaseId, sets }: { databaseId: string; sets: readonly ChangeSet[] }): ReactNode {
  const dispatch = useDispatch();
  const load = useView((view) => view.changes.comments);
  const loaded = useView((view) => view.changes.changes);
  const sending = useWorkflow('commentChanges', ({ value }) => value === 'sending');
  // what could not be sent stands there again
  const kept = useWorkflow('commentChanges', ({ context }): string => context.message);
  const keptIds = useWorkflow('commentChanges', ({ context }): readonly number[] => context.changeIds);
  const messages = useWorkflow('commentChanges', ({ context }): readonly string[] => context.messages);
  useShownHere(messages, commentOnChanges);
  const [{ search, message, checked: ids }, type] = useTyped(newComment, { search: '', message: kept, checked: [...keptIds] });
  const checked = useMemo(() => new Set(ids), [ids]);
  const chosen = useMemo(() => {
    const open = Object.values(loaded).flatMap((one) => one.value ?? []);
    const wanted = new Set(sets.map(({ SetId }) => SetId));
    return wanted.size === 0 ? open : open.filter(({ SetId }) => wanted.has(SetId));
  }, [loaded, sets]);
  const missing = sets.map(({ SetId }) => SetId).filter((id) => loaded[id]?.value == null);
  const unasked = missing.filter((id) => (loaded[id]?.status ?? 'idle') === 'idle');
  const asks = unasked.join(',');
  // a set that was ticked and never opened is loaded here
  useEffect(() => {
    for (const setId of asks === '' ? [] : asks.split(',').map(Number)) dispatch(loadChangesOfSet({ setId }));
  }, [dispatch, asks]);
  const failed = missing.filter((id) => loaded[id]?.status === 'failed');
  const branches = useMemo(
    () => commentTree(load.value?.Comments ?? NO_COMMENTS, load.value?.Changes ?? NO_CHANGES, chosen, folded(search.trim())),
    [load.value, chosen, search],
  );
  if (load.status === 'failed') {
    return (
      <div role="alert" className={classes['failed']}>
        <p>{texts.commentsFailed}</p>
        <WhyButton label={texts.retry} onClick={() => dispatch(loadComments({ databaseId }))} />
      </div>
    );
  }
  if (load.value === null) return <Loading what={texts.commentsAndChanges} />;
  const check = (ids: readonly number[], on: boolean): void =>
    type({ checked: on ? [...new Set([...checked, ...ids])] : [...checked].filter((id) => !ids.includes(id)) });
  const why =
    checked.size === 0 ? texts.selectChangesFirst : message.trim() === '' ? texts.typeYourCommentFirst : sending ? texts.sendingComment : undefined;
  const send = (): void => void dispatch(submitComment({ message, changeIds: [...checked] }));
  return (
    <>
      <TextInput
        type="search"
        aria-label={texts.searchChanges}
        placeholder={texts.searchChanges}
        value={search}
        onChange={(event) => type({ search: event.currentTarget.value })}
      />
      {failed.length > 0 && (
        <Alert color="red" variant="light" p="xs" role="alert" title={texts.setsNotLoaded({ failed: failed.length })}>
          <WhyButton label={texts.retry} compact onClick={() => failed.forEach((setId) => dispatch(loadChangesOfSet({ setId })))} />
        </Alert>
      )}
      {missing.length > failed.length && <Loading what={texts.changesOfSets} />}
      {branches.length === 0 && missing.length > 0 ? null : branches.length === 0 ? (
        <p role="status" className={classes['failed']}>
          {texts.noChanges}
        </p>
      ) : (
        <ul className={classes['tree']} role="tree" aria-label={texts.commentsAndChangesTitle}>
          {branches.map((branch) => (
            <li key={branch.key} role="treeitem" aria-expanded="true" aria-selected="false">
              <div className={classes['branch']}>
                {branch.title}
                {branch.comment && (
                  <span className={classes['quiet']}>
                    {texts.authorAndTime({ causedBy: branch.comment.CausedBy, timestamp: formatMoment(branch.comment.Timestamp) })}
                  </span>
                )}
              </div>
              <ul role="group">
                {branch.groups.map((group) => {
                  const ids = group.changes.map(({ ChangeId }) => ChangeId);
                  const on = ids.filter((id) => checked.has(id)).length;
                  return (
                    <li key={group.name} role="treeitem" aria-expanded="true" aria-selected="false">
                      <Checkbox
                        label={group.name}
                        checked={on === ids.length}
                        indeterminate={on > 0 && on < ids.length}
                        onChange={(event) => check(ids, event.currentTarget.checked)}
                      />
                      <ul role="group">
                        {group.changes.map(({ ChangeId, Name, Message, Date: when, ...by }) => (
                          <li key={ChangeId} role="treeitem" aria-selected={checked.has(ChangeId)}>
                            <Checkbox
                              label={texts.changeByWhen({
                                change: Message === '' ? Name : `${Name}: ${Message}`,
                                createdBy: authorWords(by),
                                when: formatMoment(when),
                              })}
                              checked={checked.has(ChangeId)}
                              onChange={(event) => check([ChangeId], event.currentTarget.checked)}
                            />
                          </li>
                        ))}
                      </ul>
                    </li>
                  );
                })}
              </ul>
            </li>
          ))}
        </ul>
      )}
      {messages.length > 0 && (
        <Alert color="red" variant="light" p="xs" mt="xs" icon={<IconAlertTriangle aria-hidden />} title={texts.commentFailed} role="alert">
          <div className={classes['write']}>
            <span className={classes['grow']}>{messages.join(' ')}</span>
            <WhyButton label={texts.retry} why={why} onClick={send} />
          </div>
        </Alert>
      )}
      <div className={classes['write']}>
        <TextInput
          aria-label={texts.comment}
          placeholder={texts.typeYourCommentHere}
          maxLength={COMMENT_LIMIT}
          value={message}
          readOnly={sending}
          onChange={(event) => type({ message: event.currentTarget.value })}
          className={classes['grow'] ?? ''}
        />
        <WhyButton label={texts.comment} variant="filled" why={why} onClick={send} />
      </div>
      <div className={classes['write']}>
        <StillWaiting on={sending} />
      </div>
    </>
  );
}

import { Badge, SegmentedControl, Slider } from '@mantine/core';
import { IconCheck, IconCopy, IconMessage } from '@tabler/icons-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { openComments } from '../../commands/changes/changeDialogSteps.ts';
import type { ChangeSet } from '../../domain/changes.ts';
import { formatMoment } from '../../domain/date.ts';
import type { Version } from '../../domain/versions.ts';
import { useDispatch } from '../../kernel/react.tsx';
import { type ReviewStep, reviewIn, reviewStep } from '../../projections/review.ts';
import { rightsIn } from '../../projections/rights.ts';
import { READ_ONLY } from '../../domain/versions.ts';
import { presentSnapshot, presentPlace } from '../../projections/versions.ts';
import { sameAction } from '../parts/actions.ts';
import { useKernelState, useView } from '../parts/appState.ts';
import { iconOf } from '../parts/icons.ts';
import { useOpenPlace } from '../parts/Link.tsx';
import { WhyButton } from '../parts/WhyButton.tsx';
import { authorWords } from './authorWords.ts';
import { CommentModal } from './CommentModal.tsx';
import { type SnapshotAct, snapshotActions, snapshotLocation } from './snapshotActions.ts';
import classes from './snapshot.module.css';
import { texts } from './texts.ts';

/** The bar above the pages of a snapshot: its revision, a slider to other revisions, and the current review. */
export function SnapshotBar(): ReactNode {
  const snapshot = useView(presentSnapshot, (a, b) => a?.version === b?.version && a?.rev === b?.rev);
  const reviewing = useView((view) => reviewIn(view.location.search) !== undefined);
  if (!snapshot) return null;
  return (
    <aside aria-label={texts.earlierStateOfVersion} className={classes['bar']}>
      <div className={classes['row']}>
        <Badge size="sm" radius="sm" variant="dot" color="violet" tt="none" fw={600} className={classes['badge'] ?? ''}>
          {texts.earlierState}
        </Badge>
        <Words version={snapshot.version} rev={snapshot.rev} />
        <Act of="now" label={texts.backToNow} />
      </div>
      <div className={classes['row']}>
        {!reviewing && <Act of="previous" iconOnly />}
        <Revisions key={snapshot.version.Id} rev={snapshot.rev} last={Math.max(snapshot.version.Rev, snapshot.rev)} />
        {!reviewing && <Act of="next" iconOnly />}
      </div>
      {reviewing && <ReviewRow />}
    </aside>
  );
}

/** The button of an act: named, keyed and disabled as the palette has it. */
export function Act({ of, label, iconOnly = false }: { of: SnapshotAct; label?: string; iconOnly?: boolean }): ReactNode {
  const dispatch = useDispatch();
  const action = useKernelState(({ view }) => snapshotActions(view)[of], sameAction);
  const { run, why, icon, keys, title } = action;
  return (
    <WhyButton
      compact
      label={label ?? title}
      icon={iconOf(icon)}
      iconOnly={iconOnly}
      why={why}
      shortcut={keys[0]}
      onClick={() => void (run && 'dispatch' in run && dispatch(run.dispatch))}
    />
  );
}

function Words({ version, rev }: { version: Version; rev: number }): ReactNode {
  const made = useView((view) => view.versions[presentPlace(view).versionId ?? 0]?.made ?? null);
  return (
    <span className={classes['words']} aria-live="polite">
      {version.Version}
      <span className={classes['quiet']}>{` #${version.Id}, `}</span>
      {rev === 0 ? (
        texts.beforeItsFirstChange
      ) : (
        <>
          {texts.afterChange({ rev, rev2: version.Rev })}
          {made && (
            <span className={classes['quiet']} title={made.Message}>
              {': '}
              <strong>{made.Message || texts.changeSetSetId({ setId: made.SetId })}</strong>
              {texts.authorAndDate({ createdBy: authorWords(made), date: formatMoment(made.Date) })}
            </span>
          )}
        </>
      )}
    </span>
  );
}

/** The slider over the change sets of the version; where the keys move it, the screen follows once they rest. */
function Revisions({ rev, last }: { rev: number; last: number }): ReactNode {
  const open = useOpenPlace();
  const [at, setAt] = useState(rev);
  const [known, setKnown] = useState(rev);
  if (known !== rev) {
    setKnown(rev);
    setAt(rev);
  }
  const goal = useRef<ReturnType<typeof setTimeout>>(undefined);
  const location = useView((view) => view.location);
  useEffect(() => () => clearTimeout(goal.current), []);
  return (
    <Slider
      className={classes['slider'] ?? ''}
      size="sm"
      color="violet"
      min={0}
      max={last}
      value={at}
      label={(value) => (value === 0 ? texts.beforeFirstChange : texts.afterChangeValue({ value }))}
      thumbLabel={texts.snapshotSlider}
      onChange={setAt}
      onChangeEnd={(value) => {
        clearTimeout(goal.current);
        goal.current = setTimeout(() => {
          const { path, search } = snapshotLocation(location, value);
          open(path, search, { replace: true });
        }, REST_MS);
      }}
    />
  );
}

const REST_MS = 150;

function ReviewRow(): ReactNode {
  const dispatch = useDispatch();
  const load = useView((view) => view.changes.review.sets);
  const step = useView(reviewStep, sameStep);
  const turn = useKernelState(({ view }) => snapshotActions(view).turn, sameAction);
  const { databaseId = '' } = useView(presentPlace, (a, b) => a.databaseId === b.databaseId);
  const readOnly = useView((view) => rightsIn(view, databaseId).readOnly);
  if (!step && load.status === 'failed') return <p className={classes['quiet']}>{texts.reviewFailed({ messages: load.messages.join(' ') })}</p>;
  if (load.value?.length === 0) return <p className={classes['quiet']}>{texts.nothingToReview}</p>;
  if (!step) return <p className={classes['quiet']}>{texts.loadingTheReview}</p>;
  return (
    <>
      <section className={classes['row']} aria-label={texts.review}>
        <Act of="previous" iconOnly />
        <span className={classes['words']}>
          <strong>{texts.reviewNumberOfCount({ number: step.number, count: step.count })}</strong>
          {`: ${step.set.Message || texts.changeSetSetId({ setId: step.set.SetId })}`}
          <span
            className={classes['quiet']}
          >{`, ${authorWords(step.set)}${step.set.Count > 1 ? texts.countChanges({ count: step.set.Count }) : ''}${offWords(step.set)}`}</span>
        </span>
        <SegmentedControl
          size="xs"
          aria-label={texts.beforeOrAfter}
          data={[
            { value: 'before', label: texts.before },
            { value: 'after', label: texts.after },
          ]}
          value={step.side}
          onChange={() => void (turn.run && 'dispatch' in turn.run && dispatch(turn.run.dispatch))}
        />
        <CopyLink />
        <WhyButton
          compact
          label={texts.comment}
          icon={IconMessage}
          why={readOnly ? READ_ONLY : undefined}
          onClick={() => dispatch(openComments({ databaseId }))}
        />
        <Act of="next" iconOnly />
      </section>
      <Pinned set={step.set} />
      <CommentModal databaseId={databaseId} sets={[step.set]} />
    </>
  );
}

/** What was said of the changes that are shown. */
function Pinned({ set }: { set: ChangeSet }): ReactNode {
  const comments = useView((view) => view.changes.comments.value?.Comments);
  const changes = useView((view) => view.changes.changes[set.SetId]?.value);
  const ids = new Set(changes?.map(({ ChangeId }) => ChangeId));
  const said = (comments ?? []).filter(({ Changes }) => Changes.some((id) => ids.has(id)));
  if (said.length === 0) return null;
  return (
    <ul className={classes['pinned']} aria-label={texts.commentsOnThisChange}>
      {said.map((comment) => (
        <li key={comment.Id}>
          {comment.Message}
          <span className={classes['quiet']}>{texts.authorAndTime({ causedBy: comment.CausedBy, timestamp: formatMoment(comment.Timestamp) })}</span>
        </li>
      ))}
    </ul>
  );
}

function CopyLink(): ReactNode {
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return undefined;
    const timer = setTimeout(() => setCopied(false), 3000);
    return () => clearTimeout(timer);
  }, [copied]);
  return (
    <WhyButton
      compact
      label={copied ? texts.copied : texts.copyLink}
      icon={copied ? IconCheck : IconCopy}
      hint={texts.reviewLinkHint}
      onClick={() => void navigator.clipboard.writeText(window.location.href).then(() => setCopied(true))}
    />
  );
}

/** Whether a set that is reviewed has been switched off since. */
function offWords({ Count, Inactive }: ChangeSet): string {
  return Inactive === 0 ? '' : Inactive === Count ? texts.offPart : texts.partlyOffPart;
}

function sameStep(a: ReviewStep | undefined, b: ReviewStep | undefined): boolean {
  return a === b || (a?.set === b?.set && a?.side === b?.side && a?.number === b?.number && a?.count === b?.count);
}

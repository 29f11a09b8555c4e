import { Badge, Textarea } from '@mantine/core';
import { IconWorldUpload } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { approveRelease } from '../../commands/exports/publicFeeds.ts';
import { listPublicFeeds } from '../../commands/exports/publicFeedSteps.ts';
import { withoutField } from '../../domain/errors.ts';
import type { PublicFeed } from '../../domain/publicFeeds.ts';
import { ApprovalReason, type GateReason, ID_KINDS, type ReleaseCheck, shareOf } from '../../domain/releaseGate.ts';
import { READ_ONLY } from '../../domain/versions.ts';
import { useDispatch } from '../../kernel/react.tsx';
import { releaseApproval } from '../../projections/typedForms.ts';
import { NotSaved } from '../parts/NotSaved.tsx';
import { useShownHere } from '../parts/useShownHere.ts';
import { useTyped } from '../parts/useTyped.ts';
import { WhyButton } from '../parts/WhyButton.tsx';
import { useNow } from '../tasks/useNow.ts';
import classes from './exports.module.css';
import { heldWords, idKindWords, localText, removedWords } from './gateWords.ts';
import { texts } from './texts.ts';

interface ReleaseReviewProps {
  readonly feed: PublicFeed | undefined;
  readonly release: number;
  readonly busy: boolean;
  readonly messages: readonly string[];
}

/** What the gate found of a release; where it holds it back, with a reason for which it is served all the same. */
export function ReleaseReview({ feed, release: id, busy, messages }: ReleaseReviewProps): ReactNode {
  const dispatch = useDispatch();
  const [{ reason, tried }, type] = useTyped(releaseApproval, { reason: '', tried: false });
  useShownHere(messages, approveRelease);
  const next = feed?.next ?? null;
  const now = useNow(next !== null);
  const release = feed?.releases.find((one) => one.id === id);
  const check = release?.checked;
  const back = (): void => void dispatch(listPublicFeeds({}));
  const given = ApprovalReason.safeParse(reason);
  const submit = (): void => {
    type({ tried: true });
    if (!busy && feed !== undefined && given.success) dispatch(approveRelease({ id: feed.id, rev: feed.rev, release: id, reason: given.data }));
  };
  const isHeld = release?.held === true;
  return (
    <>
      <div className={classes['form']}>
        {check !== undefined && isHeld && (
          <p className={classes['tight']} role="alert">
            {heldWords(check)}
          </p>
        )}
        {check !== undefined && <Findings check={check} />}
        {release?.approval !== undefined && feed !== undefined && (
          <p>
            {texts.approvedBy({ name: release.approval.by, moment: localText(release.approval.at, feed.timezone), reason: release.approval.reason })}
          </p>
        )}
        {isHeld && feed !== undefined && (
          <>
            <Textarea
              label={texts.approvalReason}
              description={texts.approvalReasonHint}
              autosize
              minRows={2}
              maxRows={6}
              maxLength={1000}
              value={reason}
              error={tried && !given.success ? texts.approvalMissing : undefined}
              data-autofocus
              onChange={(event) => type({ reason: event.currentTarget.value })}
            />
            <p className={`${classes['quiet']} ${classes['tight']}`}>
              {next !== null && next.at > now
                ? texts.approvalLater({ moment: localText(next.at, feed.timezone), timezone: feed.timezone })
                : texts.approvalOnce}
            </p>
          </>
        )}
        {messages.length > 0 && <NotSaved message={messages.map(withoutField).join(' ')} />}
      </div>
      <div className={classes['footer']}>
        <WhyButton label={isHeld ? texts.cancel : texts.close} onClick={back} />
        {isHeld && (
          <WhyButton
            label={texts.approve}
            icon={IconWorldUpload}
            variant="filled"
            why={feed?.readOnly === true ? READ_ONLY : undefined}
            loading={busy}
            onClick={submit}
          />
        )}
      </div>
    </>
  );
}

function Findings({ check }: { check: ReleaseCheck }): ReactNode {
  const { against, day, ids, errors, limit, coverage, reasons, unreadable } = check;
  const known = (count: number | null): string => (count === null ? texts.notKnown : String(count));
  const mark = (...of: GateReason[]): ReactNode =>
    of.some((one) => reasons.includes(one)) && (
      <Badge variant="light" color="orange">
        {texts.holds}
      </Badge>
    );
  return (
    <>
      <p className={`${classes['quiet']} ${classes['tight']}`}>{against === null ? texts.checkedFirst({ day }) : texts.checkedOn({ day })}</p>
      <dl className={classes['findings']}>
        {unreadable ? (
          <div>
            <dt>{texts.removedIds}</dt>
            <dd>
              {texts.notCompared} {mark('unreadable')}
            </dd>
          </div>
        ) : (
          against !== null &&
          ID_KINDS.map((kind) => (
            <div key={kind}>
              <dt>{idKindWords(kind)}</dt>
              <dd>
                {ids[kind].count === 0 ? texts.noneRemoved : removedWords(kind, ids[kind].count)} {mark(kind)}
                {ids[kind].first.length > 0 && (
                  <p className={classes['ids']}>
                    {ids[kind].first.map((one) => (
                      <code key={one}>{one}</code>
                    ))}
                    {ids[kind].count > ids[kind].first.length && texts.andMore({ count: ids[kind].count - ids[kind].first.length })}
                  </p>
                )}
                {kind === 'trip' && ids.trip.count > 0 && <p className={classes['quiet']}>{texts.onlyRunning}</p>}
              </dd>
            </div>
          ))
        )}
        <div>
          <dt>{texts.validationErrors}</dt>
          <dd>
            {against === null
              ? texts.errorsFirst({ count: known(errors.count), allowed: limit === null ? texts.anyNumber : String(limit) })
              : texts.errorsKnown({
                  count: known(errors.count),
                  served: known(errors.served),
                  allowed: limit === null ? texts.anyNumber : String(limit),
                })}{' '}
            {mark('errors')}
          </dd>
        </div>
        {coverage.map(({ days, without, trips, usual }) => (
          <div key={days}>
            <dt>{texts.serviceNext({ days })}</dt>
            <dd>
              {texts.tripsOfUsual({ trips, usual, share: shareOf({ trips, usual }) })} {check.days === days && mark('days', 'share')}
              {without.length > 0 && <p>{texts.noService({ days: without.join(', ') })}</p>}
            </dd>
          </div>
        ))}
      </dl>
    </>
  );
}

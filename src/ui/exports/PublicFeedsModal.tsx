import { Anchor, Badge } from '@mantine/core';
import { IconAlertTriangle, IconArrowBackUp, IconCloudOff, IconEdit, IconListCheck, IconX } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { cancelSwitch, loadPublicFeeds, switchRelease, withdrawFeed } from '../../commands/exports/publicFeeds.ts';
import { showServiceAlerts } from '../../commands/exports/serviceAlertSteps.ts';
import { askPublishing, confirmPublishing, editPublicFeed, listPublicFeeds } from '../../commands/exports/publicFeedSteps.ts';
import type { FeedRelease, PublicFeed } from '../../domain/publicFeeds.ts';
import { READ_ONLY } from '../../domain/versions.ts';
import { useDispatch, useWorkflow } from '../../kernel/react.tsx';
import type { PublishingContext } from '../../machines/publishingMachine.ts';
import { searchWith } from '../../projections/taskAddress.ts';
import { useView } from '../parts/appState.ts';
import { CopyId } from '../parts/CopyId.tsx';
import { Empty } from '../parts/Empty.tsx';
import { useOpenPlace } from '../parts/Link.tsx';
import { LoadStates } from '../parts/LoadStates.tsx';
import { Modal } from '../parts/Modal.tsx';
import { Question } from '../parts/Question.tsx';
import { useShownHere } from '../parts/useShownHere.ts';
import { WhyButton } from '../parts/WhyButton.tsx';
import { sizeText } from '../tasks/TaskFiles.tsx';
import { useNow } from '../tasks/useNow.ts';
import classes from './exports.module.css';
import { heldWords, localText } from './gateWords.ts';
import { PublicFeedForm } from './PublicFeedForm.tsx';
import { ReleaseReview } from './ReleaseReview.tsx';
import { texts } from './texts.ts';

/** Feeds that everybody may fetch: what each serves, has served and will serve. */
export function PublicFeedsModal(): ReactNode {
  const dispatch = useDispatch();
  const open = useOpenPlace();
  const search = useView((view) => view.location.search);
  const load = useView((view) => view.exports.publicFeeds);
  const step = useWorkflow('publishing', ({ value }) => String(value));
  const { id, file, question, messages } = useWorkflow('publishing', ({ context }): PublishingContext => context);
  const isAsked = step === 'asking' || step === 'acting';
  const isReviewed = step === 'reviewing' || step === 'approving';
  const isListed = step === 'listing' || isAsked;
  useShownHere(isAsked ? messages : [], switchRelease, withdrawFeed, cancelSwitch);
  const back = (): void => void dispatch(listPublicFeeds({}));
  const close = (): void => open('/exports', searchWith(search, { dialog: undefined }));
  const feed = load?.value?.find((one) => one.id === (question?.id ?? id));
  const title = isListed
    ? texts.publicFeeds
    : isReviewed
      ? texts.reviewTitle
      : file === null
        ? texts.changeFeed({ name: feed?.slug ?? '' })
        : texts.publishTitle;
  return (
    <Modal opened onClose={isListed ? close : back} title={title} size="xl" transitionProps={{ duration: 0 }}>
      <LoadStates
        load={load}
        what={texts.publicFeedsWord}
        retry={loadPublicFeeds({})}
        isEmpty={(all) => all.length === 0 && isListed}
        empty={<Empty title={texts.noPublicFeeds} hint={texts.noPublicFeedsHint} />}
      >
        {(all) =>
          isListed ? (
            <>
              {all.map((one) => (
                <Feed key={one.id} feed={one} />
              ))}
            </>
          ) : isReviewed ? (
            <ReleaseReview feed={feed} release={question?.act === 'review' ? question.release : 0} busy={step === 'approving'} messages={messages} />
          ) : (
            <PublicFeedForm
              key={`${id ?? ''}/${file?.taskRunId ?? ''}`}
              feeds={all}
              file={file}
              feed={feed}
              busy={step === 'sending' || step === 'saving'}
              messages={messages}
            />
          )
        }
      </LoadStates>
      {isListed && (
        <div className={classes['footer']}>
          <WhyButton label={texts.close} onClick={close} />
        </div>
      )}
      <Question
        opened={isAsked}
        title={question === null || question.act === 'review' ? '' : TITLES[question.act]()}
        yes={question === null || question.act === 'review' ? '' : YES[question.act]()}
        no={texts.cancel}
        danger={question?.act === 'withdraw'}
        busy={step === 'acting'}
        messages={messages}
        onClose={back}
        onYes={() => dispatch(confirmPublishing({}))}
      >
        {question === null || feed === undefined
          ? ''
          : question.act === 'switch'
            ? texts.serveQuestion({ name: feed.slug, release: nameOf(feed.releases.find((one) => one.id === question.release)) })
            : question.act === 'withdraw'
              ? texts.withdrawQuestion({ name: feed.slug })
              : question.act === 'cancel'
                ? texts.cancelQuestion({ name: feed.slug })
                : ''}
      </Question>
    </Modal>
  );
}

const TITLES = { switch: () => texts.serveAgain, withdraw: () => texts.withdraw, cancel: () => texts.cancelSwitch } as const;
const YES = TITLES;

function Feed({ feed }: { feed: PublicFeed }): ReactNode {
  const dispatch = useDispatch();
  const { id, rev, slug, url, databaseId, regionName, releases, current, next, withdrawn, trouble, timezone, formerSlugs } = feed;
  const why = feed.readOnly ? READ_ONLY : undefined;
  const now = useNow(next !== null);
  const planned = releases.find((one) => one.id === next?.release);
  const isWaiting = next !== null && next.at <= now;
  const held = planned?.held === true ? planned : undefined;
  return (
    <section className={classes['feed']} aria-label={slug}>
      <div className={classes['feedHead']}>
        <h3>{slug}</h3>
        <Badge variant="light" color={withdrawn !== null ? 'red' : current === null ? 'gray' : 'green'}>
          {withdrawn !== null ? texts.withdrawnState : current === null ? texts.notServedYet : texts.served}
        </Badge>
        <span className={classes['quiet']}>
          {databaseId}, {regionName}
        </span>
        <span className={classes['grow']} />
        <WhyButton
          label={texts.alertsOf({ name: slug })}
          icon={IconAlertTriangle}
          iconOnly
          onClick={() => dispatch(showServiceAlerts({ feed: id }))}
        />
        <WhyButton label={texts.changeFeed({ name: slug })} icon={IconEdit} iconOnly why={why} onClick={() => dispatch(editPublicFeed({ id }))} />
        {current !== null && withdrawn === null && (
          <WhyButton
            label={texts.withdrawName({ name: slug })}
            icon={IconCloudOff}
            iconOnly
            why={why}
            onClick={() => dispatch(askPublishing({ act: 'withdraw', id, rev }))}
          />
        )}
      </div>
      <p>
        <CopyId id={`${url}gtfs.zip`} what={texts.addressWord} />{' '}
        <Anchor href={url} target="_blank" rel="noreferrer">
          {texts.page}
        </Anchor>
        {current !== null && withdrawn === null && (
          <>
            {' '}
            <Anchor href={`${url}book`} target="_blank" rel="noreferrer">
              {texts.timetableBook}
            </Anchor>
          </>
        )}
      </p>
      {formerSlugs.length > 0 && <p className={classes['quiet']}>{texts.formerAddresses({ names: formerSlugs.join(', ') })}</p>}
      {trouble !== null && <p role="alert">{trouble}</p>}
      {next !== null && trouble === null && (
        <div className={classes['planned']}>
          {held?.checked !== undefined && (
            <Badge variant="light" color="orange">
              {texts.heldState}
            </Badge>
          )}
          {held?.checked !== undefined ? (
            <span role="alert">
              {heldWords(held.checked)} {heldTime(held, next, isWaiting, timezone)}
            </span>
          ) : (
            <span>
              {isWaiting ? texts.beingMadeReady : texts.plannedFrom({ moment: localText(next.at, timezone), timezone, release: nameOf(planned) })}
            </span>
          )}
          <span className={classes['acts']}>
            {planned?.checked !== undefined && <ReviewButton feed={feed} release={planned} />}
            <WhyButton
              label={texts.cancelSwitch}
              icon={IconX}
              compact
              why={why}
              onClick={() => dispatch(askPublishing({ act: 'cancel', id, rev }))}
            />
          </span>
        </div>
      )}
      <ul className={classes['releases']} aria-label={texts.historyOf({ name: slug })}>
        {releases
          .filter(({ date }) => date !== null)
          .map((release) => (
            <Release key={release.id} feed={feed} release={release} why={why} />
          ))}
      </ul>
    </section>
  );
}

/** When a held release was, or is, to be served; nothing where that was at once. */
function heldTime({ created }: FeedRelease, { at }: NonNullable<PublicFeed['next']>, isOver: boolean, timezone: string): string {
  const moment = localText(at, timezone);
  if (!isOver) return texts.heldUntil({ moment, timezone });
  return at > created ? texts.heldSince({ moment, timezone }) : '';
}

function ReviewButton({ feed: { id, rev }, release }: { feed: PublicFeed; release: FeedRelease }): ReactNode {
  const dispatch = useDispatch();
  return (
    <WhyButton
      label={release.held === true ? texts.review : texts.reviewRelease({ release: nameOf(release) })}
      icon={IconListCheck}
      iconOnly={release.held !== true}
      {...(release.held === true && { variant: 'filled' as const })}
      compact
      onClick={() => dispatch(askPublishing({ act: 'review', id, rev, release: release.id }))}
    />
  );
}

function Release({ feed, release, why }: { feed: PublicFeed; release: FeedRelease; why: string | undefined }): ReactNode {
  const dispatch = useDispatch();
  const { id, size, facts, author, approval, checked } = release;
  const isServed = feed.current === id && feed.withdrawn === null;
  return (
    <li>
      <Anchor href={`${feed.url}${release.date ?? ''}.zip`} className="dmp-number">
        {nameOf(release)}
      </Anchor>
      <span className={classes['quiet']}>
        {sizeText(size)}
        {facts === null
          ? ''
          : `, ${texts.releaseFacts({ lines: facts.lines, stops: facts.stops, from: facts.from || '—', to: facts.to || '—' })}`},{' '}
        {author}
        {approval !== undefined && (
          <>. {texts.approvedBy({ name: approval.by, moment: localText(approval.at, feed.timezone), reason: approval.reason })}</>
        )}
      </span>
      <span className={classes['acts']}>
        {checked !== undefined && <ReviewButton feed={feed} release={release} />}
        {isServed ? (
          <Badge variant="light" color="green">
            {texts.servedNow}
          </Badge>
        ) : (
          <WhyButton
            label={texts.serveAgainName({ release: nameOf(release) })}
            icon={IconArrowBackUp}
            iconOnly
            why={why}
            onClick={() => dispatch(askPublishing({ act: 'switch', id: feed.id, rev: feed.rev, release: id }))}
          />
        )}
      </span>
    </li>
  );
}

function nameOf(release: FeedRelease | undefined): string {
  return release?.date ?? texts.newRelease;
}

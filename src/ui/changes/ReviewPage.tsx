import { Badge, Checkbox } from '@mantine/core';
import { IconArrowsExchange, IconCheck, IconHistory, IconLink, IconMessage, IconPencil, IconUserCheck, IconX } from '@tabler/icons-react';
import { type ReactNode, useEffect } from 'react';
import { loadDraftReview, loadReviewedChanges, requireReviews, withdrawReview } from '../../commands/changes/draftReviews.ts';
import { openReviewLinks } from '../../commands/changes/reviewLinkSteps.ts';
import { openReviewForm, type ReviewForm } from '../../commands/changes/draftReviewSteps.ts';
import { formatMoment } from '../../domain/date.ts';
import type { DraftReview, ReviewOfVersion } from '../../domain/draftReview.ts';
import { changesPath, comparerPath, dataPath } from '../../domain/locations.ts';
import { READ_ONLY } from '../../domain/versions.ts';
import { useDispatch } from '../../kernel/react.tsx';
import { rightsIn } from '../../projections/rights.ts';
import { versionOf } from '../../projections/versions.ts';
import { said } from '../language/language.ts';
import { useView } from '../parts/appState.ts';
import { Link } from '../parts/Link.tsx';
import { LoadStates } from '../parts/LoadStates.tsx';
import { WhyButton } from '../parts/WhyButton.tsx';
import { CommentList, CommentForm } from './ReviewComments.tsx';
import { ReviewCards } from './ReviewCards.tsx';
import { ReviewModal } from './ReviewModal.tsx';
import classes from './review.module.css';
import { stateColour, stateWords } from './reviewWords.ts';
import { texts } from './texts.ts';

/** The review of a draft: what it changes, line by line, what people say of it, and whether it is approved. */
export function ReviewPage({ databaseId, versionId }: { databaseId: string; versionId: number }): ReactNode {
  const dispatch = useDispatch();
  const load = useView((view) => view.draftReviews?.review);
  const changes = useView((view) => view.draftReviews?.changes);
  const isAsked = load?.status === 'idle';
  // an act that was refused leaves both to be read again
  useEffect(() => {
    if (!isAsked) return;
    dispatch(loadDraftReview({ versionId }));
    dispatch(loadReviewedChanges({ versionId }));
  }, [dispatch, isAsked, versionId]);
  return (
    <div className={classes['page']}>
      <LoadStates load={load} what={texts.reviewWord} retry={loadDraftReview({ versionId })} skeleton={6}>
        {(of) => (
          <>
            <Head databaseId={databaseId} versionId={versionId} of={of} />
            <div className={classes['body']}>
              <section className={classes['cards']} aria-label={texts.changesOfTheDraft}>
                <LoadStates load={changes} what={texts.changesWord} retry={loadReviewedChanges({ versionId })} skeleton={8}>
                  {(shown) => <ReviewCards databaseId={databaseId} versionId={versionId} shown={shown} review={of.Review} guests={of.Guests} />}
                </LoadStates>
              </section>
              <Talk databaseId={databaseId} versionId={versionId} of={of} />
            </div>
            <ReviewModal rev={of.Rev} review={of.Review} />
          </>
        )}
      </LoadStates>
    </div>
  );
}

interface Part {
  readonly databaseId: string;
  readonly versionId: number;
  readonly of: ReviewOfVersion;
}

function Head({ databaseId, versionId, of }: Part): ReactNode {
  const dispatch = useDispatch();
  const version = useView((view) => versionOf(view, versionId));
  const readOnly = useView((view) => rightsIn(view, databaseId).readOnly);
  const own = useView((view) => view.session.account?.name);
  const { Review: review, NotByYou } = of;
  const open = review !== null && review.State !== 'withdrawn';
  const form = (name: ReviewForm): void => void dispatch(openReviewForm({ versionId, form: name }));
  const notOpen = version?.Published === true ? texts.publishedAlready : open ? undefined : texts.nobodyHasAsked;
  const name = review?.Version ?? version?.Version ?? '';
  return (
    <header className={classes['head']}>
      <div className={classes['bar']}>
        <h1 className={classes['title']}>{texts.reviewOf({ name, versionId })}</h1>
        {review && (
          <Badge variant="light" radius="sm" tt="none" color={stateColour(review)}>
            {stateWords(review)}
          </Badge>
        )}
        <span className={classes['gap']} />
        {open && review.AskedBy === own && (
          <WhyButton label={texts.withdrawReview} icon={IconX} onClick={() => dispatch(withdrawReview({ versionId }))} />
        )}
        <WhyButton
          label={open ? texts.askAgain : texts.askForAReview}
          icon={IconUserCheck}
          {...(open ? {} : { variant: 'filled' })}
          why={readOnly ? READ_ONLY : version?.Published === true ? texts.publishedAlready : undefined}
          onClick={() => form('ask')}
        />
        <WhyButton
          label={texts.reviewLink}
          icon={IconLink}
          why={readOnly ? READ_ONLY : version?.Editable === true ? undefined : texts.onlyDraftsAreShared}
          onClick={() => dispatch(openReviewLinks({ versionId }))}
        />
        <WhyButton label={texts.askForChanges} icon={IconPencil} why={notOpen} onClick={() => form('askForChanges')} />
        <WhyButton
          label={texts.approve}
          icon={IconCheck}
          color="green"
          variant={open && NotByYou === undefined ? 'filled' : 'default'}
          why={notOpen ?? (NotByYou === undefined ? undefined : said(NotByYou))}
          onClick={() => form('approve')}
        />
      </div>
      <div className={classes['bar']}>
        <span className={classes['quiet']}>{review ? askedWords(review) : texts.notAskedYet}</span>
        <span className={classes['gap']} />
        <Link to={dataPath({ databaseId, versionId })}>
          <IconPencil size={14} aria-hidden /> {texts.openTheVersion}
        </Link>
        {version?.ParentId != null && (
          <Link to={comparerPath({ databaseId, from: version.ParentId, to: versionId })}>
            <IconArrowsExchange size={14} aria-hidden /> {texts.compareWithOriginal}
          </Link>
        )}
        <Link to={`${changesPath(databaseId)}?dbVersionId=${versionId}`}>
          <IconHistory size={14} aria-hidden /> {texts.changeLogOfIt}
        </Link>
      </div>
      {of.Unapproved !== undefined && (
        <p className={classes['rule']} role="status">
          {`${said(of.Unapproved)}.`}
        </p>
      )}
    </header>
  );
}

function askedWords({ AskedBy, Reviewers, Date: at }: DraftReview): string {
  return texts.askedByWhom({ askedBy: AskedBy, reviewers: Reviewers.join(', '), when: formatMoment(at) });
}

/** The note, the decisions and what is said of the draft as a whole, in their order. */
function Talk({ databaseId, versionId, of: { Review: review, Guests } }: Part): ReactNode {
  const dispatch = useDispatch();
  const events = [
    ...(review?.Decisions ?? []).map((one) => ({ key: `d${one.Id}`, at: one.Date, show: <Decision key={`d${one.Id}`} review={review} of={one} /> })),
    ...[...(review?.Comments ?? []), ...Guests]
      .filter(({ Type }) => Type === undefined)
      .map((one) => {
        const key = `${one.Guest === undefined ? 'c' : 'g'}${one.Id}`;
        return { key, at: one.Date, show: <CommentList key={key} comments={[one]} /> };
      }),
  ].toSorted((a, b) => a.at.localeCompare(b.at));
  return (
    <aside className={classes['talk']} aria-label={texts.conversation}>
      <h2 className={classes['heading']}>{texts.conversation}</h2>
      {review && review.Note !== '' && (
        <blockquote className={classes['comment']}>
          {review.Note}
          <footer>{texts.authorAndTimePart({ causedBy: review.AskedBy, timestamp: formatMoment(review.Date) })}</footer>
        </blockquote>
      )}
      {events.map(({ show }) => show)}
      {events.length === 0 && (review === null || review.Note === '') && <p className={classes['quiet']}>{texts.nothingSaidYet}</p>}
      {review !== null && review.State !== 'withdrawn' && (
        <CommentForm on={undefined}>
          <WhyButton compact label={texts.comment} icon={IconMessage} onClick={() => dispatch(openReviewForm({ versionId, form: 'comment' }))} />
        </CommentForm>
      )}
      <Rule databaseId={databaseId} />
    </aside>
  );
}

function Decision({ review, of }: { review: DraftReview | null; of: DraftReview['Decisions'][number] }): ReactNode {
  const { Approved, Message, By, Date: at, Rev } = of;
  const later = (review?.Rev ?? Rev) - Rev;
  return (
    <blockquote className={classes['comment']} data-decision={Approved ? 'approved' : 'changes'}>
      <strong>{Approved ? texts.approvedIt : texts.askedForChanges}</strong>
      {Message !== '' && <div>{Message}</div>}
      {Approved && later > 0 && <div className={classes['stale']}>{texts.editedSince({ edits: later })}</div>}
      <footer>{texts.authorAndTimePart({ causedBy: By, timestamp: formatMoment(at) })}</footer>
    </blockquote>
  );
}

/** Whether the database asks for an approval of each draft. */
function Rule({ databaseId }: { databaseId: string }): ReactNode {
  const dispatch = useDispatch();
  const required = useView((view) => view.draftReviews?.lists[databaseId]?.value?.Required);
  const may = useView((view) => {
    const key = view.databases.value?.find(({ Id }) => Id === databaseId)?.RegionKey;
    return view.regions.value?.find(({ Key }) => Key === key)?.Permissions.ReadOnly === false;
  });
  if (required === undefined) return null;
  return (
    <div className={classes['setting']}>
      <Checkbox
        label={texts.approvalRequired}
        description={may ? texts.approvalRequiredHint : texts.onlyWhoChangesRegions}
        checked={required}
        disabled={!may}
        onChange={(event) => dispatch(requireReviews({ databaseId, required: event.currentTarget.checked }))}
      />
    </div>
  );
}

import { IconEye, IconMessage } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { openReviewForm } from '../../commands/changes/draftReviewSteps.ts';
import type { DraftReview, ReviewedChange, ReviewedChanges } from '../../domain/draftReview.ts';
import { isEntityKind } from '../../domain/entities.ts';
import { kindTitle } from '../../domain/model/catalogue.ts';
import { useDispatch } from '../../kernel/react.tsx';
import { documentPath } from '../../projections/documentPath.ts';
import { said } from '../language/language.ts';
import { Empty } from '../parts/Empty.tsx';
import { Link } from '../parts/Link.tsx';
import { WhyButton } from '../parts/WhyButton.tsx';
import { ChangeView } from './ChangeView.tsx';
import { CommentForm, CommentList } from './ReviewComments.tsx';
import classes from './review.module.css';
import { texts } from './texts.ts';

interface CardsProps {
  readonly databaseId: string;
  readonly versionId: number;
  readonly shown: ReviewedChanges;
  readonly review: DraftReview | null;
}

/** What the draft changes: a card for each line, then one for each other kind. */
export function ReviewCards({ shown, ...of }: CardsProps): ReactNode {
  const { Lines, Others, Tracks, Count } = shown;
  const all = [...Lines, ...Others].reduce((sum, { Changes }) => sum + Changes.length, 0);
  if (Count === 0) return <Empty title={texts.draftChangesNothing} hint={texts.nothingChangedHint} />;
  return (
    <>
      <p className={classes['quiet']}>{all < Count ? texts.firstOfChanges({ all, count: Count }) : texts.countOfDocuments({ count: Count })}</p>
      {Lines.map(({ ScheduleId, Name, Changes }) => (
        <Card key={ScheduleId} {...of} title={texts.lineNamed({ name: Name })} id={ScheduleId} changes={Changes} tracks={Tracks} />
      ))}
      {Others.map(({ Type, Changes }) => (
        <Card key={Type} {...of} title={isEntityKind(Type) ? said(kindTitle(Type)) : Type} changes={Changes} tracks={Tracks} />
      ))}
    </>
  );
}

interface CardProps extends Omit<CardsProps, 'shown'> {
  readonly title: string;
  /** The id of a line: several may have one name. */
  readonly id?: string;
  readonly changes: readonly ReviewedChange[];
  readonly tracks: ReviewedChanges['Tracks'];
}

function Card({ title, id = '', changes, ...of }: CardProps): ReactNode {
  return (
    <section className={classes['card']} aria-label={`${title} ${id}`.trim()}>
      <h2 className={classes['heading']}>
        {title} <span className={classes['quiet']}>{[id, texts.countOfDocuments({ count: changes.length })].filter(Boolean).join(' · ')}</span>
      </h2>
      {changes.map((change) => (
        <Changed key={`${change.Type} ${change.EntityId}`} {...of} change={change} />
      ))}
    </section>
  );
}

type ChangedProps = Omit<CardProps, 'title' | 'id' | 'changes'> & { readonly change: ReviewedChange };

function Changed({ databaseId, versionId, review, change, tracks }: ChangedProps): ReactNode {
  const dispatch = useDispatch();
  const { Type, EntityId, Name, After, Before } = change;
  const on = { kind: Type, id: EntityId };
  const track = Type === 'Timetable' ? tracks[EntityId.slice(0, EntityId.lastIndexOf('/'))] : undefined;
  const comments = (review?.Comments ?? []).filter((comment) => comment.Type === Type && comment.EntityId === EntityId);
  return (
    <article className={classes['changed']} aria-label={`${Type} ${Name}`}>
      <header className={classes['bar']}>
        <h3>{`${said(isEntityKind(Type) ? singular(Type) : Type)} ${Name}`}</h3>
        {track ? (
          <span className={classes['quiet']}>{track.Name}</span>
        ) : (
          Name !== EntityId && <span className={`dmp-mono ${classes['quiet']}`}>{EntityId}</span>
        )}
        {Before === null && <span className={classes['mark']}>{texts.added}</span>}
        {After === null && <span className={classes['mark']}>{texts.removed}</span>}
        <span className={classes['gap']} />
        {After !== null && (
          <Link to={documentPath({ databaseId, versionId }, Type, EntityId)}>
            <IconEye size={14} aria-hidden /> {texts.showThere}
          </Link>
        )}
      </header>
      <ChangeView change={change} stops={track?.Stops} />
      <CommentList comments={comments} />
      {review !== null && review.State !== 'withdrawn' && (
        <CommentForm on={on}>
          <WhyButton
            compact
            variant="subtle"
            label={texts.comment}
            icon={IconMessage}
            onClick={() => dispatch(openReviewForm({ versionId, form: 'comment', on }))}
          />
        </CommentForm>
      )}
    </article>
  );
}

/** `StopGroup`: Stop group. */
function singular(kind: string): string {
  const words = kind.replaceAll(/(?<=[a-z])(?=[A-Z])/g, ' ').toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

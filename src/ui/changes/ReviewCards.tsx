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
  const { Lines, Others, Count } = shown;
  const all = [...Lines, ...Others].reduce((sum, { Changes }) => sum + Changes.length, 0);
  if (Count === 0) return <Empty title={texts.draftChangesNothing} hint={texts.nothingChangedHint} />;
  return (
    <>
      <p className={classes['quiet']}>{all < Count ? texts.firstOfChanges({ all, count: Count }) : texts.countOfDocuments({ count: Count })}</p>
      {Lines.map(({ ScheduleId, Name, Changes }) => (
        <Card key={ScheduleId} {...of} title={texts.lineNamed({ name: Name })} changes={Changes} />
      ))}
      {Others.map(({ Type, Changes }) => (
        <Card key={Type} {...of} title={isEntityKind(Type) ? said(kindTitle(Type)) : Type} changes={Changes} />
      ))}
    </>
  );
}

type CardProps = Omit<CardsProps, 'shown'> & { readonly title: string; readonly changes: readonly ReviewedChange[] };

function Card({ title, changes, ...of }: CardProps): ReactNode {
  return (
    <section className={classes['card']} aria-label={title}>
      <h2 className={classes['heading']}>
        {title} <span className={classes['quiet']}>{texts.countOfDocuments({ count: changes.length })}</span>
      </h2>
      {changes.map((change) => (
        <Changed key={`${change.Type} ${change.EntityId}`} {...of} change={change} />
      ))}
    </section>
  );
}

function Changed({ databaseId, versionId, review, change }: Omit<CardProps, 'title' | 'changes'> & { change: ReviewedChange }): ReactNode {
  const dispatch = useDispatch();
  const { Type, EntityId, Name, After, Before } = change;
  const on = { kind: Type, id: EntityId };
  const comments = (review?.Comments ?? []).filter((comment) => comment.Type === Type && comment.EntityId === EntityId);
  return (
    <article className={classes['changed']} aria-label={`${Type} ${Name}`}>
      <header className={classes['bar']}>
        <h3>{`${said(isEntityKind(Type) ? singular(Type) : Type)} ${Name}`}</h3>
        {Name !== EntityId && <span className={`dmp-mono ${classes['quiet']}`}>{EntityId}</span>}
        {Before === null && <span className={classes['mark']}>{texts.added}</span>}
        {After === null && <span className={classes['mark']}>{texts.removed}</span>}
        <span className={classes['gap']} />
        {After !== null && (
          <Link to={documentPath({ databaseId, versionId }, Type, EntityId)}>
            <IconEye size={14} aria-hidden /> {texts.showThere}
          </Link>
        )}
      </header>
      <ChangeView change={change} />
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

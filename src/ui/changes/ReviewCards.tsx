import { IconEye, IconMessage } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { openReviewForm } from '../../commands/changes/draftReviewSteps.ts';
import type { DraftReview, ReviewComment, ReviewedChanges } from '../../domain/draftReview.ts';
import { useDispatch } from '../../kernel/react.tsx';
import { documentPath } from '../../projections/documentPath.ts';
import { Empty } from '../parts/Empty.tsx';
import { Link } from '../parts/Link.tsx';
import { WhyButton } from '../parts/WhyButton.tsx';
import { ChangeCards } from './ChangeCards.tsx';
import { CommentForm, CommentList } from './ReviewComments.tsx';
import { texts } from './texts.ts';

interface CardsProps {
  readonly databaseId: string;
  readonly versionId: number;
  readonly shown: ReviewedChanges;
  readonly review: DraftReview | null;
  /** What was written by review links. */
  readonly guests: readonly ReviewComment[];
}

/** What the draft changes, with the comments on it and their form. */
export function ReviewCards({ databaseId, versionId, shown, review, guests }: CardsProps): ReactNode {
  const dispatch = useDispatch();
  if (shown.Count === 0) return <Empty title={texts.draftChangesNothing} hint={texts.nothingChangedHint} />;
  const comments = [...(review?.Comments ?? []), ...guests].toSorted((a, b) => a.Date.localeCompare(b.Date));
  return (
    <ChangeCards
      shown={shown}
      beside={({ Type, EntityId, After }) =>
        After !== null && (
          <Link to={documentPath({ databaseId, versionId }, Type, EntityId)}>
            <IconEye size={14} aria-hidden /> {texts.showThere}
          </Link>
        )
      }
      below={({ Type, EntityId }) => {
        const on = { kind: Type, id: EntityId };
        return (
          <>
            <CommentList comments={comments.filter((comment) => comment.Type === Type && comment.EntityId === EntityId)} />
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
          </>
        );
      }}
    />
  );
}

import { Badge } from '@mantine/core';
import type { ReactNode } from 'react';
import type { ReviewBrief } from '../../domain/draftReview.ts';
import { reviewPath } from '../../domain/locations.ts';
import { useView } from '../parts/appState.ts';
import { Link } from '../parts/Link.tsx';
import classes from './review.module.css';
import { stateColour, stateWords } from './reviewWords.ts';
import { texts } from './texts.ts';

const NONE: readonly ReviewBrief[] = [];

/** The reviews of drafts of a database; nothing where there are none. */
export function ReviewsList({ databaseId }: { databaseId: string }): ReactNode {
  const all = useView((view) => view.draftReviews?.lists[databaseId]?.value?.Reviews) ?? NONE;
  const open = all.filter(({ Editable, State }) => Editable && State !== 'withdrawn');
  if (open.length === 0) return null;
  return (
    <nav className={classes['reviews']} aria-label={texts.reviewsOfDrafts}>
      <h2 className={classes['heading']}>{texts.reviewsOfDrafts}</h2>
      <ul>
        {open.map((review) => (
          <li key={review.Id}>
            <Link to={reviewPath(databaseId, review.DbVersionId)}>{texts.versionAndId({ version: review.Version, id: review.DbVersionId })}</Link>
            <Badge size="sm" variant="light" radius="sm" tt="none" color={stateColour(review)}>
              {stateWords(review)}
            </Badge>
            <span className={classes['quiet']}>{texts.askedBy({ askedBy: review.AskedBy, reviewers: review.Reviewers.join(', ') })}</span>
          </li>
        ))}
      </ul>
    </nav>
  );
}

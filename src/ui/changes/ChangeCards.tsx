import type { ReactNode } from 'react';
import type { ReviewedChange, ReviewedChanges } from '../../domain/draftReview.ts';
import { isEntityKind } from '../../domain/entities.ts';
import { kindTitle } from '../../domain/model/catalogue.ts';
import { said } from '../language/language.ts';
import { ChangeView } from './ChangeView.tsx';
import classes from './review.module.css';
import { texts } from './texts.ts';

interface CardsProps {
  readonly shown: ReviewedChanges;
  /** Beside the name of a changed document. */
  readonly beside?: (change: ReviewedChange) => ReactNode;
  /** Below what was changed in it. */
  readonly below: (change: ReviewedChange) => ReactNode;
}

/** Changed documents with their state before and after: a card for each line, then one for each other kind. */
export function ChangeCards({ shown, ...parts }: CardsProps): ReactNode {
  const { Lines, Others, Tracks, Count } = shown;
  const all = [...Lines, ...Others].reduce((sum, { Changes }) => sum + Changes.length, 0);
  return (
    <>
      <p className={classes['quiet']}>{all < Count ? texts.firstOfChanges({ all, count: Count }) : texts.countOfDocuments({ count: Count })}</p>
      {Lines.map(({ ScheduleId, Name, Changes }) => (
        <Card key={ScheduleId} {...parts} title={texts.lineNamed({ name: Name })} id={ScheduleId} changes={Changes} tracks={Tracks} />
      ))}
      {Others.map(({ Type, Changes }) => (
        <Card key={Type} {...parts} title={isEntityKind(Type) ? said(kindTitle(Type)) : Type} changes={Changes} tracks={Tracks} />
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

function Changed({ change, tracks, beside, below }: ChangedProps): ReactNode {
  const { Type, EntityId, Name, After, Before } = change;
  const track = Type === 'Timetable' ? tracks[EntityId.slice(0, EntityId.lastIndexOf('/'))] : undefined;
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
        {beside?.(change)}
      </header>
      <ChangeView change={change} stops={track?.Stops} />
      {below(change)}
    </article>
  );
}

/** `StopGroup`: Stop group. */
function singular(kind: string): string {
  const words = kind.replaceAll(/(?<=[a-z])(?=[A-Z])/g, ' ').toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

import { UnstyledButton } from '@mantine/core';
import { IconChevronRight } from '@tabler/icons-react';
import { type ReactNode, useId, useState } from 'react';
import classes from './Details.module.css';
import { texts } from './texts.ts';

/** A list under a title with its count, folded until it is requested; an empty one says so and does not open. */
export function FoldList<T>({
  title,
  items,
  idOf,
  children,
}: {
  title: string;
  items: readonly T[];
  idOf: (item: T) => string;
  children: (item: T) => ReactNode;
}): ReactNode {
  const [shown, setShown] = useState(PAGE);
  const none = items.length === 0;
  return (
    <Fold title={title} count={none ? texts.none : items.length.toLocaleString('en-GB')} empty={none}>
      {(id) => (
        <ul id={id} className={classes['foldItems']}>
          {items.slice(0, shown).map((item) => (
            <li key={idOf(item)}>{children(item)}</li>
          ))}
          {items.length > shown && (
            <li>
              <UnstyledButton className={classes['more']} onClick={() => setShown(shown + PAGE)}>
                {texts.showMore({ next: Math.min(PAGE, items.length - shown), left: items.length - shown })}
              </UnstyledButton>
            </li>
          )}
        </ul>
      )}
    </Fold>
  );
}

/** So many at a time: a hub may have hundreds of schedules. */
const PAGE = 50;

interface FoldProps {
  readonly title: string;
  readonly count: string;
  /** There is nothing to open. */
  readonly empty?: boolean;
  /** What is shown when it is open, with the id that its button names. */
  readonly children: (id: string) => ReactNode;
}

/** A part under a title with a count, folded until it is requested. */
export function Fold({ title, count, empty: none = false, children }: FoldProps): ReactNode {
  const [open, setOpen] = useState(false);
  const id = useId();
  return (
    <section className={classes['fold']}>
      <h2 className={classes['foldHead']}>
        <UnstyledButton
          className={classes['foldButton']}
          aria-expanded={open && !none}
          aria-controls={id}
          aria-disabled={none}
          data-none={none ? '' : undefined}
          onClick={() => !none && setOpen(!open)}
        >
          <IconChevronRight size={14} aria-hidden className={classes['chevron']} data-open={open && !none ? '' : undefined} />
          {title} <span className={`dmp-number ${classes['count']}`}>{count}</span>
        </UnstyledButton>
      </h2>
      {open && !none && children(id)}
    </section>
  );
}

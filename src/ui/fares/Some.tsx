import { UnstyledButton } from '@mantine/core';
import { Fragment, type ReactNode, useState } from 'react';
import classes from './fares.module.css';
import { texts } from './texts.ts';

const FEW = 6;

/** A list in a few lines: the first ones, the rest when asked for. */
export function Some<T>({ items, children }: { items: readonly T[]; children: (item: T) => ReactNode }): ReactNode {
  const [all, setAll] = useState(false);
  if (items.length === 0) return '—';
  const rest = items.length - FEW;
  return (
    <span className={classes['some']}>
      {(all ? items : items.slice(0, FEW)).map((item, i) => (
        <Fragment key={i}>{children(item)}</Fragment>
      ))}
      {!all && rest > 0 && (
        <UnstyledButton className={classes['more']} onClick={() => setAll(true)}>
          {texts.andRestMore({ rest })}
        </UnstyledButton>
      )}
    </span>
  );
}

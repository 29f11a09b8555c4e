import type { ReactNode } from 'react';
import classes from './search.module.css';

/** Says that some of what a search found has no place on the map. */
export function UnplacedNotice({ what }: { readonly what: 'stops' | 'pathways' }): ReactNode {
  return (
    <p role="status" className={classes['unplaced']}>
      {`Some of the searched ${what} have invalid coodinates so they are not displayed on the map`}
    </p>
  );
}

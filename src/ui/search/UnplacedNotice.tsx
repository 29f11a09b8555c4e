import type { ReactNode } from 'react';
import classes from './search.module.css';
import { texts } from './texts.ts';

/** Says that some of what a search found has no place on the map. */
export function UnplacedNotice({ what }: { readonly what: 'stops' | 'pathways' }): ReactNode {
  return (
    <p role="status" className={classes['unplaced']}>
      {texts.someOfTheSearchedWhatHave({ what })}
    </p>
  );
}

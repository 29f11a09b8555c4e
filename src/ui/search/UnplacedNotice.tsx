import type { ReactNode } from 'react';
import classes from './search.module.css';
import { texts } from './texts.ts';
import { said } from '../language/language.ts';

/** Says that some of what a search found has no place on the map. */
export function UnplacedNotice({ kind }: { readonly kind: 'stops' | 'pathways' }): ReactNode {
  return (
    <p role="status" className={classes['unplaced']}>
      {texts.withoutCoordinates({ what: said(kind) })}
    </p>
  );
}

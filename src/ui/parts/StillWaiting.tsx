import type { ReactNode } from 'react';
import { useDelayed } from './useDelayed.ts';
import classes from './StillWaiting.module.css';
import { texts } from './texts.ts';

/** Beside a button whose command has no answer yet: after a while it says so, and that nothing is lost. */
export function StillWaiting({ on, words = texts.noAnswerYet }: { on: boolean | undefined; words?: string }): ReactNode {
  return on === true ? <Words words={words} /> : null;
}

function Words({ words }: { words: string }): ReactNode {
  const long = useDelayed(PATIENCE);
  return (
    <span aria-live="polite" className={classes['words']}>
      {long ? words : ''}
    </span>
  );
}

/** Returns that take longer than so many milliseconds are asked about. */
const PATIENCE = 3000;

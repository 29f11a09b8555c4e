import { IconAlertTriangle, IconCircleX } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import classes from './validation.module.css';

/** The mark of an error or a warning, read out too. */
export function LevelIcon({ level }: { level: 'Error' | 'Warning' }): ReactNode {
  return (
    <span className={classes['level']} data-tone={level.toLowerCase()}>
      {level === 'Error' ? <IconCircleX size={14} aria-hidden /> : <IconAlertTriangle size={14} aria-hidden />}
      <span className="dmp-sr-only">{level}</span>
    </span>
  );
}

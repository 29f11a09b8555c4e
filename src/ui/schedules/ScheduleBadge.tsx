import type { ReactNode } from 'react';
import { contrast, hexColour, readableOn } from '../../domain/colours.ts';
import classes from './schedules.module.css';

/** The name of a schedule as it stands on the vehicle: in the line's colour, with a text that can be read on it. */
export function ScheduleBadge({ name, color, textColor }: { name: string; color?: string | undefined; textColor?: string | undefined }): ReactNode {
  const background = hexColour(color);
  const ink = hexColour(textColor);
  const style =
    background === undefined
      ? undefined
      : { background, color: ink !== undefined && contrast(background, ink) >= READABLE ? ink : readableOn(background), borderColor: 'transparent' };
  return (
    <span className={`${classes['badge']} dmp-data-colour`} style={style} title={name}>
      {name}
    </span>
  );
}

/** Contrast that small text needs (WCAG 2, level AA). */
const READABLE = 4.5;

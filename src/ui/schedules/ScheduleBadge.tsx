import type { ReactNode } from 'react';
import classes from './schedules.module.css';

/** The name of a schedule as it stands on the vehicle: in the line's colour, with a text that can be read on it. */
export function ScheduleBadge({ name, color, textColor }: { name: string; color?: string | undefined; textColor?: string | undefined }): ReactNode {
  const background = hex(color);
  const ink = hex(textColor);
  const style =
    background === undefined
      ? undefined
      : { background, color: ink !== undefined && contrast(background, ink) >= READABLE ? ink : readableOn(background), borderColor: 'transparent' };
  return (
    <span className={classes['badge']} style={style} title={name}>
      {name}
    </span>
  );
}

/** Contrast that small text needs (WCAG 2, level AA). */
const READABLE = 4.5;

function hex(color: string | undefined): string | undefined {
  const found = /^#?([0-9a-f]{6})$/i.exec(color ?? '');
  return found ? `#${found[1]}` : undefined;
}

function readableOn(background: string): string {
  return contrast(background, '#ffffff') >= contrast(background, '#000000') ? '#ffffff' : '#000000';
}

function contrast(a: string, b: string): number {
  const [light, dark] = [luminance(a), luminance(b)].toSorted((x, y) => y - x);
  return ((light ?? 0) + 0.05) / ((dark ?? 0) + 0.05);
}

/** Relative luminance by WCAG 2. */
function luminance(color: string): number {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(color.slice(at, at + 2), 16) / 255;
    return part <= 0.040_45 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

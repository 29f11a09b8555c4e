import type { ReactNode } from 'react';
import classes from './replay.module.css';
import { texts } from './texts.ts';

/** The log from end to end: a scrubber with a mark at each error and at each place where the replay diverges. */
export function Timeline({
  length,
  position,
  errors,
  divergences,
  valueText,
  onSeek,
}: {
  length: number;
  position: number;
  /** Positions, counted from 1. */
  errors: readonly number[];
  divergences: readonly number[];
  valueText: string;
  onSeek: (position: number) => void;
}): ReactNode {
  const share = (at: number): string => `${(at / Math.max(1, length)) * 100}%`;
  return (
    <div className={classes['timeline']}>
      <div className={classes['marks']} aria-hidden>
        {thinned(errors, length).map((at) => (
          <span key={`e${at}`} className={classes['mark']} data-kind="error" style={{ left: share(at) }} />
        ))}
        {thinned(divergences, length).map((at) => (
          <span key={`d${at}`} className={classes['mark']} data-kind="divergence" style={{ left: share(at) }} />
        ))}
      </div>
      <input
        type="range"
        className={classes['scrubber']}
        aria-label={texts.placeInTheRecording}
        aria-valuetext={valueText}
        min={0}
        max={length}
        value={position}
        onChange={(event) => onSeek(event.currentTarget.valueAsNumber)}
      />
    </div>
  );
}

/** Most marks that are distinguishable on a screen. */
const MARKS = 400;

function thinned(places: readonly number[], length: number): readonly number[] {
  if (places.length <= MARKS) return places;
  const step = Math.max(1, Math.ceil(length / MARKS));
  return [...new Map(places.map((at) => [Math.floor(at / step), at])).values()];
}

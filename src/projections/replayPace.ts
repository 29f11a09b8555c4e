/** How a replay follows the times of its records. */

/** How fast a replay plays: times as fast as it was recorded, or without any pause. */
export const SPEEDS = ['1', '4', '16', 'max'] as const;
export type Speed = (typeof SPEEDS)[number];

/** Milliseconds that a replay waits at most for its next record. */
export const LONGEST_PAUSE = 2000;
/** Records that are due within these milliseconds are shown together: a screen draws no more often. */
const FRAME = 16;

/** What a replay plays next. */
export interface NextDue {
  /** Milliseconds to wait before it. */
  readonly wait: number;
  /** How many records are folded then. */
  readonly to: number;
  /** Milliseconds that passed in the recording, where the replay does not wait as long; otherwise 0. */
  readonly cut: number;
}

/** What is due after the first `position` records, whose times are `at`; undefined at the end. */
export function nextDue(at: readonly number[], position: number, speed: Speed): NextDue | undefined {
  if (position >= at.length) return undefined;
  if (speed === 'max') return { wait: 0, to: at.length, cut: 0 };
  const factor = Number(speed);
  const gap = gapBefore(at, position);
  const wait = Math.min(gap / factor, LONGEST_PAUSE);
  let to = position + 1;
  for (let after = gapBefore(at, to); to < at.length && after / factor < FRAME; after += gapBefore(at, to)) to += 1;
  return { wait, to, cut: gap / factor > LONGEST_PAUSE ? gap : 0 };
}

/** A clock that was put back (a session that goes on after a reload) is no pause. */
function gapBefore(at: readonly number[], position: number): number {
  const [before, next] = [at[position - 1], at[position]];
  return before === undefined || next === undefined ? 0 : Math.max(0, next - before);
}

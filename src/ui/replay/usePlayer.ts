import { useEffect, useEffectEvent, useMemo, useState } from 'react';
import type { Replayer } from '../../kernel/replayer.ts';
import { type Breakpoint, type BreakpointHit, breakpointHits } from '../../projections/breakpoints.ts';
import { nextDue, type Speed } from '../../projections/replayPace.ts';
import type { AppState } from '../../projections/state.ts';

/** Plays a replay at the pace of its records. */
export interface Player {
  readonly playing: boolean;
  readonly speed: Speed;
  setSpeed(speed: Speed): void;
  /** Plays, from the beginning where the end is reached; or pauses. */
  toggle(): void;
  pause(): void;
  /** Milliseconds that pass in the recording before the next record, where the replay does not wait as long. */
  readonly gap: number;
  /** What the replay stopped at, for as long as it stands there. */
  readonly hit: BreakpointHit | undefined;
}

/** Runs something after some milliseconds; what it returns calls that off. */
export type Timer = (ms: number, run: () => void) => () => void;

/** A player whose timer ends with the component. `position` is that of the replayer. */
export function usePlayer(replayer: Replayer<AppState>, position: number, breakpoints: readonly Breakpoint[], timer: Timer = byTimeout): Player {
  const [wanted, setWanted] = useState(false);
  const [speed, setSpeed] = useState<Speed>('1');
  const [hit, setHit] = useState<BreakpointHit & { readonly position: number }>();
  const times = useMemo(() => replayer.records.map(({ at }) => at), [replayer]);
  const hitOf = useMemo(() => breakpointHits<AppState>(breakpoints), [breakpoints]);
  const due = wanted ? nextDue(times, position, speed) : undefined;
  const play = useEffectEvent((to: number) => {
    const begun = performance.now();
    let found: BreakpointHit | undefined;
    replayer.run(to, (record, before, after) => {
      found = hitOf(record, before, after);
      return found !== undefined || performance.now() - begun > (speed === 'max' ? LONGEST_RUN : LONGEST_FRAME);
    });
    setHit(found && { ...found, position: replayer.position });
    if (found !== undefined || replayer.position === replayer.length) setWanted(false);
  });
  const { wait, to } = due ?? {};
  useEffect(() => {
    if (wait === undefined || to === undefined) return undefined;
    return timer(wait, () => play(to));
  }, [wait, to, position, timer]);
  return {
    playing: due !== undefined,
    speed,
    setSpeed,
    toggle: () => {
      if (!wanted && position === replayer.length) replayer.seek(0);
      setHit(undefined);
      setWanted(!wanted);
    },
    pause: () => setWanted(false),
    gap: due?.cut ?? 0,
    hit: wanted || hit?.position !== position ? undefined : hit,
  };
}

/** Milliseconds for which records are folded before the screens are drawn; without pauses it is the drawing that takes the time. */
const LONGEST_FRAME = 30;
const LONGEST_RUN = 150;

const byTimeout: Timer = (ms, run) => {
  const timeout = setTimeout(run, ms);
  return () => clearTimeout(timeout);
};

import { useEffect, useMemo, useState } from 'react';
import { loadDrivenTimes } from '../../commands/timetables/drivenTimes.ts';
import type { Track } from '../../domain/model/track.ts';
import { type DrivenLine, drivenLines } from '../../domain/timetableSheet/drivenLines.ts';
import { useDispatch } from '../../kernel/react.tsx';
import { LAST_DRIVEN_DAYS, lastDrivenDays } from '../../projections/drivenTimes.ts';
import { useView } from '../parts/appState.ts';
import { usePlace } from '../parts/usePlace.ts';
import { texts } from './texts.ts';

/** Driven trips of a track while they are switched on. */
interface DrivenSwitch {
  readonly isOn: boolean;
  readonly toggle: () => void;
  readonly lines: readonly DrivenLine[];
  /** What is shown, or why nothing is; undefined while it is off. */
  readonly note: string | undefined;
}

const NO_LINES: readonly DrivenLine[] = [];

/** Loads the trips of the last days that vehicles drove on a track, as lines. Off at first; after a failure, switching it on again asks again. */
export function useDrivenLines(track: Track, metres: readonly number[], days: number): DrivenSwitch {
  const { versionId = 0 } = usePlace();
  const dispatch = useDispatch();
  const { from, to } = lastDrivenDays(useView((view) => view.today));
  const [isOn, setOn] = useState(false);
  const scheduleId = track.ScheduleId;
  const kept = useView((view) => view.versions[versionId]?.drivenTimes);
  const load = kept?.question === JSON.stringify({ scheduleId, from, to }) ? kept.load : undefined;
  const isOpen = isOn && (load === undefined || load.status === 'idle');
  useEffect(() => {
    if (isOpen) dispatch(loadDrivenTimes({ versionId, scheduleId, from, to }));
  }, [isOpen, versionId, scheduleId, from, to, dispatch]);
  const driven = isOn ? load?.value : undefined;
  const drawn = useMemo(() => (driven ? drivenLines(driven, track.Id, metres, days) : undefined), [driven, track.Id, metres, days]);
  const note = (): string => {
    if (load?.status === 'failed') return texts.drivenFailed;
    if (!drawn) return texts.drivenLoading;
    const [shown, all, last] = [drawn.lines.length, drawn.all, LAST_DRIVEN_DAYS];
    if (all === 0) return texts.drivenNone({ days: last });
    return shown < all ? texts.drivenNewest({ shown, all, days: last }) : texts.drivenTrips({ all, days: last });
  };
  return {
    isOn,
    toggle: () => {
      if (!isOn && load?.status === 'failed') dispatch(loadDrivenTimes({ versionId, scheduleId, from, to }));
      setOn(!isOn);
    },
    lines: drawn?.lines ?? NO_LINES,
    note: isOn ? note() : undefined,
  };
}

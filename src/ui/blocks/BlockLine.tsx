import type { CSSProperties, PointerEvent, ReactNode } from 'react';
import { hexColour, readableOn } from '../../domain/colours.ts';
import type { BlockRow, Gap, GapFault } from '../../domain/service/blocks.ts';
import type { Depot } from '../../domain/model/depot.ts';
import type { Pull } from '../../domain/service/depots.ts';
import type { DayTrip, ServiceDay } from '../../domain/service/day.ts';
import { formatServiceTime } from '../../domain/time.ts';
import { HEAD_WIDTH, shownSeconds } from './ganttLayout.ts';
import { texts } from './texts.ts';
import type { Dragged } from './useTripDrag.ts';
import classes from './blocks.module.css';

export interface LineProps {
  readonly day: ServiceDay;
  readonly depots: readonly Depot[];
  readonly row: BlockRow;
  /** The first line of the trips without a vehicle, and how many those are. */
  readonly isFirst: boolean;
  readonly count: number;
  /** The second at the left edge, pixels of an hour and of all hours. */
  readonly from: number;
  readonly hourWidth: number;
  readonly width: number;
  /** The trip that Tab leads to. */
  readonly active: string | undefined;
  readonly dragged: Dragged | undefined;
  readonly onFocus: (key: string) => void;
  readonly onMenu: (trip: DayTrip, x: number, y: number) => void;
  readonly onPress: (trip: DayTrip, event: PointerEvent<HTMLElement>) => void;
}

/** What a fault is called. */
function faultWord(fault: GapFault): string {
  return { overlap: texts.overlap, modes: texts.modes, short: texts.short, far: texts.far }[fault];
}

/** A line of the chart: who drives, the trips, and what lies between them. */
export function BlockLine(props: LineProps): ReactNode {
  const { day, depots, row, isFirst, count, from, hourWidth, width } = props;
  const [first, last] = [row.trips[0], row.trips.at(-1)];
  const left = (second: number): number => ((second - from) / 3600) * hourWidth;
  const faults = row.gaps.flatMap((gap) => gap?.fault ?? []);
  return (
    <>
      <div className={classes['head']} style={{ width: HEAD_WIDTH }}>
        {row.block !== null && <strong>{texts.block({ block: row.block })}</strong>}
        {row.block === null && isFirst && <strong>{texts.noVehicle}</strong>}
        <span className={classes['quiet']}>
          {faults.length > 0
            ? [...new Set(faults)].map(faultWord).join(', ')
            : row.block !== null || isFirst
              ? texts.tripsCount({ trips: row.block === null ? count : row.trips.length })
              : ''}
        </span>
      </div>
      <div className={classes['track']} style={{ width, '--hour': `${hourWidth}px` } as CSSProperties}>
        {row.pullOut && first && (
          <PullLine depots={depots} pull={row.pullOut} from={left(first.starts - shownSeconds(row.pullOut))} to={left(first.starts)} />
        )}
        {row.pullIn && last && (
          <PullLine depots={depots} pull={row.pullIn} from={left(last.ends)} to={left(last.ends + shownSeconds(row.pullIn))} isIn />
        )}
        {row.trips.map((trip, nth) => {
          const gap = row.gaps[nth];
          const before = row.trips[nth - 1];
          return (
            <div key={trip.key} style={{ display: 'contents' }}>
              {gap && before && <Between day={day} before={before} after={trip} gap={gap} left={left} />}
              <Trip {...props} trip={trip} isLow={gap?.fault === 'overlap'} left={left(trip.starts)} width={left(trip.ends) - left(trip.starts)} />
            </div>
          );
        })}
      </div>
    </>
  );
}

interface TripProps extends Omit<LineProps, 'from' | 'width'> {
  readonly trip: DayTrip;
  /** It overlaps the one before, and is drawn below it. */
  readonly isLow: boolean;
  readonly left: number;
  readonly width: number;
}

function Trip({ day, row, trip, isLow, left, width, active, dragged, onFocus, onMenu, onPress }: TripProps): ReactNode {
  const { Lines, Stops } = day;
  const line = Lines[trip.line];
  const color = hexColour(line?.Color) ?? '#5c6670';
  const own = dragged?.key === trip.key ? dragged : undefined;
  const label = texts.tripLabel({
    line: line?.Name ?? '',
    from: Stops[trip.from]?.Name ?? '',
    starts: formatServiceTime(trip.starts),
    to: Stops[trip.to]?.Name ?? '',
    ends: formatServiceTime(trip.ends),
    where: row.block === null ? texts.inNone : texts.inBlock({ block: row.block }),
  });
  return (
    <button
      type="button"
      className={classes['trip']}
      data-trip={trip.key}
      data-low={isLow || undefined}
      data-dragged={own !== undefined || undefined}
      data-run={trip.isRun || undefined}
      tabIndex={trip.key === active ? 0 : -1}
      aria-label={label}
      aria-haspopup="menu"
      title={trip.isRun ? `${label}. ${texts.atAnInterval}` : label}
      style={{
        left,
        width: Math.max(3, width),
        background: color,
        color: readableOn(color),
        ...(own && { transform: `translate(${own.dx}px, ${own.dy}px)` }),
      }}
      onFocus={() => onFocus(trip.key)}
      onPointerDown={(event) => onPress(trip, event)}
      onContextMenu={(event) => {
        event.preventDefault();
        onMenu(trip, event.clientX, event.clientY);
      }}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' && event.key !== ' ' && event.key !== 'ContextMenu') return;
        event.preventDefault();
        const box = event.currentTarget.getBoundingClientRect();
        // once the key has been heard by all: the menu would close on the key that opens it
        setTimeout(() => onMenu(trip, box.left, box.bottom));
      }}
      onDoubleClick={(event) => onMenu(trip, event.clientX, event.clientY)}
    >
      {width >= 22 ? line?.Name : ''}
    </button>
  );
}

interface PullProps {
  readonly depots: readonly Depot[];
  readonly pull: Pull;
  /** Pixels. */
  readonly from: number;
  readonly to: number;
  readonly isIn?: boolean;
}

/** The way from or to a depot, with its name below. */
function PullLine({ depots, pull, from, to, isIn = false }: PullProps): ReactNode {
  const depot = depots[pull.depot]?.Name ?? '';
  const words = (isIn ? texts.pullIn : texts.pullOut)({
    depot,
    km: (pull.metres / 1000).toFixed(1),
    minutes: String(Math.round(pull.seconds / 60)),
  });
  return (
    <>
      <span className={classes['gap']} data-dead title={words} role="img" aria-label={words} style={{ left: from, width: to - from }} />
      <span className={classes['depot']} data-in={isIn || undefined} title={words} aria-hidden style={{ left: isIn ? to : from }}>
        {depot}
      </span>
    </>
  );
}

/** Pixels that the words of a fault need; where there is less room a mark stands for them, and the head of the line says them. */
const MARK_WIDTH = 72;

interface BetweenProps {
  readonly day: ServiceDay;
  readonly before: DayTrip;
  readonly after: DayTrip;
  readonly gap: Gap;
  readonly left: (second: number) => number;
}

/** A layover as a thin line, a dead run as a dashed one; a fault in words. */
function Between({ day: { Stops }, before, after, gap, left }: BetweenProps): ReactNode {
  const at = left(Math.min(before.ends, after.starts));
  const width = Math.max(0, left(after.starts) - left(before.ends));
  const minutes = Math.round(gap.seconds / 60);
  const words = !gap.isDeadRun
    ? texts.layover({ minutes: String(minutes) })
    : gap.metres === undefined
      ? texts.deadRunFar({ from: Stops[before.to]?.Name ?? '', to: Stops[after.from]?.Name ?? '' })
      : texts.deadRun({
          km: (gap.metres / 1000).toFixed(1),
          minutes: String(Math.round(gap.deadSeconds / 60)),
          rest: String(Math.round((gap.seconds - gap.deadSeconds) / 60)),
        });
  return (
    <>
      <span className={classes['gap']} data-dead={gap.isDeadRun || undefined} title={words} style={{ left: at, width }} />
      {gap.fault !== undefined && (
        <span className={classes['mark']} style={{ left: at }} title={texts.fault({ fault: faultWord(gap.fault), words })}>
          {left(after.ends) - at >= MARK_WIDTH ? faultWord(gap.fault) : '!'}
        </span>
      )}
    </>
  );
}

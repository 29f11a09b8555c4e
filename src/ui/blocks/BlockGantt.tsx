import { useVirtualizer } from '@tanstack/react-virtual';
import { type KeyboardEvent, type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import { type BlockRow, type DayBlocks, type Move, newBlockId } from '../../domain/service/blocks.ts';
import type { Depot } from '../../domain/model/depot.ts';
import type { DayTrip, ServiceDay } from '../../domain/service/day.ts';
import { spanOfBlocks, ganttRows, HEAD_WIDTH, ROW_HEIGHT, tripBeside } from './ganttLayout.ts';
import { BlockLine, type LineProps } from './BlockLine.tsx';
import { JoinModal, MoveModal } from './MoveModal.tsx';
import { TripMenu } from './TripMenu.tsx';
import { texts } from './texts.ts';
import { useTripDrag } from './useTripDrag.ts';
import classes from './blocks.module.css';

interface BlockGanttProps {
  readonly day: ServiceDay;
  readonly depots: readonly Depot[];
  /** Of the lines that are looked at, and of all. */
  readonly blocks: DayBlocks;
  readonly all: DayBlocks;
  /** Pixels of an hour. */
  readonly hourWidth: number;
  readonly withUnassigned: boolean;
  readonly taken: ReadonlySet<string>;
  /** Why nothing can be moved. */
  readonly why: string | undefined;
  readonly onMove: (moves: readonly Move[]) => void;
  /** Asks whether riders may stay in the vehicle after a trip. */
  readonly onStay: (trip: DayTrip) => void;
}

type Opened =
  | { readonly is: 'menu'; readonly trip: DayTrip; readonly x: number; readonly y: number }
  | { readonly is: 'move'; readonly trip: DayTrip }
  | { readonly is: 'join'; readonly row: BlockRow };

const MOVES: Readonly<Record<string, 'left' | 'right' | 'up' | 'down'>> = {
  ArrowLeft: 'left',
  ArrowRight: 'right',
  ArrowUp: 'up',
  ArrowDown: 'down',
};

/** The chart of vehicles: a line for each, trips as bars along the day, layovers and dead runs between. One trip has the focus; arrows move it. */
export function BlockGantt({ day, depots, blocks, all, hourWidth, withUnassigned, taken, why, onMove, onStay }: BlockGanttProps): ReactNode {
  const scroller = useRef<HTMLDivElement>(null);
  const rows = useMemo(() => ganttRows(blocks, withUnassigned), [blocks, withUnassigned]);
  const span = useMemo(() => spanOfBlocks(blocks), [blocks]);
  const [focused, setFocused] = useState<string>();
  const [opened, setOpened] = useState<Opened>();
  const wantsFocus = useRef(false);
  // oxlint-disable-next-line react/incompatible-library
  const virtual = useVirtualizer({ count: rows.length, getScrollElement: () => scroller.current, estimateSize: () => ROW_HEIGHT, overscan: 8 });
  const fresh = newBlockId(taken);
  const rowOf = (trip: DayTrip): BlockRow | undefined => (trip.block === null ? all.unassigned : all.rows.find(({ block }) => block === trip.block));
  const drag = useTripDrag(rows, (trip, to) => onMove([{ trip, block: to === 'new' ? fresh : to.block }]));
  const active = focused !== undefined && rows.some(({ row }) => row.trips.some(({ key }) => key === focused)) ? focused : rows[0]?.row.trips[0]?.key;
  const width = ((span.to - span.from) / 3600) * hourWidth;

  useEffect(() => {
    if (!wantsFocus.current || focused === undefined) return;
    wantsFocus.current = false;
    scroller.current?.querySelector<HTMLElement>(`[data-trip="${CSS.escape(focused)}"]`)?.focus();
  }, [focused, rows]);

  const goTo = (trip: DayTrip | undefined): void => {
    if (!trip) return;
    const at = rows.findIndex(({ row }) => row.trips.some(({ key }) => key === trip.key));
    virtual.scrollToIndex(at);
    wantsFocus.current = true;
    setFocused(trip.key);
  };
  const onKey = (event: KeyboardEvent<HTMLElement>): void => {
    const move = MOVES[event.key];
    if (move === undefined || active === undefined || event.ctrlKey || event.altKey || event.metaKey) return;
    event.preventDefault();
    goTo(tripBeside(rows, active, move));
  };
  const line: Omit<LineProps, 'row' | 'isFirst' | 'count'> = {
    day,
    depots,
    from: span.from,
    hourWidth,
    width,
    active,
    dragged: drag.dragged,
    onFocus: setFocused,
    onMenu: (trip, x, y) => setOpened({ is: 'menu', trip, x, y }),
    onPress: (trip, event) => why === undefined && !trip.isRun && drag.press(trip, event),
  };
  return (
    <div ref={scroller} className={classes['chart']} role="region" aria-label={texts.chart({ date: day.Date })} onKeyDown={onKey}>
      <Hours from={span.from} to={span.to} hourWidth={hourWidth} />
      <div role="list" style={{ height: virtual.getTotalSize(), width: HEAD_WIDTH + width, position: 'relative' }}>
        {virtual.getVirtualItems().map(({ index, start }) => {
          const one = rows[index];
          if (!one) return null;
          return (
            <div
              key={one.id}
              role="listitem"
              className={classes['row']}
              data-drop={index}
              data-over={drag.over === index || undefined}
              style={{ transform: `translateY(${start}px)`, height: ROW_HEIGHT, width: HEAD_WIDTH + width }}
            >
              <BlockLine {...line} row={one.row} isFirst={one.isFirst} count={blocks.unassigned.trips.length} />
            </div>
          );
        })}
      </div>
      {drag.dragged && (
        <div className={classes['newVehicle']} data-drop="new" data-over={drag.over === 'new' || undefined}>
          {texts.newVehicleHere}
        </div>
      )}
      {opened?.is === 'menu' && (
        <TripMenu
          {...opened}
          row={rowOf(opened.trip)}
          why={why}
          fresh={fresh}
          onMove={onMove}
          onChoose={(is) => {
            const row = rowOf(opened.trip);
            if (is === 'stay') onStay(opened.trip);
            setOpened(is === 'stay' ? undefined : is === 'move' ? { is, trip: opened.trip } : row && { is, row });
          }}
          onClose={() => setOpened((now) => (now?.is === 'menu' ? undefined : now))}
        />
      )}
      {opened?.is === 'move' && <MoveModal trip={opened.trip} all={all} fresh={fresh} onMove={onMove} onClose={() => setOpened(undefined)} />}
      {opened?.is === 'join' && <JoinModal row={opened.row} all={all} onMove={onMove} onClose={() => setOpened(undefined)} />}
    </div>
  );
}

function Hours({ from, to, hourWidth }: { from: number; to: number; hourWidth: number }): ReactNode {
  const hours = Array.from({ length: (to - from) / 3600 }, (_, nth) => from / 3600 + nth);
  return (
    <div className={classes['hours']} style={{ width: HEAD_WIDTH + hours.length * hourWidth }} aria-hidden>
      <div className={classes['corner']} style={{ width: HEAD_WIDTH }} />
      {hours.map((hour) => (
        <div key={hour} className={classes['hour']} style={{ width: hourWidth }}>
          {String(hour < 0 ? hour + 24 : hour).padStart(2, '0')}:00
        </div>
      ))}
    </div>
  );
}

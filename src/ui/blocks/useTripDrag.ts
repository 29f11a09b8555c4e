import { type PointerEvent, useEffect, useEffectEvent, useState } from 'react';
import type { BlockRow } from '../../domain/service/blocks.ts';
import type { DayTrip } from '../../domain/service/day.ts';
import type { GanttRow } from './ganttLayout.ts';

/** Pixels that a pointer moves before a press becomes a drag. */
const FREE = 4;

interface Held {
  readonly trip: DayTrip;
  readonly x: number;
  readonly y: number;
}

/** A trip under the pointer, and how far it was carried, in pixels. */
export interface Dragged {
  readonly key: string;
  readonly dx: number;
  readonly dy: number;
}

/** Drags trips between the lines of the chart. What is under the pointer says by `data-drop` which line it is; Escape gives up. */
export function useTripDrag(rows: readonly GanttRow[], onDrop: (trip: DayTrip, to: BlockRow | 'new') => void) {
  const [held, setHeld] = useState<Held>();
  const [dragged, setDragged] = useState<Dragged>();
  const [over, setOver] = useState<number | 'new'>();
  const end = (): void => {
    setHeld(undefined);
    setDragged(undefined);
    setOver(undefined);
  };
  const move = useEffectEvent((event: globalThis.PointerEvent) => {
    if (!held) return;
    const [dx, dy] = [event.clientX - held.x, event.clientY - held.y];
    if (!dragged && Math.hypot(dx, dy) < FREE) return;
    setDragged({ key: held.trip.key, dx, dy });
    setOver(dropAt(event.clientX, event.clientY));
  });
  const drop = useEffectEvent((event: globalThis.PointerEvent) => {
    if (held && dragged) {
      const at = dropAt(event.clientX, event.clientY);
      const to = at === 'new' ? at : rows[at ?? -1]?.row;
      if (to !== undefined) onDrop(held.trip, to);
    }
    end();
  });
  const leave = useEffectEvent((event: globalThis.KeyboardEvent) => {
    if (event.key !== 'Escape') return;
    event.preventDefault();
    event.stopPropagation();
    end();
  });
  useEffect(() => {
    if (!held) return undefined;
    const over = new AbortController();
    const { signal } = over;
    window.addEventListener('pointermove', move, { signal });
    window.addEventListener('pointerup', drop, { signal });
    window.addEventListener('pointercancel', end, { signal });
    window.addEventListener('keydown', leave, { signal, capture: true });
    return () => over.abort();
  }, [held]);
  return {
    dragged,
    over,
    press: (trip: DayTrip, event: PointerEvent<HTMLElement>): void => {
      if (event.button === 0) setHeld({ trip, x: event.clientX, y: event.clientY });
    },
  };
}

function dropAt(x: number, y: number): number | 'new' | undefined {
  for (const element of document.elementsFromPoint(x, y)) {
    const at = element.closest<HTMLElement>('[data-drop]')?.dataset['drop'];
    if (at === 'new') return at;
    if (at !== undefined) return Number(at);
  }
  return undefined;
}

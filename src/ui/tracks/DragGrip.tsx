import { IconGripVertical } from '@tabler/icons-react';
import { type KeyboardEvent, type PointerEvent, type ReactNode, useRef } from 'react';
import classes from './tracks.module.css';
import { texts } from './texts.ts';

interface DragGripProps {
  readonly label: string;
  /** Index of the row, from 0. */
  readonly row: number;
  /** The row was dropped where another one stands: its index once this one is taken out. */
  readonly onMove: (to: number) => void;
}

/** The handle by which a row of a list is dragged to another place; with the keyboard Alt+Up and Alt+Down move it by one. */
export function DragGrip({ label, row, onMove }: DragGripProps): ReactNode {
  const over = useRef<{ readonly element: HTMLElement; readonly index: number; readonly after: boolean }>(undefined);
  const mark = (next: typeof over.current): void => {
    over.current?.element.removeAttribute('data-drop');
    over.current = next;
    next?.element.setAttribute('data-drop', next.after ? 'after' : 'before');
  };
  const onPointerMove = (event: PointerEvent<HTMLButtonElement>): void => {
    if (!event.currentTarget.hasPointerCapture(event.pointerId)) return;
    const grid = event.currentTarget.closest('[role="grid"]');
    const hit = document.elementsFromPoint(event.clientX, event.clientY).find((one) => one.matches('[data-row]') && grid?.contains(one));
    if (!(hit instanceof HTMLElement)) return mark(undefined);
    const box = hit.getBoundingClientRect();
    mark({ element: hit, index: Number(hit.getAttribute('aria-rowindex')) - 2, after: event.clientY > box.top + box.height / 2 });
  };
  const onPointerUp = (): void => {
    const target = over.current;
    mark(undefined);
    if (!target) return;
    const gap = target.index + (target.after ? 1 : 0);
    const to = gap > row ? gap - 1 : gap;
    if (to !== row) onMove(to);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (!event.altKey || (event.code !== 'ArrowUp' && event.code !== 'ArrowDown')) return;
    event.preventDefault();
    event.stopPropagation();
    onMove(row + (event.code === 'ArrowUp' ? -1 : 1));
  };
  return (
    <button
      type="button"
      className={classes['grip']}
      aria-label={label}
      title={texts.dragHint}
      onClick={(event) => event.stopPropagation()}
      onPointerDown={(event) => event.button === 0 && event.currentTarget.setPointerCapture(event.pointerId)}
      onPointerMove={onPointerMove}
      onPointerUp={onPointerUp}
      onPointerCancel={() => mark(undefined)}
      onKeyDown={onKeyDown}
    >
      <IconGripVertical size={15} aria-hidden />
    </button>
  );
}

import { type KeyboardEvent, type ReactNode, useEffect, useRef } from 'react';
import { PopupFrame } from '../parts/PopupFrame.tsx';
import { StopIdentity } from './StopHoverCard.tsx';
import classes from './stops.module.css';
import { texts } from './texts.ts';

/** Several stops lie where one clicked: choose one. Arrows go through them, Enter chooses, Escape closes. */
export function StopSelectMenu({
  stopIds,
  onChoose,
  onClose,
}: {
  stopIds: readonly string[];
  onChoose: (stopId: string) => void;
  onClose?: () => void;
}): ReactNode {
  const menu = useRef<HTMLDivElement>(null);
  useEffect(() => menu.current?.querySelector<HTMLElement>('[role="menuitem"]')?.focus(), [stopIds]);
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>): void => {
    const items = [...event.currentTarget.querySelectorAll<HTMLElement>('[role="menuitem"]')];
    const at = items.findIndex((item) => item === document.activeElement);
    const to = { ArrowDown: at + 1, ArrowUp: at - 1 + items.length, Home: 0, End: items.length - 1 }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    items[to % items.length]?.focus();
  };
  return (
    <PopupFrame title={texts.selectStop} subtitle={texts.boxCount({ stopIds: stopIds.length })} width={310} {...(onClose ? { onClose } : {})}>
      <div ref={menu} role="menu" aria-label={texts.stopsHere} className={classes['selectMenu']} onKeyDown={onKeyDown}>
        {stopIds.map((id) => (
          <button key={id} type="button" role="menuitem" tabIndex={-1} className={classes['selectItem']} onClick={() => onChoose(id)}>
            <StopIdentity stopId={id} />
          </button>
        ))}
      </div>
    </PopupFrame>
  );
}

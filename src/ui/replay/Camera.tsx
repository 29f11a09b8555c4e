import { type ReactNode, useEffect, useMemo, useRef } from 'react';
import type { KernelSource } from '../../kernel/react.tsx';
import type { KernelState } from '../../kernel/state.ts';
import type { Replayer } from '../../kernel/replayer.ts';
import type { AppState } from '../../projections/state.ts';
import { awaitsCode } from '../parts/lazyScreen.ts';
import { Stage } from './Stage.tsx';
import classes from './filmstrip.module.css';

/** Pixels of the screens whose picture is taken. */
export const PICTURED = { width: 1280, height: 800 } as const;

/**
 * Takes pictures of the screens: draws them unseen at a place of the recording, waits until they are still, and copies their elements. One
 * place at a time; the copies need no code to run, and the replay that is seen stays where it is.
 */
export function Camera({
  replayer,
  place,
  screens,
  onTaken,
}: {
  replayer: Replayer<AppState>;
  /** How many records are folded in the next picture; undefined where none is wanted. */
  place: number | undefined;
  screens: ReactNode;
  onTaken: (place: number, picture: HTMLElement) => void;
}): ReactNode {
  const stage = useRef<HTMLDivElement>(null);
  const source = useMemo(() => movableSource(replayer), [replayer]);
  useEffect(() => {
    const { current } = stage;
    if (place === undefined || !current) return undefined;
    source.show(replayer.statesAt(place, place)[0]);
    return whenStill(current, () => onTaken(place, copyOf(current)));
  }, [place, source, replayer, onTaken]);
  return (
    <div className={classes['darkroom']} aria-hidden>
      <Stage ref={stage} source={source} className={classes['pictured']} style={PICTURED}>
        {screens}
      </Stage>
    </div>
  );
}

/** What stands in for a kernel and shows the state it was given last. */
function movableSource(replayer: Replayer<AppState>): KernelSource<AppState> & { show(state: KernelState<AppState>): void } {
  const listeners = new Set<() => void>();
  let state = replayer.snapshot();
  return {
    snapshot: () => state,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    show: (next) => {
      state = next;
      for (const listener of listeners) listener();
    },
  };
}

/** Milliseconds without a change after which screens are still, and after which a picture is taken of those that move on. */
const STILL = 80;
const LONGEST_WAIT = 1500;
/** Milliseconds after which code that does not come is waited for no longer. */
const LONGEST_FETCH = 20_000;

function whenStill(element: HTMLElement, then: () => void): () => void {
  const begun = performance.now();
  const finish = (): void => {
    // a part whose code is on its way is empty until then, and still
    if (awaitsCode() && performance.now() - begun < LONGEST_FETCH) {
      clearTimeout(timer);
      timer = setTimeout(finish, STILL);
      return;
    }
    stop();
    then();
  };
  let timer = setTimeout(finish, STILL);
  const last = setTimeout(finish, LONGEST_WAIT);
  const observer = new MutationObserver(() => {
    clearTimeout(timer);
    timer = setTimeout(finish, STILL);
  });
  const stop = (): void => {
    observer.disconnect();
    clearTimeout(timer);
    clearTimeout(last);
  };
  observer.observe(element, { subtree: true, childList: true, attributes: true, characterData: true });
  return stop;
}

/** A copy to look at: nothing in it has a name or a role, for the real one may be on the page too. */
function copyOf(element: HTMLElement): HTMLElement {
  const copy = element.cloneNode(true);
  if (!(copy instanceof HTMLElement)) return element;
  const originals = element.querySelectorAll('*');
  for (const [i, part] of [...copy.querySelectorAll('*')].entries()) {
    for (const name of part.getAttributeNames()) if (NAMING.test(name)) part.removeAttribute(name);
    const { scrollTop = 0, scrollLeft = 0 } = originals[i] ?? {};
    if (scrollTop > 0 || scrollLeft > 0) part.setAttribute(SCROLLED, `${scrollLeft} ${scrollTop}`);
  }
  return copy;
}

/** Two radio buttons of one name would switch each other off. */
const NAMING = /^(id|name|for|role|list|form|autofocus|href|tabindex|aria-.*)$/u;
const SCROLLED = 'data-scrolled';

/** Puts a picture into a box; what was scrolled is so again, which a copy alone is not. */
export function hang(box: HTMLElement, picture: HTMLElement): void {
  box.replaceChildren(picture);
  for (const part of picture.querySelectorAll(`[${SCROLLED}]`)) {
    const [left = 0, top = 0] = (part.getAttribute(SCROLLED) ?? '').split(' ').map(Number);
    part.scrollTo(left, top);
  }
}

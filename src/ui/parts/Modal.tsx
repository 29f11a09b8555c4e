import { Modal as MantineModal, type ModalProps } from '@mantine/core';
import { type ReactNode, useLayoutEffect, useRef } from 'react';
import { keepSecondClick } from './secondClick.ts';

/** A window over the page: it has the focus as soon as it is there, and the focus goes back when it closes. */
export function Modal({ children, onClose, ...props }: ModalProps): ReactNode {
  const within = useRef<HTMLDivElement>(null);
  /** Escape reaches every window that is open, and closes the one on top. */
  const close = (): void => {
    if ([...document.querySelectorAll('[aria-modal="true"]')].at(-1)?.contains(within.current) !== false) onClose();
  };
  return (
    <>
      {/* before the window, which takes the focus as it appears */}
      <FocusBack opened={props.opened} />
      <MantineModal returnFocus={false} {...props} onClose={close} onFocus={selectText}>
        <FocusAtOnce />
        <div ref={within} hidden />
        {children}
      </MantineModal>
    </>
  );
}

/** What is typed into a field that the keyboard leads to replaces what stands there, whoever moved the focus. */
function selectText({ target }: { readonly target: EventTarget }): void {
  if (target instanceof HTMLInputElement && SELECTED.includes(target.type)) target.select();
}

/** Fields whose text can be selected. */
const SELECTED = ['text', 'search', 'number'];

/** Gives the focus back to what had it, once what stands after it is closed. */
export function FocusBack({ opened }: { opened: boolean }): ReactNode {
  useFocusBack(opened);
  return null;
}

/**
 * Within a window or menu: whatever is to have the focus has it as it appears, so that the next key is not lost on what opened it;
 * it is what is marked with `data-autofocus`, or the first that Tab leads to, or the window itself. Mantine's focus trap gives the
 * focus in a timer, which a busy machine runs when somebody has gone to another field already; what it finds is the mark here, which
 * cannot have the focus.
 */
export function FocusAtOnce(): ReactNode {
  const mark = useRef<HTMLSpanElement>(null);
  useLayoutEffect(() => {
    const within = mark.current?.closest<HTMLElement>('[role="dialog"], [role="menu"]');
    if (!within) return;
    const tabStops = [...within.querySelectorAll<HTMLElement>(FOCUSABLE)].filter(isTabStop);
    const first = within.querySelector<HTMLElement>('[data-autofocus]:not([hidden])') ?? tabStops[0] ?? within;
    first.focus({ preventScroll: true });
  }, []);
  return <span ref={mark} data-autofocus hidden />;
}

const FOCUSABLE = 'a[href], button, input, select, textarea, [tabindex]';

function isTabStop(element: HTMLElement): boolean {
  return element.tabIndex >= 0 && element.checkVisibility() && !element.matches(':disabled');
}

/**
 * Whatever had the focus when a window opened has it again once the window is closed or gone. Mantine itself notes what that was
 * in a late effect, by when the focus is in the window already, and not at all for one that is mounted open.
 */
export function useFocusBack(opened: boolean): void {
  useLayoutEffect(() => (opened ? giveBackTo(document.activeElement) : undefined), [opened]);
}

/** Once the window is closed, and once more when all that fades out is gone; where nothing else took the focus meanwhile. */
function giveBackTo(opener: Element | null): () => void {
  return () => {
    keepSecondClick();
    const last = document.activeElement;
    const giveBack = (): void => {
      const { activeElement } = document;
      // the content has it where nothing had: it takes what was lost with the page before (useFocusAfter)
      const isFree = activeElement === null || activeElement === document.body || activeElement === last || activeElement.id === 'content';
      if (isFree && opener instanceof HTMLElement) opener.focus({ preventScroll: true });
    };
    for (const delay of CLOSED) setTimeout(giveBack, delay);
  };
}

/** Milliseconds: when a window has closed, and when all of it has faded out. */
const CLOSED = [10, 200];

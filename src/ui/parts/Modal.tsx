import { Modal as MantineModal, type ModalProps } from '@mantine/core';
import { type ReactNode, useLayoutEffect } from 'react';

/** A window over the page; the focus goes back when it closes. */
export function Modal(props: ModalProps): ReactNode {
  useFocusBack(props.opened);
  return <MantineModal returnFocus={false} {...props} />;
}

/**
 * Whatever had the focus when a window opened has it again once the window is closed or gone. Mantine itself notes what that was
 * in a late effect, by when on a busy machine the focus is in the window already, and not at all for one that is mounted open.
 */
export function useFocusBack(opened: boolean): void {
  useLayoutEffect(() => (opened ? giveBackTo(document.activeElement) : undefined), [opened]);
}

/** Once the window is closed, and once more when all that fades out is gone; where nothing else took the focus meanwhile. */
function giveBackTo(opener: Element | null): () => void {
  return () => {
    const last = document.activeElement;
    const giveBack = (): void => {
      const { activeElement } = document;
      const isFree = activeElement === null || activeElement === document.body || activeElement === last;
      if (isFree && opener instanceof HTMLElement) opener.focus({ preventScroll: true });
    };
    for (const delay of CLOSED) setTimeout(giveBack, delay);
  };
}

/** Milliseconds: when a window has closed, and when a menu that opened it has faded out, which may have held the focus meanwhile. */
const CLOSED = [10, 200];

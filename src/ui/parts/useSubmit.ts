import { useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import { builtIn } from '../../commands/changes/undoRedo.ts';
import { withoutField } from '../../domain/errors.ts';
import { useDispatch } from '../../kernel/react.tsx';
import type { ErrorEntry, PendingCommand } from '../../kernel/state.ts';
import { useKernelState } from './appState.ts';

/** What becomes of a form in a window: it stays as filled in until its command has gone through. */
export interface Submit {
  readonly isWaiting: boolean;
  /** Why the last attempt failed. */
  readonly message: string | undefined;
  /** Follows the command of an attempt, by the id that dispatching it answered. */
  readonly send: (id: string) => void;
}

/** Sends a form and calls `onDone` once its command has gone through; on a refusal it shows the messages and the form stays. */
export function useSubmit(onDone: () => void): Submit {
  const dispatch = useDispatch();
  const [message, setMessage] = useState<string>();
  const [sent, setSent] = useState<string>();
  const known = useRef<PendingCommand>(undefined);
  const errors = useKernelState((state) => state.errors);
  const pending = useKernelState((state) => state.pending.find((one) => isAttempt(one, sent)));
  const done = useEffectEvent(onDone);

  useLayoutEffect(() => {
    if (sent === undefined) return;
    if (pending) {
      known.current = pending;
      return;
    }
    const failure = errors.find((error) => isOf(error, sent, known.current));
    known.current = undefined;
    setSent(undefined);
    if (!failure) return done();
    setMessage(failure.messages.map(withoutField).join(' '));
    // shown in the form: not in a toast as well
    dispatch(builtIn.clearErrors({ id: failure.id }));
  }, [sent, pending, errors, dispatch]);

  return {
    isWaiting: sent !== undefined,
    message,
    send: (id) => {
      setMessage(undefined);
      setSent(id);
    },
  };
}

/** Whether this is the command of that id, or the same intent sent again after somebody else's change. */
export function isAttempt({ id, root, attempt }: PendingCommand, sent: string | undefined): boolean {
  return id === sent || (root === sent && attempt > 0);
}

/** Whether an error is that of the command with this id, and not of a command that followed, such as a read. */
export function isOf({ root, type, kind }: ErrorEntry, sent: string, known: PendingCommand | undefined): boolean {
  return root === sent && (known === undefined || type === known.type || kind === 'fault');
}

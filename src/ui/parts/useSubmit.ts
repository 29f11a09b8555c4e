import { useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import { builtIn } from '../../commands/changes/undoRedo.ts';
import { withoutField } from '../../domain/errors.ts';
import { useDispatch } from '../../kernel/react.tsx';
import type { ErrorEntry, PendingCommand } from '../../kernel/state.ts';
import { useKernelState } from './appState.ts';

/** A command that is followed to its end. */
interface Following {
  readonly isWaiting: boolean;
  follow(id: string): void;
}

/** Follows a command: `onEnd` hears what the server, or the product before it, said against it; nothing where it went through. */
export function useFollowed(onEnd: (messages: readonly string[] | undefined) => void): Following {
  const dispatch = useDispatch();
  const [sent, setSent] = useState<string>();
  const known = useRef<PendingCommand>(undefined);
  const errors = useKernelState((state) => state.errors);
  const pending = useKernelState((state) => state.pending.find((one) => isAttempt(one, sent)));
  const end = useEffectEvent(onEnd);

  useLayoutEffect(() => {
    if (sent === undefined) return;
    if (pending) {
      known.current = pending;
      return;
    }
    const failure = errors.find((error) => isOf(error, sent, known.current));
    known.current = undefined;
    setSent(undefined);
    end(failure?.messages.map(withoutField));
    // told in its place: not a second time in the corner
    if (failure) dispatch(builtIn.clearErrors({ id: failure.id }));
  }, [sent, pending, errors, dispatch]);

  return { isWaiting: sent !== undefined, follow: setSent };
}

/** What becomes of a form in a window: it stays as filled in until its command has gone through. */
export interface Submit {
  readonly isWaiting: boolean;
  /** Why the last attempt failed. */
  readonly message: string | undefined;
  /** Follows the command of an attempt, by the id that dispatching it answered. */
  readonly send: (id: string) => void;
}

/** Sends a form and calls `onDone` once its command has gone through; a refusal is told and the form stays. */
export function useSubmit(onDone: () => void): Submit {
  const [message, setMessage] = useState<string>();
  const { isWaiting, follow } = useFollowed((messages) => (messages ? setMessage(messages.join(' ')) : onDone()));
  return {
    isWaiting,
    message,
    send: (id) => {
      setMessage(undefined);
      follow(id);
    },
  };
}

/** Whether this is the command of that id, or the same intent sent again after somebody else's change. */
function isAttempt({ id, root, attempt }: PendingCommand, sent: string | undefined): boolean {
  return id === sent || (root === sent && attempt > 0);
}

/** Whether an error was told of the command of that id; what it led to, such as a read, fails for itself. */
function isOf({ root, type, kind }: ErrorEntry, sent: string, known: PendingCommand | undefined): boolean {
  return root === sent && (known === undefined || type === known.type || kind === 'fault');
}

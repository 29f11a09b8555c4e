import { useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import { builtIn } from '../../commands/changes/undoRedo.ts';
import { withoutField } from '../../domain/errors.ts';
import { useDispatch } from '../../kernel/react.tsx';
import type { ErrorEntry } from '../../kernel/state.ts';
import { useKernelState } from './appState.ts';

interface Followed {
  /** Id of the command's record. */
  readonly id: string;
  readonly errorsBefore: ReadonlySet<string>;
}

/** A command that is followed to its end. */
interface Following {
  readonly isWaiting: boolean;
  follow(id: string): void;
}

/** Follows a command: `onEnd` hears what the server, or the product before it, said against it; nothing where it went through. */
export function useFollowed(onEnd: (messages: readonly string[] | undefined) => void): Following {
  const dispatch = useDispatch();
  const [sent, setSent] = useState<Followed>();
  const known = useRef<{ readonly id: string; readonly type: string; readonly label: string }>(undefined);
  const errors = useKernelState((state) => state.errors);
  const pending = useKernelState((state) => state.pending.find((one) => one.id === sent?.id));
  const end = useEffectEvent(onEnd);

  useLayoutEffect(() => {
    if (!sent) return;
    if (pending) {
      known.current = pending;
      return;
    }
    const failure = errors.find((error) => !sent.errorsBefore.has(error.id) && isOf(error, known.current, sent.id));
    setSent(undefined);
    end(failure?.messages.map(withoutField));
    // told in its place: not a second time in the corner
    if (failure) dispatch(builtIn.clearErrors({ id: failure.id }));
  }, [sent, pending, errors, dispatch]);

  return { isWaiting: sent !== undefined, follow: (id) => setSent({ id, errorsBefore: new Set(errors.map((error) => error.id)) }) };
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

/** Whether an error was told of that command: by its words, or, where it was refused before it was sent, by having come at once. */
function isOf(error: ErrorEntry, command: { readonly id: string; readonly type: string; readonly label: string } | undefined, id: string): boolean {
  if (command?.id !== id) return error.kind === 'refused';
  return error.type === command.type && error.label === command.label;
}

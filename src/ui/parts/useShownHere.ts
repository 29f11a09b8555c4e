import { useLayoutEffect } from 'react';
import { builtIn } from '../../commands/changes/undoRedo.ts';
import { useDispatch } from '../../kernel/react.tsx';
import type { ErrorEntry } from '../../kernel/state.ts';
import { useKernelState } from './appState.ts';

/** Suppresses the toast of errors of these commands whose messages a form shows. */
export function useShownHere(shown: readonly string[], ...commands: readonly { readonly type: string }[]): void {
  useNotInCorner((error) => isShownBy(error, shown, commands));
}

/** Suppresses the toasts of failed reads when the page shows that the server cannot be reached. */
export function useOutageShownHere(shown: readonly string[]): void {
  useNotInCorner((error) => isOutage(error, shown));
}

/** Suppresses the toasts of failed reads when the page shows that its object does not exist. */
export function useMissingShownHere(shown: readonly string[]): void {
  useNotInCorner((error) => isMissing(error, shown));
}

function useNotInCorner(isShown: (error: ErrorEntry) => boolean): void {
  const dispatch = useDispatch();
  const errors = useKernelState((state) => state.errors);
  useLayoutEffect(() => {
    for (const error of errors) if (isShown(error)) dispatch(builtIn.clearErrors({ id: error.id }));
  }, [errors, dispatch, isShown]);
}

/** Whether the form of one of the commands shows the messages of this error. */
export function isShownBy({ type, messages }: ErrorEntry, shown: readonly string[], commands: readonly { readonly type: string }[]): boolean {
  return commands.some((command) => command.type === type) && messages.join('\n') === shown.join('\n');
}

/** Whether this is the error of a read without an answer, with the shown messages. */
export function isOutage(error: ErrorEntry, shown: readonly string[]): boolean {
  return isRead(error, 0, shown);
}

/** Whether this is the 404 of a read, with the shown messages. */
export function isMissing(error: ErrorEntry, shown: readonly string[]): boolean {
  return isRead(error, 404, shown);
}

function isRead({ method, status, messages }: ErrorEntry, answer: number, shown: readonly string[]): boolean {
  return method === 'GET' && status === answer && messages.join('\n') === shown.join('\n');
}

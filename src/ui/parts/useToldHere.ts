import { useLayoutEffect } from 'react';
import { builtIn } from '../../commands/changes/undoRedo.ts';
import { useDispatch } from '../../kernel/react.tsx';
import type { ErrorEntry } from '../../kernel/state.ts';
import { useKernelState } from './appState.ts';

/** A failure of these commands whose messages a form shows is not told in the corner too. One that the form does not know of is. */
export function useToldHere(shown: readonly string[], ...commands: readonly { readonly type: string }[]): void {
  useNotInCorner((error) => isToldBy(error, shown, commands));
}

/** Where a page says that the line is down, the corner does not say so of each of its reads. */
export function useOutageToldHere(shown: readonly string[]): void {
  useNotInCorner((error) => isOutage(error, shown));
}

/** Where a page says that what it shows does not exist, the corner does not say so of each of its reads. */
export function useMissingToldHere(shown: readonly string[]): void {
  useNotInCorner((error) => isMissing(error, shown));
}

function useNotInCorner(isTold: (error: ErrorEntry) => boolean): void {
  const dispatch = useDispatch();
  const errors = useKernelState((state) => state.errors);
  useLayoutEffect(() => {
    for (const error of errors) if (isTold(error)) dispatch(builtIn.clearErrors({ id: error.id }));
  }, [errors, dispatch, isTold]);
}

/** Whether what went wrong stands, in these words, where one of the commands was given. */
export function isToldBy({ type, messages }: ErrorEntry, shown: readonly string[], commands: readonly { readonly type: string }[]): boolean {
  return commands.some((command) => command.type === type) && messages.join('\n') === shown.join('\n');
}

/** Whether a read had no answer at all, and that in the words which are shown. */
export function isOutage(error: ErrorEntry, shown: readonly string[]): boolean {
  return isRead(error, 0, shown);
}

/** Whether a read found nothing, and said so in these words. */
export function isMissing(error: ErrorEntry, shown: readonly string[]): boolean {
  return isRead(error, 404, shown);
}

function isRead({ method, status, messages }: ErrorEntry, answer: number, shown: readonly string[]): boolean {
  return method === 'GET' && status === answer && messages.join('\n') === shown.join('\n');
}

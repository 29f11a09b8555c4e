import { useLayoutEffect, useRef } from 'react';
import { builtIn } from '../../commands/changes/undoRedo.ts';
import { withoutField } from '../../domain/errors.ts';
import { useDispatch } from '../../kernel/react.tsx';
import type { PendingCommand } from '../../kernel/state.ts';
import { useKernelState, useView } from './appState.ts';
import { keepRefused, useRefusedSaves } from './refusedSaves.ts';

/** An act of the page in view that the server did not take, as a whole: a paste, a shift, a time typed into a sheet. */
interface ShownAct {
  readonly id: string;
  readonly label: string;
  readonly message: string;
  again(): void;
  forget(): void;
}

/**
 * Keeps the acts of one command that the server refused, with what they were to do: they are told on their page with Retry, and
 * not in the corner, and the status strip does not say that all is saved.
 */
export function useRefusedActs({ type }: { readonly type: string }): readonly ShownAct[] {
  const dispatch = useDispatch();
  const path = useView((view) => view.location.path);
  const pending = useKernelState((state) => state.pending.filter((one) => one.type === type && one.mode === 'do'), sameCommands);
  const errors = useKernelState((state) => state.errors);
  const known = useRef<ReadonlyMap<string, { readonly command: PendingCommand; readonly path: string }>>(new Map());

  useLayoutEffect(() => {
    const under = new Set(pending.map(({ id }) => id));
    for (const [id, { command, path: at }] of known.current) {
      if (under.has(id)) continue;
      const failure = errors.find((error) => error.root === command.root && error.type === type && error.label === command.label);
      if (!failure) continue;
      const message = failure.messages.map(withoutField).join(' ');
      const again = { type, payload: command.payload };
      keepRefused(`${at} ${id}`, { path: at, label: command.label, message, again });
      dispatch(builtIn.clearErrors({ id: failure.id }));
    }
    known.current = new Map(pending.map((command) => [command.id, known.current.get(command.id) ?? { command, path }]));
  }, [pending, errors, path, type, dispatch]);

  return [...useRefusedSaves()].flatMap(([id, kept]) => {
    if (!('again' in kept) || kept.path !== path || kept.again.type !== type) return [];
    const { label, message, again } = kept;
    const forget = (): void => keepRefused(id, undefined);
    return [{ id, label, message, forget, again: () => (forget(), void dispatch(again)) }];
  });
}

function sameCommands(a: readonly PendingCommand[], b: readonly PendingCommand[]): boolean {
  return a.length === b.length && a.every(({ id }, i) => id === b[i]?.id);
}

import { useLayoutEffect, useRef } from 'react';
import { builtIn } from '../../commands/changes/undoRedo.ts';
import { withoutField } from '../../domain/errors.ts';
import { useDispatch } from '../../kernel/react.tsx';
import type { ErrorEntry, PendingCommand } from '../../kernel/state.ts';
import { useKernelState, useView } from './appState.ts';
import { keepRefused, keepSent, useKeptActs, useSentSaves } from './refusedSaves.ts';
import { isAttempt, isOf } from './useSubmit.ts';

/** Follows texts and acts to their end, wherever the user has gone meanwhile, and keeps those that are refused. Nothing is drawn. */
export function SavesFollower(): null {
  const dispatch = useDispatch();
  const path = useView((view) => view.location.path);
  const pending = useKernelState((state) => state.pending);
  const errors = useKernelState((state) => state.errors);
  const saves = useSentSaves();
  const kept = useKeptActs();
  const sentAs = useRef(new Map<string, PendingCommand>());
  const acts = useRef<ReadonlyMap<string, { readonly command: PendingCommand; readonly path: string }>>(new Map());

  useLayoutEffect(() => {
    const takeMessage = ({ id, messages }: ErrorEntry): string => {
      // shown at the field: not in a toast as well
      dispatch(builtIn.clearErrors({ id }));
      return messages.map(withoutField).join(' ');
    };

    for (const [id, { key, ...save }] of saves) {
      const under = pending.find((one) => isAttempt(one, id));
      if (under) {
        sentAs.current.set(id, under);
        continue;
      }
      const failure = errors.find((error) => isOf(error, id, sentAs.current.get(id)));
      sentAs.current.delete(id);
      keepSent(id, undefined);
      if (failure) keepRefused(key, { ...save, message: takeMessage(failure) });
    }

    const under = pending.filter(({ type, mode }) => mode === 'do' && kept.has(type));
    for (const [id, { command, path: at }] of acts.current) {
      if (under.some((one) => one.id === id)) continue;
      const { root, type, label, payload } = command;
      const failure = errors.find((error) => error.root === root && error.type === type && error.label === label);
      if (failure) keepRefused(`${at} ${id}`, { path: at, label, message: takeMessage(failure), again: { type, payload } });
    }
    acts.current = new Map(under.map((command) => [command.id, acts.current.get(command.id) ?? { command, path }]));
  }, [saves, kept, pending, errors, path, dispatch]);
  return null;
}

import { useLayoutEffect, useRef, useState } from 'react';
import { builtIn } from '../../commands/changes/undoRedo.ts';
import { withoutField } from '../../domain/errors.ts';
import { useDispatch } from '../../kernel/react.tsx';
import type { ErrorEntry } from '../../kernel/state.ts';
import { useKernelState, useView } from './appState.ts';
import { keepRefused, type RefusedSave, useRefusedSaves } from './refusedSaves.ts';

interface Sent {
  /** Id of the command's record. */
  readonly id: string;
  readonly text: string;
  readonly from: RefusedSave['from'];
  readonly errorsBefore: ReadonlySet<string>;
}

/** What becomes of a field's save: the refused text, if there is one, and the two things to do about it. */
interface Save {
  readonly refused: RefusedSave | undefined;
  /** Follows a command from now on; its failure comes back as `refused`. */
  follow(id: string, text: string, from: RefusedSave['from']): void;
  /** Forgets what was refused. */
  forget(): void;
}

/** Follows the saves of the field called `label` at the present address. */
export function useSave(label: string): Save {
  const dispatch = useDispatch();
  const path = useView((view) => view.location.path);
  const key = `${path} ${label}`;
  const refused = useRefusedSaves().get(key);
  const [sent, setSent] = useState<Sent>();
  const known = useRef<{ readonly id: string; readonly type: string; readonly label: string }>(undefined);
  const errors = useKernelState((state) => state.errors);
  const pending = useKernelState((state) => state.pending.find((one) => one.id === sent?.id));

  useLayoutEffect(() => {
    if (!sent) return;
    if (pending) {
      known.current = pending;
      return;
    }
    const failure = errors.find((error) => !sent.errorsBefore.has(error.id) && isOf(error, known.current, sent.id));
    setSent(undefined);
    if (!failure) return keepRefused(key, undefined);
    keepRefused(key, { path, label, text: sent.text, from: sent.from, message: failure.messages.map(withoutField).join(' ') });
    // told at the field: not a second time in the corner
    dispatch(builtIn.clearErrors({ id: failure.id }));
  }, [sent, pending, errors, key, path, label, dispatch]);

  return {
    refused,
    follow: (id, text, from) => setSent({ id, text, from, errorsBefore: new Set(errors.map((error) => error.id)) }),
    forget: () => keepRefused(key, undefined),
  };
}

/** Whether an error was told of that command: by its words, or, where it was refused before it was sent, by having come at once. */
function isOf(error: ErrorEntry, command: { readonly id: string; readonly type: string; readonly label: string } | undefined, id: string): boolean {
  if (command?.id !== id) return error.kind === 'refused';
  return error.type === command.type && error.label === command.label;
}

import { z } from 'zod';
import type { CommandInput } from './command.ts';
import { markStale, redo, undo } from './history.ts';
import { addError, changeEntry, followOf, followWithTask, historyOf, refuse, released, takePending, takeTask, type Fold } from './fold.ts';

/** What the commands every kernel knows take. */
export const builtInPayloads = {
  'history.undo': z.object({ scope: z.string(), anyway: z.boolean().optional() }),
  'history.redo': z.object({ scope: z.string(), anyway: z.boolean().optional() }),
  'history.undoEntry': z.object({ scope: z.string(), entry: z.string(), anyway: z.boolean().optional(), along: z.boolean().optional() }),
  'conflict.theirs': z.object({ id: z.string() }),
  'conflict.mine': z.object({ id: z.string() }),
  'errors.clear': z.object({ id: z.string().optional() }),
} as const;

/** Takes back the last act of a scope; `anyway` even where somebody else has changed the same since. */
export const undoLast = (payload: z.infer<(typeof builtInPayloads)['history.undo']>): CommandInput => ({ type: 'history.undo', payload });
/** Does again what was undone last in a scope. */
export const redoLast = (payload: z.infer<(typeof builtInPayloads)['history.redo']>): CommandInput => ({ type: 'history.redo', payload });
/** Takes back one entry out of order; `along` with the later ones that are in its way. */
export const undoEntry = (payload: z.infer<(typeof builtInPayloads)['history.undoEntry']>): CommandInput => ({ type: 'history.undoEntry', payload });
/** Settles a conflict: what somebody else has made of it stays. */
export const keepTheirs = (payload: { id: string }): CommandInput => ({ type: 'conflict.theirs', payload });
/** Settles a conflict: mine is applied anyway, by a new command. */
export const applyMine = (payload: { id: string }): CommandInput => ({ type: 'conflict.mine', payload });
/** Clears one error, or all. */
export const clearErrors = (payload: { id?: string } = {}): CommandInput => ({ type: 'errors.clear', payload });

const Fault = z.object({
  of: z.string(),
  message: z.string(),
  type: z.string().optional(),
  command: z.string().optional(),
  asked: z.string().optional(),
});
const Refused = z.object({ code: z.string(), message: z.string() });

/** Folds a command or event that every kernel knows. */
export function stepBuiltIn<S>(fold: Fold<S>): void {
  const { type, payload, id, at, root } = fold.record;
  switch (type) {
    case 'history.undo':
      return undo(fold, builtInPayloads[type].parse(payload));
    case 'history.undoEntry':
      return undo(fold, builtInPayloads[type].parse(payload));
    case 'history.redo':
      return redo(fold, builtInPayloads[type].parse(payload));
    case 'conflict.theirs':
      return settleConflict(fold, builtInPayloads[type].parse(payload).id, false);
    case 'conflict.mine':
      return settleConflict(fold, builtInPayloads[type].parse(payload).id, true);
    case 'errors.clear': {
      const { id: one } = builtInPayloads[type].parse(payload);
      fold.errors = one === undefined ? [] : fold.errors.filter((e) => e.id !== one);
      return;
    }
    case 'core.fault':
      return stepFault(fold);
    case 'core.hash':
      return;
    default: {
      const { code, message } = Refused.parse(payload);
      addError(fold, { id, root, kind: 'refused', type: type.replace(/\.refused$/, ''), label: '', messages: [message], at, code });
    }
  }
}

/** A declaration threw, or a record made no sense: what waited for it is released, and the fault is shown. */
function stepFault<S>(fold: Fold<S>): void {
  const { record } = fold;
  const { message, type, command, asked } = Fault.parse(record.payload);
  const pending = takePending(fold, command);
  const task = takeTask(fold, asked);
  const { scope, entry } = pending ?? task ?? {};
  if (scope !== undefined && entry !== undefined) changeEntry(fold, scope, entry, released);
  addError(fold, {
    id: record.id,
    root: record.root,
    kind: 'fault',
    type: type ?? '',
    label: pending?.label ?? '',
    messages: [message],
    at: record.at,
  });
}

function hasEntry<S>(fold: Fold<S>, scope: string, id: string): boolean {
  const { undo: done, redo: undone } = historyOf(fold, scope);
  return [...done, ...undone].some((e) => e.id === id);
}

function settleConflict<S>(fold: Fold<S>, id: string, mine: boolean): void {
  const conflict = fold.conflicts.find((c) => c.id === id);
  if (!conflict) return refuse(fold, 'conflict.settled', 'This has been settled already');
  fold.conflicts = fold.conflicts.filter((c) => c !== conflict);
  const { type, scope, gesture, theirs, touches, mode, entry } = conflict;
  if (!mine) return markStale(fold, touches, 'Somebody else has changed it since');
  const meaning = fold.catalogue.meaning(type);
  if (meaning?.is !== 'command') return refuse(fold, 'conflict.unknown', 'This command is no longer known');
  const payload = meaning.command.rebase?.(conflict.mine, theirs) ?? conflict.mine;
  const follow = {
    ...followOf(fold, 'command', { type, payload }),
    ...(gesture !== undefined && { gesture }),
    ...(scope !== undefined && { scope }),
  };
  const still = scope !== undefined && entry !== undefined && hasEntry(fold, scope, entry);
  if (still) changeEntry(fold, scope, entry, (e) => Object.freeze({ ...e, busy: true }));
  followWithTask(fold, { mode: still ? mode : 'do', attempt: 0, ...(still && { entry }), ...(scope !== undefined && { scope }) }, follow);
}

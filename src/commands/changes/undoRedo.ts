/** Undo and redo as the screens use them: what they would do, the list behind them, and the commands themselves. */
import { applyMine, clearErrors, keepTheirs, redoLast, undoEntry, undoLast } from '../../kernel/builtIn.ts';
import { historyLines, nextRedo, nextUndo } from '../../kernel/history.ts';
import type { HistoryLine, KernelState, NextStep } from '../../kernel/state.ts';
import type { AppState } from '../../projections/state.ts';

/** Commands that every kernel knows, for screens that may not reach into it. */
export const builtIn = { undoLast, redoLast, undoEntry, keepTheirs, applyMine, clearErrors } as const;

/** What undo and redo would do in a scope; absent where there is nothing. */
export function undoSteps(state: KernelState<AppState>, scope: string): { readonly undo?: NextStep; readonly redo?: NextStep } {
  const undo = nextUndo(state, scope);
  const redo = nextRedo(state, scope);
  return { ...(undo && { undo }), ...(redo && { redo }) };
}

/** The undo list of a scope, newest first, with what stands in each entry's way. */
export function undoList(state: KernelState<AppState>, scope: string): readonly HistoryLine[] {
  return historyLines(state, scope);
}

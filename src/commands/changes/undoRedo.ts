/** Undo and redo as the screens use them: what they would do, the list behind them, and the commands themselves. */
import { applyMine, clearErrors, keepTheirs, redoLast, undoEntry, undoLast } from '../../kernel/builtIn.ts';
import { historyLines, nextRedo, nextUndo } from '../../kernel/history.ts';
import type { HistoryLine, KernelState, NextStep } from '../../kernel/state.ts';
import { changeLogAt, draftsOf } from '../../projections/changeLog.ts';
import type { AppState } from '../../projections/state.ts';
import { presentPlace, undoScopeOf } from '../../projections/versions.ts';

/** Commands that every kernel knows, for screens that may not reach into it. */
export const builtIn = { undoLast, redoLast, undoEntry, keepTheirs, applyMine, clearErrors } as const;

/** The version whose acts are undone now: the one in view; in the change log of a database the draft that was changed last from here. */
export function versionToUndoIn({ view, history, pending }: KernelState<AppState>): number | undefined {
  const { versionId } = presentPlace(view);
  const at = versionId === undefined ? changeLogAt(view.location) : undefined;
  if (at?.databaseId === undefined) return versionId;
  const lastIn = (scope: string): number =>
    [...(history[scope]?.undo ?? []), ...(history[scope]?.redo ?? []), ...pending.filter((one) => one.scope === scope)].reduce(
      (last, { seq }) => Math.max(last, seq),
      -1,
    );
  return draftsOf(view, at.databaseId)
    .map(({ Id }) => ({ id: Id, last: lastIn(undoScopeOf(Id)) }))
    .filter(({ last }) => last >= 0)
    .toSorted((a, b) => b.last - a.last)[0]?.id;
}

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

import { useLayoutEffect } from 'react';
import { builtIn } from '../../commands/changes/undoRedo.ts';
import type { AnyCommand } from '../../kernel/command.ts';
import { useDispatch } from '../../kernel/react.tsx';
import type { AppState } from '../../projections/state.ts';
import { useKernelState } from './appState.ts';

/** Failures of these commands stand in the form that sent them: for as long as it is open they are not told in the corner too. */
export function useToldHere(...commands: readonly AnyCommand<AppState>[]): void {
  const dispatch = useDispatch();
  const errors = useKernelState((state) => state.errors);
  useLayoutEffect(() => {
    for (const { id, type } of errors) if (commands.some((command) => command.type === type)) dispatch(builtIn.clearErrors({ id }));
  }, [errors, dispatch, commands]);
}

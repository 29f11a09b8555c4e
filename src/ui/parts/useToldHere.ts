import { useLayoutEffect } from 'react';
import { builtIn } from '../../commands/changes/undoRedo.ts';
import { useDispatch } from '../../kernel/react.tsx';
import { useKernelState } from './appState.ts';

/** A failure of these commands whose messages a form shows is not told in the corner too. One that the form does not know of is. */
export function useToldHere(shown: readonly string[], ...commands: readonly { readonly type: string }[]): void {
  const dispatch = useDispatch();
  const errors = useKernelState((state) => state.errors);
  useLayoutEffect(() => {
    const words = shown.join('\n');
    for (const { id, type, messages } of errors)
      if (commands.some((command) => command.type === type) && messages.join('\n') === words) dispatch(builtIn.clearErrors({ id }));
  }, [errors, dispatch, shown, commands]);
}

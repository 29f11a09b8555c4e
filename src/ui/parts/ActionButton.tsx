import type { ReactNode } from 'react';
import type { AnyCommand } from '../../kernel/command.ts';
import { useDispatch } from '../../kernel/react.tsx';
import type { KernelState } from '../../kernel/state.ts';
import type { AppState } from '../../projections/state.ts';
import { actionOf, sameAction } from './actions.ts';
import { useKernelState } from './appState.ts';
import { iconOf } from './icons.ts';
import { isSecondClick, noteClick } from './secondClick.ts';
import { WhyButton } from './WhyButton.tsx';
import { texts } from './texts.ts';

interface ActionButtonProps {
  /** A command that declares an action; its label, icon and key are the button's. */
  readonly of: AnyCommand<AppState>;
  readonly label?: string;
  readonly iconOnly?: boolean;
  readonly active?: boolean;
  readonly variant?: 'default' | 'filled' | 'light' | 'subtle';
  readonly color?: string;
  readonly fullWidth?: boolean;
  readonly compact?: boolean;
  /** The action as it would stand at another address: for a row of a list that is not opened. */
  readonly at?: string;
  /** Why it cannot be used now, where the screen knows more than the action. */
  readonly why?: string | undefined;
}

/** The button of a command's action: disabled with its reason, named and keyed as the palette has it. */
export function ActionButton({ of, label, at, why, ...look }: ActionButtonProps): ReactNode {
  const dispatch = useDispatch();
  const action = useKernelState((state) => actionOf(of, at === undefined ? state : movedTo(state, at)), sameAction);
  if (!action) throw new Error(`${of.type} declares no action`);
  const { run } = action;
  return (
    <WhyButton
      label={label ?? action.title}
      icon={iconOf(action.icon)}
      why={action.why ?? why}
      shortcut={action.keys[0]}
      onClick={() => {
        if (!run || !('dispatch' in run)) return;
        if (action.group === texts.version && isSecondClick()) return;
        if (action.group === texts.version) noteClick();
        dispatch(run.dispatch);
      }}
      {...look}
    />
  );
}

function movedTo(state: KernelState<AppState>, path: string): KernelState<AppState> {
  return { ...state, view: { ...state.view, location: { path, search: '' } } };
}

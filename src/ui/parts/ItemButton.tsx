import type { ReactNode } from 'react';
import { useDispatch } from '../../kernel/react.tsx';
import { sameAction } from './actions.ts';
import { useKernelState } from './appState.ts';
import { iconOf } from './icons.ts';
import { createAction, type ItemKind, removeAction } from './itemActions.ts';
import { WhyButton } from './WhyButton.tsx';

interface ItemButtonProps {
  readonly of: ItemKind;
  readonly act: 'create' | 'remove';
  readonly label?: string;
  readonly iconOnly?: boolean;
  readonly compact?: boolean;
}

/** The button that makes one of a kind, or removes the one that is open; named and keyed as the palette has it. */
export function ItemButton({ of, act, label, ...look }: ItemButtonProps): ReactNode {
  const dispatch = useDispatch();
  const action = useKernelState(({ view }) => (act === 'create' ? createAction(view, of) : removeAction(view, of)), sameAction);
  const { run } = action;
  return (
    <WhyButton
      label={label ?? action.title}
      icon={iconOf(action.icon)}
      why={action.why}
      shortcut={action.keys[0]}
      onClick={() => run && 'dispatch' in run && dispatch(run.dispatch)}
      {...look}
    />
  );
}

import { createContext, type ReactNode, useCallback, useContext, useMemo, useState } from 'react';
import { useDispatch } from '../../kernel/react.tsx';
import type { Action, ScreenAct } from '../parts/actions.ts';
import { keepTyping } from './typedAhead.ts';

/** What lies over the screen: one thing at a time. */
export type Overlay = 'palette' | 'keys' | 'history' | 'news' | 'report' | 'tokens';

interface ScreenActs {
  readonly overlay: Overlay | undefined;
  show(overlay: Overlay | undefined): void;
  /** Does an action, unless it cannot be done now. */
  perform(action: Action): void;
}

const Context = createContext<ScreenActs | null>(null);

/** Lets what is below it do actions, by command or by the screen itself. */
export function ScreenActsProvider({ children }: { children: ReactNode }): ReactNode {
  const dispatch = useDispatch();
  const [overlay, show] = useState<Overlay>();

  const act = useCallback((what: ScreenAct) => {
    if (what === 'search') return document.querySelector<HTMLInputElement>('[data-search]')?.focus();
    if (what === 'palette') keepTyping();
    show((before) => (before === what ? undefined : what));
  }, []);
  const perform = useCallback(
    ({ run }: Action) => {
      if (!run) return;
      if ('dispatch' in run) dispatch(run.dispatch);
      else if ('page' in run) window.open(run.page, '_blank', 'noopener');
      else act(run.screen);
    },
    [act, dispatch],
  );
  const acts = useMemo(() => ({ overlay, show, perform }), [overlay, perform]);
  return <Context value={acts}>{children}</Context>;
}

/** Shows something over the screen; undefined on pages without the frame, over which nothing lies. */
export function useShowOverlay(): ScreenActs['show'] | undefined {
  return useContext(Context)?.show;
}

/** What the screen can do by itself. */
export function useScreenActs(): ScreenActs {
  const acts = useContext(Context);
  if (!acts) throw new Error('There is no ScreenActsProvider above this component');
  return acts;
}

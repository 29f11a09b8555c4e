import type { ComponentPropsWithRef, ReactNode } from 'react';
import { useCallback } from 'react';
import { Link as WouterLink, Router } from 'wouter';
import { openPlace } from '../../commands/shell/openPlace.ts';
import { useDispatch } from '../../kernel/react.tsx';
import { useView } from './appState.ts';

/**
 * A link inside the product: a real address (new tab, copy, middle click), opened by a command on a plain click.
 * `to` is an address from `dataPath`, with its query where there is one.
 */
export function Link({ to, replace, ...rest }: { to: string; replace?: boolean } & Omit<ComponentPropsWithRef<'a'>, 'href'>): ReactNode {
  return <WouterLink {...rest} href={to} {...(replace === undefined ? {} : { replace })} />;
}

/** Gives the links below it the location of the state in place of the browser's own. */
export function Navigation({ children }: { children: ReactNode }): ReactNode {
  return (
    // wouter takes its hooks as values and calls them itself
    // oxlint-disable-next-line react/hooks
    <Router hook={useStateLocation} searchHook={useStateSearch}>
      {children}
    </Router>
  );
}

/** Opens an address from code: `open('/data/db/demo', '?Name=x')`. */
export function useOpenPlace(): (path: string, search?: string, options?: { replace?: boolean }) => void {
  const dispatch = useDispatch();
  return useCallback(
    (path, search = '', { replace } = {}) => {
      dispatch(openPlace({ path, search, ...(replace === undefined ? {} : { replace }) }));
    },
    [dispatch],
  );
}

function useStateLocation(): [string, (to: string, options?: { replace?: boolean }) => void] {
  const path = useView((view) => view.location.path);
  const open = useOpenPlace();
  const navigate = useCallback(
    (to: string, options?: { replace?: boolean }) => {
      const at = to.indexOf('?');
      const [target, search] = at < 0 ? [to, ''] : [to.slice(0, at), to.slice(at)];
      open(target, search, options?.replace === undefined ? {} : { replace: options.replace });
    },
    [open],
  );
  return [path, navigate];
}

function useStateSearch(): string {
  return useView((view) => view.location.search.replace(/^\?/, ''));
}

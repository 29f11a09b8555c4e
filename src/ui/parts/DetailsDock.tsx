import { createContext, type ReactNode, type RefObject, useCallback, useContext, useLayoutEffect, useMemo, useRef, useState } from 'react';
import classes from './Details.module.css';

interface Dock {
  readonly host: HTMLElement | null;
  /** Width in px of the part of the map that open details cover; 0 while none are open. */
  readonly inset: number;
  setHost(host: HTMLElement | null): void;
  /** Measures again what is covered: details were opened or closed. */
  measure(): void;
}

const NO_DOCK: Dock = { host: null, inset: 0, setHost: () => {}, measure: () => {} };

const Context = createContext<Dock>(NO_DOCK);

/** Gives what is below it a place at the right edge of the map for the details of one thing. `map` is the box that may be covered. */
export function DetailsDockProvider({ map, children }: { map: RefObject<HTMLElement | null>; children: ReactNode }): ReactNode {
  const [host, setHost] = useState<HTMLElement | null>(null);
  const [inset, setInset] = useState(0);
  const measure = useCallback(() => {
    const covered = map.current?.getBoundingClientRect();
    const panel = host?.getBoundingClientRect();
    // a sheet at the foot leaves the middle of the map to be seen
    const isSheet = covered && panel && panel.top > covered.top + 1;
    const over = covered && !isSheet && panel && panel.width > 0 && covered.width > 0 ? covered.right - Math.max(panel.left, covered.left) : 0;
    setInset(panel && covered && panel.right > covered.left + 1 ? Math.max(0, Math.round(over)) : 0);
  }, [host, map]);
  useLayoutEffect(() => {
    if (!host) return undefined;
    const watcher = new ResizeObserver(measure);
    watcher.observe(host);
    if (map.current) watcher.observe(map.current);
    return () => watcher.disconnect();
  }, [host, map, measure]);
  const dock = useMemo(() => ({ host, inset, setHost, measure }), [host, inset, measure]);
  return <Context value={dock}>{children}</Context>;
}

/** The place itself; empty and invisible while no details are open. */
export function DetailsHost(): ReactNode {
  const { setHost } = useContext(Context);
  return <div ref={setHost} className={classes['dock']} />;
}

/** Width in px of what open details cover of the map. */
export function useDetailsInset(): number {
  return useContext(Context).inset;
}

/** Where `Details` are drawn: the host, and a layout effect that tells the map of them before anything is painted. */
export function useDock(): HTMLElement | null {
  const { host, measure } = useContext(Context);
  const latest = useRef(measure);
  useLayoutEffect(() => {
    latest.current = measure;
  });
  useLayoutEffect(() => {
    latest.current();
    return () => latest.current();
  }, [host]);
  return host;
}

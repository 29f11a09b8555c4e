/** Colleagues in the same database, for screens; nobody in a recording. */
import { useContext, useEffect, useSyncExternalStore } from 'react';
import type { Colleague, PresenceFocus } from '../../domain/presence.ts';
import { type PresencePort, PortsContext } from '../ports.tsx';

/** Presence where nobody else is. */
export const NO_PRESENCE: PresencePort = {
  colleagues: () => NOBODY,
  subscribe: () => () => undefined,
  focus: () => undefined,
  followed: () => undefined,
  follow: () => undefined,
};

const NOBODY: readonly Colleague[] = [];

export function usePresence(): PresencePort {
  return useContext(PortsContext)?.presence ?? NO_PRESENCE;
}

/** What a selector reads of the colleagues: it answers a plain value, or an object of theirs. */
export function useColleagues<T>(select: (colleagues: readonly Colleague[], followed: string | undefined) => T): T {
  const presence = usePresence();
  return useSyncExternalStore(presence.subscribe, () => select(presence.colleagues(), presence.followed()));
}

export function everybody(colleagues: readonly Colleague[]): readonly Colleague[] {
  return colleagues;
}

/** Says what has the focus for as long as the caller is there and says so. */
export function usePresenceFocus(focus: PresenceFocus | undefined): void {
  const presence = usePresence();
  const text = JSON.stringify(focus ?? {});
  useEffect(() => {
    const parts: PresenceFocus = focus ?? {};
    presence.focus(parts);
    return () => presence.focus(Object.fromEntries(Object.keys(parts).map((part) => [part, undefined])));
    // compared by its text: callers make it anew at every render
    // eslint-disable-next-line react/exhaustive-deps
  }, [presence, text]);
}

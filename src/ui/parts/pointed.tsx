/** What the pointer or the keys rest on in a list, for the map beside it. */
import { createContext, type PointerEvent, type ReactNode, useCallback, useContext, useEffect, useMemo, useState } from 'react';
import type { Listed } from '../../projections/onMap.ts';

type Point = (on: Listed | undefined) => void;

const Pointed = createContext<Listed | undefined>(undefined);
const Pinned = createContext<readonly Listed[]>([]);
const PinContext = createContext<(on: readonly Listed[]) => void>(() => {});
const PointContext = createContext<Point>(() => {});

/** Keeps what the lists below it point at. */
export function PointedProvider({ children }: { children: ReactNode }): ReactNode {
  const [pointed, point] = useState<Listed>();
  const [pinned, pin] = useState<readonly Listed[]>(NONE);
  return (
    <PointContext value={point}>
      <PinContext value={pin}>
        <Pinned value={pinned}>
          <Pointed value={pointed}>{children}</Pointed>
        </Pinned>
      </PinContext>
    </PointContext>
  );
}

/** What is pointed at now. */
export function usePointed(): Listed | undefined {
  return useContext(Pointed);
}

const NONE: readonly Listed[] = [];

/** What is shown on the map beside its own marks: what is pointed at, else what was pinned. */
export function useShownOnMap(): readonly Listed[] {
  const pointed = usePointed();
  const pinned = useContext(Pinned);
  return useMemo(() => (pointed ? [pointed] : pinned), [pointed, pinned]);
}

/** Keeps things on the map for as long as the caller is there. */
export function usePinned(on: readonly Listed[] | undefined): void {
  const pin = useContext(PinContext);
  useEffect(() => {
    if (!on) return undefined;
    pin(on);
    return () => pin(NONE);
  }, [pin, on]);
}

/** Points at something, or at nothing; what a list pointed at goes with the list. */
export function usePoint(): Point {
  const point = useContext(PointContext);
  useEffect(() => () => point(undefined), [point]);
  return point;
}

/** Handlers for something beside the map that stands for something on it. */
export function usePointing(): (on: Listed) => {
  readonly onPointerEnter: (event: PointerEvent) => void;
  readonly onPointerLeave: () => void;
  readonly onFocus: () => void;
  readonly onBlur: () => void;
} {
  const point = usePoint();
  return useCallback(
    (on) => ({
      // a finger does not rest on anything before it presses
      onPointerEnter: (event) => event.pointerType !== 'touch' && point(on),
      onPointerLeave: () => point(undefined),
      onFocus: () => point(on),
      onBlur: () => point(undefined),
    }),
    [point],
  );
}

/** What the pointer or the keys rest on in a list, for the map beside it. */
import { createContext, type PointerEvent, type ReactNode, useCallback, useContext, useEffect, useState } from 'react';
import type { Listed } from '../../projections/onMap.ts';

type Point = (on: Listed | undefined) => void;

const Pointed = createContext<Listed | undefined>(undefined);
const PointContext = createContext<Point>(() => {});

/** Keeps what the lists below it point at. */
export function PointedProvider({ children }: { children: ReactNode }): ReactNode {
  const [pointed, point] = useState<Listed>();
  return (
    <PointContext value={point}>
      <Pointed value={pointed}>{children}</Pointed>
    </PointContext>
  );
}

/** What is pointed at now. */
export function usePointed(): Listed | undefined {
  return useContext(Pointed);
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

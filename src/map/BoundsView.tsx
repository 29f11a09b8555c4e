import { type KeyboardEvent, type PointerEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { type Bounds, type Coordinate, formatCoordinate } from '../domain/coordinate.ts';
import { lookAt, onMap, onMapCorner } from './boundsLook.ts';
import { isRefusal, type MapEngine } from './engine/mapEngine.ts';
import { type CodePort, openEngine } from './engine/openEngine.ts';
import type { MapSettings } from './engine/tileChoices.ts';
import './boundsView.css';
import { MapFailure } from './MapFailure.tsx';
import { middleOf } from './viewport.ts';

type Corner = 'NorthEast' | 'SouthWest';

export interface BoundsViewProps {
  readonly bounds: Bounds;
  readonly look: { readonly request: number; readonly at: Coordinate | null };
  readonly readOnly: boolean;
  readonly theme: 'light' | 'dark';
  readonly settings: MapSettings;
  readonly code: CodePort;
  readonly onMove: (corner: Corner, to: Coordinate) => void;
  readonly onReload: () => void;
}

/** Pixels that an arrow key moves a corner by. */
const KEY_STEP = 8;

/** A map with a box whose corners can be dragged, or moved by the arrow keys. */
export function BoundsView({ bounds, look, readOnly, theme, settings, code, onMove, onReload }: BoundsViewProps): ReactNode {
  const surface = useRef<HTMLDivElement>(null);
  const [engine, setEngine] = useState<MapEngine>();
  const [failed, setFailed] = useState(false);
  const [missing, setMissing] = useState(false);
  const [, setMoved] = useState(0);
  const [dragged, setDragged] = useState<{ readonly corner: Corner; readonly to: Coordinate }>();
  const opening = useRef({ bounds, settings, theme });

  useEffect(() => {
    const container = surface.current;
    if (!container) return undefined;
    let closed = false;
    let close = (): void => undefined;
    const first = opening.current;
    openEngine(container, first.settings, { theme: first.theme, tiles: 'default-tile' }, { center: middleOf(first.bounds), zoom: 2 }, code, () =>
      setMissing(true),
    ).then(
      (opened) => {
        if (closed) return opened.destroy();
        setMissing(false);
        const stop = opened.onView(() => setMoved((count) => count + 1));
        const stopFaults = opened.onFault((message) => {
          if (isRefusal(opened.caps, message)) setFailed(true);
        });
        close = () => {
          stop();
          stopFaults();
          opened.destroy();
        };
        setEngine(opened);
      },
      () => !closed && setFailed(true),
    );
    return () => {
      closed = true;
      setEngine(undefined);
      close();
    };
  }, [code]);

  useEffect(() => engine?.setBase({ theme, tiles: 'default-tile' }), [engine, theme]);
  const latest = useRef(bounds);
  useEffect(() => {
    latest.current = bounds;
  });
  useEffect(() => {
    if (!engine) return;
    engine.look(lookAt(look.at, latest.current));
    setMoved((count) => count + 1);
  }, [engine, look]);

  if (failed) return <MapFailure onReload={onReload} />;
  const shown = dragged ? { ...bounds, [dragged.corner]: dragged.to } : bounds;
  return (
    <div className="bounds-view" data-theme={theme}>
      <div ref={surface} className="bounds-surface" />
      {missing && <MapFailure waits onReload={onReload} />}
      {engine && (
        <>
          <Box engine={engine} bounds={shown} />
          {CORNERS.map(({ corner, label }) => (
            <CornerMarker
              key={corner}
              engine={engine}
              label={label}
              at={shown[corner]}
              readOnly={readOnly}
              onDrag={(to) => setDragged(to && { corner, to })}
              onDrop={(to) => {
                setDragged(undefined);
                onMove(corner, to);
              }}
            />
          ))}
        </>
      )}
    </div>
  );
}

const CORNERS: readonly { readonly corner: Corner; readonly label: string }[] = [
  { corner: 'NorthEast', label: 'North east corner' },
  { corner: 'SouthWest', label: 'South west corner' },
];

function Box({ engine, bounds }: { engine: MapEngine; bounds: Bounds }): ReactNode {
  const { NorthEast, SouthWest } = onMap(bounds);
  const from = engine.project({ Lat: NorthEast.Lat, Lng: SouthWest.Lng });
  const to = engine.project({ Lat: SouthWest.Lat, Lng: NorthEast.Lng });
  return (
    <div
      className="bounds-box"
      style={{ transform: `translate(${from.x}px, ${from.y}px)`, width: Math.max(0, to.x - from.x), height: Math.max(0, to.y - from.y) }}
    />
  );
}

interface CornerMarkerProps {
  readonly engine: MapEngine;
  readonly label: string;
  readonly at: Coordinate;
  readonly readOnly: boolean;
  readonly onDrag: (to: Coordinate | undefined) => void;
  readonly onDrop: (to: Coordinate) => void;
}

function CornerMarker({ engine, label, at, readOnly, onDrag, onDrop }: CornerMarkerProps): ReactNode {
  const point = engine.project(onMapCorner(at));
  const marker = useRef<HTMLButtonElement>(null);
  const held = useRef(false);
  const placeOf = (event: PointerEvent): Coordinate | undefined => {
    const frame = marker.current?.parentElement?.getBoundingClientRect();
    return frame && onMapCorner(engine.unproject({ x: event.clientX - frame.left, y: event.clientY - frame.top }));
  };
  const byKey = (event: KeyboardEvent): void => {
    const step = STEPS[event.code];
    if (!step || readOnly) return;
    event.preventDefault();
    event.stopPropagation();
    onDrop(onMapCorner(engine.unproject({ x: point.x + step[0] * KEY_STEP, y: point.y + step[1] * KEY_STEP })));
  };
  return (
    <button
      ref={marker}
      type="button"
      className="bounds-corner"
      aria-label={`${label} ${formatCoordinate(at)}`}
      aria-disabled={readOnly}
      title={readOnly ? 'You have read-only rights' : `${label}: drag it, or use the arrow keys`}
      style={{ transform: `translate(${point.x}px, ${point.y}px)` }}
      onKeyDown={byKey}
      onPointerDown={(event) => {
        if (readOnly || event.button !== 0) return;
        held.current = true;
        event.currentTarget.setPointerCapture(event.pointerId);
      }}
      onPointerMove={(event) => held.current && onDrag(placeOf(event))}
      onPointerUp={(event) => {
        if (!held.current) return;
        held.current = false;
        const to = placeOf(event);
        if (to) onDrop(to);
        else onDrag(undefined);
      }}
      onPointerCancel={() => {
        held.current = false;
        onDrag(undefined);
      }}
    />
  );
}

const STEPS: Readonly<Record<string, readonly [x: number, y: number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

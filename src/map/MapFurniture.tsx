import { useEffect, useState, type ReactNode } from 'react';
import type { MapEngine } from './engine/mapEngine.ts';
import { detailZoom, metresPerPixel, scaleBar, type MapExtent } from './viewport.ts';

/** What a click on the map says below zoom 13, where it can hit nothing. */
export const zoomHint = 'Zoom in closer to the map to be able to click on data';

/** Scale, credits, zoom buttons and the hint at the bottom centre. */
export function MapFurniture({
  engine,
  hint,
  hasData,
  attribution,
  fault,
}: {
  readonly engine: Pick<MapEngine, 'caps' | 'view' | 'onView' | 'onPointer' | 'zoomBy'>;
  readonly hint: string | undefined;
  readonly hasData: boolean;
  readonly attribution: string;
  readonly fault: string | undefined;
}): ReactNode {
  const view = useExtent(engine);
  const scale = scaleBar(metresPerPixel(view.center.Lat, view.zoom), 110);
  const clicked = useClickTooFar(engine);
  const hints = [hint, hasData && clicked && view.zoom < detailZoom ? zoomHint : undefined].filter((text) => text !== undefined);
  return (
    <>
      <div className="map-zoom">
        <button type="button" aria-label="Zoom in" title="Zoom in" onClick={() => engine.zoomBy(1)}>
          +
        </button>
        <button type="button" aria-label="Zoom out" title="Zoom out" onClick={() => engine.zoomBy(-1)}>
          −
        </button>
      </div>
      <div className="map-scale" style={{ width: Math.round(scale.px) }}>
        {scale.label}
      </div>
      <div className="map-hint" role="status">
        {hints.map((text) => (
          <span key={text}>{text}</span>
        ))}
      </div>
      <div className="map-credits">
        {fault === undefined ? null : <span className="map-fault">{fault}</span>}
        {engine.caps.ownAttribution ? null : attribution}
      </div>
    </>
  );
}

/** Whether somebody clicked within the last seconds while zoomed out too far for a click to hit anything. */
function useClickTooFar(engine: Pick<MapEngine, 'view' | 'onPointer'>): boolean {
  const [clicks, setClicks] = useState(0);
  useEffect(() => engine.onPointer(({ kind }) => kind === 'click' && engine.view().zoom < detailZoom && setClicks((before) => before + 1)), [engine]);
  useEffect(() => {
    if (clicks === 0) return undefined;
    const timer = setTimeout(() => setClicks(0), HINT_TIME);
    return () => clearTimeout(timer);
  }, [clicks]);
  return clicks > 0;
}

/** Milliseconds that the zoom hint stays. */
const HINT_TIME = 4000;

function useExtent(engine: Pick<MapEngine, 'view' | 'onView'>): MapExtent {
  const [view, setView] = useState(() => engine.view());
  useEffect(() => {
    setView(engine.view());
    return engine.onView(setView);
  }, [engine]);
  return view;
}

import { useLayoutEffect, useRef, type ReactNode } from 'react';
import type { MapEngine } from './engine/mapEngine.ts';
import type { MapCoordinate } from './mapPicture.ts';
import { placePopup } from './popupPlace.ts';

/** Something shown at a place on the map. A passive one lets the pointer through (a hover popup). */
export interface MapPopup {
  readonly key: string;
  readonly at: MapCoordinate;
  readonly passive?: boolean;
  /** A mark: its middle lies at the place, in view or not. */
  readonly mark?: boolean;
  render(): ReactNode;
}

/** The popups of the map; they follow their places while the map moves, and stay in view. */
export function MapPopups({ engine, popups }: { readonly engine: MapEngine; readonly popups: readonly MapPopup[] }): ReactNode {
  return popups.map((popup) => <PlacedPopup key={popup.key} engine={engine} popup={popup} />);
}

function PlacedPopup({ engine, popup }: { readonly engine: MapEngine; readonly popup: MapPopup }): ReactNode {
  const box = useRef<HTMLDivElement>(null);
  const { Lat, Lng } = popup.at;
  useLayoutEffect(() => {
    const element = box.current;
    const map = element?.parentElement;
    if (!element || !map) return undefined;
    // Straight to the style: a state change per frame would render the popup's content again and again.
    const place = () => {
      if (popup.mark === true) {
        const { x, y } = engine.project({ Lat, Lng });
        element.style.transform = `translate(${Math.round(x - element.offsetWidth / 2)}px, ${Math.round(y - element.offsetHeight / 2)}px)`;
        return;
      }
      const { left, top, side } = placePopup(
        engine.project({ Lat, Lng }),
        { width: element.offsetWidth, height: element.offsetHeight },
        { width: map.clientWidth, height: map.clientHeight },
      );
      element.style.transform = `translate(${Math.round(left)}px, ${Math.round(top)}px)`;
      element.dataset.side = side;
    };
    place();
    const watcher = new ResizeObserver(place);
    watcher.observe(element);
    watcher.observe(map);
    const stop = engine.onView(place);
    return () => {
      stop();
      watcher.disconnect();
    };
  }, [engine, Lat, Lng, popup.mark]);
  return (
    <div ref={box} className={popup.mark ? 'map-mark' : 'map-popup'} data-passive={popup.passive ? '' : undefined}>
      {popup.render()}
    </div>
  );
}

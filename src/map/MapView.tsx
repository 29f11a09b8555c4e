import { useEffect, useLayoutEffect, useMemo, useRef, useState, type ReactNode, type RefObject } from 'react';
import { isRefusal, type MapEngine } from './engine/mapEngine.ts';
import { type CodePort, openEngine } from './engine/openEngine.ts';
import { attributionOf, providerChoices, providerOf, type MapSettings } from './engine/tileChoices.ts';
import { isLayerOn } from './layers/catalogue.ts';
import { MapFailure } from './MapFailure.tsx';
import { MapFurniture } from './MapFurniture.tsx';
import type { MapPicture } from './mapPicture.ts';
import { MapPopups, type MapPopup } from './MapPopups.tsx';
import { offerProbe } from './mapProbe.ts';
import { createMapSync, type MapSync } from './mapSync.ts';
import './mapView.css';
import { palettes } from './layers/palette.ts';
import { layLineOver } from './pointerLine.ts';
import { hearToolKeys } from './toolKeys.ts';
import type { MapSurface, MapTool } from './tools/mapTool.ts';
import { defaultCenter, defaultZoom, type MapExtent } from './viewport.ts';
import { watchSize } from './watchSize.ts';

/** What the map is given. */
export interface MapViewProps {
  readonly picture: MapPicture;
  readonly settings: MapSettings;
  readonly code: CodePort;
  /** The active tool; keep the same function while it is the same tool, another one ends the old one. */
  readonly tool: MapTool;
  /** What the active tool asks the user to do, shown at the bottom centre. */
  readonly hint?: string | undefined;
  /** The active tool works at every zoom: nobody is asked to zoom in. */
  readonly atEveryZoom?: boolean | undefined;
  readonly popups?: readonly MapPopup[];
  /** Where to look at first; later moves go through `picture.camera`. */
  readonly initialView?: Pick<MapExtent, 'center' | 'zoom'>;
  /** The view came to rest here. */
  readonly onViewChange?: (view: MapExtent) => void;
  /** An error of the map library; most are single tiles that failed to load. */
  readonly onFault?: (message: string) => void;
  /** Called by the failure panel's button; reloads the page by default. */
  readonly onReload?: () => void;
  /** Controls laid over the map at the top right, and at the top left. */
  readonly children?: ReactNode;
  readonly search?: ReactNode;
  /** Laid over the map at the bottom left. */
  readonly panel?: ReactNode;
}

/** The map: shows a picture, hands pointer and keys to the active tool, and holds popups, hint, scale and credits. */
export function MapView({
  picture,
  settings,
  code,
  tool,
  hint,
  atEveryZoom = false,
  popups = [],
  initialView,
  onViewChange,
  onFault,
  onReload,
  children,
  search,
  panel,
}: MapViewProps): ReactNode {
  const surface = useRef<HTMLDivElement>(null);
  const [opened, setOpened] = useState<{ readonly engine: MapEngine; readonly sync: MapSync }>();
  const [seen, setSeen] = useState(false);
  const [failed, setFailed] = useState(false);
  const [missing, setMissing] = useState(false);
  const [fault, setFault] = useState<string>();
  const [said, setSaid] = useState<string>();
  const latest = useRef({ picture, settings, onViewChange, onFault });
  useLayoutEffect(() => {
    latest.current = { picture, settings, onViewChange, onFault };
  });
  const lastView = useRef<Pick<MapExtent, 'center' | 'zoom'>>(initialView ?? { center: defaultCenter, zoom: defaultZoom });
  const provider = providerOf(settings);

  useEffect(() => (surface.current ? whenSeen(surface.current, () => setSeen(true)) : undefined), []);

  useEffect(() => {
    const container = surface.current;
    if (!container || !seen) return undefined;
    let closed = false;
    let close = () => {};
    setFailed(false);
    const { theme, tiles } = latest.current.picture;
    openEngine(container, latest.current.settings, { theme, tiles }, lastView.current, code, () => setMissing(true)).then(
      (engine) => {
        if (closed) {
          engine.destroy();
          return;
        }
        const sync = createMapSync(engine, nextFrame, layLineOver(container, engine));
        sync.show(latest.current.picture);
        const stops = [
          offerProbe(engine, sync, container),
          watchSize(container, () => engine.resize()),
          engine.onView((view, settled) => {
            lastView.current = view;
            if (settled) latest.current.onViewChange?.(view);
          }),
          engine.onFault((message) => {
            latest.current.onFault?.(message);
            if (isRefusal(engine.caps, message)) setFailed(true);
            else if (latest.current.picture.tiles !== 'default-tile') setFault('Some map tiles could not be loaded. ');
          }),
        ];
        close = () => {
          stops.forEach((stop) => stop());
          sync.destroy();
          engine.destroy();
        };
        setMissing(false);
        setOpened({ engine, sync });
      },
      () => {
        if (!closed) setFailed(true);
      },
    );
    return () => {
      closed = true;
      setOpened(undefined);
      close();
    };
  }, [seen, provider, settings.mapboxToken, code]);

  // In the same commit, so that an intent and the picture that follows from it reach the map in one frame.
  useLayoutEffect(() => opened?.sync.show(picture), [opened, picture]);
  useEffect(() => setFault(undefined), [picture.tiles]);
  useEffect(() => opened && tool(surfaceOf(opened.engine, opened.sync, () => latest.current.picture, setSaid)), [opened, tool]);

  const cover = useRef<HTMLDivElement>(null);
  useBroughtOut(opened?.sync, picture, cover, surface);
  const hasData = useMemo(() => picture.stops.some((chunk) => chunk.length > 0), [picture.stops]);
  // a map that failed keeps its controls where another provider can be chosen there
  const failure = <MapFailure waits={missing} onReload={onReload ?? (() => location.reload())} />;
  return (
    <div
      className="map-view"
      data-theme={picture.theme}
      style={{ ['--map-inset' as string]: `${picture.inset}px`, ['--map-sketch' as string]: palettes[picture.theme].sketch }}
    >
      <div ref={surface} className="map-surface" />
      {(missing || failed) && failure}
      {opened && !failed ? (
        <>
          <MapFurniture
            engine={opened.engine}
            hint={said ?? hint}
            hasData={hasData && !atEveryZoom && isLayerOn('stops', picture.layers)}
            attribution={attributionOf(picture.tiles, settings)}
            fault={fault}
          />
          <div className="map-popups">
            <MapPopups engine={opened.engine} popups={popups} />
          </div>
        </>
      ) : null}
      {search === undefined || failed ? null : <div className="map-search">{search}</div>}
      {panel === undefined || failed ? null : (
        <div ref={cover} className="map-panel">
          {panel}
        </div>
      )}
      {failed && providerChoices(settings).length < 2 ? null : <div className="map-controls">{children}</div>}
    </div>
  );
}

/** Ms after which the map has come to where a choice leads. */
const SETTLED = 500;

/** Once a stop is chosen, and once the panel over the map has another size, the stop comes out from under the panel. */
function useBroughtOut(
  sync: MapSync | undefined,
  { selectedStops: [chosen], inset }: MapPicture,
  cover: RefObject<HTMLDivElement | null>,
  surface: RefObject<HTMLDivElement | null>,
): void {
  const [size, setSize] = useState('');
  useEffect(() => {
    const panel = cover.current;
    if (!panel) return undefined;
    const watcher = new ResizeObserver(() => setSize(`${panel.clientWidth} ${panel.clientHeight}`));
    watcher.observe(panel);
    return () => watcher.disconnect();
  }, [cover, sync]);
  useEffect(() => {
    if (!sync || chosen === undefined) return undefined;
    const timer = setTimeout(() => {
      const [map, panel] = [surface.current?.getBoundingClientRect(), cover.current?.getBoundingClientRect()];
      if (!map || !panel || panel.width * panel.height === 0) return;
      sync.bringOut(chosen, { right: panel.right - map.left, top: panel.top - map.top, bottom: panel.bottom - map.top, width: map.width - inset });
    }, SETTLED);
    return () => clearTimeout(timer);
  }, [sync, chosen, inset, size, cover, surface]);
}

function surfaceOf(engine: MapEngine, sync: MapSync, picture: () => MapPicture, say: (text: string | undefined) => void): MapSurface {
  return {
    say,
    onPointer: (listener) => engine.onPointer(listener),
    onKey: (listener) => hearToolKeys(document, listener),
    at: (point) => sync.at(point),
    placeOf: (id) => sync.placeOf(id),
    project: (at) => engine.project(at),
    unproject: (point) => engine.unproject(point),
    isSelected: (id) => picture().selectedStops.includes(id),
    zoom: () => engine.view().zoom,
    setCursor: (cursor) => engine.setCursor(cursor),
    overlay: (overlay) => sync.overlay(overlay),
    later: (ms, run) => {
      const timer = setTimeout(run, ms);
      return () => clearTimeout(timer);
    },
  };
}

function nextFrame(run: () => void): () => void {
  const frame = requestAnimationFrame(run);
  return () => cancelAnimationFrame(frame);
}

/** Runs once the element has a size: a map that nobody sees is not opened, for opening it is most of what a page costs. */
function whenSeen(element: HTMLElement, run: () => void): () => void {
  const watcher = new ResizeObserver(() => {
    if (element.clientWidth * element.clientHeight === 0) return;
    watcher.disconnect();
    run();
  });
  watcher.observe(element);
  return () => watcher.disconnect();
}

/** The map of the data area: what the state wants seen on it, and what pointer and keys on it mean. */
import { memo, type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import type { Coordinate } from '../domain/coordinate.ts';
import type { LegendEntry } from '../domain/legend.ts';
import { kernelHooks, useDispatch, useWorkflow } from '../kernel/react.tsx';
import type { KernelState } from '../kernel/state.ts';
import type { Listed } from '../projections/onMap.ts';
import type { PersonOnMap } from '../projections/peopleOnMap.ts';
import type { AppState } from '../projections/state.ts';
import { stopRow } from '../projections/stops.ts';
import { presentPlace } from '../projections/versions.ts';
import { cameraWishes, stillFollowed } from './cameraOf.ts';
import type { MapCameraRequest, MapCoordinate, MapPicture } from './mapPicture.ts';
import type { MapPopup } from './MapPopups.tsx';
import type { CodePort } from './engine/openEngine.ts';
import { mapSettings } from './mapSettings.ts';
import { MapView } from './MapView.tsx';
import { comparedStates } from './sources/comparedStates.ts';
import { legendOf } from './legendOf.ts';
import { layerCatalogue } from './layers/catalogue.ts';
import type { SeenState } from './layers/mapLayer.ts';
import { pictureOf } from './pictureOf.ts';
import { offerAt, openStop } from './tools/browse.ts';
import type { RoutePreview } from '../domain/routing.ts';
import { type MapChoice, toolInHand, type ToolPort } from './tools/mapTools.ts';
import { useLineStretches } from './useLineStretches.ts';
import { useOverlayLoads } from './useOverlayLoads.ts';
import { useTowns } from './useTowns.ts';
import { type MapExtent, middleOf, uncovered } from './viewport.ts';

const { useKernelState } = kernelHooks<AppState>();

/** What the screens put on the map; the map itself knows no screen. */
export interface DataMapProps {
  readonly hoverCard: (stopIds: readonly string[]) => ReactNode;
  readonly stopMenu: (stopIds: readonly string[], choose: (stopId: string) => void, close: () => void) => ReactNode;
  /** Names the lines under the pointer. */
  readonly linesCard: (tracks: readonly string[]) => ReactNode;
  readonly linesMenu: (tracks: readonly string[], close: () => void) => ReactNode;
  readonly createPopup: () => ReactNode;
  /** The popup of a tool, by the tool's id. */
  readonly toolPopup: (toolId: string) => ReactNode;
  /** The popup of a layer, by the layer's id. */
  readonly layerPopup: (layerId: string) => ReactNode;
  /** `legend` is what the marks on the map mean, where the legend is shown. */
  readonly controls: (extent: MapExtent | undefined, legend: readonly LegendEntry[] | undefined) => ReactNode;
  /** What stands at the bottom left of the map, for what is in view. */
  readonly panel: (extent: MapExtent | undefined) => ReactNode;
  /** The search box of the map. */
  readonly search: ReactNode;
  readonly theme: 'light' | 'dark';
  /** What the list beside the map points at. */
  readonly pointed: readonly Listed[];
  readonly code: CodePort;
  /** Px that details cover at the right edge. */
  readonly inset: number;
  /** An id for a new stop. */
  readonly newId: () => string;
  /** See `ToolPort`. */
  readonly routePreview?: RoutePreview | undefined;
  /** Colleagues who work on the map. */
  readonly people: readonly PersonOnMap[];
  /** The point that the user works on: where something is being made or moved. */
  readonly onWorkAt: (at: Coordinate | undefined) => void;
  /** What is happening now, for tools that act on a pointer between two renders. */
  readonly stateNow: () => KernelState<AppState>;
}

/** The map beside the content, always there. */
export function DataMap(props: DataMapProps): ReactNode {
  const {
    hoverCard,
    stopMenu,
    linesCard,
    linesMenu,
    createPopup,
    toolPopup,
    layerPopup,
    controls,
    panel,
    search,
    theme,
    pointed,
    code,
    inset,
    newId,
    routePreview,
    people,
    onWorkAt,
    stateNow,
  } = props;
  const dispatch = useDispatch();
  const seen = useKernelState(seenOf, sameSeen);
  const { view } = seen;
  const creating = useWorkflow('createStop', createdAt);
  const inHand = useKernelState(toolInHand);
  const comparing = comparedStates(view) !== undefined;
  const hint = useKernelState((state) => inHand.hint?.(state));
  const [hover, setHover] = useState<readonly string[]>(NONE);
  const [hoverLines, setHoverLines] = useState<{ readonly tracks: readonly string[]; readonly at: MapCoordinate }>();
  const [choice, setChoice] = useState<MapChoice>();
  const [extent, setExtent] = useState<MapExtent>();
  const camera = useCamera(view, extent, inset);
  const sketch = useMemo(() => inHand.sketch?.(seen, extent), [inHand, seen, extent]);
  const popupAt = useMemo(() => inHand.popupAt?.(seen), [inHand, seen]);
  const { config } = view;
  const worksAt = creating ?? popupAt;
  const [lat, lng] = [worksAt?.Lat, worksAt?.Lng];
  useEffect(() => onWorkAt(lat === undefined || lng === undefined ? undefined : { Lat: lat, Lng: lng }), [onWorkAt, lat, lng]);

  const tool = useMemo(() => {
    const onHover: ToolPort['onHover'] = (stops, tracks, at) => {
      setHover(stops.length === 0 ? NONE : stops);
      setHoverLines(tracks.length === 0 ? undefined : { tracks, at });
    };
    return inHand.take({ dispatch, stateNow, newId, routePreview, onHover, onChoice: setChoice });
  }, [inHand, dispatch, stateNow, newId, routePreview]);
  const placing = useWorkflow('createStop', (snapshot) => snapshot.value === 'placing');
  useEffect(() => {
    if (placing && extent) offerAt({ dispatch, stateNow, newId }, middleOf(uncovered(extent, inset).bounds));
  }, [placing, extent, inset, dispatch, stateNow, newId]);
  const armed = inHand.id !== 'browse';
  const preview = useMemo(() => (creating ? { ...creating, Type: 0 } : undefined), [creating]);
  const [kept] = useState(pictureKept);
  const settings = useMemo(() => mapSettings(config, view.settings.provider), [config, view.settings.provider]);
  const towns = useTowns(settings, view.settings.tiles, code, extent);
  const joined = useLineStretches(view, extent?.zoom);
  const picture = useMemo(
    () => kept({ ...pictureOf(seen, { hoveredStops: hover, pointed, joined, theme, inset }), sketch, camera, preview, towns }),
    [kept, seen, hover, pointed, joined, theme, inset, sketch, camera, preview, towns],
  );
  const hasLegend = view.settings.legend === true;
  const legend = useMemo(() => (hasLegend && extent ? legendOf(picture, extent.zoom) : undefined), [hasLegend, picture, extent]);
  const { itemId, page, versionId } = presentPlace(view);
  useOverlayLoads(extent?.zoom);
  useEffect(() => setChoice(undefined), [itemId, page, versionId]);
  useEffect(() => setHover(NONE), [versionId]);

  const at = (id: string | undefined): Coordinate | undefined =>
    versionId === undefined || id === undefined ? undefined : (stopRow(view, versionId, id)?.Coordinate ?? undefined);
  const popups: MapPopup[] = people.map(personMark);
  if (choice) {
    const close = (): void => setChoice(undefined);
    const choose = (id: string): unknown => dispatch(openStop(stateNow().view, id));
    popups.push({
      key: 'choice',
      at: choice.at,
      render: () => (choice.kind === 'lines' ? linesMenu(choice.ids, close) : stopMenu(choice.ids, choose, close)),
    });
  }
  if (popupAt) popups.push({ key: inHand.id, at: popupAt, render: () => toolPopup(inHand.id) });
  for (const { id, popupAt: pointsAt } of layerCatalogue) {
    const opened = pointsAt?.(seen);
    if (opened && !armed) popups.push({ key: id, at: opened, render: () => layerPopup(id) });
  }
  if (creating) popups.push({ key: 'create', at: creating, render: createPopup });
  const hovered = hover[0] === itemId ? undefined : at(hover[0]);
  if (hovered && !choice && !armed) popups.push({ key: 'hover', at: hovered, passive: true, render: () => hoverCard(hover) });
  if (hoverLines && !choice && !armed)
    popups.push({ key: 'hover-lines', at: hoverLines.at, passive: true, render: () => linesCard(hoverLines.tracks) });

  return (
    <Shown
      picture={picture}
      settings={settings}
      code={code}
      tool={tool}
      hint={comparing ? COMPARED_HINT : hint}
      atEveryZoom={inHand.atEveryZoom}
      popups={popups.length === 0 ? NO_POPUPS : popups}
      onViewChange={setExtent}
      search={search}
      panel={useMemo(() => panel(extent && uncovered(extent, inset)), [panel, extent, inset])}
    >
      {useMemo(() => controls(extent, legend), [controls, extent, legend])}
    </Shown>
  );
}

function personMark({ person, name, colour, at }: PersonOnMap): MapPopup {
  const render = (): ReactNode => (
    <span className="map-person" data-person={colour}>
      <span>{name}</span>
    </span>
  );
  return { key: `person/${person}`, at, passive: true, mark: true, render };
}

/** Most changes of the state change nothing on the map. */
const Shown = memo(MapView);
const NO_POPUPS: readonly MapPopup[] = [];

/** Returns the picture it answered before for as long as all its parts are the same objects. */
function pictureKept(): (picture: MapPicture) => MapPicture {
  let last: MapPicture | undefined;
  return (next) => {
    const isSame = last && sameParts(last.data, next.data) && sameParts({ ...last, data: null }, { ...next, data: null });
    if (last === undefined || isSame !== true) last = next;
    return last;
  };
}

function sameParts(a: Readonly<Record<string, unknown>>, b: Readonly<Record<string, unknown>>): boolean {
  const keys = Object.keys(a);
  return keys.length === Object.keys(b).length && keys.every((key) => Object.is(a[key], b[key]));
}

const COMPARED_HINT = 'Red, dashed: first version. Green: second version.';

/** The wish that is being followed: a new one replaces it; one that was fulfilled is not repeated. */
function useCamera(view: AppState, extent: MapExtent | undefined, inset: number): MapCameraRequest | undefined {
  const followed = useRef(new Set<string>());
  const present = useRef<MapCameraRequest>(undefined);
  /** What of each version was in view last. */
  const left = useRef(new Map<number, MapExtent>());
  const returns = useRef(0);
  const shownVersion = presentPlace(view).versionId;
  useEffect(() => {
    if (extent && shownVersion !== undefined) left.current.set(shownVersion, extent);
    // another version does not look where the last one did
    // eslint-disable-next-line react/exhaustive-deps
  }, [extent]);
  const parts = [
    view.versions,
    view.regions,
    view.databases,
    view.comparer.details,
    view.camera,
    view.location,
    view.settings.zoomToTrack,
    inset,
  ] as const;
  return useMemo(() => {
    const { versionId } = presentPlace(view);
    const whole = `version:${versionId}`;
    // back from the regions: the map shows again what it showed of the version
    const back = versionId === undefined || followed.current.has(whole) ? undefined : left.current.get(versionId);
    const looked = back ?? extent;
    const fresh = cameraWishes(view, looked && uncovered(looked, inset), followed.current, inset);
    const [first] = fresh;
    if (!first) return present.current;
    followed.current = new Set([...stillFollowed(followed.current, first), ...fresh.map(({ key }) => key)]);
    if (followed.current.size > 500) followed.current = new Set(fresh.map((wish) => wish.key));
    const goesBack = back !== undefined && (first.kind === 'stay' || first.key === whole);
    present.current = goesBack ? { key: `${whole}/${(returns.current += 1)}`, kind: 'centre', at: back.center, zoom: back.zoom, whole: true } : first;
    return present.current;
    // The extent is only looked at when a wish is fresh: panning must not ask for anything.
    // eslint-disable-next-line react/exhaustive-deps
  }, parts);
}

function createdAt(snapshot: { readonly value: unknown; readonly context: { readonly at: Coordinate | null } }): Coordinate | null {
  return snapshot.value === 'closed' ? null : snapshot.context.at;
}

function seenOf({ view, drafts, workflows }: KernelState<AppState>): SeenState {
  return { view, drafts, workflows };
}

function sameSeen(a: SeenState, b: SeenState): boolean {
  return a.view === b.view && a.drafts === b.drafts && a.workflows === b.workflows;
}

const NONE: readonly string[] = [];

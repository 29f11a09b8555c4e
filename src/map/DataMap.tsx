/** The map of the data area: what the state wants seen on it, and what pointer and keys on it mean. */
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import { openPlace } from '../commands/shell/openPlace.ts';
import { cancelCreateStop, offerStop } from '../commands/stops/createStopSteps.ts';
import { cancelStopMove, dropStop, grabStop } from '../commands/stops/moveStopGesture.ts';
import { type Coordinate, roundDegrees } from '../domain/coordinate.ts';
import { dataPath } from '../domain/locations.ts';
import type { CommandInput } from '../kernel/command.ts';
import { kernelHooks, useDispatch, useWorkflow } from '../kernel/react.tsx';
import type { KernelState } from '../kernel/state.ts';
import { canEdit } from '../projections/rights.ts';
import type { AppState } from '../projections/state.ts';
import { stopRow } from '../projections/stops.ts';
import { presentPlace } from '../projections/versions.ts';
import { cameraWishes } from './cameraOf.ts';
import type { MapCameraRequest, MapPicture } from './mapPicture.ts';
import type { MapPopup } from './MapPopups.tsx';
import { mapSettings } from './mapSettings.ts';
import { MapView } from './MapView.tsx';
import { pictureOf } from './pictureOf.ts';
import { browseTool } from './tools/browseTool.ts';
import { moveStopTool } from './tools/moveStopTool.ts';
import type { MapExtent } from './viewport.ts';

const { useView, useKernelState } = kernelHooks<AppState>();

/** What the screens put on the map; the map itself knows no screen. */
export interface DataMapProps {
  readonly stopPopup: (stopId: string, close: () => void) => ReactNode;
  readonly hoverCard: (stopIds: readonly string[]) => ReactNode;
  readonly stopMenu: (stopIds: readonly string[], choose: (stopId: string) => void, close: () => void) => ReactNode;
  readonly createPopup: () => ReactNode;
  readonly controls: (extent: MapExtent | undefined) => ReactNode;
  readonly theme: 'light' | 'dark';
  /** An id for a new stop. */
  readonly newId: () => string;
  /** What is happening now, for tools that act on a pointer between two renders. */
  readonly stateNow: () => KernelState<AppState>;
}

/** The map beside the content, always there. */
export function DataMap(props: DataMapProps): ReactNode {
  const { stopPopup, hoverCard, stopMenu, createPopup, controls, theme, newId, stateNow } = props;
  const dispatch = useDispatch();
  const view = useView(identity);
  const moving = useWorkflow('moveStop', (snapshot) => String(snapshot.value));
  const creating = useWorkflow('createStop', createdAt);
  const saving = useKernelState((state) => state.pending.some((one) => one.type === 'stop.move'));
  const [hover, setHover] = useState<readonly string[]>(NONE);
  const [choice, setChoice] = useState<{ readonly ids: readonly string[]; readonly at: Coordinate }>();
  const [extent, setExtent] = useState<MapExtent>();
  const camera = useCamera(view, extent);
  const { config } = view;

  const armed = moving === 'armed' || moving === 'dragging';
  const tool = useMemo(
    () => (armed ? moveTool(dispatch, stateNow) : lookTool(dispatch, stateNow, newId, setHover, setChoice)),
    [armed, dispatch, stateNow, newId],
  );
  const picture: MapPicture = useMemo(() => ({ ...pictureOf(view, { hoveredStops: hover, theme }), camera }), [view, hover, theme, camera]);
  const settings = useMemo(() => mapSettings(config, view.settings.provider), [config, view.settings.provider]);
  const { itemId, page, versionId } = presentPlace(view);
  useEffect(() => setChoice(undefined), [itemId, page, versionId]);
  useEffect(() => setHover(NONE), [versionId]);

  const at = (id: string | undefined): Coordinate | undefined =>
    versionId === undefined || id === undefined ? undefined : (stopRow(view, versionId, id)?.Coordinate ?? undefined);
  const popups: MapPopup[] = [];
  const selected = page === 'stops' ? at(itemId) : undefined;
  if (selected && itemId !== undefined && !armed)
    popups.push({ key: `stop:${itemId}`, at: selected, render: () => stopPopup(itemId, () => dispatch(openStop(stateNow().view, undefined))) });
  if (choice)
    popups.push({
      key: 'choice',
      at: choice.at,
      render: () =>
        stopMenu(
          choice.ids,
          (id) => dispatch(openStop(stateNow().view, id)),
          () => setChoice(undefined),
        ),
    });
  if (creating) popups.push({ key: 'create', at: creating, render: createPopup });
  const hovered = hover[0] === itemId ? undefined : at(hover[0]);
  if (hovered && !choice && !armed) popups.push({ key: 'hover', at: hovered, passive: true, render: () => hoverCard(hover) });

  return (
    <MapView picture={picture} settings={settings} tool={tool} hint={hintOf(moving, saving)} popups={popups} onViewChange={setExtent}>
      {controls(extent)}
    </MapView>
  );
}

function hintOf(moving: string, saving: boolean): string | undefined {
  if (saving) return 'Updating coordinates...';
  if (moving === 'armed') return 'Press the stop and drag it to its new place. Escape leaves.';
  if (moving === 'dragging') return 'Let go to put the stop here. Escape cancels.';
  return undefined;
}

type Dispatch = (input: CommandInput) => unknown;

function moveTool(dispatch: Dispatch, stateNow: DataMapProps['stateNow']): ReturnType<typeof moveStopTool> {
  return moveStopTool({
    onGrab: (stopId) => {
      const { view } = stateNow();
      const row = stopRow(view, presentPlace(view).versionId ?? 0, stopId);
      dispatch(grabStop({ stopId, from: row?.Coordinate ?? null, rev: row?.Rev ?? 0 }));
    },
    onDrop: (_stopId, to) => dispatch(dropStop({ to: { Lat: roundDegrees(to.Lat), Lng: roundDegrees(to.Lng) } })),
    onCancel: () => dispatch(cancelStopMove({})),
  });
}

function lookTool(
  dispatch: Dispatch,
  stateNow: DataMapProps['stateNow'],
  newId: () => string,
  setHover: (ids: readonly string[]) => void,
  setChoice: (choice: { ids: readonly string[]; at: Coordinate } | undefined) => void,
): ReturnType<typeof browseTool> {
  const offer = (at: { readonly Lat: number; readonly Lng: number }): void => {
    const { view } = stateNow();
    const { versionId } = presentPlace(view);
    if (versionId === undefined || !canEdit(view)) return;
    dispatch(offerStop({ versionId, at: { Lat: roundDegrees(at.Lat), Lng: roundDegrees(at.Lng) }, stopId: newId() }));
  };
  return browseTool({
    onHover: setHover,
    onClick: ({ stops }, at) => {
      const { view, workflows } = stateNow();
      setChoice(undefined);
      const offered = workflows['createStop']?.value !== 'closed';
      if (offered) dispatch(cancelCreateStop({}));
      const [only, second] = stops;
      if (only !== undefined && second !== undefined) setChoice({ ids: stops, at: { ...at } });
      else if (only !== undefined) dispatch(openStop(view, only));
      else if (presentPlace(view).itemId !== undefined && presentPlace(view).page === 'stops') dispatch(openStop(view, undefined));
      else if (!offered && presentPlace(view).page === 'stops') offer(at);
    },
    onContextMenu: (at) => offer(at),
  });
}

/** The address of a stop, or of the list when none is chosen; the list's search stays. */
function openStop(view: AppState, stopId: string | undefined): CommandInput {
  const { databaseId, versionId, page } = presentPlace(view);
  const place = { ...(databaseId === undefined ? {} : { databaseId }), ...(versionId === undefined ? {} : { versionId }), page: 'stops' };
  return openPlace({
    path: dataPath(stopId === undefined ? place : { ...place, itemId: stopId }),
    search: page === 'stops' ? view.location.search : '',
  });
}

/** The wish that is being followed: a new one takes over, one that was followed already never comes back by itself. */
function useCamera(view: AppState, extent: MapExtent | undefined): MapCameraRequest | undefined {
  const followed = useRef(new Set<string>());
  const present = useRef<MapCameraRequest>(undefined);
  const parts = [view.versions, view.camera, view.location, view.settings.zoomToTrack] as const;
  return useMemo(() => {
    const fresh = cameraWishes(view, extent, followed.current);
    for (const wish of fresh) followed.current.add(wish.key);
    if (followed.current.size > 500) followed.current = new Set(fresh.map((wish) => wish.key));
    present.current = fresh[0] ?? present.current;
    return present.current;
    // The extent is only looked at when a wish is fresh: panning must not ask for anything.
    // eslint-disable-next-line react/exhaustive-deps
  }, parts);
}

function createdAt(snapshot: { readonly value: unknown; readonly context: { readonly at: Coordinate | null } }): Coordinate | null {
  return snapshot.value === 'closed' ? null : snapshot.context.at;
}

function identity<T>(value: T): T {
  return value;
}

const NONE: readonly string[] = [];

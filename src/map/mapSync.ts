import type { LayerGroup, MapEngine, MapPoint, StopMark } from './engine/mapEngine.ts';
import type { MapCameraRequest, MapCoordinate, MapLink, MapPicture, MapTrackStop } from './mapPicture.ts';
import { drawableLink, linkFeatures, previewFeatures, sketchHandles, sketchLine, vehicleFeatures } from './sources/linkFeatures.ts';
import { linksAt, stopsAt } from './sources/picking.ts';
import { boxAround, boxOfPlace, PlaceIndex } from './sources/placeIndex.ts';
import { StopTable, type StopRow } from './sources/stopTable.ts';
import { arrowStep, trackArrows, trackLine, trackStopPoints } from './sources/trackFeatures.ts';
import { fitZoomLimit } from './viewport.ts';

/** What lies under the pointer, nearest first. */
export interface MapHit {
  readonly stops: readonly string[];
  readonly pathways: readonly string[];
  readonly transfers: readonly string[];
}

/** What a tool shows for itself while the pointer is down, over the picture and without touching it. */
export interface ToolOverlay {
  readonly preview?: MapCoordinate & { readonly Type: number };
  readonly hiddenStops?: readonly string[];
}

/** Keeps the map as the picture says. It is the only code that changes the map. */
export interface MapSync {
  /** Shows this picture from the next frame on; several within a frame cost one. */
  show(picture: MapPicture): void;
  /** Shows what a tool lays over the picture; undefined takes it away. */
  overlay(overlay: ToolOverlay | undefined): void;
  /** What lies within 5 px of the point, among what is visible. */
  at(point: MapPoint): MapHit;
  /** Where a stop is at present. */
  placeOf(stopId: string): (MapCoordinate & { readonly Type: number }) | undefined;
  /** Resolves when everything shown is drawn. */
  idle(): Promise<void>;
  destroy(): void;
}

/** Starts to keep a map in step. `nextFrame` asks for a call before the next picture is drawn and returns how to take that back. */
export function createMapSync(engine: MapEngine, nextFrame: (run: () => void) => () => void): MapSync {
  const stops = new StopTable();
  const stopPlaces = new PlaceIndex<StopRow>((row) => boxOfPlace(row.stop));
  const linkPlaces = { pathways: linkIndex(), transfers: linkIndex() };
  const marks: Record<StopMark, ReadonlyMap<string, number>> = { selected: new Map(), highlighted: new Map(), hovered: new Map(), hidden: new Map() };
  let wanted: MapPicture | undefined;
  let shown: MapPicture | undefined;
  let laidOver: ToolOverlay | undefined;
  let cancelFrame: (() => void) | undefined;
  let redrawing = 0;
  let previewKept: MapPicture['preview'];
  let arrowsFor = arrowStep(engine.view().zoom);
  let gone = false;

  const stopViewing = engine.onView((view) => {
    const step = arrowStep(view.zoom);
    if (step === arrowsFor) return;
    arrowsFor = step;
    engine.setData('track-direction', trackArrows(shown?.track, view.zoom));
  });

  function request(): void {
    cancelFrame ??= nextFrame(() => {
      cancelFrame = undefined;
      flush();
    });
  }

  function flush(): void {
    if (gone || !wanted) return;
    const [before, now] = [shown, wanted];
    shown = now;
    if (before?.theme !== now.theme || before.tiles !== now.tiles) engine.setBase({ theme: now.theme, tiles: now.tiles });
    for (const group of layerGroups) {
      if ((before?.layers[group] ?? true) !== now.layers[group]) engine.show(group, now.layers[group]);
    }
    if (before?.stops !== now.stops) showStops(now);
    showLinks('pathways', before, now);
    showLinks('transfers', before, now);
    if (before?.vehicles !== now.vehicles) engine.setData('vehicles', vehicleFeatures(now.vehicles));
    if (before?.track !== now.track) {
      engine.setData('track', trackLine(now.track));
      engine.setData('track-direction', trackArrows(now.track, engine.view().zoom));
      engine.setData('track-stops', trackStopPoints(now.track));
    }
    // Part by part: while a point of a long shape is dragged only the few points under the pointer are drawn anew.
    if (before?.sketch?.line !== now.sketch?.line) engine.setData('sketch', sketchLine(now.sketch?.line));
    if (before?.sketch?.active !== now.sketch?.active) engine.setData('sketch-active', sketchLine(now.sketch?.active));
    if (before?.sketch?.handles !== now.sketch?.handles) engine.setData('sketch-handles', sketchHandles(now.sketch));
    showMark('selected', now.selectedStops);
    showMark('highlighted', now.highlightedStops);
    showMark('hovered', now.hoveredStops);
    showMoving();
    if (now.camera && before?.camera?.key !== now.camera.key) follow(now.camera);
  }

  function showStops(now: MapPicture): void {
    const first = stops.size === 0;
    const change = stops.update(now.stops);
    if (change.put.length + change.removed.length === 0) return;
    for (const { slot, stop } of change.removed) {
      // The slot will stand for another stop one day, which must not inherit these marks.
      for (const mark of stopMarks) if (marks[mark].has(stop.Id)) engine.markStop(slot, mark, false);
    }
    const most = change.put.length + change.removed.length > stops.size / 4;
    const drawn = first || most ? loadStops() : patchStops(change.put, change.removed, change.before);
    redrawing++;
    void drawn.finally(() => {
      redrawing--;
      // Now the dots stand where they belong: what was hidden meanwhile may come back.
      if (!gone) showMoving();
    });
  }

  function loadStops(): Promise<void> {
    const rows = stops.rows();
    stopPlaces.load(rows);
    return engine.setStops(rows);
  }

  function patchStops(put: StopRow[], removed: StopRow[], before: StopRow[]): Promise<void> {
    stopPlaces.change(before, put);
    return engine.patchStops({ put, remove: removed });
  }

  function showLinks(group: 'pathways' | 'transfers', before: MapPicture | undefined, now: MapPicture): void {
    if (before?.[group] === now[group] && before.selectedLinks === now.selectedLinks) return;
    engine.setData(group, linkFeatures(now[group], new Set(now.selectedLinks)));
    if (before?.[group] !== now[group]) linkPlaces[group].load(now[group].filter(drawableLink));
  }

  function showMark(mark: StopMark, ids: readonly string[]): void {
    const before = marks[mark];
    const now = new Map<string, number>();
    for (const id of ids) {
      const row = stops.of(id);
      if (row) now.set(id, row.slot);
    }
    marks[mark] = now;
    for (const [id, slot] of before) if (now.get(id) !== slot && stops.of(id)?.slot === slot) engine.markStop(slot, mark, false);
    for (const [id, slot] of now) if (before.get(id) !== slot) engine.markStop(slot, mark, true);
  }

  /**
   * Hidden stops and the moving dot. While stops are being redrawn nothing comes back into view and the dot
   * stays, because the old place would flash up for some frames: the library draws a change later than it takes it.
   */
  function showMoving(): void {
    if (!shown) return;
    const hidden = [...shown.hiddenStops, ...(laidOver?.hiddenStops ?? [])];
    const preview = laidOver?.preview ?? shown.preview;
    const waiting = redrawing > 0;
    showMark('hidden', waiting ? [...new Set([...marks.hidden.keys(), ...hidden])] : hidden);
    if (preview === previewKept || (!preview && waiting)) return;
    previewKept = preview;
    engine.setData('preview', previewFeatures(preview));
  }

  function follow(camera: MapCameraRequest): void {
    const animate = camera.animate ?? false;
    if (camera.kind === 'fit') engine.look({ kind: 'fit', bounds: camera.bounds, maxZoom: fitZoomLimit(camera.single ?? false), animate });
    else engine.look({ kind: 'centre', at: camera.at, zoom: camera.zoom ?? engine.view().zoom, animate });
  }

  return {
    show(picture) {
      wanted = picture;
      request();
    },
    overlay(next) {
      laidOver = next;
      request();
    },
    at(point) {
      const { layers, track } = shown ?? {};
      const found =
        layers?.stops === false
          ? []
          : stopsAt(stopPlaces, engine, point)
              .filter(({ stop }) => !marks.hidden.has(stop.Id))
              .map(({ stop }) => stop.Id);
      const onTrack = layers?.track === false ? [] : trackStopsAt(track?.stops ?? [], engine, point);
      const links = (group: 'pathways' | 'transfers') =>
        layers?.[group] === false ? [] : linksAt(linkPlaces[group], engine, point).map((link) => link.Id);
      return { stops: [...new Set([...found, ...onTrack])], pathways: links('pathways'), transfers: links('transfers') };
    },
    placeOf: (id) => stops.of(id)?.stop,
    async idle() {
      if (cancelFrame) {
        cancelFrame();
        cancelFrame = undefined;
        flush();
      }
      await engine.whenIdle();
    },
    destroy() {
      gone = true;
      cancelFrame?.();
      stopViewing();
    },
  };
}

const stopMarks: readonly StopMark[] = ['selected', 'highlighted', 'hovered', 'hidden'];
const layerGroups: readonly LayerGroup[] = ['stops', 'pathways', 'transfers', 'realtime', 'track', 'trackDirection'];

function linkIndex(): PlaceIndex<MapLink> {
  return new PlaceIndex<MapLink>((link) => boxAround([link.From, link.To]));
}

/** The stops of the track under the point; there are a few hundred at most, so they are simply measured. */
function trackStopsAt(trackStops: readonly MapTrackStop[], engine: MapEngine, point: MapPoint): string[] {
  const places = new PlaceIndex<StopRow>((row) => boxOfPlace(row.stop));
  places.load(trackStops.map((stop, slot) => ({ slot, stop: { Id: stop.StopId, Name: '', Type: 0, Lat: stop.Lat, Lng: stop.Lng } })));
  return stopsAt(places, engine, point).map(({ stop }) => stop.Id);
}

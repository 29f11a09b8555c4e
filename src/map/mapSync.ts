import type { MapEngine, MapPoint, StopMark } from './engine/mapEngine.ts';
import { isLayerOn, layerCatalogue } from './layers/catalogue.ts';
import { toggleOf, type MapLayer } from './layers/mapLayer.ts';
import type { MapCameraRequest, MapCoordinate, MapPicture } from './mapPicture.ts';
import type { PointerLine, PointerLineView } from './pointerLine.ts';
import { previewFeatures, sketchHandles, sketchLine } from './sources/linkFeatures.ts';
import { stopsAt } from './sources/picking.ts';
import { boxOfPlace, PlaceIndex } from './sources/placeIndex.ts';
import { StopTable, type StopRow } from './sources/stopTable.ts';
import { fitZoomLimit } from './viewport.ts';

/** Ids of what lies under the pointer, nearest first, by what the layers say they pick (`stops`, `pathways`, ...). */
export interface MapHit {
  readonly stops: readonly string[];
  readonly [picks: string]: readonly string[];
}

/** What a tool shows for itself while the pointer is down, over the picture and without touching it. */
export interface ToolOverlay {
  readonly preview?: MapCoordinate & { readonly Type: number };
  readonly hiddenStops?: readonly string[];
  /** From where a dragged thing stood to where it is now. */
  readonly trail?: { readonly from: MapCoordinate; readonly to: MapCoordinate };
  /** A line that follows the pointer. */
  readonly pointer?: PointerLine;
}

/** A part of the map that something covers, from its left edge on, and how wide the map is beside the details. */
export interface Cover {
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
  readonly width: number;
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
  /** Moves the map, where a stop lies under what covers a part of it, so that the stop comes out beside or above. Px of the surface. */
  bringOut(stopId: string, cover: Cover): void;
  /** Resolves when everything shown is drawn. */
  idle(): Promise<void>;
  destroy(): void;
}

/**
 * Starts to keep a map in step. `nextFrame` asks for a call before the next picture is drawn and returns how to take that back;
 * `pointerLine` shows the line that follows the pointer.
 */
export function createMapSync(engine: MapEngine, nextFrame: (run: () => void) => () => void, pointerLine: PointerLineView): MapSync {
  const stops = new StopTable();
  const stopPlaces = new PlaceIndex<StopRow>((row) => boxOfPlace(row.stop));
  const marks: Record<StopMark, ReadonlyMap<string, number>> = {
    selected: new Map(),
    highlighted: new Map(),
    hovered: new Map(),
    hidden: new Map(),
    kept: new Map(),
  };
  let wanted: MapPicture | undefined;
  let shown: MapPicture | undefined;
  let laidOver: ToolOverlay | undefined;
  let cancelFrame: (() => void) | undefined;
  let redrawing = 0;
  let previewKept: MapPicture['preview'];
  let trailKept: ToolOverlay['trail'];
  let pointerKept: ToolOverlay['pointer'];
  /** Per layer: what is drawn of it, and for which step of the zoom. */
  const drawn = new Map<string, { readonly data: unknown; readonly step: number }>();
  let gone = false;

  const stopViewing = engine.onView(() => {
    if (!shown) return;
    for (const layer of layerCatalogue) if (layer.zoomStep) showLayer(layer, shown);
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
    for (const layer of layerCatalogue) {
      if (layer.toggle === undefined && isOn(layer, before) !== isOn(layer, now)) engine.show(layer.id, isOn(layer, now));
    }
    if ((before?.dimmed ?? false) !== now.dimmed) engine.dimStops(now.dimmed);
    if (before?.stops !== now.stops) showStops(now);
    for (const layer of layerCatalogue) showLayer(layer, now);
    showMark('selected', now.selectedStops);
    showMark('highlighted', now.highlightedStops);
    showMark('hovered', now.hoveredStops);
    showMark('kept', now.keptStops);
    showMoving();
    if (now.camera && before?.camera?.key !== now.camera.key) follow(now.camera, now.inset);
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

  function showLayer(layer: MapLayer, picture: MapPicture): void {
    const { zoom } = engine.view();
    const data = dataOf(layer, picture);
    const step = layer.zoomStep?.(zoom) ?? 0;
    const before = drawn.get(layer.id);
    // What was never there need not be taken away.
    if (before ? before.data === data && before.step === step : data === undefined) return;
    drawn.set(layer.id, { data, step });
    for (const [source, features] of Object.entries(layer.sources)) engine.setData(source, features(data, zoom));
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
    showPointer(laidOver?.pointer);
    const hidden = [...shown.hiddenStops, ...(laidOver?.hiddenStops ?? [])];
    const preview = laidOver?.preview ?? shown.preview;
    const trail = laidOver?.trail;
    if (trail !== trailKept) {
      trailKept = trail;
      engine.setData('sketch-active', sketchLine(trail ? [trail.from, trail.to] : shown.sketch?.active));
      // the ghost of a stop under the pointer stays where it stood
      engine.setData('sketch-handles', sketchHandles(trail ? [trail.from] : shown.sketch?.handles));
    }
    const waiting = redrawing > 0;
    showMark('hidden', waiting ? [...new Set([...marks.hidden.keys(), ...hidden])] : hidden);
    if (preview === previewKept || (!preview && waiting)) return;
    previewKept = preview;
    engine.setData('preview', previewFeatures(preview));
  }

  /** The dropped line stays until the map has drawn what became of it. */
  function showPointer(now: PointerLine | undefined): void {
    if (now === pointerKept) return;
    pointerKept = now;
    if (now) return pointerLine.show(now);
    const clear = (): void => {
      if (!gone && !pointerKept) pointerLine.show(undefined);
    };
    engine.whenIdle().then(clear, clear);
  }

  function follow(camera: MapCameraRequest, inset: number): void {
    if (camera.kind === 'stay') return;
    const animate = camera.animate ?? false;
    if (camera.kind === 'fit') engine.look({ kind: 'fit', bounds: camera.bounds, maxZoom: fitZoomLimit(camera.single ?? false), inset, animate });
    else engine.look({ kind: 'centre', at: camera.at, zoom: camera.zoom ?? engine.view().zoom, inset: camera.whole ? 0 : inset, animate });
  }

  function pick(layer: MapLayer, picture: MapPicture, point: MapPoint): readonly string[] {
    if (layer.id !== 'stops') return layer.pick?.(dataOf(layer, picture), engine, point) ?? [];
    const found = stopsAt(stopPlaces, engine, point).map(({ stop }) => stop.Id);
    return found.filter((id) => !marks.hidden.has(id));
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
      const hit: Record<string, readonly string[]> & { stops: readonly string[] } = { stops: [] };
      for (const layer of layerCatalogue) {
        const kind = layer.picks ?? layer.id;
        const found = shown && isOn(layer, shown) ? pick(layer, shown, point) : [];
        if (layer.pick) hit[kind] = [...new Set([...(hit[kind] ?? []), ...found])];
        else if (layer.id === 'stops') hit.stops = found;
      }
      return hit;
    },
    placeOf: (id) => stops.of(id)?.stop,
    bringOut(id, cover) {
      const stop = stops.of(id)?.stop;
      const at = stop && engine.project(stop);
      if (!at || at.x > cover.right + ROOM || at.y < cover.top - ROOM || at.y > cover.bottom + ROOM) return;
      const isRoomBeside = cover.width - cover.right >= 6 * ROOM;
      const to = isRoomBeside ? { x: (cover.right + cover.width) / 2, y: at.y } : { x: at.x, y: cover.top / 2 };
      const { center, zoom } = engine.view();
      const middle = engine.project(center);
      engine.look({ kind: 'centre', at: engine.unproject({ x: middle.x + at.x - to.x, y: middle.y + at.y - to.y }), zoom, inset: 0, animate: true });
    },
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
      pointerLine.destroy();
    },
  };
}

/** Px around a stop that belong to it. */
const ROOM = 20;

const stopMarks: readonly StopMark[] = ['selected', 'highlighted', 'hovered', 'hidden', 'kept'];

function dataOf(layer: MapLayer, picture: MapPicture): unknown {
  return layer.read ? layer.read(picture) : picture.data[layer.id];
}

/** Whether a layer is on in a picture; before the first one all are. */
function isOn(layer: MapLayer, picture: MapPicture | undefined): boolean {
  const toggle = toggleOf(layer);
  return picture === undefined || toggle === undefined || isLayerOn(toggle, picture.layers);
}

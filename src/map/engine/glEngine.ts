import type { FeatureCollection } from 'geojson';
import { layerCatalogue } from '../layers/catalogue.ts';
import { toggleOf, type GlLayerSpec, type LayerStyle, type MapFonts } from '../layers/mapLayer.ts';
import { palettes } from '../layers/palette.ts';
import { directionImages, drawDirection } from '../layers/lines.ts';
import { arrowImage, drawArrow } from '../layers/track.ts';
import type { MapCoordinate } from '../mapPicture.ts';
import type { StopRow } from '../sources/stopTable.ts';
import type { MapExtent } from '../viewport.ts';
import { geoJsonOf, stopFeature } from './geoJson.ts';
import { isGeoJsonSource, type GlLike } from './glLike.ts';
import { listenToPointer } from './glPointer.ts';
import type { BaseChoice, CameraMove, MapCaps, MapEngine, MapFeature, MapPoint, MapPointer, StopMark, StopPatch } from './mapEngine.ts';

/** Stops as tiles made on this machine, for tables too large for GeoJSON. */
export interface StopTiles {
  /** Describes the source to the map library. */
  source(): { readonly type: 'vector'; readonly tiles: string[]; readonly maxzoom: number };
  readonly sourceLayer: string;
  load(rows: readonly StopRow[]): Promise<unknown>;
  /** Changes stops and has the tiles concerned drawn again. */
  patch(patch: StopPatch, before: readonly StopRow[], source: string): Promise<unknown>;
  refresh(source: string): void;
  destroy(): void;
}

/** The background of one provider. */
export interface GlBase {
  /** Shows the background. Where that replaces the whole style, the map tells of it and the data is put back. */
  show(base: BaseChoice): void;
  /** Called for each style that has been loaded and whenever the view came to rest. */
  styleLoaded(): void;
  viewSettled(view: MapExtent): void;
  /** Resolves when the background is complete. */
  ready(): Promise<unknown>;
}

/** What a provider brings to the engine. */
export interface GlParts {
  readonly map: GlLike;
  readonly caps: MapCaps;
  readonly fonts: MapFonts;
  readonly base: GlBase;
  readonly tiles?: StopTiles;
  /** What the stop source must say of itself so that its features can be changed one by one. */
  readonly stopSourceOptions: Readonly<Record<string, boolean>>;
  /** Changes features of a GeoJSON source by id. */
  patchGeoJson(source: string, put: FeatureCollection, removed: readonly number[]): unknown;
}

/** Above this many stops tiles made in a worker are used where the provider can take them. */
export const tilesAbove = 20_000;

/** Sources of GeoJSON: those that layers declare, and two that are fed beside the layers. */
const sourceNames: readonly string[] = ['stop-marks', 'preview', ...layerCatalogue.flatMap((layer) => Object.keys(layer.sources))];

/** The engine for MapLibre GL and Mapbox GL. */
export class GlEngine implements MapEngine {
  readonly caps: MapCaps;
  readonly #parts: GlParts;
  readonly #map: GlLike;
  readonly #data = new Map<string, readonly MapFeature[]>();
  readonly #hidden = new Set<string>();
  readonly #marks = new Map<number, ReadonlySet<StopMark>>();
  readonly #viewListeners = new Set<(view: MapExtent, settled: boolean) => void>();
  readonly #pointerListeners = new Set<(pointer: MapPointer) => void>();
  readonly #faultListeners = new Set<(message: string) => void>();
  readonly #stopListening: () => void;
  /** Those who wait for the next idle moment; a map that has been removed never has one. */
  readonly #waiting = new Set<() => void>();
  #stops = new Map<number, StopRow>();
  #base: BaseChoice;
  #stopsAs: 'geojson' | 'tiles' = 'geojson';
  #installed = false;
  #destroyed = false;
  #pending = 0;
  #marksWaiting = false;
  #dimmed = false;

  constructor(parts: GlParts, base: BaseChoice) {
    this.#parts = parts;
    this.#map = parts.map;
    this.caps = parts.caps;
    this.#base = base;
    const map = this.#map;
    map.on('style.load', () => this.#install());
    map.on('move', () => this.#tellView(false));
    map.on('moveend', () => {
      parts.base.viewSettled(this.view());
      this.#tellView(true);
    });
    map.on('error', ({ error }) => this.#tellFault(error));
    this.#stopListening = listenToPointer(map, (pointer) => this.#pointerListeners.forEach((tell) => tell(pointer)));
    this.#track(parts.base.ready()).catch((error: unknown) => this.#tellFault(error));
  }

  view(): MapExtent {
    const { lng, lat } = this.#map.getCenter();
    const bounds = this.#map.getBounds();
    return {
      center: { Lng: lng, Lat: lat },
      zoom: this.#map.getZoom(),
      bounds: {
        NorthEast: { Lat: bounds?.getNorth() ?? lat, Lng: bounds?.getEast() ?? lng },
        SouthWest: { Lat: bounds?.getSouth() ?? lat, Lng: bounds?.getWest() ?? lng },
      },
    };
  }

  look(move: CameraMove): void {
    const timing = move.animate ? { animate: true, duration: 400 } : { animate: false };
    if (move.kind === 'centre') {
      this.#map.easeTo({ center: [move.at.Lng, move.at.Lat], zoom: move.zoom, offset: [-move.inset / 2, 0], ...timing });
      return;
    }
    const { SouthWest, NorthEast } = move.bounds;
    const { width, height } = this.#map.getContainer().getBoundingClientRect();
    const margin = Math.floor(Math.max(0, Math.min(move.padding ?? 48, (width - move.inset) / 6, height / 6)));
    this.#map.fitBounds(
      [
        [SouthWest.Lng, SouthWest.Lat],
        [NorthEast.Lng, NorthEast.Lat],
      ],
      {
        padding: { top: margin, bottom: margin, left: margin, right: margin + move.inset },
        maxZoom: move.maxZoom,
        ...timing,
      },
    );
  }

  zoomBy(steps: number): void {
    this.#map.easeTo({ zoom: this.#map.getZoom() + steps, duration: 200 });
  }

  project(at: MapCoordinate): MapPoint {
    const { x, y } = this.#map.project([at.Lng, at.Lat]);
    return { x, y };
  }

  unproject(point: MapPoint): MapCoordinate {
    const { lng, lat } = this.#map.unproject([point.x, point.y]);
    return { Lat: lat, Lng: lng };
  }

  setBase(base: BaseChoice): void {
    const repaint = base.theme !== this.#base.theme;
    this.#base = base;
    this.#parts.base.show(base);
    if (repaint && this.#installed) this.#repaint();
  }

  setStops(rows: readonly StopRow[]): Promise<void> {
    this.#stops = new Map(rows.map((row) => [row.slot, row]));
    if (this.#marks.size > 0) this.#marksChanged();
    const { tiles } = this.#parts;
    const as = tiles && rows.length > tilesAbove ? 'tiles' : 'geojson';
    const changed = as !== this.#stopsAs;
    this.#stopsAs = as;
    return this.#drawn(async () => {
      if (as === 'tiles') await tiles?.load(rows);
      if (!this.#installed || this.#destroyed || this.#stopsAs !== as) return;
      if (changed || this.#map.getSource('stops') === undefined) this.#installStops();
      else if (as === 'tiles') tiles?.refresh('stops');
      else this.#feed('stops', geoJsonOf([...this.#stops.values()].map(stopFeature)));
    });
  }

  patchStops(patch: StopPatch): Promise<void> {
    const before = [...patch.put, ...patch.remove].flatMap(({ slot }) => this.#stops.get(slot) ?? []);
    for (const row of patch.put) this.#stops.set(row.slot, row);
    for (const { slot } of patch.remove) this.#stops.delete(slot);
    if (this.#marks.size > 0) this.#marksChanged();
    return this.#drawn(async () => {
      if (this.#stopsAs === 'tiles') await this.#parts.tiles?.patch(patch, before, 'stops');
      else if (this.#installed)
        await this.#parts.patchGeoJson(
          'stops',
          geoJsonOf(patch.put.map(stopFeature)),
          patch.remove.map((row) => row.slot),
        );
    });
  }

  markStop(slot: number, mark: StopMark, on: boolean): void {
    const marks = new Set(this.#marks.get(slot));
    if (on) marks.add(mark);
    else marks.delete(mark);
    if (marks.size > 0) this.#marks.set(slot, marks);
    else this.#marks.delete(slot);
    if (isStyled(mark) && this.#installed) this.#map.setFeatureState(this.#stopRef(slot), { [mark]: on });
    this.#marksChanged();
  }

  dimStops(dimmed: boolean): void {
    this.#dimmed = dimmed;
    if (!this.#installed) return;
    for (const { spec } of this.#layers()) if (spec.source === stopSourceName) this.#paint(spec);
  }

  setData(source: string, features: readonly MapFeature[]): void {
    this.#data.set(source, features);
    if (this.#installed) this.#feed(source, geoJsonOf(features));
  }

  show(toggle: string, visible: boolean): void {
    if (visible) this.#hidden.delete(toggle);
    else this.#hidden.add(toggle);
    if (!this.#installed) return;
    for (const { toggle: of, spec } of this.#layers()) {
      if (of === toggle && this.#map.getLayer(spec.id)) this.#map.setLayoutProperty(spec.id, 'visibility', visible ? 'visible' : 'none');
    }
  }

  setCursor(cursor: string): void {
    this.#map.getCanvas().style.cursor = cursor;
  }

  resize(): void {
    this.#map.resize();
  }

  onPointer(listener: (pointer: MapPointer) => void): () => void {
    this.#pointerListeners.add(listener);
    return () => this.#pointerListeners.delete(listener);
  }

  onView(listener: (view: MapExtent, settled: boolean) => void): () => void {
    this.#viewListeners.add(listener);
    return () => this.#viewListeners.delete(listener);
  }

  onFault(listener: (message: string) => void): () => void {
    this.#faultListeners.add(listener);
    return () => this.#faultListeners.delete(listener);
  }

  async whenIdle(): Promise<void> {
    do await this.#atRest();
    while (this.#pending > 0 && !this.#destroyed);
  }

  destroy(): void {
    if (this.#destroyed) return;
    this.#destroyed = true;
    this.#stopListening();
    this.#parts.tiles?.destroy();
    this.#map.remove();
    this.#waiting.forEach((done) => done());
  }

  /** Redraws the marked stops, once for all marks set in one go. */
  #marksChanged(): void {
    if (this.#marksWaiting) return;
    this.#marksWaiting = true;
    queueMicrotask(() => {
      this.#marksWaiting = false;
      if (this.#destroyed) return;
      this.setData(
        'stop-marks',
        [...this.#marks].flatMap(([slot, marks]) => {
          const row = this.#stops.get(slot);
          const mark = strongest.find((name) => marks.has(name));
          return row && mark && !marks.has('hidden') ? [{ ...stopFeature(row), properties: { type: row.stop.Type, mark } }] : [];
        }),
      );
    });
  }

  #tellFault(error: unknown): void {
    const message = error instanceof Error ? error.message : String(error);
    this.#faultListeners.forEach((tell) => tell(message));
  }

  #tellView(settled: boolean): void {
    const view = this.view();
    this.#viewListeners.forEach((tell) => tell(view, settled));
  }

  /** Puts all our sources, layers, pictures and marks into a style that has just been loaded. */
  #install(): void {
    if (this.#destroyed) return;
    this.#parts.base.styleLoaded();
    this.#drawImages();
    for (const name of sourceNames) {
      this.#map.addSource(name, { ...lineSource, data: geoJsonOf(this.#data.get(name) ?? []) });
    }
    this.#installed = true;
    for (const layer of this.#layers()) {
      if (layer.spec.source !== stopSourceName) this.#addLayer(layer);
    }
    this.#installStops();
    this.#parts.base.viewSettled(this.view());
  }

  #installStops(): void {
    const map = this.#map;
    const layers = this.#layers().filter(({ spec }) => spec.source === stopSourceName);
    for (const { spec } of layers) if (map.getLayer(spec.id)) map.removeLayer(spec.id);
    if (map.getSource('stops')) map.removeSource('stops');
    if (this.#stopsAs === 'tiles' && this.#parts.tiles) map.addSource('stops', this.#parts.tiles.source());
    else map.addSource('stops', { ...stopSource, ...this.#parts.stopSourceOptions, data: geoJsonOf([...this.#stops.values()].map(stopFeature)) });
    for (const layer of layers) this.#addLayer(layer, firstAboveStops);
    for (const [slot, marks] of this.#marks) {
      const styled = [...marks].filter(isStyled);
      if (styled.length > 0) map.setFeatureState(this.#stopRef(slot), Object.fromEntries(styled.map((mark) => [mark, true])));
    }
  }

  #addLayer({ toggle, spec }: DataLayer, before?: string): void {
    this.#map.addLayer(spec, before);
    if (toggle !== undefined && this.#hidden.has(toggle)) this.#map.setLayoutProperty(spec.id, 'visibility', 'none');
  }

  /** All layers, lowest first. */
  #layers(): DataLayer[] {
    const style = this.#style();
    return layerCatalogue.flatMap((layer) => layer.layers(style).map((spec) => ({ toggle: toggleOf(layer), spec })));
  }

  #style(): LayerStyle {
    return { colours: palettes[this.#base.theme], fonts: this.#parts.fonts, stopTiles: this.#stopLayerName(), dimStops: this.#dimmed };
  }

  #stopLayerName(): string | undefined {
    return this.#stopsAs === 'tiles' ? this.#parts.tiles?.sourceLayer : undefined;
  }

  #stopRef(slot: number) {
    const sourceLayer = this.#stopLayerName();
    return { source: 'stops', ...(sourceLayer === undefined ? {} : { sourceLayer }), id: slot };
  }

  /** Gives the data layers the colours of the present theme. */
  #repaint(): void {
    for (const { spec } of this.#layers()) this.#paint(spec);
    this.#drawImages();
  }

  #paint(spec: GlLayerSpec): void {
    if (!this.#map.getLayer(spec.id)) return;
    for (const [name, value] of Object.entries(spec.paint ?? {})) this.#map.setPaintProperty(spec.id, name, value);
  }

  #drawImages(): void {
    const { colours } = this.#style();
    const directions = ([1, 2, 3] as const).map(
      (goes) => [directionImages[goes], drawDirection(goes, colours.stopLabel, colours.labelHalo)] as const,
    );
    const images = [
      [arrowImage, drawArrow(colours.trackCasing, colours.track)],
      [`${arrowImage}-vehicle`, drawArrow(colours.vehicle, colours.stopRing)],
      ...directions,
    ] as const;
    for (const [name, image] of images) {
      if (this.#map.hasImage(name)) this.#map.removeImage(name);
      this.#map.addImage(name, image, { pixelRatio: 2 });
    }
  }

  #feed(name: string, data: FeatureCollection): void {
    const source = this.#map.getSource(name);
    if (isGeoJsonSource(source)) source.setData(data);
  }

  #drawn(work: () => Promise<void>): Promise<void> {
    return this.#track(
      work()
        .then(() => this.#atRest())
        .catch((error: unknown) => this.#tellFault(error)),
    );
  }

  async #track<T>(work: Promise<T>): Promise<T> {
    this.#pending++;
    try {
      return await work;
    } finally {
      this.#pending--;
    }
  }

  /** Resolves at the next idle moment: style and tiles loaded, nothing moving. */
  #atRest(): Promise<void> {
    return new Promise((resolve) => {
      if (this.#destroyed) {
        resolve();
        return;
      }
      const done = () => {
        this.#waiting.delete(done);
        resolve();
      };
      const look = () => {
        if (this.#installed && this.#map.loaded() && !this.#map.isMoving()) done();
        else this.#map.once('idle', look);
      };
      this.#waiting.add(done);
      this.#map.once('idle', look);
      this.#map.triggerRepaint();
    });
  }
}

/** A drawn layer and the toggle it answers to. */
interface DataLayer {
  readonly toggle: string | undefined;
  readonly spec: GlLayerSpec;
}

const stopSourceName = 'stops';
/** Stops are drawn under the marked ones, the numbered stops of the track and all that lies above them. */
const firstAboveStops = 'stop-marks';
/** Marks that change how a stop itself is drawn: away, or not stepping back with the others. */
const styledMarks: ReadonlySet<StopMark> = new Set(['hidden', 'highlighted', 'kept']);
const isStyled = (mark: StopMark): boolean => styledMarks.has(mark);
/** Which mark is shown when a stop has several. */
const strongest = ['selected', 'hovered', 'highlighted'] as const;
const lineSource = { type: 'geojson', maxzoom: 20, tolerance: 0.2 } as const;
const stopSource = { type: 'geojson', maxzoom: 20, buffer: 64 } as const;

/** A layer of the map, declared in one place: what it shows, how it is drawn, what can be picked of it, its entry in the menu. */
import type { LayerSpecification } from 'maplibre-gl';
import type { LegendEntry } from '../../domain/legend.ts';
import type { CommandInput } from '../../kernel/command.ts';
import type { KernelState } from '../../kernel/state.ts';
import type { AppState } from '../../projections/state.ts';
import type { MapFeature, MapPoint } from '../engine/mapEngine.ts';
import type { MapCoordinate, MapPicture } from '../mapPicture.ts';
import type { Projection } from '../sources/picking.ts';
import type { MapPalette } from './palette.ts';

/** Fonts a provider has: plain and bold. */
export interface MapFonts {
  readonly regular: string[];
  readonly bold: string[];
}

/** What a layer needs to know to be drawn. */
export interface LayerStyle {
  readonly colours: MapPalette;
  readonly fonts: MapFonts;
  /** Layer inside the tiles of the source `stops`, where stops come as tiles. */
  readonly stopTiles?: string | undefined;
  /** Stops without a mark step back. */
  readonly dimStops?: boolean;
}

/** One drawn layer of a GL provider; `source` is one of the declaring layer's sources, or `stops`. */
export type GlLayerSpec = LayerSpecification & { readonly source: string };

/** What is on the map when a legend is requested. */
export interface LegendView {
  readonly picture: MapPicture;
  readonly zoom: number;
  readonly colours: MapPalette;
}

/** The part of the kernel's state that is seen on the map. */
export type SeenState = Pick<KernelState<AppState>, 'view' | 'drafts' | 'workflows'>;

export interface MapLayer<T = unknown> {
  /** Unique; also the key of its toggle in the browser's settings, and of its ids in a hit. */
  readonly id: string;
  /** Another layer's toggle that it answers to; null where it is always on. */
  readonly toggle?: string | null;
  /** Its entry in the layers menu, and whether it is on in a browser that remembers nothing. */
  readonly menu?: { readonly label: string; readonly initially: boolean };
  /** What there is to see; the same object while nothing changed, so that it is not drawn again. */
  data?(seen: SeenState): T;
  /** What of the picture it shows; `picture.data[id]` when not given. */
  read?(picture: MapPicture): T;
  /** Features by the name of their source. */
  readonly sources: Readonly<Record<string, FeaturesOf<T>>>;
  /** Features are rebuilt when this answers something else for the present zoom. */
  zoomStep?(zoom: number): number;
  /** Its drawn layers, lowest first. */
  layers(style: LayerStyle): readonly GlLayerSpec[];
  /** What its marks mean, of those that are on the map. */
  legend?(data: T, view: LegendView): readonly LegendEntry[];
  /** Ids of what lies within 5 px of a point, nearest first. */
  pick?(data: T, surface: Projection, point: MapPoint): readonly string[];
  /** The kind of thing that is picked, where it is not its own id. */
  readonly picks?: string;
  /** Where its popup points at; what it shows is for the screens to say, by the layer's id. */
  popupAt?(seen: SeenState): MapCoordinate | undefined;
  /** What a click on picked things does. */
  open?(ids: readonly string[], view: AppState): CommandInput | undefined;
}

/** Compared leniently, so that layers of different data fit one catalogue. */
type FeaturesOf<T> = { of(data: T, zoom: number): readonly MapFeature[] }['of'];

/** Declares a layer. */
export function defineLayer<T>(layer: MapLayer<T>): MapLayer<T> {
  return layer;
}

/** The toggle that a layer answers to; undefined where it is always on. */
export function toggleOf(layer: MapLayer): string | undefined {
  return layer.toggle === null ? undefined : (layer.toggle ?? layer.id);
}

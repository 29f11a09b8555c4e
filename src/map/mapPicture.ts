import type { LineStretches } from './sources/lineStretches.ts';
import type { Bounds } from './viewport.ts';

/** A place in degrees, in the wire's own spelling. */
export interface MapCoordinate {
  readonly Lat: number;
  readonly Lng: number;
}

/** A stop as far as the map needs it; Type is the number of the specification (Regular=0 ... Station=5). */
export interface MapStop extends MapCoordinate {
  readonly Id: string;
  readonly Name: string;
  readonly Type: number;
}

/**
 * All stops, in any number of chunks. A chunk that is the same array as before is taken as unchanged,
 * so a table kept in buckets costs only its changed buckets; one single chunk is fine for small tables.
 */
export type MapStops = readonly (readonly MapStop[])[];

/** A pathway or transfer between two stops; Count is how many the line stands for (default 1). */
export interface MapLink {
  readonly Id: string;
  readonly From: MapCoordinate;
  readonly To: MapCoordinate;
  readonly Count?: number;
}

/** One stop of the shown track with the number that is in its circle. */
export interface MapTrackStop extends MapCoordinate {
  readonly StopId: string;
  readonly Number: number;
}

/** The track on show: its shape in travel direction and its stops. */
export interface MapTrack {
  readonly shape: readonly MapCoordinate[];
  readonly stops: readonly MapTrackStop[];
}

/** A line being drawn by a tool (a new transfer, a changed shape): done part, part under the pointer, handles. */
export interface MapSketch {
  readonly line?: readonly MapCoordinate[];
  /** Further lines beside it: the rings of an area. */
  readonly lines?: readonly (readonly MapCoordinate[])[];
  /** A stretch that is closed, marked as gone. */
  readonly closed?: readonly MapCoordinate[];
  readonly active?: readonly MapCoordinate[];
  readonly handles?: readonly (MapCoordinate & { readonly chosen?: boolean })[];
}

/** A town with its people in thousands. */
export interface Town extends MapCoordinate {
  readonly name: string;
  readonly thousands: number;
}

/** The background a user has chosen. */
export type MapTiles = 'default-tile' | 'satellite' | 'openstreetmap' | 'streets';

/**
 * A wish to look somewhere. It is carried out once per `key`; the same key again does nothing, so the
 * picture can be shown again without the map jumping back.
 */
export type MapCameraRequest =
  | { readonly key: string; readonly kind: 'fit'; readonly bounds: Bounds; readonly single?: boolean; readonly animate?: boolean }
  | { readonly key: string; readonly kind: 'stay' }
  | {
      readonly key: string;
      readonly kind: 'centre';
      readonly at: MapCoordinate;
      readonly zoom?: number;
      readonly animate?: boolean;
      /** `at` is the middle of the whole map, the part that details cover included: a view that was left is come back to. */
      readonly whole?: boolean;
    };

/** A polyline of the network: its points and the tracks that go along it, by `lineTrackKey`. */
export interface Polyline {
  readonly points: readonly MapCoordinate[];
  readonly tracks: readonly string[];
}

/** All that is to be seen on the map, as a plain value. */
export interface MapPicture {
  readonly stops: MapStops;
  /** What the layers show, by their ids: see `layers/catalogue.ts`. */
  readonly data: Readonly<Record<string, unknown>>;
  readonly selectedStops: readonly string[];
  readonly highlightedStops: readonly string[];
  /** Stops that are neither highlighted nor kept step back. */
  readonly dimmed: boolean;
  /** Stops that look as ever where the others step back. */
  readonly keptStops: readonly string[];
  readonly hoveredStops: readonly string[];
  /** The lines of the network; those whose schedules are not kept step back, none where `kept` is undefined. `polylines` say what is picked of them. */
  readonly lines?:
    | { readonly joined: LineStretches; readonly kept: ReadonlySet<string> | undefined; readonly polylines?: readonly Polyline[] }
    | undefined;
  readonly towns?: readonly Town[] | undefined;
  /** Lines that the list beside the map points at. */
  readonly pointedLines: readonly (readonly MapCoordinate[])[];
  readonly hiddenStops: readonly string[];
  readonly preview?: (MapCoordinate & { readonly Type: number }) | undefined;
  readonly sketch?: MapSketch | undefined;
  /** Layers that were switched on or off by hand; the others are as they declare. */
  readonly layers: Readonly<Record<string, boolean>>;
  readonly tiles: MapTiles;
  readonly theme: 'light' | 'dark';
  readonly camera?: MapCameraRequest | undefined;
  /** Px at the right edge that details cover: what is looked at is shown beside them. */
  readonly inset: number;
}

/** The picture before anything is known: an empty map with every layer on. */
export const emptyPicture: MapPicture = {
  stops: [],
  data: {},
  selectedStops: [],
  highlightedStops: [],
  dimmed: false,
  keptStops: [],
  hoveredStops: [],
  pointedLines: [],
  hiddenStops: [],
  layers: {},
  tiles: 'default-tile',
  theme: 'light',
  inset: 0,
};

import type { ExpressionSpecification } from 'maplibre-gl';
import { STOP_TYPES, stopTypeLabel } from '../../domain/stops.ts';
import type { MapStops } from '../mapPicture.ts';
import { defineLayer, type GlLayerSpec, type LayerStyle } from './mapLayer.ts';

/** Stop names are shown from this zoom. */
export const stopLabelZoom = 14;

/** How big a stop of a type is drawn against a regular one (types by their numbers, see the specification's constants). */
export const stopRadiusScale: Readonly<Record<number, number>> = {
  0: 1, // Regular
  1: 0.8, // Exit
  2: 1, // Platform
  3: 0.6, // GenericNode
  4: 0.8, // BoardingArea
  5: 1.2, // Station
};

/** All stops. The engine feeds them itself, for there may be 100,000. */
export const stopsLayer = defineLayer<undefined>({
  id: 'stops',
  menu: { label: 'Stops', initially: true },
  read: () => undefined,
  sources: {},
  layers: stopLayers,
  legend: (_, { picture, colours }) => {
    const dot = (type: number) =>
      ({
        kind: 'dot',
        colour: colours.stop,
        radius: 5 * stopScale(type),
        ...(type === STOP_TYPES.Station ? { core: colours.stopRing } : {}),
      }) as const;
    const types = typesOf(picture.stops).map((type) => ({ swatch: dot(type), text: stopTypeLabel(type) }));
    return picture.dimmed && types.length > 0 ? [...types, { swatch: { ...dot(0), faint: true }, text: 'Stop that is left out' }] : types;
  },
});

/** Stops that are selected, hovered or highlighted; fed by the engine. */
export const stopMarksLayer = defineLayer<undefined>({
  id: 'stop-marks',
  toggle: 'stops',
  read: () => undefined,
  sources: {},
  layers: stopMarkLayers,
  legend: (_, { picture, colours }) => {
    const mark = (colour: string, text: string) => ({ swatch: { kind: 'dot' as const, colour, radius: 5, ring: colour }, text });
    return [
      ...(picture.selectedStops.length > 0 ? [mark(colours.selected, 'Stop that is open')] : []),
      ...(picture.hoveredStops.length > 0 ? [mark(colours.hovered, 'Stop that the list points at, or a case that it shows')] : []),
      ...(picture.highlightedStops.length > 0 ? [mark(colours.highlighted, 'Stop that is found or chosen')] : []),
    ];
  },
});

/**
 * Selected, hovered and highlighted stops, drawn once more on top of all stops from a small source of their own.
 * Marking them in the big source was tried: every dot then carries its own colour and ring for the few that differ,
 * and a marked stop lies under its neighbours or is thinned away at far zooms.
 */
function stopMarkLayers({ colours }: LayerStyle): GlLayerSpec[] {
  const colour: ExpressionSpecification = ['match', ['get', 'mark'], 'selected', colours.selected, 'hovered', colours.hovered, colours.highlighted];
  return [
    {
      id: 'stop-marks',
      type: 'circle',
      source: 'stop-marks',
      layout: { 'circle-sort-key': ['match', ['get', 'mark'], 'selected', 2, 'hovered', 1, 0] },
      paint: {
        'circle-radius': radius(1, 1.5),
        'circle-color': colour,
        'circle-stroke-color': colour,
        'circle-stroke-width': ['interpolate', ['linear'], ['zoom'], 9, 4, 16, 6],
        'circle-stroke-opacity': 0.4,
      },
    },
    {
      id: 'stop-marks-station',
      type: 'circle',
      source: 'stop-marks',
      minzoom: 12,
      filter: ['==', ['get', 'type'], 5],
      paint: { 'circle-radius': radius(0.42, 0), 'circle-color': colours.stopRing },
    },
  ];
}

const typesByStops = new WeakMap<MapStops, readonly number[]>();

/** The types of stops that there are. */
function typesOf(stops: MapStops): readonly number[] {
  const known = typesByStops.get(stops) ?? [...new Set(stops.flatMap((chunk) => chunk.map(({ Type }) => Type)))].toSorted((a, b) => a - b);
  typesByStops.set(stops, known);
  return known;
}

/** The factor for a type; unknown types are drawn as regular ones. */
export function stopScale(type: number): number {
  return stopRadiusScale[type] ?? 1;
}

/** Radius in px of a regular stop at a few zooms; between them it grows evenly. */
const radiusAtZoom = [
  [3, 1.2],
  [8, 1.8],
  [11, 3],
  [13, 5],
  [15, 7],
  [18, 10],
] as const;

/** Stops as dots by type, marks as rings round them, and names from zoom 14.  */
function stopLayers({ colours, fonts, stopTiles: sourceLayer, dimStops = false }: LayerStyle): GlLayerSpec[] {
  // a hidden stop is being moved: its dot follows the pointer in a source of its own
  const back: ExpressionSpecification | number = dimStops
    ? ['case', ['boolean', ['feature-state', 'highlighted'], false], 1, ['boolean', ['feature-state', 'kept'], false], 1, DIMMED]
    : 1;
  const visible: ExpressionSpecification = ['case', ['boolean', ['feature-state', 'hidden'], false], 0, back];
  const place = { source: 'stops', ...(sourceLayer === undefined ? {} : { 'source-layer': sourceLayer }) } as const;
  return [
    {
      id: 'stops',
      type: 'circle',
      ...place,
      paint: {
        'circle-radius': radius(1, 0),
        'circle-color': colours.stop,
        'circle-opacity': visible,
        'circle-stroke-color': colours.stopRing,
        'circle-stroke-width': ['interpolate', ['linear'], ['zoom'], 9, 0, 13, 1.25, 16, 2],
        'circle-stroke-opacity': visible,
      },
    },
    {
      id: 'stops-station',
      type: 'circle',
      ...place,
      minzoom: 12,
      filter: ['==', ['get', 'type'], 5],
      paint: {
        // Stations have a light core, so that they differ from stops by more than their size.
        'circle-radius': radius(0.42, 0),
        'circle-color': colours.stopRing,
        'circle-opacity': visible,
      },
    },
    {
      id: 'stops-name',
      type: 'symbol',
      ...place,
      minzoom: stopLabelZoom,
      layout: {
        'text-field': ['get', 'name'],
        'text-font': fonts.regular,
        'text-size': ['interpolate', ['linear'], ['zoom'], 14, 11, 17, 13],
        'text-anchor': 'top',
        'text-offset': [0, 0.9],
        'text-max-width': 9,
        'text-optional': true,
        'symbol-sort-key': ['match', ['get', 'type'], 5, 0, 1],
      },
      paint: {
        'text-color': colours.stopLabel,
        'text-halo-color': colours.labelHalo,
        'text-halo-width': 1.5,
        'text-opacity': visible,
      },
    },
  ];
}

/** Opacity of what a search leaves out. */
const DIMMED = 0.2;

function radius(factor: number, extra: number): ExpressionSpecification {
  const scale: ExpressionSpecification = ['match', ['get', 'type'], 1, 0.8, 3, 0.6, 4, 0.8, 5, 1.2, 1];
  const steps = radiusAtZoom.flatMap(([zoom, px]): (number | ExpressionSpecification)[] => [zoom, ['+', ['*', scale, px * factor], extra]]);
  return ['interpolate', ['linear'], ['zoom'], ...steps] as ExpressionSpecification;
}

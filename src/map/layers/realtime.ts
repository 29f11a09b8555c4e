/** Vehicles: where they are, with the trail that they left; older points are fainter. */
import { chooseVehicle } from '../../commands/realtime/showRealtime.ts';
import type { VehiclePositions, VehicleRun } from '../../domain/realtime.ts';
import { isMoving, newestAt, shownVehicle } from '../../projections/realtime.ts';
import type { MapFeature, MapPoint } from '../engine/mapEngine.ts';
import type { MapCoordinate } from '../mapPicture.ts';
import type { Projection } from '../sources/picking.ts';
import { boxAt, boxOfPlace, indexed } from '../sources/placeIndex.ts';
import { pickRadius } from '../viewport.ts';
import { defineLayer } from './mapLayer.ts';

/** A point of a run, as it is picked. */
interface Spot extends MapCoordinate {
  readonly id: string;
  readonly at: number;
}

export const realtimeLayer = defineLayer<VehiclePositions | undefined>({
  id: 'realtime',
  toggle: null,
  data: ({ view }) => view.realtime.points.value ?? undefined,
  sources: {
    'realtime-trails': (positions) => (positions ? trails(positions) : []),
    'realtime-points': (positions) => (positions ? pastPoints(positions) : []),
    'realtime-vehicles': (positions) => (positions ? vehicles(positions) : []),
  },
  legend: (positions, { colours }) =>
    positions
      ? [
          { swatch: { kind: 'dot', colour: colours.vehicle, radius: 6, core: colours.trackCasing }, text: 'Vehicle on its way' },
          { swatch: { kind: 'lines', colours: [colours.vehicle], width: 2 }, text: 'Where a vehicle was; fainter is longer ago' },
        ]
      : [],
  layers: ({ colours, fonts }) => [
    {
      id: 'realtime-trails',
      type: 'line',
      source: 'realtime-trails',
      layout: { 'line-join': 'round', 'line-cap': 'round' },
      paint: {
        'line-color': colours.vehicle,
        'line-opacity': ['interpolate', ['linear'], ['get', 'hours'], 0, 0.75, 1, 0.3, 24, 0.12],
        'line-width': ['interpolate', ['linear'], ['zoom'], 8, 1, 14, 2.5],
      },
    },
    {
      id: 'realtime-points',
      type: 'circle',
      source: 'realtime-points',
      minzoom: 11,
      paint: {
        'circle-color': colours.vehicle,
        'circle-opacity': ['interpolate', ['linear'], ['get', 'hours'], 0, 0.9, 1, 0.5, 24, 0.25],
        'circle-radius': ['interpolate', ['linear'], ['zoom'], 11, 1.2, 14, 3, 17, 4.5],
      },
    },
    {
      id: 'realtime-vehicles',
      type: 'circle',
      source: 'realtime-vehicles',
      paint: {
        'circle-color': colours.vehicle,
        'circle-stroke-color': colours.trackCasing,
        'circle-stroke-width': 2,
        'circle-radius': ['interpolate', ['linear'], ['zoom'], 8, 3.5, 12, 6, 16, 9],
      },
    },
    {
      id: 'realtime-vehicle-names',
      type: 'symbol',
      source: 'realtime-vehicles',
      minzoom: 12,
      layout: { 'text-field': ['get', 'label'], 'text-font': fonts.bold, 'text-size': 12, 'text-anchor': 'bottom', 'text-offset': [0, -0.9] },
      paint: { 'text-color': colours.vehicle, 'text-halo-color': colours.labelHalo, 'text-halo-width': 1.6 },
    },
  ],
  pick: (positions, surface, point) => (positions ? spotsAt(positions, surface, point) : []),
  open: ([id = '']) => {
    const [runId = 0, at = 0] = id.split('@').map(Number);
    return chooseVehicle({ shown: { runId, at } });
  },
  popupAt: ({ view }) => {
    const shown = shownVehicle(view);
    return shown && { Lat: shown.point[1], Lng: shown.point[2] };
  },
});

function trails({ Runs }: VehiclePositions): MapFeature[] {
  const newest = newestAt({ Runs, Every: 1 });
  return Runs.flatMap((run) => {
    const hours = (newest - (run.Points.at(-1)?.[0] ?? 0)) / 3600;
    return piecesOf(run).map((points, i) => ({ id: run.Id * 100 + i, shape: { type: 'Line' as const, points }, properties: { hours } }));
  });
}

function pastPoints(positions: VehiclePositions): MapFeature[] {
  const newest = newestAt(positions);
  return spotsOf(positions).map((spot, i) => ({ id: i + 1, shape: { type: 'Point', at: spot }, properties: { hours: (newest - spot.at) / 3600 } }));
}

/** The last point of each vehicle that was still on its way. */
function vehicles(positions: VehiclePositions): MapFeature[] {
  const newest = newestAt(positions);
  return positions.Runs.flatMap((run) => {
    const last = run.Points.at(-1);
    if (!last || !isMoving(run, newest)) return [];
    return [{ id: run.Id, shape: { type: 'Point' as const, at: { Lat: last[1], Lng: last[2] } }, properties: { label: run.Label ?? run.VehicleId } }];
  });
}

/** Seconds of silence after which the way between two points is not known. */
const GAP = 600;

/** The ways of a run between silences: a vehicle may do a trip of a headway several times a day. */
function piecesOf({ Points }: VehicleRun): readonly (readonly MapCoordinate[])[] {
  const pieces: MapCoordinate[][] = [];
  let last = -Infinity;
  for (const [at, Lat, Lng] of Points) {
    if (at - last > GAP) pieces.push([]);
    pieces.at(-1)?.push({ Lat, Lng });
    last = at;
  }
  return pieces.filter((piece) => piece.length > 1);
}

const spots = new WeakMap<VehiclePositions, readonly Spot[]>();

function spotsOf(positions: VehiclePositions): readonly Spot[] {
  let known = spots.get(positions);
  if (!known) {
    known = positions.Runs.flatMap((run) => run.Points.map(([at, Lat, Lng]) => ({ id: `${run.Id}@${at}`, at, Lat, Lng })));
    spots.set(positions, known);
  }
  return known;
}

const placesOf = indexed((spot: Spot) => boxOfPlace(spot));

/** The points under the pointer, the newest first. */
function spotsAt(positions: VehiclePositions, surface: Projection, point: MapPoint): readonly string[] {
  return placesOf(spotsOf(positions))
    .within(boxAt(surface, point, pickRadius))
    .filter((spot) => {
      const { x, y } = surface.project(spot);
      return Math.hypot(x - point.x, y - point.y) <= pickRadius;
    })
    .toSorted((a, b) => b.at - a.at)
    .map(({ id }) => id);
}

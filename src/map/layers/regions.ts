/** Where no version is in view: the box of every region, or of the one whose database is open, with its name. */
import type { Region } from '../../domain/versions.ts';
import type { AppState } from '../../projections/state.ts';
import { databaseOf, presentPlace } from '../../projections/versions.ts';
import type { MapFeature } from '../engine/mapEngine.ts';
import type { MapCoordinate } from '../mapPicture.ts';
import { comparedStates } from '../sources/comparedStates.ts';
import { defineLayer } from './mapLayer.ts';

const NONE: readonly Region[] = [];

export const regionsLayer = defineLayer<readonly Region[]>({
  id: 'regions',
  toggle: null,
  data: ({ view }) => shownRegions(view),
  sources: { regions: (regions) => regions.flatMap((region, place) => featuresOf(region, place, middleOf(regions))) },
  layers: ({ colours, fonts }) => [
    {
      id: 'regions',
      type: 'line',
      source: 'regions',
      filter: ['==', ['geometry-type'], 'LineString'],
      layout: { 'line-join': 'round' },
      paint: { 'line-color': colours.track, 'line-width': 2, 'line-dasharray': [3, 2] },
    },
    {
      id: 'regions-name',
      type: 'symbol',
      source: 'regions',
      filter: ['==', ['geometry-type'], 'Point'],
      layout: {
        'text-field': ['get', 'name'],
        'text-font': fonts.bold,
        'text-size': 13,
        'text-anchor': ['get', 'anchor'],
        'text-offset': ['case', ['==', ['get', 'anchor'], 'top-right'], ['literal', [-0.4, 0.4]], ['literal', [0.4, 0.4]]],
        'text-optional': true,
      },
      paint: { 'text-color': colours.track, 'text-halo-color': colours.labelHalo, 'text-halo-width': 1.5 },
    },
  ],
});

/** Regions that have a box and belong to the present place; the same list for the same regions. */
export function shownRegions(view: AppState): readonly Region[] {
  const { databaseId, versionId } = presentPlace(view);
  const regions = view.regions.value;
  if (!regions || versionId !== undefined || comparedStates(view)) return NONE;
  const key = databaseId === undefined ? undefined : databaseOf(view, databaseId)?.RegionKey;
  if (last?.regions === regions && last.key === key && last.all === (databaseId === undefined)) return last.shown;
  const shown = regions.filter(({ Key, Bounds }) => Bounds !== null && (databaseId === undefined || Key === key));
  last = { regions, key, all: databaseId === undefined, shown };
  return shown;
}

let last:
  | { readonly regions: readonly Region[]; readonly key: string | undefined; readonly all: boolean; readonly shown: readonly Region[] }
  | undefined;

/** The south-west and the north-east corner of a region's box. */
export function cornersOf({ Bounds }: Region): readonly MapCoordinate[] {
  return Bounds === null ? [] : [Bounds.SouthWest, Bounds.NorthEast];
}

/** The longitude in the middle of all regions. */
function middleOf(regions: readonly Region[]): number {
  const lngs = regions.flatMap(cornersOf).map(({ Lng }) => Lng);
  return (Math.min(...lngs) + Math.max(...lngs)) / 2;
}

/**
 * The box of a region, and its name in that upper corner of it from which the name runs towards the middle of all: where regions
 * lie far apart their boxes are small, and a name that ran on beyond the last of them would be cut at the edge of the map.
 */
function featuresOf(region: Region, place: number, middle: number): readonly MapFeature[] {
  const [low, high] = cornersOf(region);
  if (!low || !high) return [];
  const at = (Lat: number, Lng: number): MapCoordinate => ({ Lat, Lng });
  const isEast = low.Lng > middle;
  const points = [at(high.Lat, low.Lng), at(high.Lat, high.Lng), at(low.Lat, high.Lng), at(low.Lat, low.Lng), at(high.Lat, low.Lng)];
  return [
    { id: 2 * place + 1, shape: { type: 'Line', points }, properties: {} },
    {
      id: 2 * place + 2,
      shape: { type: 'Point', at: at(high.Lat, isEast ? high.Lng : low.Lng) },
      properties: { name: region.Name, anchor: isEast ? 'top-right' : 'top-left' },
    },
  ];
}

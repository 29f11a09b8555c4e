/** Zones of GTFS Flex beside their pages: filled areas with their names. The one that is open stands out; a drawn one is shown by its tool. */
import type { Zone } from '../../domain/model/flex.ts';
import { kindsOfGroup, recordKindOfPage } from '../../domain/model/records.ts';
import { ringsOf } from '../../domain/zoneGeometry.ts';
import { recordsOf } from '../../projections/records.ts';
import { presentPlace } from '../../projections/versions.ts';
import type { MapFeature } from '../engine/mapEngine.ts';
import type { MapCoordinate } from '../mapPicture.ts';
import { defineLayer, type SeenState } from './mapLayer.ts';

interface ShownZones {
  readonly zones: readonly Zone[];
  /** Id of the zone that is open. */
  readonly open: string | undefined;
  /** Id of the zone whose border is drawn now. */
  readonly drawn: string | undefined;
}

export const zonesLayer = defineLayer<ShownZones | undefined>({
  id: 'zones',
  toggle: null,
  data: shownZones,
  sources: { zones: (shown) => (shown ? featuresOf(shown) : []) },
  legend: (shown, { colours }) =>
    shown && shown.zones.some(({ Geometry }) => Geometry)
      ? [{ swatch: { kind: 'lines', colours: [colours.pathway], width: 3, casing: colours.trackCasing }, text: 'Zone of dial-a-ride trips' }]
      : [],
  layers: ({ colours, fonts }) => [
    {
      id: 'zones',
      type: 'fill',
      source: 'zones',
      filter: ['==', ['geometry-type'], 'Polygon'],
      paint: { 'fill-color': colours.pathway, 'fill-opacity': ['case', ['get', 'open'], 0.25, 0.1] },
    },
    {
      id: 'zones-border',
      type: 'line',
      source: 'zones',
      filter: ['==', ['geometry-type'], 'Polygon'],
      layout: { 'line-join': 'round' },
      paint: { 'line-color': colours.pathway, 'line-width': ['case', ['get', 'open'], 3, 1.5] },
    },
    {
      id: 'zones-name',
      type: 'symbol',
      source: 'zones',
      filter: ['==', ['geometry-type'], 'Point'],
      layout: { 'text-field': ['get', 'name'], 'text-font': fonts.bold, 'text-size': 12, 'text-optional': true },
      paint: { 'text-color': colours.pathway, 'text-halo-color': colours.labelHalo, 'text-halo-width': 1.5 },
    },
  ],
});

/** The same object for the same zones, so that nothing is drawn again. */
function shownZones({ view, workflows }: SeenState): ShownZones | undefined {
  const { page, itemId, versionId } = presentPlace(view);
  const kind = recordKindOfPage(page);
  const zones = kind !== undefined && versionId !== undefined && kindsOfGroup('Zone').includes(kind) ? recordsOf(view, versionId, 'Zone') : undefined;
  if (!zones) return undefined;
  const open = kind === 'Zone' ? itemId : undefined;
  const machine = workflows['drawZone'];
  const drawn = machine && machine.value !== 'closed' ? String(machine.context['zoneId']) : undefined;
  if (last?.zones !== zones || last.open !== open || last.drawn !== drawn) last = { zones, open, drawn };
  return last;
}

let last: ShownZones | undefined;

function featuresOf({ zones, open, drawn }: ShownZones): readonly MapFeature[] {
  const features: MapFeature[] = [];
  const add = (shape: MapFeature['shape'], properties: MapFeature['properties']): void => {
    features.push({ id: features.length + 1, shape, properties });
  };
  for (const { Id, Name, Geometry } of zones) {
    if (!Geometry || Id === drawn) continue;
    for (const rings of Geometry.type === 'Polygon' ? [Geometry.coordinates] : Geometry.coordinates)
      add({ type: 'Area', rings: rings.map((ring) => ring.map(placeOf)) }, { open: Id === open });
    const outer = (ringsOf(Geometry)[0] ?? []).map(placeOf);
    if (outer.length > 0) add({ type: 'Point', at: middleOf(outer) }, { name: Name || Id });
  }
  return features;
}

function placeOf([Lng = 0, Lat = 0]: readonly number[]): MapCoordinate {
  return { Lat, Lng };
}

function middleOf(points: readonly MapCoordinate[]): MapCoordinate {
  const [lats, lngs] = [points.map(({ Lat }) => Lat), points.map(({ Lng }) => Lng)];
  return { Lat: (Math.min(...lats) + Math.max(...lats)) / 2, Lng: (Math.min(...lngs) + Math.max(...lngs)) / 2 };
}

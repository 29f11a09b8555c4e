/** Fare zones: a ground in the zone's colour under every stop that is in one, and the zone's name from zoom 12. */
import { fareZones } from '../../projections/fareZones.ts';
import { rows, type Table } from '../../kernel/table.ts';
import type { OverlayStop } from '../../domain/stopDetails.ts';
import { byId } from '../../projections/byId.ts';
import { presentData, presentPlace } from '../../projections/versions.ts';
import type { MapFeature } from '../engine/mapEngine.ts';
import { defineLayer } from './mapLayer.ts';

/** The stops of a version, and the zones of the fare that is open; undefined where the page shows no fares. */
interface ShownZones {
  readonly table: Table<OverlayStop>;
  /** Zones that are meant; the others stand back. Null where no fare is open, or the one that is names no zone. */
  readonly meant: ReadonlySet<string> | null;
}

export const fareZonesLayer = defineLayer<ShownZones | undefined>({
  id: 'fare-zones',
  menu: { label: 'Fare zones (beside fares)', initially: true },
  data: ({ view }) => {
    const data = presentData(view);
    const { page, itemId } = presentPlace(view);
    if (page !== 'fares' || !data?.stops.value) return undefined;
    const fare = itemId === undefined ? undefined : byId(data.fareDetails, itemId)?.value?.Fare;
    return shownZones(data.stops.value, fare?.Rules);
  },
  sources: { 'fare-zones': (shown) => (shown ? featuresOf(shown) : []) },
  legend: (shown) =>
    shown
      ? fareZones(shown.table)
          .slice(0, 12)
          .map(({ id, color }) => ({ swatch: { kind: 'dot', colour: color, radius: 7, faint: shown.meant?.has(id) === false }, text: `Zone ${id}` }))
      : [],
  layers: ({ colours, fonts }) => [
    {
      id: 'fare-zones',
      type: 'circle',
      source: 'fare-zones',
      paint: {
        'circle-radius': ['interpolate', ['linear'], ['zoom'], 6, 3, 10, 7, 13, 16, 16, 34],
        'circle-color': ['get', 'color'],
        'circle-opacity': ['case', ['get', 'meant'], 0.42, 0.1],
        'circle-stroke-width': 0,
      },
    },
    {
      id: 'fare-zones-name',
      type: 'symbol',
      source: 'fare-zones',
      minzoom: 12,
      layout: {
        'text-field': ['get', 'zone'],
        'text-font': fonts.bold,
        'text-size': 11,
        'text-anchor': 'bottom',
        'text-offset': [0, -0.8],
        'text-optional': true,
      },
      paint: {
        'text-color': ['get', 'color'],
        'text-halo-color': colours.labelHalo,
        'text-halo-width': 1.5,
        'text-opacity': ['case', ['get', 'meant'], 1, 0.4],
      },
    },
  ],
});

type Rules = readonly { readonly FromZone: string | null; readonly ToZone: string | null; readonly ContainsZone: string | null }[];

/** The same object for the same stops and rows, so that nothing is drawn again. */
function shownZones(table: Table<OverlayStop>, rules: Rules | undefined): ShownZones {
  if (last?.table === table && last.rules === rules) return last.shown;
  const named = new Set(
    (rules ?? []).flatMap(({ FromZone, ToZone, ContainsZone }) => [FromZone, ToZone, ContainsZone].filter((zone) => zone !== null)),
  );
  const shown: ShownZones = { table, meant: named.size === 0 ? null : named };
  last = { table, rules, shown };
  return shown;
}

let last: { readonly table: Table<OverlayStop>; readonly rules: Rules | undefined; readonly shown: ShownZones } | undefined;

function featuresOf({ table, meant }: ShownZones): readonly MapFeature[] {
  const colors = new Map(fareZones(table).map(({ id, color }) => [id, color]));
  const features: MapFeature[] = [];
  for (const { ZoneId, Coordinate } of rows(table)) {
    const color = ZoneId === undefined ? undefined : colors.get(ZoneId);
    if (ZoneId === undefined || color === undefined || !Coordinate) continue;
    features.push({
      id: features.length + 1,
      shape: { type: 'Point', at: Coordinate },
      properties: { zone: ZoneId, color, meant: meant === null || meant.has(ZoneId) },
    });
  }
  return features;
}

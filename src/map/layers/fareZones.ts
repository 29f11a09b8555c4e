/** Fare zones, and areas of Fares v2: a ground in the colour of each under its stops, and its name from zoom 12. */
import { type AnyRecord, recordKindOfPage, type RecordKind } from '../../domain/model/records.ts';
import { recordTitle } from '../../projections/records.ts';
import { fareZones, zoneColor } from '../../projections/fareZones.ts';
import { rows, type Table } from '../../kernel/table.ts';
import type { OverlayStop } from '../../domain/stopDetails.ts';
import { byId } from '../../projections/byId.ts';
import { presentData, presentPlace } from '../../projections/versions.ts';
import type { MapFeature } from '../engine/mapEngine.ts';
import { defineLayer } from './mapLayer.ts';

/** Zones or areas with their colours, and the stops in them; undefined where the page shows no fares. */
interface ShownZones {
  readonly table: Table<OverlayStop>;
  readonly zones: readonly ShownZone[];
  /** The zone of a stop; undefined where it is in none. */
  readonly zoneOf: (stop: OverlayStop) => string | undefined;
}

interface ShownZone {
  readonly id: string;
  readonly name: string;
  /** In the legend. */
  readonly text: string;
  readonly color: string;
  /** Others stand back where something that is open means this one. */
  readonly meant: boolean;
}

export const fareZonesLayer = defineLayer<ShownZones | undefined>({
  id: 'fare-zones',
  menu: { label: 'Fare zones (beside fares)', initially: true },
  data: ({ view }) => {
    const data = presentData(view);
    const { page, itemId } = presentPlace(view);
    if (!data?.stops.value) return undefined;
    if (page === 'fares') {
      const fare = itemId === undefined ? undefined : byId(data.fareDetails, itemId)?.value?.Fare;
      return once([data.stops.value, fare?.Rules], zonesOfFares);
    }
    const kind = recordKindOfPage(page);
    const { Area, StopArea, FareLegRule } = data.records.lists;
    if (kind === undefined || !AREA_KINDS.includes(kind) || !Area?.value || !StopArea?.value) return undefined;
    return once([data.stops.value, Area.value, StopArea.value, meantAreas(kind, itemId, FareLegRule?.value ?? [])], areasOfFares);
  },
  sources: { 'fare-zones': (shown) => (shown ? featuresOf(shown) : []) },
  legend: (shown) =>
    shown
      ? shown.zones.slice(0, 12).map(({ text, color, meant }) => ({ swatch: { kind: 'dot', colour: color, radius: 7, faint: !meant }, text }))
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

/** Zones of Fares v1: a stop names its own. */
function zonesOfFares(table: Table<OverlayStop>, rules: Rules | undefined): ShownZones {
  const named = new Set(
    (rules ?? []).flatMap(({ FromZone, ToZone, ContainsZone }) => [FromZone, ToZone, ContainsZone].filter((zone) => zone !== null)),
  );
  const zones = fareZones(table).map(({ id, color }) => ({ id, name: id, text: `Zone ${id}`, color, meant: named.size === 0 || named.has(id) }));
  return { table, zones, zoneOf: ({ ZoneId }) => ZoneId };
}

/** Areas of Fares v2: a stop is in its own areas, else in those of its station. The first one colours it. */
function areasOfFares(table: Table<OverlayStop>, areas: readonly AnyRecord[], members: readonly AnyRecord[], meant: string | undefined): ShownZones {
  const named = new Set(meant === undefined ? [] : meant.split(BETWEEN));
  const areaOf = new Map<string, string>();
  for (const member of members)
    if ('AreaId' in member && 'StopId' in member && member.StopId !== undefined && !areaOf.has(member.StopId))
      areaOf.set(member.StopId, member.AreaId);
  const zones = areas.map((area, at): ShownZone => {
    const name = recordTitle('Area', area);
    return { id: area.Id, name, text: `Area ${name}`, color: zoneColor(at), meant: named.size === 0 || named.has(area.Id) };
  });
  return { table, zones, zoneOf: ({ Id, ParentId }) => areaOf.get(Id) ?? areaOf.get(ParentId ?? '') };
}

/** Pages beside which areas are coloured. */
const AREA_KINDS: readonly RecordKind[] = ['Area', 'StopArea', 'FareLegRule'];

/** Between ids of areas. */
const BETWEEN = '\n';

/** The areas that what is open is about, in one text: the same text for the same areas. */
function meantAreas(kind: RecordKind, itemId: string | undefined, rules: readonly AnyRecord[]): string | undefined {
  if (itemId === undefined) return undefined;
  if (kind === 'Area') return itemId;
  const rule = kind === 'FareLegRule' ? rules.find(({ Id }) => Id === itemId) : undefined;
  if (!rule || !('FareProductId' in rule) || !('FromAreaId' in rule || 'ToAreaId' in rule)) return undefined;
  return ['FromAreaId' in rule ? rule.FromAreaId : '', 'ToAreaId' in rule ? rule.ToAreaId : ''].filter(Boolean).join(BETWEEN);
}

/** The same object for the same parts, so that nothing is drawn again. */
function once<P extends readonly unknown[]>(parts: P, make: (...parts: P) => ShownZones): ShownZones {
  if (last?.parts.length === parts.length && last.parts.every((part, at) => part === parts[at])) return last.shown;
  const shown = make(...parts);
  last = { parts, shown };
  return shown;
}

let last: { readonly parts: readonly unknown[]; readonly shown: ShownZones } | undefined;

function featuresOf({ table, zones, zoneOf }: ShownZones): readonly MapFeature[] {
  const known = new Map(zones.map((zone) => [zone.id, zone]));
  const features: MapFeature[] = [];
  for (const stop of rows(table)) {
    const zone = known.get(zoneOf(stop) ?? '');
    if (zone === undefined || !stop.Coordinate) continue;
    features.push({
      id: features.length + 1,
      shape: { type: 'Point', at: stop.Coordinate },
      properties: { zone: zone.name, color: zone.color, meant: zone.meant },
    });
  }
  return features;
}

import { featureFilter, validateStyleMin } from '@maplibre/maplibre-gl-style-spec';
import { describe, expect, test } from 'vitest';
import type { TileSchema } from '../../domain/settings.ts';
import { streetLayers, streetSource } from './streetTiles.ts';

const POINT = 1;
const LINE = 2;
const AREA = 3;

/** Which of our layers draw a feature at zoom 15. */
function drawnBy(schema: TileSchema, layer: string, type: 1 | 2 | 3, properties: Readonly<Record<string, unknown>>): string[] {
  return streetLayers('light', ['Noto Sans Regular'], schema).flatMap((one) => {
    if (!('source-layer' in one) || one['source-layer'] !== layer) return [];
    const isDrawn = featureFilter(one.filter, 'layers[0].filter').filter(
      { zoom: 15 },
      {
        type,
        id: 1,
        properties: { ...properties },
        geometry: [],
      },
    );
    return isDrawn ? [one.id.replace(`${streetSource}-`, '')] : [];
  });
}

describe.each(['light', 'dark'] as const)('%s', (theme) => {
  test.each(['openmaptiles', 'protomaps'] as const)('the layers of %s are a valid style', (schema) => {
    const style = {
      version: 8 as const,
      glyphs: 'https://map.example/{fontstack}/{range}.pbf',
      sources: { [streetSource]: { type: 'vector' as const, tiles: ['https://map.example/{z}/{x}/{y}.pbf'] } },
      layers: streetLayers(theme, ['Noto Sans Regular'], schema),
    };
    expect(validateStyleMin(style)).toEqual([]);
    expect(new Set(style.layers.map(({ id }) => id)).size).toBe(style.layers.length);
  });
});

test.each<[layer: string, type: 1 | 2 | 3, properties: Record<string, unknown>, drawnAs: string[]]>([
  ['transportation', LINE, { class: 'primary' }, ['road-casing', 'road']],
  ['transportation', LINE, { class: 'path' }, ['path']],
  ['transportation', LINE, { class: 'rail' }, ['rail']],
  ['transportation', LINE, { class: 'ferry' }, []],
  ['transportation_name', LINE, { class: 'primary', name: 'Main Street' }, ['road-name']],
  ['water', AREA, { class: 'lake' }, ['water']],
  ['waterway', LINE, { class: 'river' }, ['river']],
  ['place', POINT, { class: 'city', name: 'Tampa' }, ['place']],
  ['boundary', LINE, { admin_level: 6 }, []],
])('OpenMapTiles: %s %i %o', (layer, type, properties, drawnAs) => {
  expect(drawnBy('openmaptiles', layer, type, properties)).toEqual(drawnAs);
});

// the examples of https://docs.protomaps.com/basemaps/layers
test.each<[layer: string, type: 1 | 2 | 3, properties: Record<string, unknown>, drawnAs: string[]]>([
  ['roads', LINE, { kind: 'highway', kind_detail: 'motorway' }, ['road-casing', 'road', 'road-name']],
  ['roads', LINE, { kind: 'minor_road', kind_detail: 'residential', name: 'Main Street' }, ['road-casing', 'road', 'road-name']],
  ['roads', LINE, { kind: 'path', kind_detail: 'footway' }, ['path']],
  ['roads', LINE, { kind: 'rail', kind_detail: 'tram' }, ['rail']],
  ['roads', LINE, { kind: 'ferry' }, []],
  ['water', AREA, { kind: 'ocean' }, ['water']],
  ['water', LINE, { kind: 'river' }, ['river']],
  ['water', POINT, { kind: 'lake', name: 'Lake' }, []],
  ['landuse', AREA, { kind: 'park' }, ['park']],
  ['landuse', AREA, { kind: 'industrial' }, ['town']],
  ['buildings', AREA, { kind: 'building' }, ['building']],
  ['buildings', POINT, { kind: 'address', addr_housenumber: '4' }, []],
  ['boundaries', LINE, { kind: 'country', kind_detail: 2 }, ['border']],
  ['boundaries', LINE, { kind: 'county', kind_detail: 6 }, []],
  ['places', POINT, { kind: 'locality', kind_detail: 'city', name: 'Tampa', population_rank: 12 }, ['place']],
  ['pois', POINT, { kind: 'cafe' }, []],
])('Protomaps: %s %i %o', (layer, type, properties, drawnAs) => {
  expect(drawnBy('protomaps', layer, type, properties)).toEqual(drawnAs);
});

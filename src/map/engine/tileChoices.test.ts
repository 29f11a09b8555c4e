import { expect, it } from 'vitest';
import { isVectorTiles } from './streetTiles.ts';
import { attributionOf, providerChoices, providerOf, tileChoices } from './tileChoices.ts';

const osm = { url: 'https://tiles.example/{z}/{x}/{y}.png', attribution: '© OpenStreetMap contributors' };

it('without a token the map is MapLibre, whatever is asked for [E021] [E350]', () => {
  expect(providerOf({ provider: 'mapbox' })).toBe('maplibre');
  expect(providerOf({ provider: 'mapbox', mapboxToken: '' })).toBe('maplibre');
  expect(providerOf({ provider: 'mapbox', mapboxToken: 'a token' })).toBe('mapbox');
  expect(providerOf({ provider: 'maplibre', mapboxToken: 'a token' })).toBe('maplibre');
});

it('the tile choices are default, satellite and OpenStreetMap; what is not configured says so [R084] [E349]', () => {
  expect(tileChoices({ provider: 'maplibre', openStreetMap: osm })).toEqual([
    { value: 'default-tile', label: 'Default', available: true },
    { value: 'satellite', label: 'Satellite', available: false, reason: 'Satellite tiles are not configured' },
    { value: 'openstreetmap', label: 'OpenStreetMap', available: true },
  ]);
});

it('the credit of the tiles in use is shown', () => {
  expect(attributionOf('openstreetmap', { provider: 'maplibre', openStreetMap: osm })).toBe('© OpenStreetMap contributors');
  expect(attributionOf('openstreetmap', { provider: 'maplibre' })).toBe('Natural Earth, GeoNames');
});

it('Google has its own three types, and is offered only with a key [R085, R088]', () => {
  expect(tileChoices({ provider: 'google', googleKey: 'a key' }).map(({ label, available }) => [label, available])).toEqual([
    ['Roadmap', true],
    ['Satellite', true],
    ['Terrain', true],
  ]);
  expect(providerOf({ provider: 'google' })).toBe('maplibre');
  expect(providerChoices({ provider: 'maplibre', googleKey: 'a key', mapboxToken: 'a token' }).map(({ label }) => label)).toEqual([
    'MapLibre',
    'Mapbox',
    'Google',
  ]);
  expect(providerChoices({ provider: 'google' }).map(({ label }) => label)).toEqual(['MapLibre']);
});

it('tiles of the installation are offered under their name where they are configured', () => {
  const streets = { url: 'https://tiles.example/{z}/{x}/{y}.pbf', attribution: '© Us', name: 'City plan' };
  expect(tileChoices({ provider: 'maplibre', streets }).at(-1)).toEqual({ value: 'streets', label: 'City plan', available: true });
  expect(tileChoices({ provider: 'maplibre' }).map(({ value }) => value)).not.toContain('streets');
  expect(attributionOf('streets', { provider: 'maplibre', streets })).toBe('© Us');
  expect([streets.url, `${streets.url}?key=1`, 'https://a/{z}/{x}/{y}.png', 'https://a/{z}/{x}/{y}.mvt'].map(isVectorTiles)).toEqual([
    true,
    true,
    false,
    true,
  ]);
});

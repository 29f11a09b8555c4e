import { expect, it } from 'vitest';
import { attributionOf, providerOf, tileChoices } from './tileChoices.ts';

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
  expect(attributionOf('openstreetmap', { provider: 'maplibre' })).toBe('Natural Earth');
});

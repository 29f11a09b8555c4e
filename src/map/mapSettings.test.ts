import { expect, test } from 'vitest';
import { readConfig } from '../contract/account.ts';
import { providerOf } from './engine/tileChoices.ts';
import { mapSettings } from './mapSettings.ts';

const NO_MAP = {
  mapboxToken: null,
  satelliteUrl: null,
  satelliteAttribution: null,
  osmUrl: null,
  osmAttribution: null,
  tilesUrl: null,
  tilesAttribution: null,
  tilesName: null,
  googleKey: null,
  viewers: [],
};

test('the map of the bounds is of the service that the setting names, and of the other one where it is not configured [R057]', () => {
  const config = (map: Partial<typeof NO_MAP> | { googleKey: string } | { mapboxToken: string }) =>
    readConfig.reply.parse({
      oidc: { issuer: 'https://people.example', clientId: 'dmp', scope: 'openid', resource: null },
      map: { ...NO_MAP, ...map },
      terms: false,
      transitAlignment: false,
      excluding: true,
      monitoring: false,
      build: 'test',
      demoAccounts: false,
    });
  const both = config({ googleKey: 'g', mapboxToken: 'm' });
  expect(providerOf(mapSettings(both, 'google'))).toBe('google');
  expect(providerOf(mapSettings(both, 'mapbox'))).toBe('mapbox');
  expect(providerOf(mapSettings(config({ mapboxToken: 'm' }), 'google'))).toBe('maplibre');
  expect(providerOf(mapSettings(null, 'google'))).toBe('maplibre');
});

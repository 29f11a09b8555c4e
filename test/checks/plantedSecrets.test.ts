/** What an operator configures stays with the server; map keys, which a browser needs, reach neither the log nor a report. */
import { expect, test } from 'vitest';
import { NEVER } from 'rxjs';
import { readConfig } from '../../server/config.ts';
import { SETTINGS } from '../../server/settings.ts';
import { readConfig as readConfigCall } from '../../src/contract/account.ts';
import { appStarted } from '../../src/commands/shell/appStarted.ts';
import { errorUncaught } from '../../src/commands/shell/errorUncaught.ts';
import { encodeDmplog } from '../../src/kernel/dmplog.ts';
import { createKernel } from '../../src/kernel/kernel.ts';
import { definitions, LOG_SCHEMA } from '../../src/machines/definitions.ts';
import { cleanOfMapKeys, mapKey, withoutMapKeys } from '../../src/map/mapKeys.ts';
import { mapSettings } from '../../src/map/mapSettings.ts';
import type { AppState } from '../../src/projections/state.ts';

const PLANTED = 'planted7secret';
/** A value with the planted secret in it, for every variable that can hold one. */
const values: Readonly<Record<string, string>> = {
  DATABASE_URL: `postgres://dmp:${PLANTED}@db.example:5432/dmp`,
  DATABASE_DIRECT_URL: `postgres://dmp:${PLANTED}@db.example:5432/dmp`,
  BROKER_URL: `redis://dmp:${PLANTED}@broker.example:6379`,
  OIDC_ISSUER: `https://id.example/${PLANTED}`,
  OIDC_CLIENT_ID: 'dmp-web',
  MAPBOX_TOKEN: `pk.${PLANTED}`,
  GOOGLE_MAPS_KEY: `AIza-${PLANTED}-0123456789`,
  SATELLITE_URL: `https://sat.example/{z}/{x}/{y}.jpg?key=${PLANTED}`,
  TILES_URL: `https://tiles.example/${PLANTED}-${PLANTED}/{z}/{x}/{y}.png`,
  OSM_URL: `https://user:${PLANTED}@osm.example/{z}/{x}/{y}.png`,
  VIEWER_OSM: `https://viewer.example/?key=${PLANTED}#map={zoom}/{lat}/{lng}`,
  VIEWER_GMAPS: `https://viewer.example/?key=${PLANTED}&q={lat},{lng},{zoom}`,
  ROUTER_URL: `https://router.example/${PLANTED}`,
  AZURE_SIGNALR_CONNECTION_STRING: `Endpoint=https://live.example;AccessKey=${PLANTED};`,
  OBJECT_STORE_URL: 's3://feeds',
  AWS_ACCESS_KEY_ID: `AK${PLANTED}`,
  AWS_SECRET_ACCESS_KEY: PLANTED,
  METRICS_TOKEN: `${PLANTED}0123456789`,
  SECRETS_KEY: `${PLANTED}-${PLANTED}-0123456789`,
  OTEL_EXPORTER_OTLP_ENDPOINT: `https://collector.example/${PLANTED}`,
  OTEL_EXPORTER_OTLP_HEADERS: `authorization=${PLANTED}`,
  SMTP_URL: `smtp://dmp:${PLANTED}@mail.example:587`,
  MAIL_FROM: `${PLANTED} <dmp@example.org>`,
  GEOCODER_URL: `https://geocoder.example/search?key=${PLANTED}`,
  REALTIME_FEEDS: `city=https://rt.example/vehicles.pb?key=${PLANTED}`,
};
/** Numbers, switches, and names that every visitor may know. */
const PUBLIC = new Set(
  `PORT WORKER_PORT OTEL_TRACES_SAMPLER_ARG HOST DATA_DIR PUBLIC_URL OIDC_AUDIENCE OIDC_ROLES_CLAIM OIDC_EDITOR_ROLE OIDC_VIEWER_ROLE OIDC_REGIONS_ROLE OIDC_PUBLISH_ROLE PUBLIC_FEEDS_URL FEED_CALLS_PER_SECOND OIDC_REGIONS_CLAIM OIDC_VERIFIED_CLAIM OIDC_SCOPE OIDC_RESOURCE
  SATELLITE_ATTRIBUTION TILES_ATTRIBUTION TILES_NAME OSM_ATTRIBUTION STREETS_PBF ROUTER_KIND ROUTER_PROFILE TERMS TRANSIT_ALIGNMENT EXCLUDING MONITORING DEMO_ACCOUNTS DEMO_DATA
  UPLOAD_LIMIT_MB CHROMIUM_PATH UNPACKED_LIMIT_GB VALIDATION_MEMORY_MB RETENTION_DAYS RETENTION_KEEP ALLOW_PRIVATE_ADDRESSES CONNECTIONS_PER_ADDRESS CALLS_PER_SECOND UPLOAD_MB_PER_HOUR TRUST_PROXY SOURCE_MAPS
  TASKS_AT_ONCE TASK_MEMORY_MB TASK_MINUTES TASK_FILE_DAYS REALTIME_SECONDS REALTIME_DAYS LOG_LEVEL
  DATABASE_CONNECTIONS DRAIN_SECONDS PROBLEM_REPORTS PROBLEM_REPORT_LIMIT_MB PROBLEM_REPORT_DAYS`.split(/\s+/),
);

const server = readConfig(values);
/** As GET /config.json answers it. */
const config = readConfigCall.reply.parse({
  build: 'test',
  oidc: { issuer: 'https://id.example', clientId: 'dmp-web', scope: 'openid', resource: null },
  map: server.map,
  terms: server.terms,
  transitAlignment: server.transitAlignment,
  excluding: server.excluding,
  monitoring: server.monitoring,
  demoAccounts: false,
});

test('every configuration variable is planted, or is known to be public', () => {
  const names = Object.values(SETTINGS).flatMap((area) => Object.keys(area));
  expect(names.length).toBeGreaterThan(50);
  expect(names.filter((name) => !Object.hasOwn(values, name) && !PUBLIC.has(name))).toEqual([]);
});

test('neither the log nor a report holds a key or an address that was configured, and the map has them all the same', () => {
  expect(JSON.stringify(config)).toContain(PLANTED);
  const held = withoutMapKeys(config);
  const kernel = createKernel<AppState>({
    ...definitions,
    perform: () => NEVER,
    clock: () => 0,
    header: { session: 's', schema: LOG_SCHEMA, build: 'test', startedAt: '2026-01-01T00:00:00.000Z', locale: 'en', role: 'editor' },
  });
  const [sample] = appStarted.definition.samples();
  if (!sample) throw new Error('app.started has no sample');
  kernel.receive(appStarted({ ...sample, config: held }));
  for (const url of Object.values(values)) {
    const message = cleanOfMapKeys(`Error: ${url.replace('{z}/{x}/{y}', '12/2104/1347')} is answered 403`);
    if (JSON.stringify(config).includes(url)) kernel.receive(errorUncaught({ kind: 'rejection', message, stack: message, place: '/' }));
  }
  const log = kernel.log();
  expect(JSON.stringify([log.records, kernel.checkpoint()])).not.toContain(PLANTED);
  expect(encodeDmplog({ ...log, checkpoint: kernel.checkpoint(), records: [] }, kernel.snapshot().errors, definitions)).not.toContain(PLANTED);
  expect(encodeDmplog(log, kernel.snapshot().errors, definitions, kernel.snapshot())).not.toContain(PLANTED);

  expect(mapSettings(kernel.snapshot().view.config, 'mapbox')).toMatchObject({
    mapboxToken: values['MAPBOX_TOKEN'],
    googleKey: values['GOOGLE_MAPS_KEY'],
    satellite: { url: values['SATELLITE_URL'] },
    openStreetMap: { url: values['OSM_URL'] },
    streets: { url: values['TILES_URL'] },
  });
  expect(kernel.snapshot().view.config?.map.viewers.map(({ template }) => mapKey(template))).toEqual([values['VIEWER_OSM'], values['VIEWER_GMAPS']]);
});

/**
 * Keys of map services, and addresses that may hold keys. They are in memory alone: the log and the state hold a reference to
 * each, for whatever stands there may leave the machine in a report.
 */
import type { ProductConfig } from '../domain/settings.ts';

const REFERENCE = 'kept in memory: ';
const kept = new Map<string, string>();

/** The configuration with a reference in the place of every key and address; keeps what they refer to. */
export function withoutMapKeys(config: ProductConfig): ProductConfig {
  const { map } = config;
  const keep = (name: string, value: string | null): string | null => {
    if (value === null || value === '') return value;
    kept.set(name, value);
    return `${REFERENCE}${name}`;
  };
  return {
    ...config,
    map: {
      ...map,
      mapboxToken: keep('mapboxToken', map.mapboxToken),
      googleKey: keep('googleKey', map.googleKey),
      satelliteUrl: keep('satelliteUrl', map.satelliteUrl),
      osmUrl: keep('osmUrl', map.osmUrl),
      tilesUrl: keep('tilesUrl', map.tilesUrl),
      viewers: map.viewers.map((viewer) => ({ ...viewer, template: keep(`viewer ${viewer.id}`, viewer.template) ?? '' })),
    },
  };
}

/** The value behind a reference; null where this page does not hold it, as in a replay, and for null. Any other text is itself. */
export function mapKey(value: string | null | undefined): string | null {
  if (!value?.startsWith(REFERENCE)) return value ?? null;
  return kept.get(value.slice(REFERENCE.length)) ?? null;
}

/** The text without any key: neither the keys themselves nor the parts of a configured address that may be one. */
export function cleanOfMapKeys(text: string): string {
  let clean = text;
  for (const value of kept.values()) for (const secret of secretsIn(value)) clean = clean.replaceAll(secret, '(key)');
  return clean;
}

/** A key, or what of an address may be one: its user and password, the values of its query, long segments of its path. */
function secretsIn(value: string): readonly string[] {
  const address = value.replaceAll(/[{}]/g, '0');
  if (!URL.canParse(address)) return [value];
  const url = new URL(address);
  return [url.username, url.password, ...url.searchParams.values(), ...url.pathname.split('/').filter((part) => part.length >= 16)].filter(
    (part) => part.length >= 6,
  );
}

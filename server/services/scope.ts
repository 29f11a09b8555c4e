import { seesRegion, type RegionScope } from '../auth/regionScope.ts';
import { regionOfDatabase, regionOfVersion } from '../store/regions.ts';
import type { Db } from '../store/tables.ts';
import { Refusal } from './refusal.ts';

/** What a call names of places, by the names that the contract uses for them. */
interface NamedPlaces {
  readonly params: unknown;
  readonly query: unknown;
}

/**
 * Refuses (404, as if it were not there) a call that names a region, database or version of a region that the caller does not
 * see, and (403) one that names none although it concerns one: better nothing than everything.
 */
export async function requirePlaces(db: Db, scope: RegionScope, { params, query }: NamedPlaces, placeless: boolean): Promise<void> {
  if (scope === 'all') return;
  const named = [...placesOf(params), ...placesOf(query)];
  if (named.length === 0 && !placeless)
    throw new Refusal(403, 'not_your_region', 'Your account is limited to some regions, and this call concerns none.');
  for (const { kind, id } of named) {
    const key = kind === 'region' ? String(id) : kind === 'database' ? await regionOfDatabase(db, String(id)) : await regionOfVersion(db, Number(id));
    if (key === undefined || !seesRegion(scope, key)) throw new Refusal(404, 'not_found', `There is no ${kind} ${id}.`);
  }
}

type Place = { readonly kind: 'region' | 'database' | 'version'; readonly id: string | number };

const PLACES: Readonly<Record<string, Place['kind']>> = {
  region: 'region',
  databaseId: 'database',
  versionId: 'version',
  // the two versions of a comparison
  a: 'version',
  b: 'version',
};

function placesOf(part: unknown): readonly Place[] {
  return Object.entries(Object(part)).flatMap(([name, id]) => {
    const kind = Object.hasOwn(PLACES, name) ? PLACES[name] : undefined;
    return kind !== undefined && (typeof id === 'string' || typeof id === 'number') ? [{ kind, id }] : [];
  });
}

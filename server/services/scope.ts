import type { PlaceKind, Places } from '../../src/contract/route.ts';
import { storedVersionId } from '../../src/domain/snapshots.ts';
import { seesRegion, type RegionScope } from '../auth/regionScope.ts';
import { regionsOf } from '../store/places.ts';
import type { Db } from '../store/tables.ts';
import { Refusal } from '../refusal.ts';

/** The parts of a call that may name places. */
interface NamedPlaces {
  readonly params: unknown;
  readonly query: unknown;
  readonly body: unknown;
}

/**
 * Refuses (404, as if it were not there) a call that names something in a region that the caller does not see, and (403) one that
 * names nothing although it concerns a region: better nothing than everything. `bodyFollows`: the body is looked at later.
 */
export async function requirePlaces(
  db: Db,
  scope: RegionScope,
  { params, query, body }: NamedPlaces,
  { placeless, places = {} }: { readonly placeless?: true; readonly places?: Places },
  bodyFollows = false,
): Promise<void> {
  if (scope === 'all') return;
  const named = new Map<PlaceKind, Set<string>>();
  // a snapshot belongs to the database of its version
  const note = (kind: PlaceKind, given: string): void => {
    const id = kind === 'version' && /^\d+$/.test(given) ? String(storedVersionId(Number(given))) : given;
    (named.get(kind) ?? named.set(kind, new Set()).get(kind))?.add(id);
  };
  collect(params, { ...NAMES, ...IN_ADDRESSES, ...places }, note);
  collect(query, { ...NAMES, ...IN_ADDRESSES, ...places }, note);
  collect(body, { ...NAMES, ...places }, note);
  if (named.size === 0 && placeless !== true && !bodyFollows)
    throw new Refusal(403, 'not_your_region', 'Your account is limited to some regions, and this call concerns none.');
  for (const [kind, ids] of named) {
    const regions = await regionsOf(db, kind, [...ids]);
    for (const id of ids) {
      const region = regions.get(id);
      if (region === undefined || !seesRegion(scope, region)) throw new Refusal(404, 'not_found', `There is no ${kind} ${id}.`);
    }
  }
}

/** What the contract names by these, wherever in a call they stand. */
const NAMES: Places = {
  databaseId: 'database',
  DatabaseId: 'database',
  db_id: 'database',
  // a parameter of a task
  database: 'database',
  versionId: 'version',
  dbVersionId: 'version',
  DbVersionId: 'version',
  Onto: 'version',
  input_version_id: 'version',
  pipeline_id: 'pipeline',
  setId: 'change set',
  SetIds: 'change set',
  changeId: 'change',
  changeIds: 'change',
  ChangeIds: 'change',
};

/** Shorter names, which documents in a body may use for something else. */
const IN_ADDRESSES: Places = {
  region: 'region',
  onto: 'version',
  input_version: 'version',
  output_version: 'version',
  // the two versions of a comparison
  a: 'version',
  b: 'version',
};

function collect(part: unknown, names: Places, note: (kind: PlaceKind, id: string) => void): void {
  if (typeof part !== 'object' || part === null) return;
  for (const [name, value] of Object.entries(part)) {
    const kind = Object.hasOwn(names, name) ? names[name] : undefined;
    const ids: readonly unknown[] = Array.isArray(value) ? value : [value];
    if (kind !== undefined) for (const id of ids) if (typeof id === 'string' || typeof id === 'number') note(kind, String(id));
    for (const inner of ids) collect(inner, names, note);
  }
}

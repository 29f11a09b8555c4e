/** Databases under their regions, as the start page lists them. */
import type { Database, Region } from '../../domain/versions.ts';

/** A region and those of its databases that a search leaves. */
export interface RegionGroup {
  readonly key: string;
  readonly name: string;
  /** The region itself, once regions are loaded. */
  readonly region: Region | undefined;
  readonly databases: readonly Database[];
}

const collator = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });

/**
 * Regions in order of their names, each with its databases in order of theirs. A search looks at names and ids of both; a
 * region that answers it keeps all its databases. Without a search, regions without databases are there too.
 */
export function databasesByRegion(regions: readonly Region[], databases: readonly Database[], search = ''): readonly RegionGroup[] {
  const wanted = search.trim().toLocaleLowerCase();
  const has = (...texts: readonly string[]): boolean => texts.some((text) => text.toLocaleLowerCase().includes(wanted));
  const groups = new Map<string, { key: string; name: string; region: Region | undefined; databases: Database[] }>();
  for (const region of regions) groups.set(region.Key, { key: region.Key, name: region.Name, region, databases: [] });
  for (const database of databases) {
    const { RegionKey, RegionName } = database;
    const group = groups.get(RegionKey) ?? { key: RegionKey, name: RegionName || RegionKey, region: undefined, databases: [] };
    groups.set(RegionKey, group);
    group.databases.push(database);
  }
  return [...groups.values()]
    .map((group) => {
      const whole = wanted === '' || has(group.name, group.key);
      const kept = whole ? group.databases : group.databases.filter((one) => has(one.Name, one.Id));
      return { ...group, databases: kept.toSorted((a, b) => collator.compare(a.Name || a.Id, b.Name || b.Id)), whole };
    })
    .filter((group) => group.whole || group.databases.length > 0)
    .map(({ whole: _found, ...group }) => group)
    .toSorted((a, b) => collator.compare(a.name, b.name));
}

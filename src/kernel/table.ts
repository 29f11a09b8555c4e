/**
 * A large set of rows by id, in 256 hash buckets. One flat object of 20,000 rows costs 17 ms per write under immer, for all
 * of it is copied; a bucket costs a fraction of a millisecond. Plain JSON, so that it goes into checkpoints as it is.
 */
export interface Table<T> {
  readonly size: number;
  readonly buckets: readonly Readonly<Record<string, T>>[];
}

/** The same table inside an immer draft. */
export interface TableDraft<T> {
  size: number;
  buckets: Record<string, T>[];
}

const BUCKETS = 256;

/**
 * The key under which a plain object holds what belongs to an id. Ids are data: `__proto__` or `constructor` as a key would
 * reach into the object's prototype, so the names of `Object.prototype` get a NUL, which no stored id contains, appended.
 * Injective; all other ids are their own key.
 */
export function idKey(id: string): string {
  return id in Object.prototype || id.endsWith('\0') ? `${id}\0` : id;
}

/** The id behind a key of `idKey`. */
export function idOfKey(key: string): string {
  return key.endsWith('\0') ? key.slice(0, -1) : key;
}

/** Makes a table of rows; a later row with the same id takes the earlier one's place. */
export function tableOf<T>(rows: Iterable<T>, idOf: (row: T) => string | number): Table<T> {
  const table: TableDraft<T> = { size: 0, buckets: Array.from({ length: BUCKETS }, () => ({})) };
  for (const row of rows) putRow(table, idOf(row), row);
  return table;
}

/** A table without rows. */
export function emptyTable<T>(): Table<T> {
  return tableOf<T>([], () => '');
}

/** The row of that id, undefined where there is none; inside a draft the row may be changed in place. */
export function getRow<T>(table: Table<T>, id: string | number): T | undefined;
export function getRow<T>(table: TableDraft<T>, id: string | number): T | undefined;
export function getRow<T>(table: Table<T>, id: string | number): T | undefined {
  const key = idKey(String(id));
  return table.buckets[bucketOf(key)]?.[key];
}

/** Adds a row or puts it in the place of the one with that id. */
export function putRow<T>(table: TableDraft<T>, id: string | number, row: T): void {
  const key = idKey(String(id));
  const bucket = table.buckets[bucketOf(key)];
  if (!bucket) return;
  if (!Object.hasOwn(bucket, key)) table.size += 1;
  bucket[key] = row;
}

/** Takes the row of that id out; returns whether there was one. */
export function removeRow<T>(table: TableDraft<T>, id: string | number): boolean {
  const key = idKey(String(id));
  const bucket = table.buckets[bucketOf(key)];
  if (!bucket || !Object.hasOwn(bucket, key)) return false;
  delete bucket[key];
  table.size -= 1;
  return true;
}

/** All rows, in no particular order (but always in the same one for the same table). */
export function* rows<T>(table: Table<T>): Generator<T> {
  for (const bucket of table.buckets) {
    for (const id in bucket) {
      const row = bucket[id];
      if (row !== undefined) yield row;
    }
  }
}

/** All rows with their ids, in the order of `rows`. */
export function* entries<T>(table: Table<T>): Generator<readonly [id: string, row: T]> {
  for (const bucket of table.buckets) for (const [key, row] of Object.entries(bucket)) yield [idOfKey(key), row];
}

/** FNV-1a over the id's characters: short numeric ids spread evenly too. */
function bucketOf(id: string): number {
  let h = 0x811c9dc5;
  for (let i = 0; i < id.length; i++) h = Math.imul(h ^ id.charCodeAt(i), 0x01000193);
  return (h ^ (h >>> 15)) & (BUCKETS - 1);
}

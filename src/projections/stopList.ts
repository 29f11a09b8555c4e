/** The stops of a version as the list shows them: sorted by name as people count, ready to be searched. */
import type { OverlayStop } from '../domain/stopDetails.ts';
import { getRow, idKey, rows, type Table } from '../kernel/table.ts';
import { folded } from '../domain/folded.ts';

/** A stop of the list with its texts as searches compare them. */
export interface StopEntry {
  readonly row: OverlayStop;
  readonly name: string;
  readonly id: string;
  readonly code: string;
}

/**
 * All stops in order of name, then id. The same table gives the same list; a table that differs from the last one in a few
 * stops costs one pass instead of a sort (100,000 stops: a few milliseconds instead of some 400).
 */
export function stopList(table: Table<OverlayStop>): readonly StopEntry[] {
  const known = lists.get(table);
  if (known) return known;
  const last = latest?.deref();
  const earlier = last && lists.get(last);
  const list = (last && earlier && changedList(last, earlier, table)) ?? Array.from(rows(table), entryOf).toSorted(compareEntries);
  lists.set(table, list);
  latest = new WeakRef(table);
  return list;
}

/** The name of a stop of a table; the id where it has none, or is not there. */
export function stopNameIn(table: Table<OverlayStop> | null, id: string): string {
  return (table && getRow(table, id)?.Name) || id;
}

const lists = new WeakMap<Table<OverlayStop>, readonly StopEntry[]>();
let latest: WeakRef<Table<OverlayStop>> | undefined;

/** More changed buckets than this and a sort is no dearer. */
const FEW = 64;

const collator = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });

function entryOf(row: OverlayStop): StopEntry {
  return { row, name: folded(row.Name), id: folded(row.Id), code: folded(row.StopCode ?? '') };
}

function compareEntries(a: StopEntry, b: StopEntry): number {
  return collator.compare(a.row.Name, b.row.Name) || collator.compare(a.row.Id, b.row.Id) || (a.row.Id < b.row.Id ? -1 : 1);
}

function changedList(before: Table<OverlayStop>, list: readonly StopEntry[], after: Table<OverlayStop>): readonly StopEntry[] | undefined {
  const gone = new Set<OverlayStop>();
  const fresh: StopEntry[] = [];
  let buckets = 0;
  for (const [i, now] of after.buckets.entries()) {
    const then = before.buckets[i] ?? {};
    if (now === then) continue;
    if (++buckets > FEW) return undefined;
    for (const row of Object.values(then)) if (now[idKey(row.Id)] !== row) gone.add(row);
    for (const row of Object.values(now)) if (then[idKey(row.Id)] !== row) fresh.push(entryOf(row));
  }
  if (gone.size === 0 && fresh.length === 0) return list;
  const added = fresh.toSorted(compareEntries);

  const merged: StopEntry[] = [];
  let next = 0;
  for (const entry of list) {
    if (gone.has(entry.row)) continue;
    for (let one = added[next]; one && compareEntries(one, entry) < 0; one = added[++next]) merged.push(one);
    merged.push(entry);
  }
  return [...merged, ...added.slice(next)];
}

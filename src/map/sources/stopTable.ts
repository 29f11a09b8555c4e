import type { MapStop, MapStops } from '../mapPicture.ts';
import { isDrawable } from '../viewport.ts';

/** A stop with the small whole number that stands for it in tiles and marks (providers want numeric ids). */
export interface StopRow {
  readonly slot: number;
  readonly stop: MapStop;
}

/** What changed between two sets of stops. */
export interface StopChange {
  readonly put: StopRow[];
  /** Rows as they were before: taken out, or at their old place where they were changed. */
  readonly before: StopRow[];
  readonly removed: StopRow[];
}

/** The stops on the map by id and by slot. Stops without a drawable coordinate are left out. */
export class StopTable {
  readonly #rows = new Map<string, StopRow>();
  readonly #bySlot: (StopRow | undefined)[] = [undefined];
  readonly #free: number[] = [];
  #chunks: MapStops = [];

  get size(): number {
    return this.#rows.size;
  }

  /** The row of a stop, if it is on the map. */
  of(id: string): StopRow | undefined {
    return this.#rows.get(id);
  }

  /** The row in a slot. */
  at(slot: number): StopRow | undefined {
    return this.#bySlot[slot];
  }

  /** All rows. */
  rows(): StopRow[] {
    return [...this.#rows.values()];
  }

  /** Takes over a new set of stops and tells what changed. Chunks that are the same array are not looked at. */
  update(next: MapStops): StopChange {
    const change: StopChange = { put: [], before: [], removed: [] };
    if (next === this.#chunks) return change;
    const known = new Set(this.#chunks);
    const kept = new Set(next);
    const gone = new Map<string, MapStop>();
    for (const chunk of this.#chunks) {
      if (!kept.has(chunk)) for (const stop of chunk) gone.set(stop.Id, stop);
    }
    for (const chunk of next) {
      if (known.has(chunk)) continue;
      for (const stop of chunk) {
        if (!isDrawable(stop)) continue;
        gone.delete(stop.Id);
        this.#put(stop, change);
      }
    }
    for (const id of gone.keys()) this.#remove(id, change);
    this.#chunks = next;
    return change;
  }

  #put(stop: MapStop, change: StopChange): void {
    const old = this.#rows.get(stop.Id);
    if (old && sameStop(old.stop, stop)) return;
    const row: StopRow = { slot: old?.slot ?? this.#free.pop() ?? this.#bySlot.length, stop };
    this.#rows.set(stop.Id, row);
    this.#bySlot[row.slot] = row;
    change.put.push(row);
    if (old) change.before.push(old);
  }

  #remove(id: string, change: StopChange): void {
    const old = this.#rows.get(id);
    if (!old) return;
    this.#rows.delete(id);
    this.#bySlot[old.slot] = undefined;
    this.#free.push(old.slot);
    change.removed.push(old);
    change.before.push(old);
  }
}

function sameStop(a: MapStop, b: MapStop): boolean {
  return a === b || (a.Lat === b.Lat && a.Lng === b.Lng && a.Name === b.Name && a.Type === b.Type);
}

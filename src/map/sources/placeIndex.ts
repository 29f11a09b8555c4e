import Flatbush from 'flatbush';
import type { MapPoint } from '../engine/mapEngine.ts';
import type { MapCoordinate } from '../mapPicture.ts';
import { toMercator } from '../viewport.ts';

/** A box in Web Mercator units (0 to 1 each way). */
export interface MercatorBox {
  readonly minX: number;
  readonly minY: number;
  readonly maxX: number;
  readonly maxY: number;
}

/**
 * Finds things by place. The packed index is built once for the whole set; the few things changed since are
 * kept beside it and looked through one by one, so an edit does not rebuild 100,000 entries.
 */
export class PlaceIndex<T> {
  readonly #boxOf: (item: T) => MercatorBox;
  #packed: Flatbush | undefined;
  #items: readonly T[] = [];
  #dead = new Set<T>();
  #late = new Set<T>();

  constructor(boxOf: (item: T) => MercatorBox) {
    this.#boxOf = boxOf;
  }

  /** Starts again with these items. */
  load(items: readonly T[]): void {
    this.#items = items;
    this.#dead = new Set();
    this.#late = new Set();
    this.#packed = undefined;
    if (items.length === 0) return;
    const packed = new Flatbush(items.length);
    for (const item of items) {
      const box = this.#boxOf(item);
      packed.add(box.minX, box.minY, box.maxX, box.maxY);
    }
    packed.finish();
    this.#packed = packed;
  }

  /** Takes items out and puts others in; items are compared by identity. */
  change(out: Iterable<T>, put: Iterable<T>): void {
    for (const item of out) {
      if (!this.#late.delete(item)) this.#dead.add(item);
    }
    for (const item of put) this.#late.add(item);
    if (this.#late.size + this.#dead.size > rebuildAfter) {
      this.load([...this.#items.filter((item) => !this.#dead.has(item)), ...this.#late]);
    }
  }

  /** All items whose box touches the given one. */
  within(box: MercatorBox): T[] {
    const found: T[] = [];
    for (const place of this.#packed?.search(box.minX, box.minY, box.maxX, box.maxY) ?? []) {
      const item = this.#items[place];
      if (item !== undefined && !this.#dead.has(item)) found.push(item);
    }
    for (const item of this.#late) {
      if (touches(this.#boxOf(item), box)) found.push(item);
    }
    return found;
  }
}

/** The box of a single place. */
export function boxOfPlace(at: MapCoordinate): MercatorBox {
  const { x, y } = toMercator(at);
  return { minX: x, minY: y, maxX: x, maxY: y };
}

/** The box around several places. */
export function boxAround(places: readonly MapCoordinate[]): MercatorBox {
  let box = { minX: Infinity, minY: Infinity, maxX: -Infinity, maxY: -Infinity };
  for (const at of places) {
    const { x, y } = toMercator(at);
    box = { minX: Math.min(box.minX, x), minY: Math.min(box.minY, y), maxX: Math.max(box.maxX, x), maxY: Math.max(box.maxY, y) };
  }
  return box;
}

const rebuildAfter = 1000;

function touches(a: MercatorBox, b: MercatorBox): boolean {
  return a.minX <= b.maxX && a.maxX >= b.minX && a.minY <= b.maxY && a.maxY >= b.minY;
}

/** The box round a point of the surface, `radius` px each way. */
export function boxAt(surface: { unproject(point: MapPoint): MapCoordinate }, { x, y }: MapPoint, radius: number): MercatorBox {
  // One px more than asked: a rotated or pitched view makes the box of the corners slightly too small.
  const reach = radius + 1;
  return boxAround(
    [
      [-1, -1],
      [1, -1],
      [1, 1],
      [-1, 1],
    ].map(([sx = 0, sy = 0]) => surface.unproject({ x: x + sx * reach, y: y + sy * reach })),
  );
}

/** Makes the index of a list when it is first asked for, and keeps it for as long as the list. */
export function indexed<T>(
  boxOf: (item: T) => MercatorBox,
  itemsOf: (list: readonly T[]) => readonly T[] = (list) => list,
): (list: readonly T[]) => PlaceIndex<T> {
  const made = new WeakMap<readonly T[], PlaceIndex<T>>();
  return (list) => {
    let index = made.get(list);
    if (!index) {
      index = new PlaceIndex<T>(boxOf);
      index.load(itemsOf(list));
      made.set(list, index);
    }
    return index;
  };
}

import { fromGeojsonVt } from 'vt-pbf';
import { toMercator } from '../viewport.ts';
import { stopLabelZoom } from '../layers/stops.ts';

/** The stops of a message to the tile worker: columns rather than objects, which are far quicker to hand over. */
export interface StopColumns {
  readonly slots: Uint32Array;
  readonly lngs: Float64Array;
  readonly lats: Float64Array;
  readonly types: Uint8Array;
  readonly names: readonly string[];
}

/** A stop in a tile: 8192 units across, from the tile's top left corner. */
export interface TileStop {
  readonly slot: number;
  readonly x: number;
  readonly y: number;
  readonly type: number;
  readonly name?: string;
}

/** The address of one tile. */
export interface TileAddress {
  readonly z: number;
  readonly x: number;
  readonly y: number;
}

/** The deepest tiles made; deeper views stretch them, still within a quarter of a px at zoom 22. */
export const deepestStopTile = 20;

/** Units across one tile. 8192 is what the map library uses inside. */
const extent = 8192;
/** Stops this far outside a tile are drawn in it too, so that dots and names are not cut at its edge. */
const buffer = 128;
/** Up to this zoom a stop is left out of its tile where another one covers the same spot of 1.5 px anyway. */
const thinnedUpTo = 9;
const spot = 24; // units: 1.5 px of a tile shown at 512 px
/** Cells across the world; 4096 makes one about 10 km wide, so that a city is spread over several. */
const gridSize = 4096;

/** Makes vector tiles of stops out of a plain grid; one lives in a worker for tables above 20,000 stops. */
export class StopTileIndex {
  #x = new Float64Array(0);
  #y = new Float64Array(0);
  #type = new Uint8Array(0);
  #names: string[] = [];
  #cells = new Map<number, Set<number>>();

  /** Starts again with these stops. */
  load(columns: StopColumns): void {
    const most = columns.slots.reduce((max, slot) => Math.max(max, slot), 0) + 1;
    this.#x = new Float64Array(most).fill(Number.NaN);
    this.#y = new Float64Array(most);
    this.#type = new Uint8Array(most);
    this.#names = [];
    this.#cells = new Map();
    this.#put(columns);
  }

  /** Puts stops in or changes them, and takes slots out. */
  patch(put: StopColumns, removed: Uint32Array): void {
    for (const slot of removed) this.#takeOut(slot);
    const most = put.slots.reduce((max, slot) => Math.max(max, slot), -1) + 1;
    if (most > this.#x.length) this.#grow(Math.max(most, this.#x.length * 2));
    this.#put(put);
  }

  /** The encoded tile, or undefined when no stop lies in it. */
  tile(address: TileAddress): Uint8Array | undefined {
    const features = this.stopsIn(address).map(({ slot, x, y, ...tags }) => ({ id: slot, type: 1 as const, geometry: [[x, y] as const], tags }));
    return features.length === 0 ? undefined : fromGeojsonVt({ stops: { features } }, { version: 2, extent });
  }

  /** The stops of a tile, in its units. */
  stopsIn({ z, x, y }: TileAddress): TileStop[] {
    const scale = 2 ** z;
    const edge = buffer / extent;
    const [west, east] = [(x - edge) / scale, (x + 1 + edge) / scale];
    const [north, south] = [(y - edge) / scale, (y + 1 + edge) / scale];
    const withNames = z >= stopLabelZoom;
    const taken = z <= thinnedUpTo ? new Set<number>() : undefined;
    const found: TileStop[] = [];
    for (const slot of this.#slotsWithin(west, north, east, south)) {
      const [sx = Number.NaN, sy = 0] = [this.#x[slot], this.#y[slot]];
      // Written so that NaN (an empty slot) fails.
      if (!(sx >= west && sx < east && sy >= north && sy < south)) continue;
      const [px, py] = [Math.round((sx * scale - x) * extent), Math.round((sy * scale - y) * extent)];
      if (taken) {
        const here = Math.floor(px / spot) * extent + Math.floor(py / spot);
        if (taken.has(here)) continue;
        taken.add(here);
      }
      const type = this.#type[slot] ?? 0;
      found.push(withNames ? { slot, x: px, y: py, type, name: this.#names[slot] ?? '' } : { slot, x: px, y: py, type });
    }
    return found;
  }

  #put({ slots, lngs, lats, types, names }: StopColumns): void {
    slots.forEach((slot, place) => {
      this.#takeOut(slot);
      const { x, y } = toMercator({ Lat: lats[place] ?? 0, Lng: lngs[place] ?? 0 });
      this.#x[slot] = x;
      this.#y[slot] = y;
      this.#type[slot] = types[place] ?? 0;
      this.#names[slot] = names[place] ?? '';
      const cell = cellOf(x, y);
      const inCell = this.#cells.get(cell);
      if (inCell) inCell.add(slot);
      else this.#cells.set(cell, new Set([slot]));
    });
  }

  #takeOut(slot: number): void {
    const [x, y] = [this.#x[slot], this.#y[slot]];
    if (x === undefined || y === undefined || Number.isNaN(x)) return;
    this.#cells.get(cellOf(x, y))?.delete(slot);
    this.#x[slot] = Number.NaN;
  }

  #grow(length: number): void {
    const x = new Float64Array(length).fill(Number.NaN);
    const y = new Float64Array(length);
    const type = new Uint8Array(length);
    x.set(this.#x);
    y.set(this.#y);
    type.set(this.#type);
    [this.#x, this.#y, this.#type] = [x, y, type];
  }

  *#slotsWithin(west: number, north: number, east: number, south: number): Iterable<number> {
    const [fromX, toX, fromY, toY] = [gridLine(west), gridLine(east), gridLine(north), gridLine(south)];
    if ((toX - fromX + 1) * (toY - fromY + 1) > this.#cells.size) {
      for (const slots of this.#cells.values()) yield* slots;
      return;
    }
    for (let column = fromX; column <= toX; column++) {
      for (let line = fromY; line <= toY; line++) yield* this.#cells.get(line * gridSize + column) ?? [];
    }
  }
}

/** The tiles of all zooms that show a place, neighbours included where the place lies near an edge. */
export function tilesShowing(at: { readonly Lat: number; readonly Lng: number }): TileAddress[] {
  const { x, y } = toMercator(at);
  const edge = buffer / extent;
  const found: TileAddress[] = [];
  for (let z = 0; z <= deepestStopTile; z++) {
    const scale = 2 ** z;
    for (let tx = Math.floor(x * scale - edge); tx <= Math.floor(x * scale + edge); tx++) {
      for (let ty = Math.floor(y * scale - edge); ty <= Math.floor(y * scale + edge); ty++) {
        if (tx >= 0 && ty >= 0 && tx < scale && ty < scale) found.push({ z, x: tx, y: ty });
      }
    }
  }
  return found;
}

function gridLine(value: number): number {
  return Math.max(0, Math.min(gridSize - 1, Math.floor(value * gridSize)));
}

function cellOf(x: number, y: number): number {
  return gridLine(y) * gridSize + gridLine(x);
}

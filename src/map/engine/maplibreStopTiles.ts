import { addProtocol, removeProtocol } from 'maplibre-gl';
import { deepestStopTile, tilesShowing, type TileAddress } from '../sources/stopTiles.ts';
import { StopTilesClient } from '../sources/stopTilesClient.ts';
import type { StopRow } from '../sources/stopTable.ts';
import type { StopTiles } from './glEngine.ts';
import type { StopPatch } from './mapEngine.ts';

/** Stop tiles for MapLibre: its request for a tile is answered by our own worker; nothing goes over the network. */
export class MapLibreStopTiles implements StopTiles {
  readonly sourceLayer = 'stops';
  readonly #protocol = `stops-${++protocols}`;
  readonly #refreshTiles: (source: string, tiles?: TileAddress[]) => void;
  #worker: StopTilesClient | undefined;

  /** `refreshTiles` has the map ask again for some tiles, or for all of a source. */
  constructor(refreshTiles: (source: string, tiles?: TileAddress[]) => void) {
    this.#refreshTiles = refreshTiles;
    addProtocol(this.#protocol, async ({ url }) => {
      const [z, x, y] = url.slice(`${this.#protocol}://`.length).split('/').map(Number);
      if (z === undefined || x === undefined || y === undefined) throw new Error(`Not a stop tile: ${url}`);
      return { data: (await this.#worker?.tile({ z, x, y })) ?? new ArrayBuffer(0) };
    });
  }

  source() {
    return { type: 'vector' as const, tiles: [`${this.#protocol}://{z}/{x}/{y}`], maxzoom: deepestStopTile };
  }

  load(rows: readonly StopRow[]): Promise<unknown> {
    // The worker is started only when there are that many stops, and again where it has failed.
    if (this.#worker?.failed) {
      this.#worker.destroy();
      this.#worker = undefined;
    }
    this.#worker ??= new StopTilesClient();
    return this.#worker.load(rows);
  }

  async patch(patch: StopPatch, before: readonly StopRow[], source: string): Promise<void> {
    await this.#worker?.patch(patch.put, patch.remove);
    const places = [...before, ...patch.put].map((row) => row.stop);
    if (places.length > 200) {
      this.#refreshTiles(source);
      return;
    }
    const tiles = new Map(places.flatMap(tilesShowing).map((tile) => [`${tile.z}/${tile.x}/${tile.y}`, tile]));
    this.#refreshTiles(source, [...tiles.values()]);
  }

  refresh(source: string): void {
    this.#refreshTiles(source);
  }

  destroy(): void {
    removeProtocol(this.#protocol);
    this.#worker?.destroy();
  }
}

// The library keeps protocols in one table for the whole page, so each map takes a name of its own.
let protocols = 0;

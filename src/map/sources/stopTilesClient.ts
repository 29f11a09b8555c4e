import type { StopColumns, TileAddress } from './stopTiles.ts';
import type { StopTilesAnswer, StopTilesRequest } from './stopTiles.worker.ts';
import type { StopRow } from './stopTable.ts';
import { stopTilesWorkerUrl } from '../workerUrls.ts';

type Ask<T> = T extends unknown ? Omit<T, 'ticket'> : never;

/** The map's side of the tile worker: every question is answered once, in the order asked. */
export class StopTilesClient {
  readonly #worker: Worker;
  readonly #waiting = new Map<number, { resolve: (tile: ArrayBuffer | undefined) => void; reject: (error: Error) => void }>();
  #ticket = 0;
  /** Why the worker answers nothing any more. */
  #failed: Error | undefined;

  constructor() {
    this.#worker = new Worker(stopTilesWorkerUrl, { type: 'module', name: 'stop tiles' });
    this.#worker.addEventListener('message', (event: MessageEvent<StopTilesAnswer>) => {
      const { ticket, tile, fault } = event.data;
      const waiting = this.#waiting.get(ticket);
      this.#waiting.delete(ticket);
      if (fault === undefined) waiting?.resolve(tile);
      else waiting?.reject(new Error(fault));
    });
    this.#worker.addEventListener('error', (event) => {
      const failed = (this.#failed = new Error(`The stop tile worker failed: ${event.message}`));
      for (const { reject } of this.#waiting.values()) reject(failed);
      this.#waiting.clear();
    });
  }

  get failed(): boolean {
    return this.#failed !== undefined;
  }

  load(rows: readonly StopRow[]): Promise<unknown> {
    return this.#ask({ kind: 'load', stops: columnsOf(rows) });
  }

  patch(put: readonly StopRow[], removed: readonly StopRow[]): Promise<unknown> {
    return this.#ask({ kind: 'patch', put: columnsOf(put), removed: Uint32Array.from(removed, (row) => row.slot) });
  }

  /** The encoded tile; undefined where there are no stops. */
  tile(address: TileAddress): Promise<ArrayBuffer | undefined> {
    return this.#ask({ kind: 'tile', address });
  }

  destroy(): void {
    this.#worker.terminate();
    this.#waiting.clear();
  }

  #ask(request: Ask<StopTilesRequest>): Promise<ArrayBuffer | undefined> {
    if (this.#failed) return Promise.reject(this.#failed);
    const ticket = ++this.#ticket;
    return new Promise((resolve, reject) => {
      this.#waiting.set(ticket, { resolve, reject });
      this.#worker.postMessage({ ...request, ticket });
    });
  }
}

/** The rows as columns, ready for the worker. */
export function columnsOf(rows: readonly StopRow[]): StopColumns {
  return {
    slots: Uint32Array.from(rows, (row) => row.slot),
    lngs: Float64Array.from(rows, (row) => row.stop.Lng),
    lats: Float64Array.from(rows, (row) => row.stop.Lat),
    types: Uint8Array.from(rows, (row) => row.stop.Type),
    names: rows.map((row) => row.stop.Name),
  };
}

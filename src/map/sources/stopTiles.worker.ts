import { StopTileIndex, type StopColumns, type TileAddress } from './stopTiles.ts';

/** What the map asks of the tile worker; `ticket` is returned with the answer. */
export type StopTilesRequest =
  | { readonly kind: 'load'; readonly ticket: number; readonly stops: StopColumns }
  | { readonly kind: 'patch'; readonly ticket: number; readonly put: StopColumns; readonly removed: Uint32Array }
  | { readonly kind: 'tile'; readonly ticket: number; readonly address: TileAddress };

/** The worker's answer: the encoded tile where one was requested and is not empty, or what went wrong. */
export interface StopTilesAnswer {
  readonly ticket: number;
  readonly tile?: ArrayBuffer | undefined;
  readonly fault?: string;
}

const index = new StopTileIndex();

self.addEventListener('message', (event: MessageEvent<StopTilesRequest>) => {
  const { ticket } = event.data;
  try {
    const tile = answer(event.data);
    const message: StopTilesAnswer = { ticket, tile };
    self.postMessage(message, { transfer: tile ? [tile] : [] });
  } catch (error) {
    const message: StopTilesAnswer = { ticket, fault: error instanceof Error ? error.message : String(error) };
    self.postMessage(message);
  }
});

function answer(request: StopTilesRequest): ArrayBuffer | undefined {
  switch (request.kind) {
    case 'load':
      index.load(request.stops);
      return undefined;
    case 'patch':
      index.patch(request.put, request.removed);
      return undefined;
    case 'tile': {
      const tile = index.tile(request.address);
      // A copy of exactly the tile's bytes: the encoder's own buffer is larger.
      return tile && new Uint8Array(tile).buffer;
    }
  }
}

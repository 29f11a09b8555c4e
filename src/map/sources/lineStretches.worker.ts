import type { Network, NETWORK_ZOOMS } from '../../domain/mapOverlays.ts';
import { type LineStretches, lineStretches } from './lineStretches.ts';

/** What the map asks of the worker; `ticket` is returned with the answer. */
export interface StretchRequest {
  readonly ticket: number;
  readonly network: Network;
  readonly zoom: (typeof NETWORK_ZOOMS)[number];
}

export interface StretchAnswer {
  readonly ticket: number;
  readonly joined: LineStretches;
}

self.addEventListener('message', ({ data: { ticket, network, zoom } }: MessageEvent<StretchRequest>) => {
  const answer: StretchAnswer = { ticket, joined: lineStretches(network, zoom) };
  self.postMessage(answer);
});

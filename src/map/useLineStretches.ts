/** The stretches of the network in view, joined by a worker. */
import { useEffect, useRef, useState } from 'react';
import { type Network, NETWORK_ZOOMS, networkZoom } from '../domain/mapOverlays.ts';
import type { AppState } from '../projections/state.ts';
import { presentData } from '../projections/versions.ts';
import { type LineStretches, lineStretches } from './sources/lineStretches.ts';
import type { StretchAnswer, StretchRequest } from './sources/lineStretches.worker.ts';
import { lineStretchesWorkerUrl } from './workerUrls.ts';

/**
 * What was joined last of the version in view, until the worker has joined what is wanted at this zoom; undefined before the first answer.
 * `zoom` is that of the map, undefined until it is open.
 */
export function useLineStretches(view: AppState, zoom: number | undefined): LineStretches | undefined {
  const versionId = presentData(view)?.id;
  const wanted = wantedNetwork(view, zoom);
  const network = wanted?.network;
  const [joined, setJoined] = useState<{ readonly versionId: number; readonly of: Network; readonly lines: LineStretches }>();
  const worker = useRef<Worker>(undefined);
  const ticket = useRef(0);
  useEffect(() => () => worker.current?.terminate(), []);
  useEffect(() => {
    if (!network || versionId === undefined) return undefined;
    const known = joinedBefore.get(network);
    if (known) {
      setJoined({ versionId, of: network, lines: known });
      return undefined;
    }
    const asked = (ticket.current += 1);
    const thread = (worker.current ??= new Worker(lineStretchesWorkerUrl, { type: 'module', name: 'line stretches' }));
    const answered = ({ data }: MessageEvent<StretchAnswer>): void => {
      if (data.ticket !== asked) return;
      joinedBefore.set(network, data.joined);
      setJoined({ versionId, of: network, lines: data.joined });
    };
    // without the worker the map does the coarsest join by itself
    const failed = (): void => setJoined({ versionId, of: network, lines: lineStretches(network, 8) });
    thread.addEventListener('message', answered);
    thread.addEventListener('error', failed);
    const request: StretchRequest = { ticket: asked, network, zoom: wanted.zoom };
    thread.postMessage(request);
    return () => {
      thread.removeEventListener('message', answered);
      thread.removeEventListener('error', failed);
    };
    // the network decides the zoom
    // eslint-disable-next-line react/exhaustive-deps
  }, [network, versionId]);
  return network && joined?.versionId === versionId ? joined?.lines : undefined;
}

const joinedBefore = new WeakMap<Network, LineStretches>();

/** The network for the zoom where it is loaded, else the nearest finer or coarser one. */
function wantedNetwork(
  view: AppState,
  zoom: number | undefined,
): { readonly network: Network; readonly zoom: (typeof NETWORK_ZOOMS)[number] } | undefined {
  if (zoom === undefined) return undefined;
  const loads = presentData(view)?.overlays.network;
  const detail = networkZoom(zoom);
  const order = NETWORK_ZOOMS.toSorted((a, b) => Math.abs(a - detail) - Math.abs(b - detail));
  for (const one of order) {
    const network = loads?.[one]?.value;
    if (network) return { network, zoom: one };
  }
  return undefined;
}

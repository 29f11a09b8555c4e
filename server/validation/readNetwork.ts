/** Reads a GTFS zip into a network in memory, without a store: for the command line and benchmarks. */
import { readFeed } from '../feed/gtfs/read/readFeed.ts';
import { Network, type RegionFacts } from './network.ts';

export interface ReadNetwork {
  readonly network: Network;
  /** What the reading left out or was uneasy with. */
  readonly messages: number;
}

/** Reads the whole feed. Throws FeedRefused where it cannot be taken. */
export async function readNetwork(file: string, region?: RegionFacts): Promise<ReadNetwork> {
  const network = new Network(region);
  let messages = 0;
  await readFeed(file, {
    add: (kind, doc) => void network.fill(kind, doc),
    addRawFile: () => undefined,
    note: () => void messages++,
    progress: () => undefined,
    facts: () => undefined,
  });
  return { network, messages };
}

/** Reads a GTFS zip into a network in memory, without a store: for the command line and benchmarks. */
import { DROP_LIMIT, dropWords } from '../../src/domain/importReport.ts';
import { readFeed, type ReadSummary } from '../feed/gtfs/read/readFeed.ts';
import { zipLimitsOf } from '../feed/gtfs/read/zip.ts';
import type { FeedSink } from '../feed/gtfs/read/sink.ts';
import type { FeedNote, ReportLine } from '../feed/gtfs/notes.ts';
import { Network, type RegionFacts } from './network.ts';

export interface ReadNetwork {
  readonly network: Network;
  /** What the reading left out or was uneasy with. */
  readonly messages: readonly FeedNote[];
  readonly summary: ReadSummary;
}

/** Reads the whole feed; Throws FeedRefused where it cannot be taken. `onRemark` receives every remark with its kind, also those that are summed up. */
export async function readNetwork(
  file: string,
  region?: RegionFacts,
  onRemark: (line: ReportLine, kind: string | undefined, rows: number) => void = () => undefined,
): Promise<ReadNetwork> {
  const network = new Network(region);
  const messages: FeedNote[] = [];
  const sink: FeedSink = {
    add: (kind, doc) => void network.fill(kind, doc),
    addRawFile: () => undefined,
    note: (note) => void messages.push(note),
    report: (line, kind, rows = 1) => onRemark(line, kind, rows),
    progress: () => undefined,
    facts: () => undefined,
  };
  const summary = await readFeed(file, sink, zipLimitsOf(process.env));
  const dropped = dropWords(summary.report.trips, DROP_LIMIT);
  if (dropped !== undefined) messages.unshift({ severity: 'warning', file: 'trips.txt', line: null, reason: dropped, result: 'said' });
  return { network, messages, summary };
}

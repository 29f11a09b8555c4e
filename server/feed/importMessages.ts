import type { FeedNote } from './gtfs/notes.ts';
import type { ReadSummary } from './gtfs/read/readFeed.ts';
import type { FeedFacts, ReadProgress } from './gtfs/read/sink.ts';
import type { Parcel } from './readingThread.ts';

/** What the reading thread tells, in the order of the feed. Plain data. */
export type ImportMessage =
  | Parcel
  | { readonly tell: 'notes'; readonly notes: readonly FeedNote[] }
  | { readonly tell: 'progress'; readonly progress: ReadProgress }
  | { readonly tell: 'facts'; readonly facts: FeedFacts }
  | { readonly tell: 'done'; readonly summary: ReadSummary }
  | { readonly tell: 'refused'; readonly messages: readonly string[] };

/** What the reading thread is started with. */
export interface ImportWorkerData {
  readonly file: string;
  /** Path of a file to write the report of the import to, as CSV. */
  readonly report?: string | undefined;
  /** Bytes of all files of the zip, unpacked. */
  readonly unpackedLimit?: number | undefined;
}

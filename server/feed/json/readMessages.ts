import type { Parcel } from '../readingThread.ts';
import type { Problem } from './refusal.ts';

/** What the thread that reads a feed file tells, in the order of the file. Plain data. */
export type ReadMessage =
  | Parcel
  | { readonly tell: 'progress'; readonly bytes: number }
  | { readonly tell: 'done' }
  | { readonly tell: 'refused'; readonly problems: readonly Problem[] };

/** What the thread is started with: the file, and whether it is packed by gzip. */
export interface ReadWorkerData {
  readonly path: string;
  readonly gzip: boolean;
}

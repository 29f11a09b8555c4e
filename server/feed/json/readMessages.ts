import type { DocumentBatch } from '../../store/documentBatch.ts';
import type { Problem } from './refusal.ts';

/** What the thread that reads a feed file tells, in the order of the file. Plain data. */
export type ReadMessage =
  | { readonly tell: 'documents'; readonly batch: DocumentBatch }
  | { readonly tell: 'file'; readonly name: string; readonly bytes: Uint8Array }
  | { readonly tell: 'progress'; readonly bytes: number }
  | { readonly tell: 'done' }
  | { readonly tell: 'refused'; readonly problems: readonly Problem[] };

/** What the thread is started with: the file, and whether it is packed by gzip. */
export interface ReadWorkerData {
  readonly path: string;
  readonly gzip: boolean;
}

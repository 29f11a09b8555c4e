import type { EntityKind } from '../../src/domain/entities.ts';
import type { TaskCommand } from '../../src/domain/pipelines.ts';
import type { LogLevel } from '../../src/domain/runLogs.ts';
import type { Taken } from '../feed/documentParcels.ts';
import type { DocumentBatch } from '../store/documentBatch.ts';

/** What the thread of a transform is started with. */
export interface TransformData {
  readonly s3_url: string;
  readonly values: TaskCommand;
  readonly today: string;
  readonly hasOther: boolean;
  /** Source of a user's program (Script). */
  readonly program: string | null;
}

/** Messages from the thread, as plain data. */
export type TransformMessage =
  | { readonly tell: 'page'; readonly ask: number; readonly of: 'input' | 'other'; readonly kind: EntityKind; readonly after: string | null }
  | { readonly tell: 'documents'; readonly batch: DocumentBatch }
  | { readonly tell: 'log'; readonly rows: readonly { readonly level: LogLevel; readonly message: string; readonly group: string }[] }
  | { readonly tell: 'done' }
  | { readonly tell: 'failed'; readonly message: string };

/** Messages to the thread: the documents it asked for (JSON, separated by commas), or that a batch was written. */
export type TransformAnswer = { readonly ask: number; readonly text: Uint8Array } | ({ readonly ask: null } & Taken);

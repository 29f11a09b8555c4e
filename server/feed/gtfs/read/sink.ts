import type { Bounds } from '../../../../src/domain/coordinate.ts';
import type { Entity, EntityKind } from '../../../../src/domain/entities.ts';
import type { FeedNote, ReportLine } from '../notes.ts';

/** Takes what the reading of a feed finds, in the order it finds it. Await what answers a promise: that is the back-pressure. */
export interface FeedSink {
  add<K extends EntityKind>(kind: K, doc: Entity<K>): Promise<void> | undefined;
  /** A file the model does not name, whole. */
  addRawFile(name: string, bytes: Uint8Array): Promise<void> | undefined;
  note(note: FeedNote): void;
  /** Every line of the report of the import, also those that are only counted among the notes, with the kind of its remark and the rows it counts for. */
  report?(line: ReportLine, kind?: string, rows?: number): void;
  progress(progress: ReadProgress): void;
  /** Called once, when agencies and stops are read. */
  facts(facts: FeedFacts): void;
}

/** What a region for the feed can be made of. */
export interface FeedFacts {
  readonly timezone: string;
  readonly language: string;
  /** Around all stops; null where none has a place. */
  readonly bounds: Bounds | null;
}

/** How far the reading is. Bytes are those of the unpacked files. */
export interface ReadProgress {
  readonly phase: string;
  readonly bytes: number;
  readonly totalBytes: number;
}

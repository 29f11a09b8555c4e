/** What the server and its validation thread tell each other. Versions are numbers; texts are JSON. */
import type { EntityKind } from '../../src/domain/entities.ts';
import type { RegionFacts } from './network.ts';

/** A document that changed, as JSON; null where it was removed. */
export interface ChangedText {
  readonly kind: EntityKind;
  readonly id: string;
  readonly doc: string | null;
}

export type ToThread =
  /** Begins a version again, in place of what was known of it. */
  | { readonly ask: 'begin'; readonly version: number; readonly region: RegionFacts }
  /** A JSON array of documents of it. Answered by `Taken`. */
  | { readonly ask: 'documents'; readonly id: number; readonly version: number; readonly kind: EntityKind; readonly text: Uint8Array }
  /** Checks everything, after some more changes. Answered by `Checked`. */
  | { readonly ask: 'check'; readonly id: number; readonly version: number; readonly changes: readonly ChangedText[] }
  /** Takes change sets one after the other. Answered by `Rechecked`. */
  | {
      readonly ask: 'edit';
      readonly id: number;
      readonly version: number;
      readonly sets: readonly { readonly rev: number; readonly changes: readonly ChangedText[] }[];
    }
  /** What is known of a version is from now on that of another one. */
  | { readonly ask: 'rename'; readonly version: number; readonly to: number }
  | { readonly ask: 'drop'; readonly version: number };

/** Answer to `documents`. */
interface Taken {
  readonly id: number;
}

/** Answer to `check`: the time zone of most agencies, and the cases of each rule as `[[subject, count, [case, ...]], ...]`. */
export interface Checked {
  readonly id: number;
  readonly timezone: string;
  readonly parts: readonly { readonly rule: number; readonly body: string }[];
}

/** Answer to `edit`: per change set the subjects that changed, as `[count, [case, ...]]` before and after. */
export interface Rechecked {
  readonly id: number;
  readonly sets: readonly {
    readonly rev: number;
    readonly changes: readonly { readonly rule: number; readonly subject: string; readonly before: string | null; readonly after: string | null }[];
  }[];
}

export interface Failed {
  readonly id: number;
  readonly failed: string;
}

export type FromThread = Taken | Checked | Rechecked | Failed;

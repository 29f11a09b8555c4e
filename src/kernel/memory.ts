import { type BodyStore, referenced } from './bodies.ts';
import { checkpointOf } from './checkpoint.ts';
import type { SessionLog } from './kernel.ts';
import type { LogRecord, SessionHeader } from './record.ts';
import type { Recovery } from './recover.ts';
import type { KernelState } from './state.ts';

/** The part of the log that is held in memory, bounded. */
export interface Memory<S> {
  add(record: LogRecord, after: KernelState<S>): void;
  log(header: SessionHeader): SessionLog;
}

/** How much half of the memory holds: so many records, or answers beside them of so many characters. */
export interface Half {
  readonly records: number;
  readonly bodies: number;
}

/**
 * Holds two halves: when the newer one is full, the older one is dropped. States are immutable and share all they can, so that the
 * state where the held records begin costs nothing but a reference until somebody wants it as a checkpoint.
 */
export function createMemory<S>(half: Half, bodies: BodyStore, { records, from, state }: Recovery<S>): Memory<S> {
  let older = records;
  let newer: LogRecord[] = [];
  let begin = from;
  let middle = state;
  let held = new Set<string>();
  let characters = 0;
  return {
    add(record, after) {
      newer.push(record);
      const hash = referenced(record);
      if (hash !== undefined && !held.has(hash)) {
        held.add(hash);
        characters += bodies.lengthOf(hash);
      }
      if (newer.length < half.records && characters < half.bodies) return;
      letGo(bodies, older, held);
      if (older.length > 0) begin = middle;
      older = newer;
      middle = after;
      newer = [];
      held = new Set();
      characters = 0;
    },
    log: (header) => ({
      header,
      records: [...older, ...newer],
      bodies: [...bodies.entries()],
      ...(begin && { checkpoint: checkpointOf(begin) }),
    }),
  };
}

function letGo(bodies: BodyStore, records: readonly LogRecord[], needed: ReadonlySet<string>): void {
  for (const record of records) {
    const hash = referenced(record);
    if (hash !== undefined && !needed.has(hash)) bodies.delete(hash);
  }
}

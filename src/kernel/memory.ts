import { bodyOf, type BodyStore } from './bodies.ts';
import { checkpointOf } from './checkpoint.ts';
import type { SessionLog } from './kernel.ts';
import type { LogRecord, SessionHeader } from './record.ts';
import type { KernelState } from './state.ts';

/** The part of the log that is held in memory, bounded. */
export interface Memory<S> {
  add(record: LogRecord, after: KernelState<S>): void;
  log(header: SessionHeader): SessionLog;
}

/**
 * Keeps between `keep` and twice as many records. States are immutable and share all they can, so that the state where the
 * kept records begin costs nothing but a reference until somebody wants it as a checkpoint.
 */
export function createMemory<S>(keep: number, bodies: BodyStore, records: readonly LogRecord[], from: KernelState<S> | undefined): Memory<S> {
  let kept = [...records];
  let begin = from;
  let middle: KernelState<S> | undefined;
  return {
    add(record, after) {
      kept.push(record);
      if (kept.length === keep) middle = after;
      if (kept.length < 2 * keep || !middle) return;
      const start = middle.seq;
      letGo(bodies, kept, start);
      kept = kept.filter((r) => r.seq >= start);
      begin = middle;
      middle = after;
    },
    log: (header) => ({ header, records: [...kept], bodies: [...bodies.entries()], ...(begin && { checkpoint: checkpointOf(begin) }) }),
  };
}

function letGo(bodies: BodyStore, records: readonly LogRecord[], start: number): void {
  const needed = new Set<string | undefined>();
  for (const record of records) if (record.seq >= start) needed.add(referenced(record));
  for (const record of records) {
    const hash = referenced(record);
    if (hash !== undefined && !needed.has(hash)) bodies.delete(hash);
  }
}

/** The body a record refers to, undefined when it holds all of its data itself. */
export function referenced({ payload }: LogRecord): string | undefined {
  return typeof payload === 'object' && payload !== null && 'reply' in payload ? bodyOf(payload.reply) : undefined;
}

import type { Definitions } from './command.ts';
import type { LogRecord } from './record.ts';
import { beginPass, type Compared, type Divergence, type Replayable, safeStep } from './replay.ts';
import { readCatalogue } from './catalogue.ts';
import { createBodyStore } from './bodies.ts';
import { lift } from './intake.ts';
import type { KernelState } from './state.ts';

/** Drives a log back and forth, effects off. */
export interface Replayer<S> {
  /** Number of records. */
  readonly length: number;
  /** How many of them are folded in: 0 is the state before the first. */
  readonly position: number;
  readonly records: readonly LogRecord[];
  readonly divergences: readonly Divergence[];
  /** How much of the log was compared with what the replay did. */
  readonly compared: Compared;
  /** Goes to the state after the first `position` records; out of range means the nearest end. */
  seek(position: number): void;
  /** Folds the next record; answers it, undefined at the end. */
  step(): LogRecord | undefined;
  /** Position just after the next failure, refusal or fault at or after this position, undefined when there is none. */
  nextError(from: number): number | undefined;
  /** The record with that id and what it came from, up to the user's act. */
  causeChain(id: string): readonly LogRecord[];
  snapshot(): KernelState<S>;
  subscribe(listener: () => void): () => void;
}

const KEYFRAME_EVERY = 500;

/** Reads a log once, from end to end, to find where it diverges; afterwards every place in it is near. */
export function createReplayer<S>(log: Replayable, definitions: Definitions<S>): Replayer<S> {
  const catalogue = readCatalogue(definitions);
  const bodies = createBodyStore(log.bodies);
  const pass = beginPass(log, definitions);
  const begin = pass.state.seq;
  const records = log.records.filter((r) => r.seq >= begin);
  const byId = new Map(records.map((r) => [r.id, r]));
  const frames: KernelState<S>[] = [];
  records.forEach((record, i) => {
    if (i % KEYFRAME_EVERY === 0) frames.push(pass.state);
    pass.fold(record);
  });
  pass.end();
  if (frames.length === 0) frames.push(pass.state);
  const listeners = new Set<() => void>();
  let position = 0;
  let state = frames[0] ?? pass.state;

  const forward = () => {
    const record = records[position];
    if (!record) return undefined;
    state = safeStep(catalogue, state, lifted(record), bodies).state;
    position += 1;
    return record;
  };
  const lifted = (record: LogRecord) => {
    try {
      return lift(catalogue, record);
    } catch {
      return record; // among the divergences already
    }
  };
  const tell = () => {
    for (const listener of listeners) listener();
  };
  return {
    length: records.length,
    records,
    divergences: pass.divergences,
    compared: pass.compared,
    get position() {
      return position;
    },
    seek(to) {
      const goal = Math.max(0, Math.min(records.length, Math.trunc(to)));
      const frame = Math.min(Math.floor(goal / KEYFRAME_EVERY), frames.length - 1);
      if (goal < position || frame * KEYFRAME_EVERY > position) {
        position = frame * KEYFRAME_EVERY;
        state = frames[frame] ?? state;
      }
      while (position < goal) forward();
      tell();
    },
    step() {
      const record = forward();
      if (record) tell();
      return record;
    },
    nextError(from) {
      const at = records.findIndex((r, i) => i >= from && isError(r));
      return at < 0 ? undefined : at + 1;
    },
    causeChain(id) {
      const chain: LogRecord[] = [];
      for (let record = byId.get(id); record && !chain.includes(record); record = record.cause === undefined ? undefined : byId.get(record.cause))
        chain.push(record);
      return chain;
    },
    snapshot: () => state,
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}

function isError({ kind, type }: LogRecord): boolean {
  return kind === 'event' && (type.endsWith('.failed') || type.endsWith('.refused') || type === 'core.fault');
}

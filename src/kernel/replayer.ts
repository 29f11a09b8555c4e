import type { Definitions } from './command.ts';
import type { LogRecord } from './record.ts';
import { beginPass, type Compared, type Divergence, type Replayable, safeStep } from './replay.ts';
import { type Catalogue, readCatalogue } from './catalogue.ts';
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
  /** Folds on up to `goal`, or until `stop` says so of the record just folded. Listeners are told once. */
  run(goal: number, stop: (record: LogRecord, before: KernelState<S>, after: KernelState<S>) => boolean): void;
  /** The states after the first `from` and after the first `to` records, `from` not after `to`; what did not change between them is the same object. */
  statesAt(from: number, to: number): readonly [KernelState<S>, KernelState<S>];
  /** What a command was called as it was given: its label against the state before it. Empty for what is no command, or has none. */
  labelOf(id: string): string;
  /** Position just after the next failure, refusal or fault at or after this position, undefined when there is none. */
  nextError(from: number): number | undefined;
  /** The record with that id and what it came from, up to the user's act. */
  causeChain(id: string): readonly LogRecord[];
  snapshot(): KernelState<S>;
  subscribe(listener: () => void): () => void;
}

const KEYFRAME_EVERY = 500;

interface Place<S> {
  readonly position: number;
  readonly state: KernelState<S>;
}

/** Reads a log once, from end to end, to find where it diverges; afterwards every place in it is near. */
export function createReplayer<S>(log: Replayable, definitions: Definitions<S>): Replayer<S> {
  const catalogue = readCatalogue(definitions);
  const bodies = createBodyStore(log.bodies);
  const pass = beginPass(log, definitions);
  const begin = pass.state.seq;
  const records = log.records.filter((r) => r.seq >= begin);
  const byId = new Map(records.map((r) => [r.id, r]));
  const frames: KernelState<S>[] = [];
  const labels = new Map<string, string>();
  records.forEach((record, i) => {
    if (i % KEYFRAME_EVERY === 0) frames.push(pass.state);
    if (record.kind === 'command') labels.set(record.id, labelAsGiven(catalogue, record, pass.state.view));
    pass.fold(record);
  });
  pass.end();
  if (frames.length === 0) frames.push(pass.state);
  const listeners = new Set<() => void>();
  let position = 0;
  let state = frames[0] ?? pass.state;

  const after = (before: KernelState<S>, record: LogRecord): KernelState<S> => safeStep(catalogue, before, liftedOr(catalogue, record), bodies).state;
  const forward = () => {
    const record = records[position];
    if (!record) return undefined;
    state = after(state, record);
    position += 1;
    return record;
  };
  /** Where the last state was asked for beside the replay: the next one is often a little further. */
  let aside: Place<S> = { position: 0, state };
  /** The state after the first `goal` records, folded from the nearest place before it. */
  const stateAt = (goal: number): KernelState<S> => {
    const frame = Math.min(Math.floor(goal / KEYFRAME_EVERY), frames.length - 1);
    let from: Place<S> = { position: frame * KEYFRAME_EVERY, state: frames[frame] ?? state };
    for (const place of [{ position, state }, aside]) if (place.position <= goal && place.position > from.position) from = place;
    return records.slice(from.position, goal).reduce(after, from.state);
  };
  const within = (place: number): number => Math.max(0, Math.min(records.length, Math.trunc(place)));
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
      const goal = within(to);
      state = stateAt(goal);
      position = goal;
      tell();
    },
    step() {
      const record = forward();
      if (record) tell();
      return record;
    },
    run(goal, stop) {
      const begin = position;
      while (position < goal) {
        const before = state;
        const record = forward();
        if (!record || stop(record, before, state)) break;
      }
      if (position !== begin) tell();
    },
    statesAt(from, to) {
      const [first, last] = [within(from), within(to)];
      const before = stateAt(first);
      aside = { position: first, state: before };
      return [before, records.slice(first, last).reduce(after, before)];
    },
    labelOf: (id) => labels.get(id) ?? '',
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

function liftedOr<S>(catalogue: Catalogue<S>, record: LogRecord): LogRecord {
  try {
    return lift(catalogue, record);
  } catch {
    return record; // among the divergences already
  }
}

function labelAsGiven<S>(catalogue: Catalogue<S>, record: LogRecord, before: S): string {
  const meaning = catalogue.meaning(record.type);
  if (meaning?.is !== 'command') return '';
  try {
    return meaning.command.label(lift(catalogue, record).payload, before);
  } catch {
    return ''; // an old payload that its present declaration cannot read; the type alone has to do
  }
}

function isError({ kind, type }: LogRecord): boolean {
  return kind === 'event' && (type.endsWith('.failed') || type.endsWith('.refused') || type === 'core.fault');
}

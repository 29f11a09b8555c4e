import { type BodyStore, createBodyStore } from './bodies.ts';
import { callSummary } from './calls.ts';
import { type Catalogue, readCatalogue } from './catalogue.ts';
import { restoredState } from './checkpoint.ts';
import { type Check, differingParts, HASH_VERSION, hashOfState } from './checks.ts';
import type { Definitions } from './command.ts';
import { contentHash, stateHash } from './hash.ts';
import { lift, messageOf } from './intake.ts';
import type { SessionLog } from './kernel.ts';
import { createLedger, type Ledger } from './ledger.ts';
import type { LogRecord, StateCheck } from './record.ts';
import type { KernelState } from './state.ts';
import { initialState, type Step, step } from './step.ts';
import type { Follow } from './fold.ts';

/** Where a replay does not do what the log says was done. */
export interface Divergence {
  /** Number of the record at which it shows. */
  readonly seq: number;
  readonly problem: 'missing' | 'unexpected' | 'different' | 'call' | 'hash' | 'hole' | 'unreadable' | 'changed' | 'state';
  readonly text: string;
}

/** What a report says of itself as a whole. */
export interface Seal {
  /** Hash of the header and the checkpoint. */
  readonly begin: number;
  /** Number of the record after the last one. */
  readonly end: number;
  /** Hash of the errors that were shown. */
  readonly errors: number;
}

/** What is replayed; a report brings what it is to be compared with. */
export interface Replayable extends SessionLog {
  /** Values were blanked out: what follows from them is compared as far as the allow-lists reach. */
  readonly masked?: boolean;
  /** One for each record, in order. */
  readonly checks?: readonly Check[];
  readonly seal?: Seal;
  /** Where it did not reproduce any more once values were blanked out: that says nothing about the product. */
  readonly known?: readonly Divergence[];
  readonly errors?: readonly unknown[];
}

/** How much of a log a replay compared with what it did itself. */
export interface Compared {
  readonly records: number;
  /** Records that follow from others by themselves. */
  readonly derived: number;
  readonly calls: number;
  /** States after a record, previews included. */
  readonly states: number;
  readonly bodies: number;
  /** What differs only because values were blanked out. */
  readonly known: readonly Divergence[];
}

/** The end of a replay. */
export interface Replay<S> {
  readonly kernelState: KernelState<S>;
  readonly divergences: readonly Divergence[];
  readonly compared: Compared;
  /** Records that followed from the last ones and had not been written when the log ended. */
  readonly unfinished: number;
}

/** Folds a whole log again, effects off, and says where it does not reproduce. */
export function replay<S>(log: Replayable, definitions: Definitions<S>): Replay<S> {
  const pass = beginPass(log, definitions);
  for (const record of log.records) pass.fold(record);
  pass.end();
  return { kernelState: pass.state, divergences: pass.divergences, compared: pass.compared, unfinished: pass.ledger.open.length };
}

/** One run through a log. */
export interface Pass<S> {
  readonly catalogue: Catalogue<S>;
  readonly state: KernelState<S>;
  readonly divergences: readonly Divergence[];
  readonly compared: Compared;
  readonly ledger: Ledger;
  fold(record: LogRecord): void;
  /** Compares what is said of the log as a whole; after the last record. */
  end(): void;
}

/** Begins a run at the log's checkpoint, or at the very start. */
export function beginPass<S>(log: Replayable, definitions: Definitions<S>): Pass<S> {
  const catalogue = readCatalogue(definitions);
  const bodies = createBodyStore(log.bodies);
  let state = log.checkpoint ? restoredState(catalogue, log.checkpoint) : initialState(catalogue);
  const divergences: Divergence[] = [];
  const compared = { records: 0, derived: 0, calls: 0, states: 0, bodies: 0, known: [] as Divergence[] };
  const ledger = createLedger(catalogue, state.seq, log.masked === true);
  const checks = log.checks && new Map(log.checks.map((check) => [check.seq, check]));
  const known = new Set(log.known?.map(({ seq, problem, text }) => `${seq} ${problem} ${text}`));
  let wasAsRecorded = true;
  const diverge = (seq: number, problem: Divergence['problem'], text: string) =>
    void (known.has(`${seq} ${problem} ${text}`) ? compared.known : divergences).push({ seq, problem, text });

  /** The record, and the state it led to, beside what the report says of both. */
  function compare(record: LogRecord, before: KernelState<S>): void {
    const { seq, type, after } = record;
    if (!checks) return after?.v === HASH_VERSION ? compareState(record, after, before) : undefined;
    const check = checks.get(seq);
    if (!check) return diverge(seq, 'changed', `${type} was not there when the report was made`);
    compared.records += 1;
    if (check.record !== stateHash(record)) diverge(seq, 'changed', `${type} is not what was written when the report was made`);
    compareState(record, check, before);
  }

  function compareState({ seq, type }: LogRecord, check: StateCheck, before: KernelState<S>): void {
    compared.states += 1;
    const asRecorded = check.state === hashOfState(state);
    const parts = asRecorded ? [] : differingParts(check, before, state);
    if (parts.length > 0) diverge(seq, 'state', `Another state after ${type}: ${parts.slice(0, 4).join(', ')}`);
    else if (!asRecorded && wasAsRecorded) diverge(seq, 'state', `Another state after ${type}`);
    wasAsRecorded = asRecorded;
  }

  if (checks)
    for (const [hash, body] of log.bodies) {
      compared.bodies += 1;
      if (contentHash(JSON.stringify(body)) !== hash)
        diverge(state.seq, 'changed', `The answer ${hash} is not what was written when the report was made`);
    }
  if (log.seal && log.seal.begin !== sealOfBegin(log))
    diverge(state.seq, 'changed', 'The begin of the report is not what was written when it was made');
  return {
    catalogue,
    divergences,
    compared,
    ledger,
    get state() {
      return state;
    },
    fold(raw) {
      if (raw.seq < state.seq)
        return raw.seq < (log.checkpoint?.seq ?? 0) ? undefined : diverge(raw.seq, 'changed', `There is a second record ${raw.seq}`);
      if (raw.seq > state.seq) diverge(raw.seq, 'hole', `Records ${state.seq} to ${raw.seq - 1} are missing`);
      const record = liftOr(catalogue, raw, (text) => diverge(raw.seq, 'unreadable', text));
      for (const { problem, text } of ledger.meet(record)) diverge(record.seq, problem, text);
      if (record.type === 'core.hash' && record.v === HASH_VERSION) {
        compared.states += checks ? 0 : 1;
        if (stateHash(record.payload) !== stateHash({ hash: hashOfState(state) }))
          diverge(record.seq, 'hash', 'The state is not what it was when this was recorded');
      }
      const before = state;
      const stepped = safeStep(catalogue, state, record, bodies);
      if (stepped.start) {
        compared.calls += 1;
        if (stateHash(record.payload) !== stateHash(callSummary(stepped.start.call)))
          diverge(record.seq, 'call', `Another call would have been made: ${stepped.start.call.call}`);
      }
      if (
        /\.(answered|failed)$/.test(record.type) &&
        catalogue.meaning(record.type)?.is === 'outcome' &&
        !state.pending.some((p) => p.id === record.cause)
      ) {
        diverge(record.seq, 'unexpected', `${record.type} answers a command that was not waiting`);
      }
      ledger.expect(record.seq, stepped.follow);
      compared.derived += stepped.follow.length;
      state = stepped.state;
      compare(raw, before);
    },
    end() {
      if (!log.seal) return;
      if (log.seal.end !== state.seq) diverge(state.seq, 'changed', `The report ended at record ${log.seal.end - 1} when it was made`);
      if (log.seal.errors !== stateHash(log.errors ?? []))
        diverge(state.seq, 'changed', 'The errors shown are not what was written when the report was made');
    },
  };
}

/** What the seal of a log says of its begin. */
export function sealOfBegin({ header, checkpoint }: SessionLog): number {
  return stateHash([header, checkpoint ?? null]);
}

/** Folds a record; where a declaration throws, the old state stays and a fault follows, as in the live session. */
export function safeStep<S>(catalogue: Catalogue<S>, state: KernelState<S>, record: LogRecord, bodies: Pick<BodyStore, 'get' | 'has'>): Step<S> {
  try {
    return step(catalogue, state, record, bodies);
  } catch (thrown) {
    return { state: { ...state, seq: record.seq + 1 }, follow: [faultOf(catalogue, record, thrown)] };
  }
}

/** The fault that follows from a record whose fold threw: what waited for it is released. */
export function faultOf<S>(catalogue: Catalogue<S>, record: LogRecord, thrown: unknown): Follow {
  const { id, type, kind, cause, root } = record;
  const outcome = catalogue.meaning(type)?.is === 'outcome';
  return {
    kind: 'event',
    cause: id,
    root,
    input: {
      type: 'core.fault',
      payload: {
        of: id,
        type,
        message: messageOf(thrown),
        ...(outcome && cause !== undefined && { command: cause }),
        ...(kind === 'command' && cause !== undefined && { asked: cause }),
      },
    },
  };
}

function liftOr<S>(catalogue: Catalogue<S>, record: LogRecord, tell: (text: string) => void): LogRecord {
  try {
    return lift(catalogue, record);
  } catch (thrown) {
    tell(messageOf(thrown));
    return record;
  }
}

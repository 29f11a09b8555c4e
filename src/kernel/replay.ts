import { type BodyStore, createBodyStore } from './bodies.ts';
import { callSummary } from './calls.ts';
import { type Catalogue, readCatalogue } from './catalogue.ts';
import { hashOfState, restoredState } from './checkpoint.ts';
import type { Definitions } from './command.ts';
import { stateHash } from './hash.ts';
import { lift, messageOf } from './intake.ts';
import type { SessionLog } from './kernel.ts';
import { createLedger, type Ledger } from './ledger.ts';
import type { LogRecord } from './record.ts';
import type { KernelState } from './state.ts';
import { initialState, type Step, step } from './step.ts';
import type { Follow } from './work.ts';

/** Where a replay does not do what the log says was done. */
export interface Divergence {
  /** Number of the record at which it shows. */
  readonly seq: number;
  readonly problem: 'missing' | 'unexpected' | 'different' | 'call' | 'hash' | 'hole' | 'unreadable';
  readonly text: string;
}

/** What is replayed; `masked` when values were blanked out of it, so that values cannot be compared. */
export interface Replayable extends SessionLog {
  readonly masked?: boolean;
}

/** The end of a replay. */
export interface Replay<S> {
  readonly kernelState: KernelState<S>;
  readonly divergences: readonly Divergence[];
  /** Records that followed from the last ones and had not been written when the log ended. */
  readonly unfinished: number;
}

/** Folds a whole log again, effects off, and says where it does not reproduce. */
export function replay<S>(log: Replayable, definitions: Definitions<S>): Replay<S> {
  const pass = beginPass(log, definitions);
  for (const record of log.records) pass.fold(record);
  return { kernelState: pass.state, divergences: pass.divergences, unfinished: pass.ledger.open.length };
}

/** One run through a log. */
export interface Pass<S> {
  readonly state: KernelState<S>;
  readonly divergences: readonly Divergence[];
  readonly ledger: Ledger;
  fold(record: LogRecord): void;
}

/** Begins a run at the log's checkpoint, or at the very start. */
export function beginPass<S>(log: Replayable, definitions: Definitions<S>): Pass<S> {
  const catalogue = readCatalogue(definitions);
  const bodies = createBodyStore(log.bodies);
  let state = log.checkpoint ? restoredState(catalogue, log.checkpoint) : initialState(catalogue);
  const divergences: Divergence[] = [];
  const ledger = createLedger(catalogue, state.seq, log.masked === true);
  const diverge = (seq: number, problem: Divergence['problem'], text: string) => divergences.push({ seq, problem, text });
  return {
    divergences,
    ledger,
    get state() {
      return state;
    },
    fold(raw) {
      if (raw.seq < state.seq) return;
      if (raw.seq > state.seq) diverge(raw.seq, 'hole', `Records ${state.seq} to ${raw.seq - 1} are missing`);
      const record = liftOr(catalogue, raw, (text) => diverge(raw.seq, 'unreadable', text));
      for (const { problem, text } of ledger.meet(record)) diverge(record.seq, problem, text);
      if (record.type === 'core.hash' && !log.masked && stateHash(record.payload) !== stateHash({ hash: hashOfState(state) })) {
        diverge(record.seq, 'hash', 'The state is not what it was when this was recorded');
      }
      const stepped = safeStep(catalogue, state, record, bodies);
      if (!log.masked && stepped.start && stateHash(record.payload) !== stateHash(callSummary(stepped.start.call))) {
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
      state = stepped.state;
    },
  };
}

/** Folds a record; where a declaration throws, the old state stays and a fault follows, just as it was live. */
export function safeStep<S>(catalogue: Catalogue<S>, state: KernelState<S>, record: LogRecord, bodies: Pick<BodyStore, 'get' | 'has'>): Step<S> {
  try {
    return step(catalogue, state, record, bodies);
  } catch (thrown) {
    return { state: { ...state, seq: record.seq + 1 }, follow: [faultOf(catalogue, record, thrown)] };
  }
}

/** The fault that follows from a record whose fold threw: what waited for it is let go. */
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

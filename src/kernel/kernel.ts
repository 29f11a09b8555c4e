import { Observable, Subject } from 'rxjs';
import type { AnyMachineSnapshot } from 'xstate';
import { type BodyStore, createBodyStore, shelve } from './bodies.ts';
import { redoLast, undoEntry, undoLast } from './builtIn.ts';
import { type CallPort, callRun, callSummary } from './calls.ts';
import { type OutcomeName, readCatalogue } from './catalogue.ts';
import { type Checkpoint, checkpointOf } from './checkpoint.ts';
import { HASH_VERSION, hashOfState, stateCheckOf } from './checks.ts';
import type { CallDescription, CommandDefinition, CommandInput, Definitions } from './command.ts';
import { deepFrozen } from './freeze.ts';
import { historyLines, nextRedo, nextUndo } from './history.ts';
import { messageOf, take } from './intake.ts';
import { createLanes } from './lanes.ts';
import { createMemory } from './memory.ts';
import type { LogRecord, SessionHeader } from './record.ts';
import { recover, type Recovery } from './recover.ts';
import { hideSecrets, type Vault } from './redact.ts';
import { safeStep } from './replay.ts';
import type { HistoryLine, KernelState, NextStep, PendingCommand } from './state.ts';
import type { Follow } from './fold.ts';

/** What a performer is given beside the call. */
export interface PerformContext {
  /** Id of the command's record, in the session that made it: the same again when the call is repeated after a reload. */
  readonly idempotencyKey: string;
  /** The value behind a `{"$secret": ref}` of the input, undefined when it is gone (after a reload). */
  secret(ref: string): string | undefined;
}

/** Performs calls: one answer, or an error of the shape `CallError`; unsubscribing aborts. */
export type Perform = (call: CallDescription, context: PerformContext) => Observable<unknown>;

/** What is left of an earlier run of this session. */
export interface Recovered {
  readonly checkpoint?: Checkpoint;
  readonly records: readonly LogRecord[];
  readonly bodies: Iterable<readonly [hash: string, body: unknown]>;
}

/** How a kernel is made. */
export interface KernelOptions<S> extends Definitions<S> {
  readonly perform: Perform;
  readonly header: SessionHeader;
  /** Milliseconds since the session began. */
  readonly clock: () => number;
  readonly restore?: Recovered;
  /**
   * Sets the ids of this run apart from those of earlier ones. Of what an earlier run recorded last some may be lost, as when the machine
   * lost its power; the server may have it all the same, and would take a second command of such an id for the first.
   */
  readonly run?: string;
  /** Records that are held in memory, up to twice as many; older ones are dropped after a checkpoint. 50,000 when not given. */
  readonly keepRecords?: number;
  /** The same for the answers beside them, in characters. 30 million when not given. */
  readonly keepBodies?: number;
}

/** How a dispatch belongs to what the user does. */
export interface DispatchOptions {
  readonly gesture?: string;
  readonly scope?: string;
  /** The Idempotency-Key under which another session may have sent it already. */
  readonly key?: string;
  /** What the user had before their eyes there, in place of what `seen` of the command says here. */
  readonly seen?: unknown;
}

/** A machine's face to React: fits `useSelector` of @xstate/react. */
export interface WorkflowFacade {
  getSnapshot(): AnyMachineSnapshot;
  subscribe(listener: (snapshot: AnyMachineSnapshot) => void): { unsubscribe(): void };
}

/** What a problem report is made of. */
export interface SessionLog {
  readonly header: SessionHeader;
  readonly checkpoint?: Checkpoint;
  readonly records: readonly LogRecord[];
  readonly bodies: Iterable<readonly [hash: string, body: unknown]>;
}

/** The event-sourced core of one browser tab. */
export interface Kernel<S> {
  readonly header: SessionHeader;
  /** What the ids of records begin with that this run of the session has made, and no earlier one. */
  readonly ownIds: string;
  /** Says an intent; answers the id of its record. Inside a commit it queues behind. */
  dispatch(input: CommandInput, options?: DispatchOptions): string;
  /** Says a fact from outside (live message, tick, location); answers the id of its record. */
  receive(fact: CommandInput): string;
  snapshot(): KernelState<S>;
  /** Called after every commit; answers the function that ends it. */
  subscribe(listener: () => void): () => void;
  /** Every record, after its commit. The first to subscribe also gets those that a restore made before anybody could listen. */
  readonly records$: Observable<LogRecord>;
  workflow(id: string): WorkflowFacade;
  nextUndo(scope: string): NextStep | undefined;
  nextRedo(scope: string): NextStep | undefined;
  /** The undo list of a scope, newest first. */
  entries(scope: string): readonly HistoryLine[];
  undo(scope: string): string;
  redo(scope: string): string;
  undoEntry(scope: string, entryId: string): string;
  /** The state as JSON, from which a replay may begin. */
  checkpoint(): Checkpoint;
  /** The log held in memory, with the checkpoint it begins at once the oldest records were dropped. */
  log(): SessionLog;
  readonly bodies: BodyStore;
  /** Ends all lanes; aborts what is under way. */
  stop(): void;
}

/** A state hash is in the log after every so many records: a divergence shows near the record that caused it. */
export const HASH_EVERY = 50;

/** How a new record belongs to earlier ones. */
type Links = { readonly [K in 'cause' | 'root' | 'scope' | 'gesture' | 'key']?: string | undefined } & Pick<DispatchOptions, 'seen'>;
const NO_LINKS: Links = Object.freeze({});

/** One place in the queue: it has its number already, its payload may be computed when its turn comes. */
interface Queued {
  readonly seq: number;
  readonly at: number;
  readonly kind: LogRecord['kind'];
  readonly type: string;
  readonly v: number;
  readonly payload: unknown;
  /** What the payload is, where it is known only when its turn comes: the call of that command, or the state's hash. */
  readonly compute?: 'call' | 'hash' | undefined;
  readonly cause?: string | undefined;
  readonly root?: string | undefined;
  readonly scope?: string | undefined;
  readonly gesture?: string | undefined;
  readonly key?: string | undefined;
  readonly seen?: unknown;
}

/** Makes the event-sourced core of one browser tab; with `restore` it continues where an earlier run stopped. */
export function createKernel<S>(options: KernelOptions<S>): Kernel<S> {
  const { header, clock, perform, restore, run, keepRecords = 50_000, keepBodies = 30_000_000 } = options;
  const catalogue = readCatalogue(options);
  const bodies = createBodyStore(restore?.bodies);
  const recovered = recover(catalogue, restore, bodies);
  let state = recovered.state;
  const memory = createMemory({ records: keepRecords, bodies: keepBodies }, bodies, recovered);
  const vault: Vault = new Map();
  const lanes = createLanes();
  const committed$ = new Subject<LogRecord>();
  const undelivered: LogRecord[] = [];
  const changes$ = new Subject<void>();
  const begins = new Map<string, (call: CallDescription | undefined) => void>();
  const queue: Queued[] = [];
  let nextSeq = state.seq;
  let draining = false;
  let stopped = false;
  let resuming = true;

  const ownIds = run === undefined ? `${header.session}:` : `${header.session}:${run}.`;
  const idOf = idsOf(ownIds, recovered);

  function enqueue(kind: LogRecord['kind'], input: CommandInput, links: Links = NO_LINKS): string {
    const seq = nextSeq++;
    const id = idOf(seq);
    const at = clock();
    const { type } = input;
    const { cause, root, gesture } = links;
    // events with a cause are the kernel's own; anything else has to be declared
    if (kind === 'event' && cause !== undefined) queue.push({ seq, at, kind, type, v: 1, payload: input.payload, cause, root, gesture });
    else {
      try {
        const { v, payload, scope } = take(catalogue, input, kind, id, vault);
        queue.push({ seq, at, kind, type, v, payload, cause, root, scope: links.scope ?? scope, gesture, key: links.key, seen: links.seen });
      } catch (thrown) {
        const payload = { of: 'dispatch', type, message: messageOf(thrown), ...(cause !== undefined && { asked: cause }) };
        queue.push({ seq, at, kind: 'event', type: 'core.fault', v: 1, payload, cause, root });
      }
    }
    return id;
  }

  function follow({ kind, input, cause, root, scope, gesture }: Follow): void {
    enqueue(kind, input, { cause, root, scope, gesture });
  }

  /** Records what came of a call; a `.sent` says which call it was, seen from the base when its turn comes. */
  function outcome({ id, type, root }: PendingCommand, name: OutcomeName, payload: unknown, compute?: Queued['compute']): void {
    if (stopped) return;
    queue.push({ seq: nextSeq++, at: clock(), kind: 'event', type: `${type}.${name}`, v: 1, payload, cause: id, root, compute });
    drain();
  }

  function drain(): void {
    if (draining || stopped) return;
    draining = true;
    try {
      // by index: shift() of a long queue is slow
      for (let i = 0; i < queue.length; i++) {
        const queued = queue[i];
        if (queued) commit(queued);
      }
    } finally {
      queue.length = 0;
      draining = false;
    }
    changes$.next();
  }

  /** The only place where anything changes. */
  function commit(queued: Queued): void {
    const { cause, type } = queued;
    const made = recordOf(queued);
    const { id, seq } = made;
    const stepped = safeStep(catalogue, state, made, bodies);
    const record =
      made.kind === 'command' && cause === undefined
        ? Object.freeze({ ...made, after: { v: HASH_VERSION, ...stateCheckOf(state, stepped.state) } })
        : made;
    state = stepped.state;
    memory.add(record, state);
    for (const one of stepped.follow) follow(one);
    if (stepped.enter) enter(stepped.enter);
    if (type.endsWith('.sent') && cause !== undefined) begin(cause, stepped.start?.call);
    if ((seq + 1) % HASH_EVERY === 0 && type !== 'core.hash') {
      queue.push({
        seq: nextSeq++,
        at: record.at,
        kind: 'event',
        type: 'core.hash',
        v: HASH_VERSION,
        payload: null,
        cause: id,
        root: record.root,
        compute: 'hash',
      });
    }
    if (resuming) undelivered.push(record);
    else committed$.next(record);
  }

  /** Member by member: this is done for every record, and spreading is slow. */
  function recordOf(queued: Queued): LogRecord {
    const { seq, kind, type, v, at, cause, scope, gesture } = queued;
    const id = idOf(seq);
    const record: { -readonly [K in keyof LogRecord]: LogRecord[K] } = {
      seq,
      id,
      kind,
      type,
      v,
      payload: payloadOf(queued),
      at,
      root: queued.root ?? id,
    };
    if (cause !== undefined) record.cause = cause;
    if (scope !== undefined) record.scope = scope;
    if (gesture !== undefined) record.gesture = gesture;
    if (queued.key !== undefined) record.key = queued.key;
    if (queued.seen !== undefined) record.seen = deepFrozen(queued.seen);
    return Object.freeze(record);
  }

  function payloadOf({ compute, payload }: Queued): unknown {
    if (compute === 'hash') return { hash: hashOfState(state) };
    return compute === 'call' ? callOf(payload as PendingCommand) : payload;
  }

  const port: CallPort = {
    go(pending, start) {
      if (!isPending(pending.id)) return start(undefined); // taken back while it waited
      begins.set(pending.id, start);
      outcome(pending, 'sent', pending, 'call');
    },
    answered: (pending, reply) =>
      outcome(pending, 'answered', {
        reply: shelve(bodies, hideSecrets(reply ?? null, commandOf(pending)?.replySecrets, `${pending.id}/reply`, vault)),
      }),
    failed: (pending, error) => outcome(pending, 'failed', { error }),
    aborted(pending) {
      begins.delete(pending.id);
      outcome(pending, 'superseded', {});
    },
  };

  function enter(pending: PendingCommand): void {
    const command = commandOf(pending);
    if (!command) return;
    const { id, type, payload, key = id } = pending;
    const run = callRun(command, pending, perform, { idempotencyKey: key, secret }, port);
    const lane = command.lane?.(payload) ?? type;
    const policy = command.policy ?? (command.write ? 'queue' : 'parallel');
    if (!lanes.enter({ lane, policy, run, ahead: pending.attempt > 0 })) outcome(pending, 'dropped', { reason: 'busy' });
  }

  /** What a `.sent` record holds: nothing where the fold will throw the same in a moment, and say so. */
  function callOf(asked: PendingCommand): unknown {
    try {
      // as it is now: what it has seen may have become more while it waited for its turn
      const pending = state.pending.find((p) => p.id === asked.id);
      const call = pending && commandOf(pending)?.call?.(pending.payload, state.base, pending.seen);
      return call ? callSummary(call) : {};
    } catch {
      return {};
    }
  }

  function commandOf({ type }: PendingCommand): CommandDefinition<S, unknown, unknown> | undefined {
    const meaning = catalogue.meaning(type);
    return meaning?.is === 'command' ? meaning.command : undefined;
  }

  function isPending(id: string): boolean {
    return state.pending.some((p) => p.id === id);
  }

  function secret(ref: string): string | undefined {
    const value = vault.get(ref);
    return typeof value === 'string' ? value : undefined;
  }

  function begin(id: string, call: CallDescription | undefined): void {
    const start = begins.get(id);
    begins.delete(id);
    start?.(call);
  }

  function say(kind: LogRecord['kind'], input: CommandInput, links: DispatchOptions = {}): string {
    const id = enqueue(kind, input, links);
    drain();
    return id;
  }

  const kernel: Kernel<S> = {
    header,
    ownIds,
    bodies,
    records$: new Observable<LogRecord>((listener) => {
      for (const record of undelivered.splice(0)) listener.next(record);
      return committed$.subscribe(listener);
    }),
    dispatch: (input, links) => say('command', input, links),
    receive: (fact) => say('event', fact),
    snapshot: () => state,
    subscribe(listener) {
      const subscription = changes$.subscribe(() => listener());
      return () => subscription.unsubscribe();
    },
    workflow: (id) => workflowFacade(id, () => state, changes$),
    nextUndo: (scope) => nextUndo(state, scope),
    nextRedo: (scope) => nextRedo(state, scope),
    entries: (scope) => historyLines(state, scope),
    undo: (scope) => say('command', undoLast({ scope })),
    redo: (scope) => say('command', redoLast({ scope })),
    undoEntry: (scope, entry) => say('command', undoEntry({ scope, entry })),
    checkpoint: () => checkpointOf(state),
    log: () => memory.log(header),
    stop() {
      stopped = true;
      lanes.stop();
    },
  };

  resume();
  return kernel;

  /** After a reload: what was derived but not recorded comes now; writes are sent again, reads are dropped. */
  function resume(): void {
    draining = true;
    for (const one of recovered.open) follow(one);
    for (const pending of state.pending) {
      if (pending.write) enter(pending);
      else outcome(pending, 'superseded', { reason: 'reload' });
    }
    draining = false;
    if (queue.length > 0) drain();
    resuming = false;
  }
}

/** The ids of new records by their number; what still follows from an earlier run keeps those that it had there. */
function idsOf(begin: string, { state, openIds }: Recovery<unknown>): (seq: number) => string {
  return (seq) => openIds[seq - state.seq] ?? `${begin}${seq}`;
}

function workflowFacade<S>(id: string, state: () => KernelState<S>, changes$: Observable<void>): WorkflowFacade {
  const getSnapshot = () => {
    const snapshot = state().workflows[id];
    if (!snapshot) throw new Error(`There is no workflow called ${id}`);
    return snapshot;
  };
  return {
    getSnapshot,
    subscribe(listener) {
      let last = getSnapshot();
      return changes$.subscribe(() => {
        const now = getSnapshot();
        if (now === last) return;
        last = now;
        listener(now);
      });
    },
  };
}

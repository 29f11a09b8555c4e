import { produce } from 'immer';
import type { AnyMachineSnapshot } from 'xstate';
import { type BodyStore, unshelve } from './bodies.ts';
import { stepBuiltIn } from './builtIn.ts';
import type { Catalogue, Meaning } from './catalogue.ts';
import type { CommandDefinition, CommandInput } from './command.ts';
import { cutRedo, joinedBy, markStale } from './history.ts';
import { initialSnapshots, machineStep } from './machines.ts';
import { deepFrozen } from './freeze.ts';
import { closeOrEditDraft, settle, stepOutcome } from './outcome.ts';
import { layOver } from './overlay.ts';
import type { LogRecord } from './record.ts';
import type { KernelState, PendingCommand } from './state.ts';
import { beginFold, changeEntry, type Follow, followOf, refuse, released, takeTask, type Fold } from './fold.ts';
import type { RouteContext } from './workflow.ts';

/** What one record does: the next state, the records that follow from it, and what goes to the outside. */
export interface Step<S> {
  readonly state: KernelState<S>;
  readonly follow: readonly Follow[];
  readonly enter?: Fold<S>['enter'];
  readonly start?: Fold<S>['start'];
}

/** The state before the first record. */
export function initialState<S>(catalogue: Catalogue<S>): KernelState<S> {
  const base = deepFrozen(catalogue.initial);
  return {
    seq: 0,
    base,
    view: base,
    pending: [],
    drafts: {},
    workflows: initialSnapshots(catalogue.workflows),
    history: {},
    errors: [],
    conflicts: [],
    tasks: {},
  };
}

/**
 * Folds one record into the state: base and drafts, then the machines, then what follows. A pure function: the same log
 * gives the same state. Throws where a declaration throws; the caller then keeps the old state and says so in the log.
 */
export function step<S>(catalogue: Catalogue<S>, before: KernelState<S>, record: LogRecord, bodies: Pick<BodyStore, 'get' | 'has'>): Step<S> {
  const meaning = catalogue.meaning(record.type);
  if (!meaning) throw new Error(`Nobody knows a record of type ${record.type}`);
  const resolved = meaning.is === 'outcome' && meaning.outcome === 'answered' ? withBody(record, bodies) : record;
  const fold = beginFold(catalogue, before, resolved);
  const about = meaning.is === 'outcome' ? before.pending.find((p) => p.id === record.cause) : undefined;
  const next = foldRecord(fold, meaning, about);
  const view = layOver(catalogue, before, fold.base, fold.pending);
  for (const input of next?.(view) ?? []) fold.follow.push(followOf(fold, 'command', input));
  const workflows = runMachines(fold, view, about);
  const { base, pending, drafts, history, errors, conflicts, tasks, follow, enter, start } = fold;
  return {
    state: { seq: record.seq + 1, base, view, pending, drafts, workflows, history, errors, conflicts, tasks },
    follow,
    ...(enter && { enter }),
    ...(start && { start }),
  };
}

type Next<S> = ((view: S) => readonly CommandInput[]) | undefined;

function foldRecord<S>(fold: Fold<S>, meaning: Meaning<S>, about: PendingCommand | undefined): Next<S> {
  const { payload } = fold.record;
  if (meaning.is === 'builtIn') return void stepBuiltIn(fold);
  if (meaning.is === 'outcome') return stepOutcome(fold, meaning, about);
  if (meaning.is === 'command') return stepCommand(fold, meaning.type, meaning.command);
  const { fact } = meaning;
  if (fact.apply)
    fold.base = produce(fold.base, (draft) => {
      fact.apply?.(draft, payload);
    });
  const fields = fact.touched?.(payload) ?? [];
  if (fields.length) markStale(fold, fields, fact.reason?.(payload, fold.base) ?? 'Somebody else has changed it since');
  return (view) => fact.next?.(payload, view) ?? [];
}

function stepCommand<S>(fold: Fold<S>, type: string, command: CommandDefinition<S, unknown, unknown>): Next<S> {
  const { record, before } = fold;
  const { payload } = record;
  const task = takeTask(fold, record.kind === 'command' ? record.cause : undefined);
  // One of a closed tab was decided there. Whether it has been carried out since, so that it would be refused now, the server knows.
  const refusal = record.key === undefined ? (command.decide?.(before.view, payload) ?? closedDraft(fold, command)) : undefined;
  if (refusal) {
    if (task?.entry !== undefined && task.scope !== undefined) changeEntry(fold, task.scope, task.entry, released);
    return void refuse(fold, refusal.code, refusal.message);
  }
  // only what can be undone is in an undo list, also while it is on its way
  const scope = task?.scope ?? (typeof command.inverse === 'function' && command.undoScope ? record.scope : undefined);
  const pending: PendingCommand = Object.freeze({
    id: record.id,
    seq: record.seq,
    type,
    payload,
    label: command.label(payload, before.view),
    root: record.root,
    at: record.at,
    write: command.write === true,
    status: 'waiting',
    mode: task?.mode ?? 'do',
    touches: command.touches?.(payload) ?? [],
    attempt: task?.attempt ?? 0,
    ...(record.seen !== undefined ? { seen: record.seen } : command.seen && { seen: deepFrozen(command.seen(payload, before.base)) }),
    ...(task?.entry !== undefined && { entry: task.entry }),
    ...(scope !== undefined && { scope }),
    ...(record.gesture !== undefined && { gesture: record.gesture }),
    ...(task === undefined && scope !== undefined && joinedBy(fold, scope, command)),
    ...(record.key !== undefined && { key: record.key }),
  });
  if (pending.mode === 'do' && pending.attempt === 0 && scope !== undefined) cutRedo(fold, scope);
  if (command.call) {
    fold.pending = pending.attempt > 0 ? aheadInLane(fold, pending, laneOf(command, pending)) : [...fold.pending, pending];
    fold.enter = pending;
    return undefined;
  }
  const base = fold.base;
  if (command.apply)
    fold.base = produce(base, (draft) => {
      command.apply?.(draft, payload);
    });
  closeOrEditDraft(fold, command, pending, undefined, base);
  settle(fold, command, pending, undefined, base);
  return (view) => command.next?.(payload, undefined, view) ?? [];
}

/** Sent again after a 412, a command keeps its place before those of its own lane that were said later; others stay before it. */
function aheadInLane<S>(fold: Fold<S>, pending: PendingCommand, lane: string): readonly PendingCommand[] {
  const at = fold.pending.findIndex((one) => {
    const meaning = fold.catalogue.meaning(one.type);
    return meaning?.is === 'command' && laneOf(meaning.command, one) === lane;
  });
  return at < 0 ? [...fold.pending, pending] : fold.pending.toSpliced(at, 0, pending);
}

function laneOf<S>(command: CommandDefinition<S, unknown, unknown>, { type, payload }: PendingCommand): string {
  return command.lane?.(payload) ?? type;
}

function closedDraft<S>(fold: Fold<S>, { draft }: CommandDefinition<S, unknown, unknown>) {
  if (!draft || draft.open || !draft.edit) return undefined;
  const open = fold.drafts[draft.scope(fold.record.payload)];
  return open?.kind === draft.kind.name ? undefined : { code: 'draft.closed', message: 'This draft is no longer open' };
}

function runMachines<S>(fold: Fold<S>, view: S, about: PendingCommand | undefined): Readonly<Record<string, AnyMachineSnapshot>> {
  const { catalogue, record, before, drafts, refused, repeated } = fold;
  if (refused || repeated) return before.workflows;
  let changed: Record<string, AnyMachineSnapshot> | undefined;
  for (const { id, machine, route } of catalogue.workflows) {
    const snapshot = before.workflows[id];
    if (!snapshot || snapshot.status !== 'active') continue;
    const context: RouteContext = { drafts, snapshot, ...(about && { about }) };
    const event = route(record, view, context);
    if (!event) continue;
    const stepped = machineStep(machine, snapshot, event);
    for (const input of stepped.commands) fold.follow.push(followOf(fold, 'command', input));
    if (stepped.snapshot !== snapshot) (changed ??= { ...before.workflows })[id] = stepped.snapshot;
  }
  return changed ?? before.workflows;
}

function withBody(record: LogRecord, bodies: Pick<BodyStore, 'get' | 'has'>): LogRecord {
  const { payload } = record;
  if (typeof payload !== 'object' || payload === null || !('reply' in payload)) throw new Error(`${record.type} carries no reply`);
  const reply = unshelve(bodies, payload.reply);
  return reply === payload.reply ? record : { ...record, payload: { ...payload, reply } };
}

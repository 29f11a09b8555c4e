import { type AnyActorScope, type AnyMachineSnapshot, type AnyStateMachine, createActor, initialTransition } from 'xstate';
import { z } from 'zod';
import type { Catalogue } from './catalogue.ts';
import type { CommandInput } from './command.ts';
import type { AnyWorkflow } from './workflow.ts';

/** What a machine's step gives: its next snapshot and the commands it asks for. */
export interface MachineStep {
  readonly snapshot: AnyMachineSnapshot;
  readonly commands: readonly CommandInput[];
}

interface Stepper {
  readonly scope: AnyActorScope;
  readonly asked: { type: string; params: unknown }[];
}

const steppers = new WeakMap<AnyStateMachine, Stepper>();
const CommandInputShape = z.object({ type: z.string(), payload: z.unknown() });

/**
 * One step of a machine, as xstate's `transition` does it. That one makes a new actor for every event (43 µs); the machine
 * needs it only as a place to hang things on, so one per machine does (a tenth of it).
 */
export function machineStep(machine: AnyStateMachine, snapshot: AnyMachineSnapshot, event: { readonly type: string }): MachineStep {
  const { scope, asked } = stepperOf(machine);
  asked.length = 0;
  const next: AnyMachineSnapshot = machine.transition(snapshot, event, scope);
  if (next.status === 'error') throw next.error;
  return { snapshot: next, commands: asked.map((a) => dispatched(machine.id, a)) };
}

/** The first snapshots of all machines. Machines that want something done before anything happened are refused. */
export function initialSnapshots<S>(workflows: readonly AnyWorkflow<S>[]): Readonly<Record<string, AnyMachineSnapshot>> {
  return Object.fromEntries(
    workflows.map(({ id, machine, input, absentUntilUsed }) => {
      const [snapshot, actions] = initialTransition(machine, input);
      if (actions.length > 0) throw new Error(`The machine of ${id} acts before anything happened`);
      if (absentUntilUsed) unused.add(snapshot);
      return [id, snapshot as AnyMachineSnapshot];
    }),
  );
}

/** First snapshots of machines that older logs know nothing of. */
const unused = new WeakSet<object>();
const kept = new WeakMap<AnyMachineSnapshot, unknown>();
const keptAll = new WeakMap<object, Readonly<Record<string, unknown>>>();

/** Snapshots as plain JSON: state value, context and status (and history, where the machine has any). One that is absent until used is left out. */
export function persistedSnapshots(workflows: Readonly<Record<string, AnyMachineSnapshot>>): Readonly<Record<string, unknown>> {
  const known = keptAll.get(workflows);
  if (known !== undefined) return known;
  const all = Object.freeze(
    Object.fromEntries(Object.entries(workflows).flatMap(([id, snapshot]) => (unused.has(snapshot) ? [] : [[id, persisted(snapshot)]]))),
  );
  keptAll.set(workflows, all);
  return all;
}

/** Snapshots from JSON; a workflow the JSON does not know begins afresh. */
export function restoredSnapshots<S>(
  catalogue: Catalogue<S>,
  stored: Readonly<Record<string, unknown>>,
): Readonly<Record<string, AnyMachineSnapshot>> {
  const fresh = initialSnapshots(catalogue.workflows);
  return Object.fromEntries(
    catalogue.workflows.map(({ id, machine }) => {
      const json = stored[id];
      if (json === undefined) return [id, fresh[id]];
      const snapshot: AnyMachineSnapshot = createActor(machine, { snapshot: { children: {}, historyValue: {}, ...Object(json) } }).getSnapshot();
      if (snapshot.status === 'error') throw new Error(`The kept state of ${id} fits its machine no longer`, { cause: snapshot.error });
      return [id, snapshot];
    }),
  ) as Readonly<Record<string, AnyMachineSnapshot>>;
}

function persisted(snapshot: AnyMachineSnapshot): unknown {
  const known = kept.get(snapshot);
  if (known !== undefined) return known;
  const { status, value, context, historyValue } = Object(snapshot.machine.getPersistedSnapshot(snapshot));
  const history = historyValue && Object.keys(historyValue).length > 0;
  const json: unknown = Object.freeze({ status, value, context, ...(history && { historyValue: JSON.parse(JSON.stringify(historyValue)) }) });
  kept.set(snapshot, json);
  return json;
}

function stepperOf(machine: AnyStateMachine): Stepper {
  const known = steppers.get(machine);
  if (known) return known;
  const self = createActor(machine);
  const asked: Stepper['asked'] = [];
  const nothing = () => undefined;
  const scope: AnyActorScope = {
    self,
    system: self.system,
    id: '',
    sessionId: '',
    defer: nothing,
    logger: nothing,
    stopChild: nothing,
    emit: nothing,
    actionExecutor: ({ type, params }) => void asked.push({ type, params }),
  };
  const stepper = { scope, asked };
  steppers.set(machine, stepper);
  return stepper;
}

function dispatched(machine: string, { type, params }: { type: string; params: unknown }): CommandInput {
  const input = CommandInputShape.safeParse(params);
  if (type !== 'dispatch' || !input.success) throw new Error(`The machine ${machine} asked for ${type}; all it may ask for is to dispatch a command`);
  return { type: input.data.type, payload: input.data.payload };
}

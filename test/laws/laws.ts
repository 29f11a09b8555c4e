/** The laws that hold for every command of an application, as functions that throw where one is broken. */
import { produce } from 'immer';
import { Observable } from 'rxjs';
import { expect } from 'vitest';
import { z } from 'zod';
import { checkpointOf } from '../../src/kernel/checkpoint.ts';
import type { AnyCommand, CommandInput } from '../../src/kernel/command.ts';
import type { Kernel, Perform } from '../../src/kernel/kernel.ts';
import { readCatalogue } from '../../src/kernel/catalogue.ts';
import { overlaid } from '../../src/kernel/overlay.ts';
import type { LogRecord } from '../../src/kernel/record.ts';
import { replay } from '../../src/kernel/replay.ts';
import { chanceOf } from './chance.ts';
import { sampleReply } from './replySample.ts';
import { liveSession } from './session.ts';
import { answerAll, preparedKernel, throughJson, type World } from './world.ts';

/** Laws 1, 5 and 6 over one random session: it replays from the start and from every checkpoint, and its log makes sense. */
export function sessionLaws<S>(world: World<S>, seed: number, steps: number): void {
  const { kernel, log, checkpoints } = liveSession(world, seed, steps);
  const live = kernel.snapshot();
  const told = `seed ${seed}`;
  expect(live.pending, `${told}: nothing is left waiting`).toEqual([]);
  expect(live.tasks, `${told}: nothing is left to derive`).toEqual({});
  expect(live.view, told).toBe(live.base);
  expect(
    Object.values(live.history)
      .flatMap(({ undo, redo }) => [...undo, ...redo])
      .filter((e) => e.busy),
    `${told}: no entry stays busy`,
  ).toEqual([]);
  const expected = throughJson(checkpointOf(live));
  const stored = throughJson(log);
  expect(stored.records, `${told}: every record survives JSON`).toEqual(log.records.map((r) => withoutUndefined(r)));
  for (const checkpoint of [undefined, ...checkpoints]) {
    const again = replay({ ...stored, ...(checkpoint && { checkpoint }) }, world.definitions);
    expect(again.divergences, `${told} from ${checkpoint?.seq ?? 0}`).toEqual([]);
    expect(throughJson(checkpointOf(again.kernelState)), `${told} from ${checkpoint?.seq ?? 0}`).toEqual(expected);
  }
  causeLaw(world, log.records, told);
}

/** Law 1, half way: at every record the incremental view is the base with all previews laid over it. */
export function viewLaw<S>(world: World<S>, seed: number, steps: number): void {
  const catalogue = readCatalogue(world.definitions);
  const chance = chanceOf(seed);
  const server = world.connect(chance);
  const kernel = preparedKernel(world, server);
  kernel.records$.subscribe(() => {
    const { base, view, pending } = kernel.snapshot();
    expect(view, `seed ${seed}`).toEqual(overlaid(catalogue, base, pending));
  });
  for (let i = 0; i < steps; i++) {
    const command = chance.pick(world.definitions.commands);
    if (!command) return;
    kernel.dispatch({ type: command.type, payload: chance.pick(command.definition.samples(kernel.snapshot().view)) });
    while (server.waiting.length > 0 && chance.next() < 0.5) server.answer(chance.below(server.waiting.length));
  }
}

/** Law 5: every chain of causes ends at an act of the user, or at a fact from outside. */
export function causeLaw<S>({ definitions }: World<S>, records: readonly LogRecord[], told: string): void {
  const byId = new Map(records.map((r) => [r.id, r]));
  const facts = new Set(definitions.events.map((e) => e.type));
  records.forEach((record, i) => {
    expect(record.seq, `${told}: no holes`).toBe(i);
    let first = record;
    for (let hops = 0; first.cause !== undefined; hops++) {
      const cause = byId.get(first.cause);
      if (!cause || cause.seq >= first.seq || hops > 10_000) throw new Error(`${told}: ${record.type} has no beginning`);
      first = cause;
    }
    expect(record.root, `${told}: ${record.type}`).toBe(first.id);
    if (first.kind === 'event' && first.type !== 'core.fault') expect(facts, told).toContain(first.type);
  });
}

/** Law 2: undoing all acts of a scope gives back the state before them, step by step, and redoing them gives them again. */
export function undoLaw<S>(world: World<S>, seed: number, acts: number): number {
  const chance = chanceOf(seed);
  const server = world.connect(chance);
  const kernel = preparedKernel(world, server);
  const essence = () => ({ base: world.essence?.(kernel.snapshot().base) ?? kernel.snapshot().base, drafts: kernel.snapshot().drafts });
  const undoable = world.definitions.commands.filter(
    ({ type, definition: d }) => ((typeof d.inverse === 'function' && d.undoScope) || d.inverse === 'draft') && !world.unmodelled?.includes(type),
  );
  const states = new Map<string, unknown[]>();
  let done = 0;
  for (let i = 0; i < acts; i++) {
    const input = sampleOf(chance.pick(undoable), kernel, chance.next());
    if (!input) continue;
    const before = undoCounts(kernel);
    const state = essence();
    kernel.dispatch(input);
    answerAll(server);
    for (const [scope, count] of Object.entries(undoCounts(kernel)))
      if (count > (before[scope] ?? 0)) (states.get('all') ?? states.set('all', []).get('all'))?.push([scope, state, essence()]);
  }
  const steps = (states.get('all') ?? []) as [scope: string, before: unknown, after: unknown][];
  for (const [scope, before] of steps.toReversed()) {
    kernel.undo(scope);
    answerAll(server);
    expect(essence(), `seed ${seed}: undo in ${scope}`).toEqual(before);
    done++;
  }
  for (const [scope, , after] of steps) {
    kernel.redo(scope);
    answerAll(server);
    expect(essence(), `seed ${seed}: redo in ${scope}`).toEqual(after);
  }
  return done;
}

/** No declaration throws, whatever the contract lets the server answer. */
export function faultLaw<S>(world: World<S>, seed: number, steps: number): void {
  const { log } = liveSession(world, seed, steps, { overtaken: false });
  const faults = log.records.filter((r) => r.type === 'core.fault').map((r) => r.payload);
  expect(faults, `seed ${seed}`).toEqual([]);
}

/** Law 2, for a server that knows nothing: the inverse is a command of the catalogue, and where it is of the same type its own inverse is the act itself. */
export function inverseLaw<S>({ definitions, bookkeeping = [] }: World<S>, { type, definition }: AnyCommand<S>): void {
  const { inverse, reply } = definition;
  if (typeof inverse !== 'function') return;
  for (const payload of definition.samples()) {
    const answer = reply ? sampleReply(reply, chanceOf(1)) : undefined;
    const back = inverse(payload, answer, definitions.initial);
    if (!back) continue;
    const other = definitions.commands.find((c) => c.type === back.type);
    expect(other && z.safeParse(other.definition.payload, back.payload).error, `${type}: its inverse ${back.type} can be dispatched`).toBeUndefined();
    expect(other, `${type}: its inverse ${back.type} is in the catalogue`).toBeDefined();
    if (other?.type !== type) continue;
    const act = (input: CommandInput | undefined) => ({
      type: input?.type,
      payload: Object.fromEntries(Object.entries(Object(input?.payload)).filter(([key]) => !bookkeeping.includes(key))),
    });
    expect(act(inverse(back.payload, answer, definitions.initial)), `${type}: undone twice`).toEqual(act({ type, payload }));
  }
}

/** Law 3: of two commands in a `latest` lane the second alone counts, whichever order the answers come in. */
export function abortLaw<S>(world: World<S>, { type, definition }: AnyCommand<S>): void {
  const samples = definition.samples();
  for (const [first, second] of samples.flatMap((a) => samples.map((b) => [a, b] as const))) {
    const outcomes = [[1], [0, 1], [1, 0]].map((order) => {
      const server = world.connect(chanceOf(1));
      const kernel = preparedKernel(world, server, stubborn(server.perform));
      if (order.length > 1) kernel.dispatch({ type, payload: first });
      kernel.dispatch({ type, payload: second });
      // indexes move up as calls are answered
      if (order.length === 1) server.answer(0);
      else for (const index of order[0] === 0 ? [0, 0] : [1, 0]) server.answer(index);
      return throughJson(kernel.snapshot().base);
    });
    expect(outcomes[1], `${type}: the old answer first`).toEqual(outcomes[0]);
    expect(outcomes[2], `${type}: the old answer last`).toEqual(outcomes[0]);
  }
}

/** Law 4: a failed command leaves the view as if it had never been made, apart from what it says about its error. */
export function failureLaw<S>(world: World<S>, { type, definition }: AnyCommand<S>): number {
  let tried = 0;
  const seen = preparedKernel(world, world.connect(chanceOf(1))).snapshot().view;
  for (const payload of definition.samples(seen)) {
    const server = world.connect(chanceOf(1));
    const kernel = preparedKernel(world, server);
    const before = kernel.snapshot();
    kernel.dispatch({ type, payload });
    if (server.waiting.length !== 1) continue;
    const failures: LogRecord[] = [];
    kernel.records$.subscribe((r) => r.type === `${type}.failed` && failures.push(r));
    server.fail(0);
    const error = (failures[0]?.payload as { error: Parameters<NonNullable<typeof definition.failed>>[2] } | undefined)?.error;
    if (!error) throw new Error(`${type}: the failure is not in the log`);
    const expected = produce(before.base, (draft) => {
      definition.failed?.(draft, failedPayload(kernel, type), error);
    });
    expect(throughJson(kernel.snapshot().view), type).toEqual(throughJson(expected));
    const told = definition.quiet?.(error) ? 0 : 1; // told by the screen that asked
    expect(kernel.snapshot().errors.length, `${type}: its error is shown`).toBe(before.errors.length + told);
    expect(kernel.snapshot().history, type).toEqual(before.history);
    expect(kernel.snapshot().drafts, type).toEqual(before.drafts);
    tried++;
  }
  return tried;
}

/** Law 6: a command says all that has to be said of it, and its samples are what it says. */
export function declarationLaw<S>({ definitions }: World<S>, { type, definition }: AnyCommand<S>): void {
  const { initial } = definitions;
  const samples = definition.samples();
  expect(samples.length, `${type} has a sample payload`).toBeGreaterThan(0);
  expect(['none', 'draft', 'function'], `${type} says how it is undone`).toContain(
    typeof definition.inverse === 'function' ? 'function' : definition.inverse,
  );
  expect(type, 'a name of two or more words').toMatch(/^[a-zA-Z]+(\.[a-zA-Z]+)+$/);
  if (typeof definition.inverse === 'function') expect(definition.undoScope, `${type} can be undone in some scope`).toBeTypeOf('function');
  if (definition.inverse === 'draft') expect(definition.draft?.edit, `${type} edits a draft`).toBeTypeOf('function');
  if (definition.write) expect(definition.policy ?? 'queue', `${type} is a write`).not.toBe('latest');
  for (const payload of samples) {
    const parsed = z.safeParse(definition.payload, payload);
    expect(parsed.error, `${type}: the sample is a payload`).toBeUndefined();
    expect(throughJson(parsed.data), `${type}: the payload is JSON`).toEqual(withoutUndefined(parsed.data));
    expect(definition.label(payload, initial), `${type} has a label even where nothing is loaded`).not.toBe('');
    expect(definition.lane?.(payload) ?? type, type).toBeTypeOf('string');
    if (definition.call) expect(JSON.stringify(definition.call(payload, initial)), `${type}: its call is JSON`).toContain('"call"');
  }
}

function sampleOf<S>(command: AnyCommand<S> | undefined, kernel: Kernel<S>, at: number): CommandInput | undefined {
  const samples = command?.definition.samples(kernel.snapshot().view) ?? [];
  const payload = samples[Math.floor(at * samples.length)];
  return command && payload !== undefined ? { type: command.type, payload } : undefined;
}

function undoCounts<S>(kernel: Kernel<S>): Record<string, number> {
  return Object.fromEntries(Object.entries(kernel.snapshot().history).map(([scope, { undo }]) => [scope, undo.length]));
}

/** A server that does not notice that nobody listens any more. */
function stubborn(perform: Perform): Perform {
  return (call, context) =>
    new Observable((listener) => {
      perform(call, context).subscribe({ next: (v) => listener.next(v), error: (e) => listener.error(e), complete: () => listener.complete() });
    });
}

function failedPayload<S>(kernel: Kernel<S>, type: string): unknown {
  return kernel.log().records.findLast((r) => r.type === type)?.payload;
}

function withoutUndefined<T>(value: T): T {
  return structuredCloneWithout(value) as T;
}

function structuredCloneWithout(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(structuredCloneWithout);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, part]) => part !== undefined)
      .map(([key, part]) => [key, structuredCloneWithout(part)]),
  );
}

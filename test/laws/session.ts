/** Random sessions: commands, facts, undo and redo, answers in any order, failures, conflicts, reloads in the middle. */
import { applyMine, clearErrors, keepTheirs, undoEntry, undoLast } from '../../src/kernel/builtIn.ts';
import type { Checkpoint } from '../../src/kernel/checkpoint.ts';
import type { CommandInput } from '../../src/kernel/command.ts';
import type { Kernel, Recovered, SessionLog } from '../../src/kernel/kernel.ts';
import type { LogRecord } from '../../src/kernel/record.ts';
import { type Chance, chanceOf } from './chance.ts';
import { answerAll, header, kernelOf, throughJson, type World } from './world.ts';

/** What is left of a session. */
export interface Lived<S> {
  readonly kernel: Kernel<S>;
  /** Every record from the very start, whatever was reloaded on the way. */
  readonly log: SessionLog;
  readonly checkpoints: readonly Checkpoint[];
}

/** Lives a session of so many steps; at the end everything is answered. */
export function liveSession<S>(world: World<S>, seed: number, steps: number, { overtaken = true } = {}): Lived<S> {
  const chance = chanceOf(seed);
  const server = world.connect(chance);
  const records: LogRecord[] = [];
  const bodies = new Map<string, unknown>();
  const checkpoints: Checkpoint[] = [];
  let kernel = begin();

  function begin(restore?: Recovered): Kernel<S> {
    const begun = kernelOf(world, server.perform, restore);
    begun.records$.subscribe((record) => records.push(record));
    return begun;
  }

  function reload(): void {
    const kept = throughJson({ ...kernel.log(), bodies: [...kernel.bodies.entries()] });
    const checkpoint = throughJson(kernel.checkpoint());
    for (const [hash, body] of kernel.bodies.entries()) bodies.set(hash, body);
    kernel.stop();
    server.forget();
    // half of the time only what came after a checkpoint is left
    const earlier = checkpoints.at(-1) ?? checkpoint;
    const checkpointed = { checkpoint: earlier, records: records.filter((r) => r.seq >= earlier.seq).map(throughJson), bodies: kept.bodies };
    kernel = begin(chance.next() < 0.5 ? kept : checkpointed);
  }

  for (const input of world.prelude) {
    kernel.dispatch(input);
    answerAll(server);
  }
  for (let i = 0; i < steps; i++) {
    const what = chance.next();
    const { waiting } = server;
    if (what < 0.34) kernel.dispatch(anyCommand(world, kernel, chance), chance.next() < 0.2 ? { gesture: `g${chance.below(3)}` } : {});
    else if (what < 0.62 && waiting.length > 0) server.answer(chance.below(waiting.length));
    else if (what < 0.67 && waiting.length > 0) server.fail(chance.below(waiting.length));
    else if (what < 0.7 && waiting.length > 0 && overtaken) server.overtake?.(chance.below(waiting.length));
    else if (what < 0.76) receiveAny(world, kernel, chance, server.meddle?.(chance));
    else if (what < 0.9) travel(kernel, chance);
    else if (what < 0.93) settle(kernel, chance);
    else if (what < 0.94) kernel.dispatch(clearErrors());
    else if (what < 0.96) checkpoints.push(throughJson(kernel.checkpoint()));
    else if (what < 0.97) reload();
  }
  answerAll(server);
  for (const [hash, body] of kernel.bodies.entries()) bodies.set(hash, body);
  return { kernel, checkpoints, log: { header, records, bodies: [...bodies] } };
}

function anyCommand<S>(world: World<S>, kernel: Kernel<S>, chance: Chance): CommandInput {
  const { commands } = world.definitions;
  const { view } = kernel.snapshot();
  if (world.busy && chance.next() < 0.3) return chance.pick(world.busy) ?? anyCommand(world, kernel, chance);
  const command = chance.pick(commands);
  if (!command) throw new Error('There are no commands');
  return { type: command.type, payload: chance.pick(command.definition.samples(view)) };
}

function receiveAny<S>(world: World<S>, kernel: Kernel<S>, chance: Chance, told: CommandInput | undefined): void {
  const fact = chance.pick(world.definitions.events);
  if (told) kernel.receive(told);
  else if (fact) kernel.receive({ type: fact.type, payload: chance.pick(fact.definition.samples(kernel.snapshot().view)) });
}

function travel<S>(kernel: Kernel<S>, chance: Chance): void {
  const scope = chance.pick(Object.keys(kernel.snapshot().history)) ?? 'nowhere';
  const entry = chance.pick(kernel.entries(scope));
  const what = chance.next();
  if (what < 0.5) kernel.undo(scope);
  else if (what < 0.6) kernel.dispatch(undoLast({ scope, anyway: true }));
  else if (what < 0.85) kernel.redo(scope);
  else if (entry) kernel.dispatch(undoEntry({ scope, entry: entry.id }));
}

function settle<S>(kernel: Kernel<S>, chance: Chance): void {
  const id = chance.pick(kernel.snapshot().conflicts)?.id ?? 'none';
  kernel.dispatch(chance.next() < 0.5 ? keepTheirs({ id }) : applyMine({ id }));
}

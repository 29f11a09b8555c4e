/** How fast the kernel is: 100,000 mixed records live and replayed, and one undo in a draft of 2,000 points. */
import { of } from 'rxjs';
import { createKernel, type Kernel } from '../../src/kernel/kernel.ts';
import type { Definitions } from '../../src/kernel/command.ts';
import { replay } from '../../src/kernel/replay.ts';
import { chanceOf } from '../laws/chance.ts';
import { product } from '../laws/productWorld.ts';
import { sampleReply } from '../laws/replySample.ts';
import { header } from '../laws/world.ts';
import { movePoint, openShape, toy, go } from '../laws/toyCatalogue.ts';

const RECORDS = 100_000;
const POINTS = 2_000;
const ROUNDS = 3;

/** Measures; `args[0]` is the number of records, 100,000 when not given. */
export async function run(args: string[]): Promise<Record<string, unknown>> {
  const count = Number(args[0] ?? RECORDS);
  livedThrough(product, count / 5); // a program that has just started is compiled as it goes
  const lives = Array.from({ length: ROUNDS }, () => livedThrough(product, count));
  const life = lives.toSorted((a, b) => a.perSecond - b.perSecond)[Math.floor(ROUNDS / 2)];
  if (!life) throw new Error('Nothing was measured');
  const log = life.kernel.log();
  return {
    value: Math.round(life.perSecond),
    unit: 'records/s',
    dispatch_per_s: Math.round(life.perSecond),
    replay_per_s: Math.round(median(() => simpleLog(count))),
    replay_mixed_per_s: Math.round(median(() => timed(life.records, () => void replay(log, product)))),
    undo_ms: undoTime(),
    bytes_per_record: Math.round(life.bytes),
    n: life.records,
    rounds: ROUNDS,
  };
}

interface Lived<S> {
  readonly kernel: Kernel<S>;
  readonly records: number;
  readonly perSecond: number;
  readonly bytes: number;
}

/** Says commands of the catalogue, by chance, each answered at once, and facts in between, until there are enough records. */
function livedThrough<S>(definitions: Definitions<S>, count: number): Lived<S> {
  const chance = chanceOf(1);
  const replies = new Map<string, unknown>();
  for (const { definition } of definitions.commands) {
    const { call, reply } = definition;
    if (call && reply) for (const p of definition.samples()) replies.set(call(p, definitions.initial).call, sampleReply(reply, chance));
  }
  const kernel = createKernel<S>({ ...definitions, header, clock: () => 0, keepRecords: 2 * count, perform: ({ call }) => of(replies.get(call)) });
  const inputs = definitions.commands.flatMap(({ type, definition }) => definition.samples().map((payload) => ({ type, payload })));
  const facts = definitions.events.flatMap(({ type, definition }) => definition.samples().map((payload) => ({ type, payload })));
  const begin = performance.now();
  while (kernel.snapshot().seq < count) {
    const input = chance.pick(inputs);
    const fact = chance.pick(facts);
    if (input) kernel.dispatch(input);
    if (fact && chance.next() < 0.2) kernel.receive(fact);
  }
  const seconds = (performance.now() - begin) / 1000;
  const records = kernel.snapshot().seq;
  const bytes = kernel.log().records.reduce((sum, record) => sum + JSON.stringify(record).length, 0) / records;
  return { kernel, records, perSecond: records / seconds, bytes };
}

/** Records per second of a replay of records that do one small thing each. */
function simpleLog(count: number): number {
  const kernel = createKernel({ ...toy, header, clock: () => 0, keepRecords: 2 * count, perform: () => of({}) });
  for (let i = 0; kernel.snapshot().seq < count; i++) kernel.dispatch(go({ to: `/stops/${i % 100}` }));
  const log = kernel.log();
  return timed(count, () => void replay(log, toy));
}

/** Median of the milliseconds one undo takes in a draft of 2,000 points. */
function undoTime(): number {
  const kernel = createKernel({ ...toy, header, clock: () => 0, perform: () => of({}) });
  kernel.dispatch(openShape({ id: '1', points: POINTS }));
  for (let i = 0; i < 200; i++) kernel.dispatch(movePoint({ id: '1', index: (i * 7) % POINTS, x: i + 0.5 }));
  const times = Array.from({ length: 200 }, () => {
    const begin = performance.now();
    kernel.undo('shape/1');
    return performance.now() - begin;
  }).toSorted((a, b) => a - b);
  return Number((times[100] ?? 0).toFixed(3));
}

function timed(count: number, act: () => void): number {
  const begin = performance.now();
  act();
  return count / ((performance.now() - begin) / 1000);
}

function median(measure: () => number): number {
  return Array.from({ length: ROUNDS }, measure).toSorted((a, b) => a - b)[Math.floor(ROUNDS / 2)] ?? 0;
}

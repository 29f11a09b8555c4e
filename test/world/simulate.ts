/** The command `npm run simulate`: which worlds are lived, what is printed, and what is kept of a failing one. */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { parseArgs } from 'node:util';
import { z } from 'zod';
import { encodeDmplog } from '../../src/kernel/dmplog.ts';
import { encodeTrace, type Trace } from '../../src/kernel/trace.ts';
import { definitions } from '../../src/machines/definitions.ts';
import { type BaseDatabase, openBase } from './base.ts';
import { BEGINNING } from './clock.ts';
import { runWorld, type Verdict } from './run.ts';
import { DeedAt } from './deeds.ts';
import { type Part, PARTS, partsOf } from './parts.ts';
import { shortened } from './shorten.ts';
import { ACTS, type World, type WorldOptions } from './world.ts';

const HELP = `npm run simulate -- [options]
  without options   worlds of 1,000 events under the seeds 1, 2, 3 ... for ten minutes
  --seed 7          one world under that seed; ends with the digest of the world, the same each time
  --seeds 1-20      worlds under these seeds
  --events 20000    events of a world: what people do, messages, statements, faults
  --repeat 100      lives each world so many times: it has to be the same each time
  --tabs 5          pages in a world, 2 to 5
  --hours 8         for so many hours
  --only edits      people do only that: ${ACTS.join(', ')}
  --with jobs       what there is besides pages and a server: ${PARTS.join(', ')}; '' for none. Without it the seed decides
  --fault-share 0.1 share of the events that are a fault; without it 0.012 or 0.03, by the seed
  --no-faults       nothing is lost, cut, killed or restarted
  --kept            the worlds of test/world/kept, which failed once
  --first           stops at the first failing world and does not cut it
  --cold            begins sooner: the first world is not preceded by one that loads code, so its digest may differ
  --planted TEXT    plants the faults of tools/mutants/worldFaults.ts whose name holds the text, one by one: each has to be found
  --trace           writes the trace of the world, to be opened on the page /replay
A failing world is cut to the events that still fail, and written to test/world/kept with its trace.`;

/** Where failing worlds are kept, as tests of the mistake that they found. */
const KEPT = 'test/world/kept';

const KeptWorld = z.object({
  seed: z.int(),
  events: z.int(),
  tabs: z.int(),
  faultShare: z.number().optional(),
  parts: z.array(z.enum(PARTS)),
  /** Steps at which people act and faults happen. */
  only: z.array(z.int()),
  deeds: z.array(DeedAt),
  /** What was not as it has to be. */
  found: z.string(),
});

/** Answers the exit code: 0 where every world was as it has to be. */
export async function simulate(root: string, args: string[], parse: typeof parseArgs, realTime: () => number): Promise<number> {
  const { values } = parse({
    args,
    options: {
      seed: { type: 'string' },
      seeds: { type: 'string' },
      events: { type: 'string', default: '1000' },
      repeat: { type: 'string', default: '1' },
      tabs: { type: 'string', default: '3' },
      hours: { type: 'string' },
      only: { type: 'string' },
      with: { type: 'string' },
      'fault-share': { type: 'string' },
      'no-faults': { type: 'boolean', default: false },
      kept: { type: 'boolean', default: false },
      trace: { type: 'boolean', default: false },
      first: { type: 'boolean', default: false },
      cold: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  });
  const acts = ACTS.find((one) => one === values.only);
  const named = values.with?.split(',').filter(Boolean);
  const parts: readonly Part[] | undefined = named && PARTS.filter((one) => named.includes(one));
  const [from, to] = (values.seeds ?? (values.seed === undefined ? '1-' : `${values.seed}-${values.seed}`))
    .split('-')
    .map((text) => (text === '' ? undefined : Number(text)));
  const [events, tabs, hours, repeat] = [Number(values.events), Number(values.tabs), Number(values.hours ?? 1 / 6), Number(values.repeat)];
  const isOdd =
    ![from ?? 0, to ?? 0, events].every(Number.isInteger) ||
    events < 1 ||
    !(tabs >= 1 && tabs <= 5) ||
    !(hours > 0) ||
    !(repeat >= 1) ||
    !(Number(values['fault-share'] ?? 0) <= 0.8);
  if (values.help || isOdd || (values.only !== undefined && acts === undefined) || parts?.length !== named?.length) {
    console.log(HELP);
    return values.help ? 0 : 2;
  }
  const base = await openBase();
  // Code that is loaded when it is first needed would come at another turn of the event loop in the first world.
  if (!values.cold) await runWorld({ seed: 0, events: 40, tabs: 2, faults: false }, base);
  if (values.kept) return replayKept(join(root, KEPT), base);
  const until = realTime() + hours * 3_600_000;
  const failed: number[] = [];
  let [worlds, sets] = [0, 0];
  let digest = '';
  for (let seed = from ?? 1; seed <= (to ?? Infinity) && (to !== undefined || realTime() < until); seed++) {
    const began = realTime();
    const options: WorldOptions = {
      seed,
      events,
      tabs,
      parts: parts ?? partsOf(seed),
      faults: !values['no-faults'],
      faultShare: values['fault-share'] === undefined ? (seed % 3 === 0 ? 0.012 : 0.03) : Number(values['fault-share']),
      ...(acts !== undefined && { acts }),
    };
    const verdict = await repeated(options, base, repeat);
    worlds += 1;
    sets += verdict.sets;
    digest = verdict.digest;
    console.log(`${verdict.troubles.length === 0 ? 'ok  ' : 'FAIL'}  ${described(verdict)} in ${((realTime() - began) / 1000).toFixed(1)} s`);
    if (values.trace) console.log(`      trace: ${writeTrace(root, verdict)}`);
    if (verdict.troubles.length === 0) continue;
    failed.push(seed);
    showTroubles(verdict);
    if (values.first) break;
    keep(root, await shortened(verdict, base, PATIENCE, (text) => console.log(`      ${text}`)));
  }
  await base.close();
  const verdict = failed.length === 0 ? 'no failure' : `FAILED: ${failed.join(', ')}`;
  console.log(`${worlds} worlds of ${events} events, ${sets} change sets, ${verdict}, digest ${digest}`);
  return failed.length === 0 && worlds > 0 ? 0 : 1;
}

/** Lives a world so many times. It fails where it is not the same each time. */
async function repeated(options: WorldOptions, base: BaseDatabase, times: number): Promise<Verdict> {
  const first = await runWorld(options, base);
  const digests = [first.digest];
  while (digests.length < times) digests.push((await runWorld(options, base)).digest);
  const same = digests.filter((digest) => digest === first.digest).length;
  if (times > 1) console.log(`      ${same} of ${times} times the same world`);
  return same === times ? first : { ...first, troubles: [`Lived ${times} times, the world was the same only ${same} times`, ...first.troubles] };
}

/** Worlds that are lived to cut a failing one short. */
const PATIENCE = 80;

function described({ options, steps, sets, seconds, digest }: Verdict): string {
  const parts = (options.parts ?? []).join(' ');
  return `seed ${options.seed}${parts === '' ? '' : ` (${parts})`}: ${steps} steps, ${sets} change sets, ${seconds} s simulated, digest ${digest.slice(0, 16)}`;
}

function showTroubles({ troubles }: Verdict): void {
  for (const trouble of troubles.slice(0, 8)) console.log(`      ${trouble.slice(0, 800)}`);
}

/** Writes a failing world as a test, and its trace beside it. */
function keep(root: string, short: Verdict): void {
  const { seed, events, tabs, faultShare, parts = [] } = short.options;
  const folder = join(root, KEPT);
  mkdirSync(folder, { recursive: true });
  const kept: z.infer<typeof KeptWorld> = {
    seed,
    events,
    tabs,
    ...(faultShare !== undefined && { faultShare }),
    parts: [...parts],
    only: short.world.eventful,
    deeds: short.world.deeds,
    found: (short.troubles[0] ?? '').slice(0, 500),
  };
  const file = join(folder, `seed-${seed}.json`);
  writeFileSync(file, `${JSON.stringify(kept, null, 1)}\n`);
  for (const { at, what } of short.world.steps)
    if (what.includes(' does ') || what.startsWith('fault')) console.log(`      ${String(at - BEGINNING).padStart(7)} ms  ${what}`);
  showTroubles(short);
  console.log(`      kept as ${file}; trace: ${writeTrace(root, short)}`);
}

/** What went on in a world, for the page /replay. */
function writeTrace(root: string, { options, world, troubles }: Verdict): string {
  const file = join(root, `node_modules/.cache/simulated-${options.seed}.dmptrace`);
  writeFileSync(file, encodeTrace(traceOf(world, `Seed ${options.seed}. ${troubles[0]?.slice(0, 500) ?? 'Nothing failed.'}`)));
  return file;
}

function traceOf(world: World, note: string): Trace {
  const names = world.everyTab.map(({ owner }) => owner.name);
  return {
    note,
    tabs: world.everyTab.map(({ owner, kernel }) => {
      const state = kernel.snapshot();
      return { name: owner.name, log: encodeDmplog(kernel.log(), state.errors, definitions, state, note) };
    }),
    network: world.network.trace.flatMap(({ at, tab, kind, text, id }) => {
      const number = names.indexOf(tab);
      return number < 0 ? [] : [{ at: at - BEGINNING, tab: number, kind, text, ...(id !== undefined && { id }) }];
    }),
  };
}

/** The worlds that failed once; each has to be well now. */
async function replayKept(folder: string, base: BaseDatabase): Promise<number> {
  let failed = 0;
  const files = readdirSync(folder).filter((name) => name.endsWith('.json'));
  for (const name of files) {
    const { only, ...options } = KeptWorld.omit({ found: true }).parse(JSON.parse(readFileSync(join(folder, name), 'utf8')));
    const verdict = await runWorld({ ...options, only: new Set(only) }, base);
    console.log(`${verdict.troubles.length === 0 ? 'ok  ' : 'FAIL'}  ${name}: ${described(verdict)}`);
    showTroubles(verdict);
    if (verdict.troubles.length > 0) failed += 1;
  }
  await base.close();
  console.log(`${files.length - failed} passed, ${failed} failed`);
  return failed === 0 && files.length > 0 ? 0 : 1;
}

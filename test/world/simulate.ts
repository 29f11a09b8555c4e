import type { parseArgs } from 'node:util';
import { openBase } from './base.ts';
import { BEGINNING } from './clock.ts';
import { runWorld } from './run.ts';
import { shortened } from './shorten.ts';

export async function simulate(args: string[], parse: typeof parseArgs): Promise<number> {
  const { values } = parse({
    args,
    options: { seed: { type: 'string' }, seeds: { type: 'string' }, events: { type: 'string' }, tabs: { type: 'string' }, shorten: { type: 'boolean' } },
  });
  const now = (): number => Number(process.hrtime.bigint() / 1_000_000n);
  const database = await openBase();
  const [from, to] = (values.seeds ?? `${values.seed ?? 1}-${values.seed ?? 1}`).split('-').map(Number);
  let failed = 0;
  for (let seed = from ?? 1; seed <= (to ?? from ?? 1); seed++) {
    const began = now();
    const verdict = await runWorld(
      { seed, events: Number(values.events ?? 2000), tabs: Number(values.tabs ?? 3) },
      database,
    );
    const { troubles, digest, steps, sets, seconds, world } = verdict;
    if (process.env['SHOW']) for (const step of world.steps) console.log(step.at, step.what);
    console.log(`seed ${seed}: ${steps} steps, ${sets} change sets, ${seconds} s lived in ${now() - began} ms, ${digest.slice(0, 16)}${troubles.length > 0 ? ' FAILED' : ''}`);
    for (const trouble of troubles.slice(0, 8)) console.log(`  ${trouble.slice(0, 700)}`);
    if (troubles.length > 0) failed += 1;
    if (troubles.length > 0 && values.shorten) {
      const short = await shortened(verdict, database, 80, (text) => console.log(`  ${text}`));
      console.log(`  shortest: ${JSON.stringify(short.world.eventful)}`);
      for (const step of short.world.steps) if (step.what.includes(' does ') || step.what.startsWith('fault') || process.env['ALL']) console.log('   ', step.at - BEGINNING, step.what);
      for (const trouble of short.troubles.slice(0, 4)) console.log(`  ${trouble.slice(0, 900)}`);
    }
  }
  return failed > 0 ? 1 : 0;
}

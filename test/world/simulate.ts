import type { parseArgs } from 'node:util';
import { openBase } from './base.ts';
import { runWorld } from './run.ts';

export async function simulate(args: string[], parse: typeof parseArgs): Promise<number> {
  const { values } = parse({
    args,
    options: { seed: { type: 'string' }, seeds: { type: 'string' }, events: { type: 'string' }, tabs: { type: 'string' } },
  });
  const now = (): number => Number(process.hrtime.bigint() / 1_000_000n);
  const database = await openBase();
  const [from, to] = (values.seeds ?? `${values.seed ?? 1}-${values.seed ?? 1}`).split('-').map(Number);
  let failed = 0;
  for (let seed = from ?? 1; seed <= (to ?? from ?? 1); seed++) {
    const began = now();
    const { troubles, digest, steps, sets, seconds, world } = await runWorld(
      { seed, events: Number(values.events ?? 2000), tabs: Number(values.tabs ?? 3) },
      database,
    );
    if (process.env['SHOW']) for (const step of world.steps) console.log(step.at, step.what);
    console.log(`seed ${seed}: ${steps} steps, ${sets} change sets, ${seconds} s lived in ${now() - began} ms, ${digest.slice(0, 16)}${troubles.length > 0 ? ' FAILED' : ''}`);
    for (const trouble of troubles.slice(0, 8)) console.log(`  ${trouble.slice(0, 700)}`);
    if (troubles.length > 0) failed += 1;
  }
  return failed > 0 ? 1 : 0;
}

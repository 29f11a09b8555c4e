import { loadavg } from 'node:os';
import { chain } from './service/chain.ts';
import { figures } from './service/figures.ts';
import { journeys } from './service/journeys.ts';

/** Each part has its own keys. */
const PARTS: Readonly<Record<string, () => Promise<Record<string, number>>>> = { figures, journeys, chain };

/**
 * What the service of a version costs and gives: each part in its own file, all of them or those that are named. The value is the p95 of a
 * search for journeys, else of the figures, else the seconds that 10,000 trips take to chain.
 */
export async function run(args: string[]): Promise<Record<string, unknown>> {
  let found: Record<string, number> = {};
  for (const [name, part] of Object.entries(PARTS)) if (args.length === 0 || args.includes(name)) found = { ...found, ...(await part()) };
  const [value, unit] = [found['journey_p95_ms'] ?? found['figures_ms'], 'ms'];
  return {
    ...(value === undefined ? { value: found['chain_10k_s'], unit: 's' } : { value, unit }),
    load: loadavg().map(Math.round).join(' '),
    ...found,
  };
}

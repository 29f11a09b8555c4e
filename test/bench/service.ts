import { loadavg } from 'node:os';
import { chain } from './service/chain.ts';
import { figures } from './service/figures.ts';
import { journeys } from './service/journeys.ts';

/** Each part has its own keys. */
const PARTS: Readonly<Record<string, () => Promise<Record<string, number>>>> = { figures, journeys, chain };

/**
 * What the service of a version costs and gives: each part in its own file, all of them or those that are named. The value is the p95 of a
 * search for journeys, else of the figures.
 */
export async function run(args: string[]): Promise<Record<string, unknown>> {
  let found: Record<string, number> = {};
  for (const [name, part] of Object.entries(PARTS)) if (args.length === 0 || args.includes(name)) found = { ...found, ...(await part()) };
  return { value: found['journey_p95_ms'] ?? found['figures_ms'], unit: 'ms', load: loadavg().map(Math.round).join(' '), ...found };
}

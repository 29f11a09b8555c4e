import { loadavg } from 'node:os';
import { journeys } from './service/journeys.ts';

/** What the service of a version costs and gives: each part in its own file. The value is the p95 of a search for journeys. */
export async function run(): Promise<Record<string, unknown>> {
  const found = await journeys();
  return { value: found['journey_p95_ms'], unit: 'ms', load: loadavg().map(Math.round).join(' '), ...found };
}

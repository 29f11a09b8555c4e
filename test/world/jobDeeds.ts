/** What people do with pipelines and exports. */
import type { Chance } from '../laws/chance.ts';
import type { Deed } from './deeds.ts';

/** Pipelines of the base, by their ids (`jobsBase.ts`). */
const PIPELINES = 3;

export function jobDeed(chance: Chance): Deed {
  const what = chance.next();
  // runs are counted from 1: most of these are there, or will be
  const runId = 1 + chance.below(8);
  if (what < 0.4) return { do: 'command', type: 'pipeline.run', payload: { id: 1 + chance.below(PIPELINES) } };
  if (what < 0.6) return { do: 'command', type: 'export.run', payload: { id: 1 } };
  if (what < 0.75) return { do: 'command', type: 'pipeline.stop', payload: { runId } };
  if (what < 0.85) return { do: 'command', type: 'pipeline.approve', payload: { runId } };
  if (what < 0.93) return { do: 'command', type: 'pipeline.resume', payload: { runId, fromTaskId: 1 + chance.below(12) } };
  return { do: 'open', path: '/pipelines' };
}

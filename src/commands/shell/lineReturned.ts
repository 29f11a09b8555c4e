import { z } from 'zod';
import type { KernelState } from '../../kernel/state.ts';
import type { AppState } from '../../projections/state.ts';
import { defineEvent } from '../define.ts';

/** The server can be reached again: the reads that failed meanwhile are made again, but those that are under way already. */
export const lineReturned = defineEvent('line.returned', {
  payload: z.object({}),
  samples: () => [{}],
  next: (_p, view) => Object.values(view.unreached).map(({ type, payload }) => ({ type, payload })),
  keep: 'all',
});

/** What the reads that failed wait for, the line or the server; undefined while all of them are under way again, for how they end will tell. */
export function awaitedReads({ base, view }: KernelState<AppState>): 'line' | 'server' | 'nothing' | undefined {
  const reads = Object.values(view.unreached);
  if (reads.length > 0) return reads.some(({ status }) => UNANSWERED.has(status)) ? 'line' : 'server';
  return Object.keys(base.unreached).length > 0 ? undefined : 'nothing';
}

/** No answer, or a proxy that has none: the server itself never answers 502. */
const UNANSWERED = new Set([0, 502]);

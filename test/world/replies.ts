/** The answers in the records of a page: a large one is kept beside the log, and its record holds a hash. */
import { z } from 'zod';
import type { LogRecord } from '../../src/kernel/record.ts';

export interface Bodies {
  get(hash: string): unknown;
}

/** What a record `*.answered` was answered. */
export function replyOf(bodies: Bodies, { payload }: LogRecord): unknown {
  const { reply } = Answered.safeParse(payload).data ?? {};
  return typeof reply === 'object' && reply !== null && '$body' in reply ? bodies.get(String(reply.$body)) : reply;
}

const Answered = z.object({ reply: z.unknown() });

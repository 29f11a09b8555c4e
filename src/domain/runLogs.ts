/** Run logs: what a task says while it runs. */
import { z } from 'zod';

/** 1 Information, 2 Warning, 3 Error. */
export const LogLevel = z.union([z.literal(1), z.literal(2), z.literal(3)]);
export type LogLevel = z.infer<typeof LogLevel>;
export const LOG_LEVELS = { Information: 1, Warning: 2, Error: 3 } as const;

/** Rows of a log, or of one of its groups, that are loaded at a time. */
export const LOG_PAGE = 100;
/** Days that a log is kept. */
export const LOG_DAYS = 30;

export const LogCounts = z.object({ information: z.int().min(0), warnings: z.int().min(0), errors: z.int().min(0) });
export type LogCounts = z.infer<typeof LogCounts>;

/** One row. With a `groupId` it stands for a group of rows, which are requested by that id; its level is the highest of theirs. */
export const LogRow = z.object({
  /** Place in the log of its task, from 1. */
  seq: z.int().min(1),
  message: z.string(),
  /** Unix milliseconds. */
  timestamp: z.int(),
  groupId: z.int().nullable(),
  level: LogLevel,
});
export type LogRow = z.infer<typeof LogRow>;

/** Whether the log of a task of that age is gone. Both in unix seconds. */
export function isLogExpired(created: number, now: number): boolean {
  return now - created > LOG_DAYS * 86_400;
}

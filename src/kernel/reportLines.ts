/** The first and the last line of a report file: whoever keeps one without reading it all looks at these. */
import { z } from 'zod';

/** Version of the file format itself: 2 since every record carries its check. */
export const FORMAT = 2;

/** Why a file cannot be opened as a report, with a sentence for the user. */
export interface Unreadable {
  readonly ok: false;
  readonly problem: 'truncated' | 'foreign' | 'newer' | 'corrupt';
  readonly message: string;
}

const Header = z.object({
  session: z.string(),
  schema: z.number(),
  build: z.string(),
  startedAt: z.string(),
  locale: z.string(),
  role: z.string(),
  parent: z.string().optional(),
  browser: z.string().optional(),
  colleagues: z.number().optional(),
  page: z.string().optional(),
});
const Divergences = z.array(
  z.object({
    seq: z.number(),
    problem: z.enum(['missing', 'unexpected', 'different', 'call', 'hash', 'hole', 'unreadable', 'changed', 'state']),
    text: z.string(),
  }),
);
/** What a report file begins with. */
export const FirstLine = z.object({
  dmplog: z.number(),
  masked: z.boolean(),
  header: Header,
  note: z.string().optional(),
  hidden: z.object({ blanked: z.number(), people: z.number() }).optional(),
  source: Divergences.optional(),
  known: Divergences.optional(),
  seal: z.object({ begin: z.number(), end: z.number(), errors: z.number() }).optional(),
});
/** What it ends with: how many lines there are before, and their hash. */
export const LastLine = z.object({ end: z.number(), hash: z.string() });

/** Why a file cannot be opened whose end is missing. */
export const CUT_SHORT: Unreadable = {
  ok: false,
  problem: 'truncated',
  message: 'This report is cut short: its end is missing. Ask for the file again.',
};

/** Why a file cannot be opened that begins with that line. */
export function noReport(line: string | undefined): Unreadable {
  // a report cut inside its first line still begins like one
  return line?.startsWith('{"dmplog":') ? CUT_SHORT : unreadable('foreign', 'This file is not a problem report (.dmplog).');
}

/** The answer where a file cannot be opened. */
export function unreadable(problem: Unreadable['problem'], message: string): Unreadable {
  return { ok: false, problem, message };
}

/** The JSON of a line; undefined where it is none. */
export function parsedLine(line: string | undefined): unknown {
  try {
    return JSON.parse(line ?? '');
  } catch {
    return undefined;
  }
}

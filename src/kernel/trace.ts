import { z } from 'zod';
import type { Unreadable } from './reportLines.ts';

/** Version of the file format of a trace. */
const FORMAT = 1;

const Tab = z.object({
  name: z.string(),
  /** The text of a report file (`.dmplog`). */
  log: z.string(),
});
const NetworkEntry = z.object({
  /** Milliseconds since the earliest `startedAt` of the tabs' reports, or since 1970 as that is. */
  at: z.number(),
  /** Index of the tab in `tabs`. */
  tab: z.number().int().min(0),
  /** What the network did: took a message of a tab, gave it an answer, gave it a live message, failed as it was told to. */
  kind: z.enum(['sent', 'answered', 'live', 'fault']),
  text: z.string(),
  /** The same for what was sent and its answer. */
  id: z.string().optional(),
});
const TraceFile = z.object({
  dmptrace: z.number(),
  note: z.string(),
  tabs: z.array(Tab).min(1),
  network: z.array(NetworkEntry),
});

/** A simulation of several tabs: the report of each, and what the network between them did. */
export type Trace = Omit<z.infer<typeof TraceFile>, 'dmptrace'>;

/** The text of a trace's file. */
export function encodeTrace(trace: Trace): string {
  return `${JSON.stringify({ dmptrace: FORMAT, ...trace })}\n`;
}

/** Whether the text is a trace's, in whatever order its parts are; a report begins with `dmplog`. */
export function looksLikeTrace(text: string): boolean {
  return /^\s*\{(?!\s*"dmplog")/u.test(text) && text.includes('"dmptrace"');
}

/** Reads a trace file. The reports of its tabs are read by `decodeDmplog` one by one. */
export function decodeTrace(text: string): { readonly ok: true; readonly trace: Trace } | Unreadable {
  const value = parsed(text);
  if (value === undefined)
    return looksLikeTrace(text)
      ? unreadable('truncated', 'This trace is cut short: its end is missing. Make the file again.')
      : unreadable('foreign', 'This file is not a trace of several tabs.');
  const version = z.object({ dmptrace: z.number() }).safeParse(value);
  if (!version.success) return unreadable('foreign', 'This file is not a trace of several tabs.');
  if (version.data.dmptrace > FORMAT)
    return unreadable('newer', 'This trace was written by a newer version of the product. Open it in that version.');
  const file = TraceFile.safeParse(value);
  if (!file.success) {
    if (z.object({ tabs: z.array(z.unknown()).length(0) }).safeParse(value).success) return unreadable('corrupt', 'This trace has no tabs.');
    const [issue] = file.error.issues;
    return unreadable('corrupt', `This trace cannot be read: ${issue?.path.join('.') ?? ''}: ${issue?.message ?? ''}.`);
  }
  const { note, tabs, network } = file.data;
  const stray = network.find(({ tab }) => tab >= tabs.length);
  if (stray) return unreadable('corrupt', `This trace cannot be read: its network names tab ${stray.tab}, and it has ${tabs.length} tabs.`);
  return { ok: true, trace: { note, tabs, network: network.toSorted((a, b) => a.at - b.at) } };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function unreadable(problem: Unreadable['problem'], message: string): Unreadable {
  return { ok: false, problem, message };
}

import { z } from 'zod';
import { bodyOf } from './bodies.ts';
import { type Catalogue, readCatalogue } from './catalogue.ts';
import type { Definitions } from './command.ts';
import { contentHash, stateHash } from './hash.ts';
import type { SessionLog } from './kernel.ts';
import { masked } from './redact.ts';
import type { LogRecord } from './record.ts';
import { maskedState } from './reportState.ts';
import type { Replayable } from './replay.ts';
import type { ErrorEntry } from './state.ts';

/** Version of the file format itself. */
const FORMAT = 1;

/** A report read back. */
export interface Report extends Replayable {
  readonly masked: boolean;
  /** What was shown as wrong when the report was made. */
  readonly errors: readonly ErrorEntry[];
}

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
});
const First = z.object({ dmplog: z.number(), masked: z.boolean(), header: Header });
const Last = z.object({ end: z.number(), hash: z.string() });
const RecordLine = z.object({
  seq: z.number().int().nonnegative(),
  id: z.string(),
  kind: z.enum(['command', 'event']),
  type: z.string(),
  v: z.number(),
  payload: z.unknown(),
  at: z.number(),
  root: z.string(),
  cause: z.string().optional(),
  scope: z.string().optional(),
  gesture: z.string().optional(),
  key: z.string().optional(),
});
const ErrorLine = z.object({
  id: z.string(),
  kind: z.enum(['failed', 'refused', 'fault']),
  type: z.string(),
  label: z.string(),
  messages: z.array(z.string()),
  at: z.number(),
  code: z.string().optional(),
  status: z.number().optional(),
  url: z.string().optional(),
  method: z.string().optional(),
});
const Line = z.union([
  z.object({ checkpoint: z.object({ seq: z.number(), state: z.unknown() }) }),
  z.object({ body: z.tuple([z.string(), z.unknown()]) }),
  z.object({ record: RecordLine }),
  z.object({ error: ErrorLine }),
]);

/**
 * The text of a report file: one JSON line each for header, checkpoint, bodies, records and errors, and a last line that
 * counts them, so that a file cut short is seen. Whatever the allow-lists (`keep`, `keepReply`, `keepState`) do not name is
 * blanked out.
 */
export function encodeDmplog<S>(log: SessionLog, errors: readonly ErrorEntry[], definitions: Definitions<S>): string {
  const catalogue = readCatalogue(definitions);
  const bodies = new Map(log.bodies);
  let blanked = false;
  const note = <T>(before: T, after: T): T => {
    blanked ||= stateHash(before) !== stateHash(after);
    return after;
  };
  const lines: unknown[] = [];
  if (log.checkpoint)
    lines.push({ checkpoint: note(log.checkpoint, { seq: log.checkpoint.seq, state: maskedState(catalogue, log.checkpoint.state) }) });
  for (const record of log.records) {
    maskBody(catalogue, record, bodies, note);
    lines.push({ record: note(record, { ...record, payload: maskedPayload(catalogue, record) }) });
  }
  const bodyLines = [...bodies].map((body) => ({ body }));
  const inOrder = [...bodyLines, ...lines, ...errors.map((error) => ({ error }))].map((line) => JSON.stringify(line));
  const all = [JSON.stringify({ dmplog: FORMAT, masked: blanked, header: log.header }), ...inOrder];
  return `${all.join('\n')}\n${JSON.stringify({ end: all.length, hash: contentHash(all.join('\n')) })}\n`;
}

/** Reads a report file; `schema` is the newest header schema that can be replayed here. */
export function decodeDmplog(text: string, schema: number): ({ readonly ok: true } & Report) | Unreadable {
  const lines = text.split('\n').filter((line) => line !== '');
  const first = First.safeParse(parsedLine(lines[0]));
  if (!first.success) return foreign(lines[0]);
  const { dmplog, header, masked: blanked } = first.data;
  if (dmplog > FORMAT || header.schema > schema)
    return unreadable('newer', `This report was written by a newer version of the product (${header.build}); open it there.`);
  const last = Last.safeParse(parsedLine(lines.at(-1)));
  const content = lines.slice(0, -1);
  if (!last.success || last.data.end > content.length)
    return unreadable('truncated', 'This report is cut short: its end is missing. Ask for the file again.');
  const report: Report & { records: LogRecord[]; bodies: (readonly [string, unknown])[]; errors: ErrorEntry[] } = {
    header: present(header),
    masked: blanked,
    records: [],
    bodies: [],
    errors: [],
  };
  let checkpoint: { seq: number; state: unknown } | undefined;
  for (const [i, line] of content.entries()) {
    if (i === 0) continue;
    const parsed = Line.safeParse(parsedLine(line));
    if (!parsed.success) return unreadable('corrupt', `Line ${i + 1} of this report cannot be read.`);
    if ('record' in parsed.data) report.records.push(present(parsed.data.record));
    else if ('body' in parsed.data) report.bodies.push(parsed.data.body);
    else if ('error' in parsed.data) report.errors.push(present(parsed.data.error));
    else checkpoint = parsed.data.checkpoint;
  }
  if (last.data.end !== content.length || last.data.hash !== contentHash(content.join('\n')))
    return unreadable('corrupt', 'This report has been changed since it was written.');
  return { ok: true, ...report, ...(checkpoint && { checkpoint }) };
}

function maskedPayload<S>(catalogue: Catalogue<S>, { type, payload }: LogRecord): unknown {
  const meaning = catalogue.meaning(type);
  if (meaning?.is === 'command') return masked(payload, meaning.command.keep);
  if (meaning?.is === 'fact') return masked(payload, meaning.fact.keep);
  if (meaning?.is !== 'outcome' || typeof payload !== 'object' || payload === null) return payload;
  const { keepReply } = meaning.command;
  if ('reply' in payload) return { ...payload, reply: masked(payload.reply, keepReply) };
  if ('error' in payload && typeof payload.error === 'object' && payload.error !== null && 'present' in payload.error) {
    return { ...payload, error: { ...payload.error, present: masked(payload.error.present, keepReply) } };
  }
  return payload;
}

/** A body that several answers share is blanked by each of their allow-lists in turn: the strictest counts. */
function maskBody<S>(
  catalogue: Catalogue<S>,
  { type, payload }: LogRecord,
  bodies: Map<string, unknown>,
  note: (before: unknown, after: unknown) => unknown,
): void {
  const meaning = catalogue.meaning(type);
  const hash = typeof payload === 'object' && payload !== null && 'reply' in payload ? bodyOf(payload.reply) : undefined;
  if (hash === undefined || meaning?.is !== 'outcome') return;
  const body = bodies.get(hash);
  bodies.set(hash, note(body, masked(body, meaning.command.keepReply)));
}

function foreign(line: string | undefined): Unreadable {
  // a report cut inside its first line still begins like one
  return line?.startsWith('{"dmplog":')
    ? unreadable('truncated', 'This report is cut short: its end is missing. Ask for the file again.')
    : unreadable('foreign', 'This file is not a problem report (.dmplog).');
}

function unreadable(problem: Unreadable['problem'], message: string): Unreadable {
  return { ok: false, problem, message };
}

function parsedLine(line: string | undefined): unknown {
  try {
    return JSON.parse(line ?? '');
  } catch {
    return undefined;
  }
}

/** The object without its undefined members, as exact optional types want it. */
function present<T extends object>(value: T): { [K in keyof T]: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(value).filter(([, part]) => part !== undefined)) as { [K in keyof T]: Exclude<T[K], undefined> };
}

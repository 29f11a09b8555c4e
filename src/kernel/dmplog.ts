import { z } from 'zod';
import type { Check } from './checks.ts';
import type { Definitions } from './command.ts';
import { contentHash } from './hash.ts';
import type { SessionLog } from './kernel.ts';
import type { LogRecord } from './record.ts';
import { type Report, reportOf } from './reportLog.ts';
import { CUT_SHORT, FirstLine, FORMAT, LastLine, noReport, parsedLine, type Unreadable, unreadable } from './reportLines.ts';
import type { ErrorEntry, KernelState } from './state.ts';

/** Hash of the record, of the state after it, and of the parts of the state that it changed. */
const CheckLine = z.tuple([z.number(), z.number(), z.array(z.tuple([z.array(z.string()), z.number()]))]);
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
  seen: z.unknown().optional(),
});
const ErrorLine = z.object({
  id: z.string(),
  root: z.string().optional(),
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
/** The most frequent first: they are tried in this order. */
const Line = z.union([
  z.object({ record: RecordLine, check: CheckLine.optional() }),
  z.object({ checkpoint: z.object({ seq: z.number(), state: z.unknown() }) }),
  z.object({ body: z.tuple([z.string(), z.unknown()]) }),
  z.object({ error: ErrorLine }),
]);

/**
 * The text of a report file: one JSON line each for header, checkpoint, bodies, records and errors, and a last line that
 * counts them, so that a file cut short is seen. Whatever the allow-lists (`keep`, `keepReply`, `keepState`) do not name is
 * blanked out, and people go by other names. `live` is the state of the kernel that the log came from, `note` what
 * its user says of the problem.
 */
export function encodeDmplog<S>(
  log: SessionLog,
  errors: readonly ErrorEntry[],
  definitions: Definitions<S>,
  live?: KernelState<S>,
  note?: string,
): string {
  return encodeReport(reportOf(log, errors, definitions, live, note));
}

/** The text of a report's file. */
export function encodeReport({
  header,
  masked,
  note,
  hidden,
  source,
  known,
  seal,
  checkpoint,
  bodies,
  records,
  checks = [],
  errors,
}: Report): string {
  const first = { dmplog: FORMAT, masked, header, note, hidden, source, known, seal };
  const lines = [
    ...[...bodies].map((body) => ({ body })),
    ...(checkpoint ? [{ checkpoint }] : []),
    ...records.map((record, i) => ({ record, check: lineOf(checks[i]) })),
    ...errors.map((error) => ({ error })),
  ];
  const all = [first, ...lines].map((line) => JSON.stringify(line));
  return `${all.join('\n')}\n${JSON.stringify({ end: all.length, hash: contentHash(all.join('\n')) })}\n`;
}

function lineOf(check: Check | undefined): readonly unknown[] | undefined {
  return check && [check.record, check.state, check.changed];
}

/** Reads a report file; `schema` is the newest header schema that can be replayed here. */
export function decodeDmplog(text: string, schema: number): ({ readonly ok: true } & Report) | Unreadable {
  const lines = text.split('\n').filter((line) => line !== '');
  const first = FirstLine.safeParse(parsedLine(lines[0]));
  if (!first.success) return noReport(lines[0]);
  const { dmplog, header, masked, note, hidden, source, known, seal } = first.data;
  if (dmplog > FORMAT || header.schema > schema)
    return unreadable('newer', `This report was written by a newer version of the product (${header.build}); open it there.`);
  const last = LastLine.safeParse(parsedLine(lines.at(-1)));
  const content = lines.slice(0, -1);
  if (!last.success || last.data.end > content.length) return CUT_SHORT;
  const report = {
    header: present(header),
    masked,
    records: [] as LogRecord[],
    bodies: [] as (readonly [string, unknown])[],
    errors: [] as ErrorEntry[],
  };
  const checks: Check[] = [];
  let checkpoint: { seq: number; state: unknown } | undefined;
  for (const [i, line] of content.entries()) {
    if (i === 0) continue;
    const parsed = Line.safeParse(parsedLine(line));
    if (!parsed.success) return unreadable('corrupt', `Line ${i + 1} of this report cannot be read.`);
    if ('record' in parsed.data) {
      const { record, check } = parsed.data;
      report.records.push(present(record));
      if (check) checks.push({ seq: record.seq, record: check[0], state: check[1], changed: check[2] });
    } else if ('body' in parsed.data) report.bodies.push(parsed.data.body);
    else if ('error' in parsed.data) report.errors.push(present(parsed.data.error));
    else checkpoint = parsed.data.checkpoint;
  }
  if (last.data.end !== content.length || last.data.hash !== contentHash(content.join('\n')))
    return unreadable('corrupt', 'This report has been changed since it was written.');
  const compared = dmplog >= 2 ? { checks } : {};
  return { ok: true, ...report, ...present({ note, hidden, source, known, seal }), ...compared, ...(checkpoint && { checkpoint }) };
}

/** The object without its undefined members, as exact optional types want it. */
function present<T extends object>(value: T): { [K in keyof T]: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(value).filter(([, part]) => part !== undefined)) as { [K in keyof T]: Exclude<T[K], undefined> };
}

/** What the product says to a trace of OpenTelemetry; without tracing (server/tracing.ts) all of it does nothing. No span holds data of users. */
import { type Attributes, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import type { LogEvent } from 'kysely';
import { timeNow } from '../surroundings.ts';

/** Longest text of a statement in a span. */
const MOST_TEXT = 500;

/** Runs something as a span: a trace of its own where `isRoot`, else a part of the one under way. */
export function inSpan<T>(name: string, attributes: Attributes, run: () => Promise<T>, isRoot = false): Promise<T> {
  return trace.getTracer('dmp').startActiveSpan(name, { attributes, root: isRoot }, async (span) => {
    try {
      return await run();
    } catch (error) {
      span.setStatus({ code: SpanStatusCode.ERROR });
      throw error;
    } finally {
      span.end();
    }
  });
}

/** Adds a statement that has run to the trace under way, by its text without the values. */
export function addStatement({ level, query, queryDurationMillis }: LogEvent): void {
  if (trace.getActiveSpan()?.isRecording() !== true) return;
  const now = timeNow();
  const [word = 'statement'] = query.sql.trimStart().split(/\s/, 1);
  const span = trace.getTracer('dmp').startSpan(word.toLowerCase(), {
    kind: SpanKind.CLIENT,
    startTime: now - queryDurationMillis,
    attributes: { 'db.system.name': 'postgresql', 'db.query.text': query.sql.slice(0, MOST_TEXT) },
  });
  if (level === 'error') span.setStatus({ code: SpanStatusCode.ERROR });
  span.end(now);
}

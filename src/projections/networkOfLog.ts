/** What a session sent, what was answered and which live messages came, read from its log. */
import type { LogRecord } from '../kernel/record.ts';
import { isObject } from './readableState.ts';

/** Method and path of a call by its name, as `contract` declares it. */
export interface CallAddress {
  readonly method: string;
  /** With parameters as `:name`. */
  readonly path: string;
}

/** One line of the network. Its time is that of the record. */
export interface NetworkEntry {
  readonly record: LogRecord;
  readonly kind: 'sent' | 'answered' | 'failed' | 'dropped' | 'live';
  /** Method and path of a call, the name of a live message. */
  readonly text: string;
  /** Of what came of a call: milliseconds since it was sent. */
  readonly took?: number;
  /** Of a failure: the HTTP status; 0 where no answer came. */
  readonly status?: number;
  /** Of what was sent: no answer is in the log. */
  readonly unanswered?: boolean;
}

/** The network of a log in its order. `addressOf` says where a call goes; undefined for one of another build. */
export function networkOf(records: readonly LogRecord[], addressOf: (call: string) => CallAddress | undefined): readonly NetworkEntry[] {
  const commands = new Map(records.filter(({ kind }) => kind === 'command').map((record) => [record.id, record]));
  const entries: NetworkEntry[] = [];
  /** What was sent and waits, by the command it was sent for: its place in `entries`. */
  const waiting = new Map<string, number>();
  for (const record of records) {
    const { kind, type, cause = '', payload } = record;
    if (kind === 'command') continue;
    if (type.startsWith('live.')) entries.push({ record, kind: 'live', text: type.slice('live.'.length) });
    else if (type.endsWith('.sent')) {
      waiting.set(cause, entries.length);
      entries.push({ record, kind: 'sent', text: callText(payload, commands.get(cause), addressOf), unanswered: true });
    } else {
      const outcome = OUTCOMES.find(([ending]) => type.endsWith(ending))?.[1];
      const at = waiting.get(cause);
      const sent = at === undefined ? undefined : entries[at];
      if (!outcome || at === undefined || !sent) continue;
      waiting.delete(cause);
      entries[at] = { record: sent.record, kind: 'sent', text: sent.text };
      const status = outcome === 'failed' ? statusOf(payload) : undefined;
      entries.push({ record, kind: outcome, text: sent.text, took: record.at - sent.record.at, ...(status !== undefined && { status }) });
    }
  }
  return entries;
}

const OUTCOMES = [
  ['.answered', 'answered'],
  ['.failed', 'failed'],
  ['.superseded', 'dropped'],
  ['.dropped', 'dropped'],
] as const;

function callText(payload: unknown, command: LogRecord | undefined, addressOf: (call: string) => CallAddress | undefined): string {
  const call = isObject(payload) ? payload['call'] : undefined;
  if (typeof call !== 'string') return '';
  const address = addressOf(call);
  if (!address) return call;
  const given = isObject(command?.payload) ? command.payload : {};
  const path = address.path.replace(/:(\w+)/gu, (whole, name: string) => {
    const value = given[name];
    return typeof value === 'string' || typeof value === 'number' ? encodeURIComponent(value) : whole;
  });
  return `${address.method} ${path}`;
}

function statusOf(payload: unknown): number | undefined {
  const error = isObject(payload) ? payload['error'] : undefined;
  const status = isObject(error) ? error['status'] : undefined;
  return typeof status === 'number' ? status : undefined;
}

/** The last line at or before a record; undefined where there is none. */
export function entryBefore(entries: readonly NetworkEntry[], seq: number): NetworkEntry | undefined {
  return entries.findLast(({ record }) => record.seq <= seq);
}

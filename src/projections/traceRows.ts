/** The tabs of a trace beside each other on one time axis, with what the network between them did. */
import { groupedBy } from '../domain/groupedBy.ts';
import type { LogRecord, SessionHeader } from '../kernel/record.ts';
import type { Trace } from '../kernel/trace.ts';
import { type CallAddress, networkOf } from './networkOfLog.ts';
import { recordRole } from './recordRole.ts';

/** What a tab of a trace recorded. */
export interface TraceTab {
  readonly header: Pick<SessionHeader, 'startedAt'>;
  readonly records: readonly LogRecord[];
}

/** One line of a trace: a record of a tab that is worth reading, or what the network did. */
export interface TraceRow {
  readonly id: string;
  /** Milliseconds since the first tab began. */
  readonly at: number;
  /** Index of the tab. */
  readonly tab: number;
  /** The record it leads to; undefined where the tab has none. */
  readonly record: LogRecord | undefined;
  /** Undefined for a record of the tab itself. */
  readonly network: Trace['network'][number] | undefined;
}

/**
 * The lines of a trace by time: acts, errors and faults of the tabs; at the same time the tabs stand before the network. What a reloaded
 * tab took over from the one before is in the log of both: it is a line of the first.
 */
export function traceRows(
  tabs: readonly TraceTab[],
  network: Trace['network'],
  automatic: ReadonlySet<string>,
  addressOf: (call: string) => CallAddress | undefined,
): readonly TraceRow[] {
  const starts = tabs.map(({ header }) => startOf(header));
  const zero = Math.min(...starts);
  const shifts = starts.map((start) => start - zero);
  const listed = new Set<string>();
  const ofTabs = tabs.flatMap(({ records }, tab) =>
    records
      .filter((record) => ['act', 'error'].includes(recordRole(record, automatic)) && !listed.has(record.id) && listed.add(record.id))
      .map((record): TraceRow => ({ id: `${tab}/${record.seq}`, at: record.at + (shifts[tab] ?? 0), tab, record, network: undefined })),
  );
  const calls = tabs.map(({ records }) => callsOf(records, addressOf));
  const ofNetwork = network.map((entry, i): TraceRow => {
    const at = entry.at > SINCE_1970 ? entry.at - zero : entry.at;
    const local = at - (shifts[entry.tab] ?? 0);
    const records = tabs[entry.tab]?.records ?? [];
    const record = calls[entry.tab]?.(entry, local) ?? records.find((one) => one.at >= local) ?? records.at(-1);
    return { id: `network/${i}`, at, tab: entry.tab, record, network: entry };
  });
  return [...ofTabs, ...ofNetwork].toSorted((a, b) => a.at - b.at);
}

/** Finds the record of a call that a tab sent, or of its answer: the first of that method and path that no line before leads to. */
function callsOf(
  records: readonly LogRecord[],
  addressOf: (call: string) => CallAddress | undefined,
): (entry: Trace['network'][number], local: number) => LogRecord | undefined {
  const waiting = groupedBy(networkOf(records, addressOf), ({ kind, text }) => `${kind === 'failed' ? 'answered' : kind} ${text}`);
  return ({ kind, text }, local) => {
    const call = text.replace(/^\d{3} /u, '').replace(/\?.*$/u, '');
    const of = waiting.get(`${kind} ${call}`) ?? [];
    const at = of.findIndex(({ record }) => record.at >= local);
    return at < 0 ? undefined : of.splice(at, 1)[0]?.record;
  };
}

/** Larger numbers are milliseconds since 1970, smaller ones since the first tab began: no trace lasts for thirty years. */
const SINCE_1970 = 1_000_000_000_000;

function startOf({ startedAt }: Pick<SessionHeader, 'startedAt'>): number {
  const start = Date.parse(startedAt);
  return Number.isNaN(start) ? 0 : start;
}

/** What a record of a log is to a reader. */
import type { Definitions } from '../kernel/command.ts';
import type { LogRecord } from '../kernel/record.ts';

/** Somebody's act, a read that the page made by itself, what followed from another record, a fact from outside, something gone wrong. */
export type RecordRole = 'act' | 'load' | 'command' | 'fact' | 'outcome' | 'error';

/** Types of the commands that only read: the page issues them by itself as it opens. One with a button of its own is the user's. */
export function automaticTypes<S>({ commands }: Pick<Definitions<S>, 'commands'>): ReadonlySet<string> {
  return new Set(
    commands.flatMap(({ type, definition: { call, write, action } }) => (call !== undefined && write !== true && action === undefined ? [type] : [])),
  );
}

/** The role of a record. `automatic` are the types of `automaticTypes`. */
export function recordRole({ kind, type, cause }: LogRecord, automatic: ReadonlySet<string>): RecordRole {
  if (kind === 'command') return cause !== undefined ? 'command' : automatic.has(type) ? 'load' : 'act';
  if (type === 'core.fault' || type.endsWith('.failed') || type.endsWith('.refused')) return 'error';
  return cause === undefined ? 'fact' : 'outcome';
}

/** An act of the user with the reads that the page made by itself before the next one. */
export interface Act {
  /** Before the first act the first record of the log, such as the start of the page; undefined where that is such a read itself. */
  readonly record: LogRecord | undefined;
  readonly loads: readonly LogRecord[];
}

/** The acts of a log in order. */
export function actsOf(records: readonly LogRecord[], automatic: ReadonlySet<string>): readonly Act[] {
  const [first] = records;
  const begin = first && !['act', 'load'].includes(recordRole(first, automatic)) ? first : undefined;
  const acts: { record: LogRecord | undefined; loads: LogRecord[] }[] = [{ record: begin, loads: [] }];
  for (const record of records) {
    const role = recordRole(record, automatic);
    if (role === 'act') acts.push({ record, loads: [] });
    else if (role === 'load') acts.at(-1)?.loads.push(record);
  }
  return acts.filter(({ record, loads }) => record !== undefined || loads.length > 0);
}

/** The acts as rows of a list: those of `unfolded` with their loads below them. */
export function actRows(acts: readonly Act[], unfolded: ReadonlySet<string>): readonly LogRecord[] {
  return acts.flatMap(({ record, loads }) => (record === undefined ? loads : [record, ...(unfolded.has(record.id) ? loads : [])]));
}

/**
 * The places of an act and of what came of it: the state before it is after `from` records, and the state before the next act after
 * `to`. `position` is how many records are folded; undefined before the first act.
 */
export function spanOfAct(places: readonly number[], position: number, length: number): { readonly from: number; readonly to: number } | undefined {
  const next = places.findIndex((place) => place >= position);
  const at = next < 0 ? places.length - 1 : next - 1;
  const from = places[at];
  return from === undefined ? undefined : { from, to: places[at + 1] ?? length };
}

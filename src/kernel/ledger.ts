import { z } from 'zod';
import type { Catalogue } from './catalogue.ts';
import { stateHash } from './hash.ts';
import { masked } from './redact.ts';
import type { LogRecord } from './record.ts';
import type { Follow } from './fold.ts';

/** What a replay would have recorded and the log has not, or the other way round. */
export interface LedgerFinding {
  readonly problem: 'missing' | 'unexpected' | 'different';
  readonly text: string;
}

/** Keeps account of records that follow from others by themselves: each must be in the log, in order, and no others. */
export interface Ledger {
  /** These follow from the record with this number. */
  expect(seq: number, follow: readonly Follow[]): void;
  /** The next record of the log: what is wrong with it. */
  meet(record: LogRecord): readonly LedgerFinding[];
  /** What the next record of the log should be, where it follows by itself from one that was met. */
  expected(record: LogRecord): Follow | undefined;
  /** What followed but was not recorded before the log ended. */
  readonly open: readonly Follow[];
}

/** Begins an account at a place in the log; `blanked` compares only what the allow-lists name of a payload: the rest was blanked out. */
export function createLedger<S>(catalogue: Catalogue<S>, from: number, blanked: boolean): Ledger {
  const queue: { readonly seq: number; readonly follow: Follow }[] = [];
  const seqs = new Map<string, number>();
  let head = 0;
  const rest = () => queue.slice(head);
  const drop = (count: number) => {
    const dropped = queue.slice(head, head + count);
    head += count;
    if (head > 1000) {
      queue.splice(0, head);
      head = 0;
    }
    return dropped.map(({ follow }) => finding('missing', `${follow.input.type} should have followed from ${follow.cause}`));
  };
  return {
    expect(seq, follow) {
      for (const one of follow) queue.push({ seq, follow: one });
    },
    meet(record) {
      seqs.set(record.id, record.seq);
      const derived = isDerived(record);
      const at = derived ? rest().findIndex(({ follow }) => standsFor(record, follow)) : -1;
      if (at >= 0) {
        const entry = queue[head + at];
        const findings = drop(at);
        head += 1;
        return entry && differs(catalogue, record, entry.follow, blanked)
          ? [...findings, finding('different', `${record.type} followed with other data`)]
          : findings;
      }
      const cause = record.cause === undefined ? undefined : seqs.get(record.cause);
      // derived records are queued when their cause is committed, before anything else can be caused by it
      const overdue = cause === undefined ? 0 : countWhile(rest(), ({ seq }) => seq <= cause);
      const findings = drop(overdue);
      // a cause before the account began (a checkpoint) cannot be checked
      return derived && cause !== undefined && cause >= from ? [...findings, finding('unexpected', `${record.type} follows from nothing`)] : findings;
    },
    expected: (record) => (isDerived(record) ? rest().find(({ follow }) => standsFor(record, follow))?.follow : undefined),
    get open() {
      return rest().map(({ follow }) => follow);
    },
  };
}

function isDerived({ kind, type, cause, payload }: LogRecord): boolean {
  if (cause === undefined) return false;
  if (kind === 'command' || type === 'core.fault' || type.endsWith('.refused')) return true;
  return type.endsWith('.dropped') && typeof payload === 'object' && payload !== null && 'reason' in payload && payload.reason === 'undone';
}

function standsFor(record: LogRecord, { cause, input }: Follow): boolean {
  if (record.cause !== cause) return false;
  if (record.type === input.type) return true;
  // a derived command whose payload was no good is in the log as a fault
  return (
    record.type === 'core.fault' &&
    typeof record.payload === 'object' &&
    record.payload !== null &&
    'type' in record.payload &&
    record.payload.type === input.type
  );
}

function differs<S>(catalogue: Catalogue<S>, record: LogRecord, { input }: Follow, blanked: boolean): boolean {
  if (record.type !== input.type || record.type === 'core.fault') return false;
  const meaning = catalogue.meaning(input.type);
  if (meaning?.is === 'command' && meaning.command.secrets) return false;
  const parsed = meaning?.is === 'command' ? z.safeParse(meaning.command.payload, input.payload) : undefined;
  const expected = parsed?.success ? parsed.data : input.payload;
  const { keep } = meaning?.is === 'command' ? meaning.command : { keep: 'all' as const };
  if (blanked && meaning?.is === 'command') return stateHash(masked(record.payload, keep)) !== stateHash(masked(expected, keep));
  return stateHash(record.payload) !== stateHash(expected);
}

function countWhile<T>(items: readonly T[], test: (item: T) => boolean): number {
  const end = items.findIndex((item) => !test(item));
  return end < 0 ? items.length : end;
}

function finding(problem: LedgerFinding['problem'], text: string): LedgerFinding {
  return { problem, text };
}

import { type BodyStore, referenced } from './bodies.ts';
import type { Catalogue } from './catalogue.ts';
import { restoredState } from './checkpoint.ts';
import { lift } from './intake.ts';
import type { Recovered } from './kernel.ts';
import { createLedger } from './ledger.ts';
import type { LogRecord } from './record.ts';
import { safeStep } from './replay.ts';
import type { KernelState } from './state.ts';
import { initialState } from './step.ts';
import type { Follow } from './fold.ts';

/** Where an earlier run of the session stopped. */
export interface Recovery<S> {
  readonly state: KernelState<S>;
  /** The state the kept records begin at, where they do not begin at the very start. */
  readonly from?: KernelState<S>;
  readonly records: readonly LogRecord[];
  /** What had followed from the last records but was not recorded any more. */
  readonly open: readonly Follow[];
  /** The ids these had, or would have had, in the earlier run: it may have sent them before the end of its log was lost. */
  readonly openIds: readonly string[];
}

/** Folds what is left of an earlier run, and lets the answers go that no record of it refers to. */
export function recover<S>(catalogue: Catalogue<S>, restore: Recovered | undefined, bodies: BodyStore): Recovery<S> {
  if (!restore) return { state: initialState(catalogue), records: [], open: [], openIds: [] };
  const from = restore.checkpoint ? restoredState(catalogue, restore.checkpoint) : undefined;
  let state = from ?? initialState(catalogue);
  const ledger = createLedger(catalogue, state.seq, true);
  const records = restore.records.filter((r) => r.seq >= state.seq).map((r) => lift(catalogue, r));
  for (const record of records) {
    if (record.seq !== state.seq) throw new Error(`The kept log lacks record ${state.seq}`);
    ledger.meet(record);
    const stepped = safeStep(catalogue, state, record, bodies);
    ledger.expect(record.seq, stepped.follow);
    state = stepped.state;
  }
  const needed = new Set(records.map(referenced));
  for (const [hash] of bodies.entries()) if (!needed.has(hash)) bodies.delete(hash);
  const { open } = ledger;
  const last = records.at(-1);
  const begin = last?.id.slice(0, -String(last.seq).length) ?? '';
  return { state, records, open, openIds: open.map((_, i) => `${begin}${state.seq + i}`), ...(from && { from }) };
}

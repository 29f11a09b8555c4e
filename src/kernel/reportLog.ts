import { z } from 'zod';
import { bodyOf } from './bodies.ts';
import { callSummary } from './calls.ts';
import { type Catalogue, readCatalogue } from './catalogue.ts';
import { type Check, checkOf, differences, hashOfState } from './checks.ts';
import type { Definitions } from './command.ts';
import { createDisguise, type Disguise } from './disguise.ts';
import { contentHash, stateHash } from './hash.ts';
import type { SessionLog } from './kernel.ts';
import type { LogRecord } from './record.ts';
import { maskedNote } from './maskedNote.ts';
import { masked } from './redact.ts';
import { maskedState } from './reportState.ts';
import { beginPass, type Divergence, type Pass, replay, type Replayable, sealOfBegin } from './replay.ts';
import type { ErrorEntry, KernelState } from './state.ts';

/** What a report file holds. */
export interface Report extends Replayable {
  readonly masked: boolean;
  /** What was shown as wrong when the report was made. */
  readonly errors: readonly ErrorEntry[];
  /** What the user says of the problem. */
  readonly note?: string;
  /** Records with blanked values, and people who go by another name. */
  readonly hidden?: { readonly blanked: number; readonly people: number };
  /** Where the log, before anything was taken out of it, did not reproduce on the machine that made it. */
  readonly source?: readonly Divergence[];
}

/**
 * A log as it may leave the machine: values that no allow-list names are blanked out and people go by other names. It is then
 * lived again, and its hashes, calls and derived records are those of this second life: so a replay of it can compare them all.
 * `live` is the state of the kernel the log came from; whether the log leads to it is said in `source`.
 */
export function reportOf<S>(log: SessionLog, errors: readonly ErrorEntry[], definitions: Definitions<S>, live?: KernelState<S>, note = ''): Report {
  const catalogue = readCatalogue(definitions);
  const at = replay(log, definitions);
  const end = live ?? at.kernelState;
  const ended: Divergence[] = live
    ? differences(at.kernelState, live).map((path) => ({ seq: live.seq - 1, problem: 'state', text: `The replay ends in another state: ${path}` }))
    : [];
  const begin = beginPass(log, definitions).state.base;
  const people = definitions.people;
  const disguise = createDisguise([...(people?.inState(begin) ?? []), ...(people?.inState(end.base) ?? [])], people?.aliases);
  // names are learnt from addresses that may come later than they do
  disguise.of([log.records, [...log.bodies], log.checkpoint, errors, note]);

  const hidden = hiddenLog(log, catalogue, disguise);
  const { records, checks, known } = livedAgain(hidden, definitions, disguise);
  const shown = disguise.of(errors);
  const report = { ...hidden, records, checks, errors: shown, hidden: { blanked: hidden.blanked, people: disguise.people() } };
  return {
    ...report,
    seal: { begin: sealOfBegin(hidden), end: (records.at(-1)?.seq ?? (log.checkpoint?.seq ?? 0) - 1) + 1, errors: stateHash(shown) },
    ...(known.length > 0 && { known }),
    ...(note !== '' && { note: disguise.of(maskedNote(note)) }),
    source: disguise.of([...at.divergences, ...ended].slice(0, 50)),
  };
}

/** The log with everything taken out that may not leave; bodies go by the hash of what is left of them. */
function hiddenLog<S>(
  log: SessionLog,
  catalogue: Catalogue<S>,
  disguise: Disguise,
): SessionLog & { readonly masked: boolean; readonly blanked: number } {
  const held = new Map(log.bodies);
  const bodies = new Map<string, unknown>();
  let blanked = 0;
  const hide = <T>(value: T, change: (value: T) => T): T => {
    const changed = change(value);
    const isBlanked = stateHash(changed) !== stateHash(value);
    blanked += isBlanked ? 1 : 0;
    return disguise.of(isBlanked ? changed : value);
  };
  // each record of the report gets a check of its own
  const records = log.records.map(({ after: _after, seen, ...rest }): LogRecord => {
    const record =
      seen === undefined
        ? rest
        : { ...rest, seen: hide<unknown>(seen, (value) => maskedPayload(catalogue, { ...rest, payload: value }, disguise.blank)) };
    const { payload } = record;
    const hash = typeof payload === 'object' && payload !== null && 'reply' in payload ? bodyOf(payload.reply) : undefined;
    if (hash !== undefined && held.has(hash)) {
      const meaning = catalogue.meaning(record.type);
      const keep = meaning?.is === 'outcome' ? meaning.command.keepReply : undefined;
      const body = hide(held.get(hash), (value) => masked(value, keep, disguise.blank));
      const name = body === held.get(hash) ? hash : contentHash(JSON.stringify(body));
      bodies.set(name, body);
      return { ...record, payload: { ...(payload as object), reply: { $body: name } } };
    }
    return { ...record, payload: hide(payload, (value) => maskedPayload(catalogue, { ...record, payload: value }, disguise.blank)) };
  });
  const { checkpoint } = log;
  const begin = checkpoint && { seq: checkpoint.seq, state: hide(checkpoint.state, (state) => maskedState(catalogue, state, disguise.blank)) };
  return { header: log.header, records, bodies: [...bodies], ...(begin && { checkpoint: begin }), masked: blanked > 0, blanked };
}

/** Folds what is left of a log, and writes what follows from other values than those that were blanked out. */
function livedAgain<S>(
  log: Replayable,
  definitions: Definitions<S>,
  disguise: Disguise,
): { readonly records: readonly LogRecord[]; readonly checks: readonly Check[]; readonly known: readonly Divergence[] } {
  const pass = beginPass(log, definitions);
  const records: LogRecord[] = [];
  const checks: Check[] = [];
  for (const record of log.records) {
    if (record.seq < pass.state.seq) continue;
    const lived = { ...record, payload: payloadLived(pass, record, disguise) };
    const before = pass.state;
    pass.fold(lived);
    records.push(lived);
    checks.push(checkOf(lived, before, pass.state));
  }
  return { records, checks, known: pass.divergences };
}

function payloadLived<S>({ catalogue, state, ledger }: Pass<S>, record: LogRecord, disguise: Disguise): unknown {
  const { type, payload, cause } = record;
  if (type === 'core.hash') return { hash: hashOfState(state) };
  const meaning = catalogue.meaning(type);
  if (meaning?.is === 'outcome' && meaning.outcome === 'sent') {
    const pending = state.pending.find((one) => one.id === cause);
    try {
      const call = pending && meaning.command.call?.(pending.payload, state.base, pending.seen);
      return call ? callSummary(call) : payload;
    } catch {
      return payload;
    }
  }
  const expected = ledger.expected(record);
  if (expected?.input.type !== type || meaning?.is !== 'command' || meaning.command.secrets) return payload;
  const parsed = z.safeParse(meaning.command.payload, expected.input.payload);
  return disguise.of(masked(parsed.success ? parsed.data : payload, meaning.command.keep, disguise.blank));
}

function maskedPayload<S>(catalogue: Catalogue<S>, { type, payload }: LogRecord, blank: (text: string) => string): unknown {
  const meaning = catalogue.meaning(type);
  if (meaning?.is === 'command') return masked(payload, meaning.command.keep, blank);
  if (meaning?.is === 'fact') return masked(payload, meaning.fact.keep, blank);
  if (meaning?.is !== 'outcome' || typeof payload !== 'object' || payload === null) return payload;
  const { keepReply } = meaning.command;
  if ('reply' in payload) return { ...payload, reply: masked(payload.reply, keepReply, blank) };
  if ('error' in payload && typeof payload.error === 'object' && payload.error !== null && 'present' in payload.error) {
    return { ...payload, error: { ...payload.error, present: masked(payload.error.present, keepReply, blank) } };
  }
  return payload;
}

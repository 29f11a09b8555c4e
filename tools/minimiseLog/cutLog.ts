/**
 * Cuts a log to the acts that still show something: delta debugging over what the user did, with everything that came of each act. A state
 * that differs is shown by a log in which the same field has the same wrong value after the same record.
 */
import { differingPaths, hashAt, pathWords } from '../../src/kernel/checks.ts';
import type { Definitions } from '../../src/kernel/command.ts';
import type { Report } from '../../src/kernel/reportLog.ts';
import type { KernelState } from '../../src/kernel/state.ts';
import type { LogRecord } from '../../src/kernel/record.ts';
import { beginPass, type Replayable, replay } from '../../src/kernel/replay.ts';
import { definitions } from '../../src/machines/definitions.ts';
import type { AppState } from '../../src/projections/state.ts';

type Product = Definitions<AppState>;

/** Whether a replay shows the text: in an error that follows from what was done, or where it does what the log does not say. */
export function showsText(log: Replayable, text: string, product: Product = definitions): boolean {
  const { kernelState, divergences } = replay(log, product);
  // What is left out leaves holes, and other states than those that were recorded: that says nothing.
  const differing = divergences.filter(({ problem }) => problem !== 'hole' && problem !== 'hash' && problem !== 'changed');
  // An error that is in the log and follows from nothing any more is shown by the record alone, not by the product.
  const differ = new Set(differing.map(({ seq }) => seq));
  const unfounded = new Set(log.records.filter(({ seq }) => differ.has(seq)).map(({ id }) => id));
  const errors = kernelState.errors.filter(({ id }) => !unfounded.has(id));
  return [...errors.flatMap(({ messages, label }) => [...messages, label]), ...differing.map((one) => one.text)].some((said) => said.includes(text));
}

/** A field of the state at the end of a log, and the hash of a wrong value of it. */
export interface WrongField {
  readonly path: readonly string[];
  readonly hash: number;
}

/** A log that was cut. */
export interface Cut {
  readonly log: Report;
  readonly replays: number;
  /** The field that differs, where that is what the text was about. */
  readonly field?: WrongField;
}

/** The log with the fewest acts found that show the text, renumbered. The log as it is has to show it. */
export function cutLog(report: Report, text: string, product: Product = definitions): Cut {
  const differing = differingState(report, text, product);
  if (differing) return cutToField(report, differing, product);
  const roots = [...new Set(report.records.map(({ root }) => root))];
  let replays = 0;
  const shows = (kept: readonly string[]): boolean => {
    replays += 1;
    return showsText(withRoots(report, new Set(kept)), text, product);
  };
  return { log: withRoots(report, new Set(fewest(roots, shows))), replays };
}

/** Whether the field has that wrong value at the end of a log. */
export function showsField(log: Replayable, { path, hash }: WrongField, product: Product = definitions): boolean {
  const last = log.records.at(-1);
  return last !== undefined && hashAt(statesAround(log, last, product).after, path) === hash;
}

/** The first state that differs where the replay says so with the text; undefined where the text is about something else. */
function differingState(report: Report, text: string, product: Product): { readonly at: LogRecord; readonly field: WrongField } | undefined {
  const found = replay(report, product).divergences.find((one) => one.problem === 'state' && one.text.includes(text));
  const check = report.checks?.find(({ seq }) => seq === found?.seq);
  const at = report.records.find(({ seq }) => seq === found?.seq);
  if (!check || !at) return undefined;
  const { before, after } = statesAround(report, at, product);
  const isNamed = (path: readonly string[]): boolean => text.includes(pathWords(path)) || pathWords(path).includes(text);
  const paths = differingPaths(check, before, after);
  const fields = [...paths.filter(isNamed), ...paths.filter((path) => !isNamed(path))].map((path) => ({ path, hash: hashAt(after, path) }));
  // a value that holds ids or numbers of records is another one as soon as the records are numbered anew
  const uncut = withRoots(upTo(report, at), new Set(report.records.map(({ root }) => root)));
  const field = fields.find((one) => showsField(uncut, one, product)) ?? fields[0];
  return field && { at, field };
}

/** Only what came before the record can matter: then whole causes are left out while the field has the same wrong value. */
function cutToField(report: Report, { at, field }: { readonly at: LogRecord; readonly field: WrongField }, product: Product): Cut {
  const prefix = upTo(report, at);
  const others = [...new Set(prefix.records.map(({ root }) => root))].filter((root) => root !== at.root);
  const cutTo = (kept: readonly string[]): Report => withRoots(prefix, new Set([...kept, at.root]));
  let replays = 0;
  const shows = (kept: readonly string[]): boolean => {
    replays += 1;
    return showsField(cutTo(kept), field, product);
  };
  return { log: cutTo(shows([]) ? [] : fewest(others, shows)), replays, field };
}

/** What came until the record. */
function upTo(report: Report, { seq: last }: LogRecord): Report {
  return { ...report, records: report.records.filter(({ seq }) => seq <= last) };
}

/** The states before and after a record of a log. */
function statesAround(
  log: Replayable,
  record: LogRecord,
  product: Product,
): { readonly before: KernelState<AppState>; readonly after: KernelState<AppState> } {
  const { header, records, bodies, checkpoint } = log;
  const pass = beginPass({ header, records, bodies, ...(checkpoint && { checkpoint }) }, product);
  let before = pass.state;
  for (const one of log.records) {
    before = pass.state;
    pass.fold(one);
    if (one.seq === record.seq) break;
  }
  return { before, after: pass.state };
}

/** ddmin (Zeller and Hildebrandt, 2002): leaves out ever smaller parts while what is left still shows it. */
function fewest(all: readonly string[], shows: (kept: readonly string[]) => boolean): readonly string[] {
  let kept = all;
  let parts = 2;
  while (kept.length >= 2) {
    const size = Math.ceil(kept.length / parts);
    const starts = Array.from({ length: Math.ceil(kept.length / size) }, (_, i) => i * size);
    const smaller = starts.map((at) => kept.filter((_, i) => i < at || i >= at + size)).find((rest) => shows(rest));
    if (smaller) {
      kept = smaller;
      parts = Math.max(parts - 1, 2);
    } else if (size === 1) return kept;
    else parts = Math.min(parts * 2, kept.length);
  }
  return kept;
}

/** The records that come from these acts, numbered without holes; ids within them follow. Hashes are of states that are no more. */
function withRoots(report: Report, roots: ReadonlySet<string>): Report {
  const records = report.records.filter(({ root, type }) => roots.has(root) && type !== 'core.hash');
  const first = report.checkpoint?.seq ?? 0;
  const { session } = report.header;
  const ids = new Map(records.map(({ id }, i) => [id, `${session}:${first + i}`]));
  const anyId = new RegExp(`${session.replaceAll(/[.*+?^${'$'}{}()|[\]\\]/g, String.raw`\$&`)}:(?:\\w+\\.)?\\d+`, 'g');
  const numbered = records.map((record, i): LogRecord => {
    const text = JSON.stringify(record).replaceAll(anyId, (id) => ids.get(id) ?? id);
    return { ...(JSON.parse(text) as LogRecord), seq: first + i };
  });
  const used = JSON.stringify(numbered);
  const { header, checkpoint, errors, masked } = report;
  // the checks are of records and states that are no more
  return {
    header,
    ...(checkpoint && { checkpoint }),
    masked,
    errors,
    records: numbered,
    bodies: [...report.bodies].filter(([hash]) => used.includes(hash)),
  };
}

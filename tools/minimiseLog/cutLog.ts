/** Cuts a log to the acts that still show something: delta debugging over what the user did, with everything that came of each act. */
import type { Report } from '../../src/kernel/reportLog.ts';
import type { LogRecord } from '../../src/kernel/record.ts';
import { type Replayable, replay } from '../../src/kernel/replay.ts';
import { definitions } from '../../src/machines/definitions.ts';

/** Whether a replay shows the text: in an error that follows from what was done, or where it does what the log does not say. */
export function showsText(log: Replayable, text: string): boolean {
  const { kernelState, divergences } = replay(log, definitions);
  // What is left out leaves holes, and other states than those that were recorded: that says nothing.
  const differing = divergences.filter(({ problem }) => problem !== 'hole' && problem !== 'hash' && problem !== 'changed');
  // An error that is in the log and follows from nothing any more is shown by the record alone, not by the product.
  const differ = new Set(differing.map(({ seq }) => seq));
  const unfounded = new Set(log.records.filter(({ seq }) => differ.has(seq)).map(({ id }) => id));
  const errors = kernelState.errors.filter(({ id }) => !unfounded.has(id));
  return [...errors.flatMap(({ messages, label }) => [...messages, label]), ...differing.map((one) => one.text)].some((said) => said.includes(text));
}

/** The log with the fewest acts found that show the text, renumbered. The log as it is has to show it. */
export function cutLog(report: Report, text: string): { readonly log: Report; readonly replays: number } {
  const roots = [...new Set(report.records.map(({ root }) => root))];
  let replays = 0;
  const shows = (kept: readonly string[]): boolean => {
    replays += 1;
    return showsText(withRoots(report, new Set(kept)), text);
  };
  return { log: withRoots(report, new Set(fewest(roots, shows))), replays };
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

/** What opening the report of a long session costs: reading the file, and comparing it from end to end. In milliseconds of work. */
import { decodeDmplog, encodeDmplog } from '../../src/kernel/dmplog.ts';
import { createReplayer } from '../../src/kernel/replayer.ts';
import { definitions, LOG_SCHEMA } from '../../src/machines/definitions.ts';
import { editWorld } from '../laws/editWorld.ts';
import { liveSession } from '../laws/session.ts';

/** Acts of a session that leave some 5,000 records. */
const ACTS = 3400;
const ROUNDS = 5;

/** Measures; `args[0]` is the number of acts of the session. The first opening is the one that a user waits for. */
export async function run(args: string[]): Promise<Record<string, unknown>> {
  const { kernel, log } = liveSession(editWorld, 6, Number(args[0] ?? ACTS));
  const text = encodeDmplog(log, kernel.snapshot().errors, definitions, kernel.snapshot());
  const rounds = Array.from({ length: ROUNDS }, () => opened(text));
  const again = rounds.map(({ read, compared }) => read + compared).toSorted((a, b) => a - b)[Math.floor(ROUNDS / 2)] ?? 0;
  const [first] = rounds;
  if (!first) throw new Error('Nothing was measured');
  return Promise.resolve({
    value: Math.round(first.read + first.compared),
    unit: 'ms of work',
    read_ms: Math.round(first.read),
    compare_ms: Math.round(first.compared),
    median_ms: Math.round(again),
    bytes: text.length,
    n: first.records,
    divergences: first.divergences,
    rounds: ROUNDS,
  });
}

function opened(text: string) {
  const begun = process.cpuUsage();
  const report = decodeDmplog(text, LOG_SCHEMA);
  if (!report.ok) throw new Error(report.message);
  const read = workSince(begun);
  const replayer = createReplayer(report, definitions);
  return { read, compared: workSince(begun) - read, records: replayer.length, divergences: replayer.divergences.length };
}

function workSince(begun: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(begun);
  return (user + system) / 1000;
}

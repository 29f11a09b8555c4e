/** Figures of reports: what a long session costs whoever opens it, replays it or cuts it. */
import { expect, test } from 'vitest';
import { decodeDmplog, encodeDmplog } from '../../src/kernel/dmplog.ts';
import { replay } from '../../src/kernel/replay.ts';
import { createReplayer } from '../../src/kernel/replayer.ts';
import { definitions } from '../../src/machines/definitions.ts';
import { cutLog } from '../../tools/minimiseLog/cutLog.ts';
import { editWorld } from './editWorld.ts';
import { liveSession } from './session.ts';

/** The report of a long session; of several the first at whose end something is shown as wrong. */
function reportOf(steps: number) {
  const sessions = Array.from({ length: 10 }, (_, i) => () => liveSession(editWorld, 7 + i, steps));
  let lived = liveSession(editWorld, 6, steps);
  for (const live of sessions) {
    if (lived.kernel.snapshot().errors.length > 0) break;
    lived = live();
  }
  const { kernel, log } = lived;
  const text = encodeDmplog(log, kernel.snapshot().errors, definitions, kernel.snapshot());
  const begun = performance.now();
  const report = decodeDmplog(text, 1);
  if (!report.ok) throw new Error(report.message);
  return { report, decoded: performance.now() - begun, errors: kernel.snapshot().errors };
}

function timed<T>(act: () => T): { readonly made: T; readonly ms: number } {
  const begun = performance.now();
  return { made: act(), ms: performance.now() - begun };
}

test('a report of 5,000 records is opened within seconds, and replays', () => {
  const { report, decoded } = reportOf(3700);
  expect(report.records.length).toBeGreaterThan(5000);
  const { made, ms } = timed(() => createReplayer(report, definitions));
  console.log(`${report.records.length} records: read in ${Math.round(decoded)} ms, compared in ${Math.round(ms)} ms`);
  expect(made.divergences).toEqual([]);
  // a second on a quiet machine; the tests are slower, and may have company
  expect(decoded + ms).toBeLessThan(10_000);
});

test('a log of 2,000 records is cut within a minute', () => {
  const { report, errors } = reportOf(1500);
  expect(report.records.length).toBeGreaterThan(2000);
  expect(replay(report, definitions).divergences).toEqual([]);
  const label = errors.at(-1)?.label ?? '';
  expect(label).not.toBe('');
  const { made, ms } = timed(() => cutLog(report, label));
  console.log(`${report.records.length} records cut to ${made.log.records.length} in ${Math.round(ms)} ms, ${made.replays} replays`);
  expect(made.log.records.length).toBeLessThan(20);
  expect(ms).toBeLessThan(60_000);
});

/** Figures of reports: what a long session costs whoever opens it, replays it or cuts it. */
import { expect, test } from 'vitest';
import { decodeDmplog, encodeDmplog } from '../../src/kernel/dmplog.ts';
import { replay } from '../../src/kernel/replay.ts';
import { createReplayer } from '../../src/kernel/replayer.ts';
import { definitions } from '../../src/machines/definitions.ts';
import { cutLog } from '../../tools/minimiseLog/cutLog.ts';
import { editWorld } from './editWorld.ts';
import { liveSession } from './session.ts';

/** The report of a long session. */
function reportOf(steps: number) {
  const { kernel, log } = liveSession(editWorld, 6, steps);
  const { errors } = kernel.snapshot();
  const text = encodeDmplog(log, errors, definitions, kernel.snapshot());
  const { made: report, ms: decoded } = timed(() => decodeDmplog(text, 1));
  if (!report.ok) throw new Error(report.message);
  return { report, decoded, errors };
}

/** Milliseconds of work, not of waiting: beside other work everything takes longer. */
function timed<T>(act: () => T): { readonly made: T; readonly ms: number } {
  const begun = process.cpuUsage();
  const made = act();
  const { user, system } = process.cpuUsage(begun);
  return { made, ms: (user + system) / 1000 };
}

test('a report of 5,000 records is opened with seconds of work, and replays', () => {
  const { report, decoded } = reportOf(3700);
  expect(report.records.length).toBeGreaterThan(5000);
  const { made, ms } = timed(() => createReplayer(report, definitions));
  console.log(`${report.records.length} records: read in ${Math.round(decoded)} ms, compared in ${Math.round(ms)} ms`);
  expect(made.divergences).toEqual([]);
  // a second in the product; tests are slower
  expect(decoded + ms).toBeLessThan(10_000);
});

test('a log of 2,000 records is cut with less than a minute of work', () => {
  const { report, errors } = reportOf(1500);
  expect(report.records.length).toBeGreaterThan(2000);
  expect(replay(report, definitions).divergences).toEqual([]);
  // a refusal has its message alone
  const label = errors.findLast((error) => error.label !== '')?.label ?? '';
  expect(label).not.toBe('');
  const { made, ms } = timed(() => cutLog(report, label));
  console.log(`${report.records.length} records cut to ${made.log.records.length} in ${Math.round(ms)} ms, ${made.replays} replays`);
  expect(made.log.records.length).toBeLessThan(20);
  expect(ms).toBeLessThan(60_000);
});

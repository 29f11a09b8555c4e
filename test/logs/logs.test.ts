/** Sessions that were recorded once and must reproduce for ever: what the product meant by a record then, it means now. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { decodeDmplog } from '../../src/kernel/dmplog.ts';
import type { LogRecord } from '../../src/kernel/record.ts';
import type { Report } from '../../src/kernel/reportLog.ts';
import { replay } from '../../src/kernel/replay.ts';
import { definitions, LOG_SCHEMA } from '../../src/machines/definitions.ts';
import { stopDetails, stopRow } from '../../src/projections/stops.ts';
import { presentPlace } from '../../src/projections/versions.ts';
import { recordStopEdits } from './stopEditsSession.ts';

// A log belongs to what the product loads and derives by itself: after a change of that, record it again (`UPDATE_LOGS=1`).
if (process.env['UPDATE_LOGS'] !== undefined) writeFileSync(join(import.meta.dirname, 'stop-edits.dmplog'), recordStopEdits());

const files = readdirSync(import.meta.dirname).filter((name) => name.endsWith('.dmplog'));

function opened(name: string): Report {
  const report = decodeDmplog(readFileSync(join(import.meta.dirname, name), 'utf8'), LOG_SCHEMA);
  if (!report.ok) throw new Error(`${name}: ${report.message}`);
  return report;
}

test('there are logs', () => {
  expect(files).not.toEqual([]);
});

describe.each(files)('%s', (name) => {
  test('reproduces', () => {
    const { divergences, unfinished, kernelState } = replay(opened(name), definitions);
    expect(divergences).toEqual([]);
    expect(unfinished).toBe(0);
    expect(kernelState.errors.filter((error) => error.kind === 'fault')).toEqual([]);
  });

  test('does not reproduce when a record of it is lost, or something else was done', () => {
    const report = opened(name);
    const of = (type: string): LogRecord => {
      const found = report.records.find((record) => record.type === type);
      if (!found) throw new Error(`${name} has no ${type}`);
      return found;
    };
    const without = (lost: LogRecord): Report => ({ ...report, records: report.records.filter((record) => record !== lost) });
    expect(replay(without(of('stop.move')), definitions).divergences).not.toEqual([]);
    expect(replay(without(of('stop.move.answered')), definitions).divergences).not.toEqual([]);
    // Let go where it was grabbed, the stop would not have been moved. (A report has names blanked out of it, so its values
    // are not compared; which record follows from which is.)
    const dropped = of('stopMove.drop');
    const { from } = z.object({ from: z.unknown() }).parse(of('stopMove.grab').payload);
    const changed = { ...report, records: report.records.map((record) => (record === dropped ? { ...dropped, payload: { to: from } } : record)) };
    expect(replay(changed, definitions).divergences).not.toEqual([]);
  });
});

test("stop-edits.dmplog ends with what its user saw: the move stays, the name is the colleague's, the removal never was", () => {
  const { kernelState } = replay(opened('stop-edits.dmplog'), definitions);
  const { versionId } = presentPlace(kernelState.view);
  if (versionId === undefined) throw new Error('The log ends in no version');
  expect(stopDetails(kernelState.view, versionId, 'S2')?.Stop.Name).toBe('Meddled 4');
  expect(stopRow(kernelState.view, versionId, 'S2')?.Name).toBe('Meddled 4');
  expect(stopRow(kernelState.view, versionId, 'S1')).toMatchObject({ Coordinate: { Lat: 52.123, Lng: 5.456 }, Rev: 1 });
  expect(kernelState.conflicts).toEqual([]);
  expect(kernelState.pending).toEqual([]);
  expect(kernelState.errors.flatMap(({ messages }) => messages)).toContain('Stop cannot be removed because there are schedules with it');
});

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { decodeDmplog } from '../../src/kernel/dmplog.ts';
import { definitions, LOG_SCHEMA } from '../../src/machines/definitions.ts';
import { recordStopEdits } from './stopEditsSession.ts';
import { cutLog, showsField, showsText } from '../../tools/minimiseLog/cutLog.ts';

const REFUSED = 'Stop cannot be removed because there are schedules with it';

test('a report is cut to the two acts that show its error: the stop was opened, and removed', () => {
  const report = decodeDmplog(readFileSync(join(import.meta.dirname, 'stop-edits.dmplog'), 'utf8'), LOG_SCHEMA);
  if (!report.ok) throw new Error(report.message);
  const { log } = cutLog(report, REFUSED);
  const acts = log.records.filter(({ id, root }) => id === root).map(({ type }) => type);
  expect(acts).toEqual(['location.open', 'stop.remove']);
  expect(log.records.map(({ seq }) => seq)).toEqual(log.records.map((_, i) => i));
  expect(showsText(log, REFUSED)).toBe(true);
  const withoutOpening = { ...log, records: log.records.filter(({ root }) => root !== log.records[0]?.root) };
  expect(showsText(withoutOpening, REFUSED), 'without either of them it does not').toBe(false);
  expect(showsText(report, 'Nobody said this')).toBe(false);
});

test('a state that differs is cut to the acts that lead to the same wrong field, and the cut log is no longer red once that is mended', () => {
  const report = decodeDmplog(recordStopEdits(), LOG_SCHEMA);
  if (!report.ok) throw new Error(report.message);
  const faulty = {
    ...definitions,
    commands: definitions.commands.map((command) =>
      command.type === 'stop.editField' ? { ...command, definition: { ...command.definition, label: () => 'Another label' } } : command,
    ),
  };
  const { log, field } = cutLog(report, 'Another state after stop.editField', faulty);
  if (!field) throw new Error('No field differs');
  expect(field.path).toEqual(['pending', expect.stringMatching(/^\d+$/), 'label']);
  expect(log.records.length).toBeLessThan(report.records.length / 2);
  expect(log.records.at(-1)?.type).toBe('stop.editField');
  expect(showsField(log, field, faulty)).toBe(true);
  expect(showsField(log, field)).toBe(false);
});

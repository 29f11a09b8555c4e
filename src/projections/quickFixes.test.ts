import { produce } from 'immer';
import { expect, test } from 'vitest';
import type { Schedule } from '../domain/model/schedule.ts';
import type { FoundCase } from '../domain/validationSummary.ts';
import { holdDocuments } from './documents.ts';
import { fixPreviews } from './quickFixes.ts';
import { type AppState, emptyVersion, initialState } from './state.ts';

const schedule: Schedule = {
  Id: 'L1_20260101',
  Name: '1',
  IsBaseSchedule: true,
  Calendar: { fromDate: '2026-01-01', toDate: '2026-12-31', Exceptions: [{ Date: '2026-05-01', RunAs: 64 }] },
};
const calendar = { Id: 'NC', Name: 'Network', Dates: [{ Date: '2026-12-25', RunAs: 64, Name: 'Christmas Day' }], Periods: [] };
const missed: FoundCase = {
  Id: 'L1_20260101',
  Text: 'Runs on 2026-12-25 as on any Friday',
  Field: 'Exceptions',
  Calendar: 'NC',
  Date: '2026-12-25',
  Ignored: false,
  IgnoredBySessionDbVersionId: null,
  New: false,
};
const opened: AppState = { ...initialState, versions: { 1: emptyVersion(1) } };
const withSchedule = produce(opened, (state) => holdDocuments(state, 1, 'Schedule', [{ doc: schedule, rev: 0 }]));
const withBoth = produce(withSchedule, (state) => holdDocuments(state, 1, 'NetworkCalendar', [{ doc: calendar, rev: 0 }]));

test('a missed holiday is put into the schedule as its calendar has it, and the edit names calendar and date', () => {
  expect(fixPreviews(withBoth, 1, 391, [missed])).toEqual({
    missing: [],
    previews: [
      {
        key: { kind: 'Schedule', id: 'L1_20260101' },
        before: '1 exception',
        after: '2 exceptions, changed on 2026-12-25',
        reads: { calendarIds: ['NC'], dates: ['2026-12-25'] },
      },
    ],
  });
});

test('without the calendar there is nothing to show yet, and it is asked for; an excluded case is left alone', () => {
  expect(fixPreviews(withSchedule, 1, 391, [missed])).toEqual({ missing: [{ kind: 'NetworkCalendar', id: 'NC' }], previews: [] });
  expect(fixPreviews(withBoth, 1, 391, [{ ...missed, Ignored: true }])).toEqual({ missing: [], previews: [] });
});

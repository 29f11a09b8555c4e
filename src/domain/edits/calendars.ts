/** Edits of calendars: when schedules are valid, and the dates that differ. */
import { z } from 'zod';
import { isValidOn, paintedExceptions } from '../activeDates.ts';
import { CalendarDate } from '../date.ts';
import { Days, runAsWords } from '../days.ts';
import { followed } from '../networkCalendar.ts';
import { documentEdit, one, put } from './documentEdit.ts';
import { calendarFollowed, followedBy, FollowedCalendars, ScheduleIds, schedulesWords, touchesSchedules, withinSchedules } from './schedules.ts';

/** Changes the first and the last date of schedules. */
export const editInterval = documentEdit('calendar.editInterval', {
  summary: 'Changes the first and the last date on which schedules are valid, both included.',
  path: 'edit/schedule/interval',
  payload: z.object({ scheduleIds: ScheduleIds, from: CalendarDate, to: CalendarDate, calendars: FollowedCalendars }),
  samples: [{ scheduleIds: ['L1'], from: '2026-06-01', to: '2026-09-30' }],
  lookUp: (p) => [followedBy(p.scheduleIds)],
  documents: (p) => [...p.scheduleIds.map((id) => one('Schedule', id)), ...(p.calendars ?? []).map((id) => one('NetworkCalendar', id))],
  within: (p) => withinSchedules(p.scheduleIds),
  touches: (p) => touchesSchedules(p.scheduleIds, 'Calendar'),
  refuse: (_docs, p) => (p.to < p.from ? [{ Field: 'to', Message: 'A schedule cannot end before it begins' }] : undefined),
  change: (docs, p) =>
    p.scheduleIds.map((id) => {
      const schedule = docs.need('Schedule', id);
      const calendar = calendarFollowed(docs, schedule, p.calendars);
      const moved = { ...schedule, Calendar: { ...schedule.Calendar, fromDate: p.from, toDate: p.to } };
      return put('Schedule', id, followed(moved, calendar, calendar, schedule.Calendar));
    }),
  label: (p, docs) => `Change validity of ${schedulesWords(docs, p.scheduleIds)} to ${p.from} - ${p.to}`,
});

/** Says what dates run as, or that they run as their weekday does. */
export const editExceptions = documentEdit('calendar.editExceptions', {
  summary: 'Says what dates run as: a days bitmask, 0 no service, 127 every timetable; null as the weekday does.',
  path: 'edit/schedule/exceptions',
  payload: z.object({
    scheduleIds: ScheduleIds,
    dates: z
      .array(z.object({ Date: CalendarDate, RunAs: Days.nullable() }))
      .min(1)
      .max(4000),
    /** Dates outside the validity of a schedule are left out for it. */
    withinValidity: z.boolean().optional(),
  }),
  samples: [
    { scheduleIds: ['L1'], dates: [{ Date: '2026-12-24', RunAs: 64 }] },
    { scheduleIds: ['L1'], dates: [{ Date: '2026-12-24', RunAs: 0 }], withinValidity: true },
  ],
  documents: (p) => p.scheduleIds.map((id) => one('Schedule', id)),
  within: (p) => withinSchedules(p.scheduleIds),
  touches: (p) => touchesSchedules(p.scheduleIds, 'Calendar'),
  change: (docs, p) =>
    p.scheduleIds.flatMap((id) => {
      const schedule = docs.need('Schedule', id);
      const dates = p.withinValidity === true ? p.dates.filter(({ Date: date }) => isValidOn(schedule.Calendar, date)) : p.dates;
      if (dates.length === 0) return [];
      return put('Schedule', id, {
        ...schedule,
        Calendar: { ...schedule.Calendar, Exceptions: paintedExceptions(schedule.Calendar.Exceptions, dates) },
      });
    }),
  label: (p, docs) => {
    const [first] = p.dates;
    const days = p.dates.length === 1 ? (first?.Date ?? '') : `${p.dates.length.toLocaleString('en-GB')} dates`;
    return `${runAsWords(first?.RunAs ?? null)} on ${days}, ${schedulesWords(docs, p.scheduleIds)}`;
  },
});

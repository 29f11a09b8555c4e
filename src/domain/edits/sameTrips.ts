/** Edits that rewrite calendars and leave every trip on its dates; refused where one would run on another. */
import { z } from 'zod';
import { Days } from '../days.ts';
import { CalendarDay, type NetworkCalendar } from '../model/networkCalendar.ts';
import { Calendar } from '../model/schedule.ts';
import type { Timetable } from '../model/timetable.ts';
import { changedCalendar } from '../networkCalendar.ts';
import { scheduleName } from '../schedules.ts';
import { runsAlike, takenOn } from '../simplifiedCalendar.ts';
import { allUnder, type Documents, documentEdit, type EditRefusal, one, put, timetableKey } from './documentEdit.ts';
import { ScheduleIds, schedulesWords, touchesSchedules, withinSchedules } from './schedules.ts';

const SimplifiedSchedule = z.object({
  scheduleId: z.string(),
  calendar: Calendar,
  /** Weekdays of its timetables that become others. */
  days: z.array(z.object({ from: Days, to: Days })).max(128),
});
type SimplifiedSchedule = z.infer<typeof SimplifiedSchedule>;

/** Gives schedules calendars with fewer exceptions. */
export const simplifyCalendars = documentEdit('calendar.simplify', {
  summary: 'Gives schedules another calendar, and their timetables other weekdays. Refused where a trip would run on other dates than before.',
  path: 'edit/schedule/simplify-calendars',
  payload: z.object({ schedules: z.array(SimplifiedSchedule).min(1).max(2000) }),
  samples: [
    {
      schedules: [
        {
          scheduleId: 'L1',
          calendar: {
            fromDate: '2026-01-01',
            toDate: '2026-12-24',
            Exceptions: [26, 27, 28, 29, 30, 31].map((day) => ({ Date: `2026-12-${day}`, RunAs: 127 })),
          },
          days: [],
        },
      ],
    },
  ],
  documents: (p) => p.schedules.flatMap(({ scheduleId }) => [one('Schedule', scheduleId), allUnder('Timetable', scheduleId)]),
  within: (p) => withinSchedules(idsOf(p.schedules)),
  touches: (p) =>
    p.schedules.length > 16
      ? ['schedule', 'timetable']
      : [...touchesSchedules(idsOf(p.schedules), 'Calendar'), ...p.schedules.map(({ scheduleId }) => `timetable/${encodeURIComponent(scheduleId)}`)],
  refuse: (docs, p) => {
    for (const { scheduleId, calendar, days } of p.schedules) {
      const schedule = docs.need('Schedule', scheduleId);
      if (schedule.FollowsCalendar !== undefined) return `${scheduleName(schedule)} follows a calendar of the network, and has its dates`;
      const to = new Map(days.map((one) => [one.from, one.to]));
      const refusal = otherDates(docs, scheduleId, calendar, (mask) => to.get(mask) ?? mask);
      if (refusal !== undefined) return refusal;
    }
    return undefined;
  },
  change: (docs, p) =>
    p.schedules.flatMap(({ scheduleId, calendar, days }) => {
      const to = new Map(days.map((one) => [one.from, one.to]));
      const changed = withTrips(docs, scheduleId).filter(({ Days: mask }) => to.has(mask));
      return [
        put('Schedule', scheduleId, { ...docs.need('Schedule', scheduleId), Calendar: calendar }),
        ...changed.map((timetable) =>
          put('Timetable', timetableKey(scheduleId, timetable.TrackId, timetable.Number), {
            ...timetable,
            Days: to.get(timetable.Days) ?? timetable.Days,
          }),
        ),
      ];
    }),
  label: (p, docs) => `Simplify calendars, ${schedulesWords(docs, idsOf(p.schedules))}`,
});

/** Makes a calendar out of dates that schedules have in common, and has them follow it. */
export const shareExceptions = documentEdit('networkCalendar.share', {
  summary:
    'Makes a calendar of the network out of exceptions that schedules have already, and has them follow it. Refused where a trip would run on other dates than before.',
  path: 'edit/network-calendar/share',
  payload: z.object({
    calendarId: z.string().max(255).optional(),
    name: z.string().trim().min(1, 'Name is required').max(200),
    scheduleIds: ScheduleIds,
    put: z.array(CalendarDay).min(1).max(4000),
  }),
  samples: [{ calendarId: 'NC9', name: 'Network', scheduleIds: ['L1'], put: [{ Date: '2026-12-25', RunAs: 0 }] }],
  mint: (p, fresh) => ({ ...p, calendarId: p.calendarId ?? fresh('NC') }),
  documents: (p) => [one('NetworkCalendar', p.calendarId ?? ''), ...p.scheduleIds.flatMap((id) => [one('Schedule', id), allUnder('Timetable', id)])],
  within: () => 'schedules',
  touches: (p) => [
    `networkcalendar/${p.calendarId ?? ''}`,
    ...(p.scheduleIds.length > 15
      ? ['schedule']
      : [...touchesSchedules(p.scheduleIds, 'Calendar'), ...touchesSchedules(p.scheduleIds, 'FollowsCalendar')]),
  ],
  refuse: (docs, p) => {
    if (docs.get('NetworkCalendar', p.calendarId ?? '')) return 'There is a calendar with this id already.';
    const calendar = sharedCalendar(p);
    for (const id of p.scheduleIds) {
      const schedule = docs.need('Schedule', id);
      if (schedule.FollowsCalendar !== undefined) return `${scheduleName(schedule)} follows a calendar of the network already`;
      const refusal = otherDates(docs, id, takenOn(schedule, calendar).Calendar, (mask) => mask);
      if (refusal !== undefined) return refusal;
    }
    return undefined;
  },
  change: (docs, p) => {
    const calendar = sharedCalendar(p);
    return [
      put('NetworkCalendar', calendar.Id, calendar),
      ...p.scheduleIds.map((id) => put('Schedule', id, takenOn(docs.need('Schedule', id), calendar))),
    ];
  },
  label: (p, docs) => `Make calendar ${p.name} of ${p.put.length} ${p.put.length === 1 ? 'date' : 'dates'}, ${schedulesWords(docs, p.scheduleIds)}`,
});

/** Says of the first timetable with trips that would run on other dates. */
function otherDates(docs: Documents, scheduleId: string, calendar: Calendar, daysOf: (mask: number) => number): EditRefusal | undefined {
  const schedule = docs.need('Schedule', scheduleId);
  const masks = new Set(withTrips(docs, scheduleId).map(({ Days: mask }) => mask));
  const isOther = [...masks].some((mask) => !runsAlike(schedule.Calendar, mask, calendar, daysOf(mask)));
  return isOther ? `Trips of ${scheduleName(schedule)} would run on other dates. Open the preview again.` : undefined;
}

/** The timetables of a schedule that have trips; on what dates the others run is of no account. */
function withTrips(docs: Documents, scheduleId: string): readonly Timetable[] {
  return docs.under('Timetable', scheduleId).filter(({ Departures }) => Departures.length > 0);
}

function sharedCalendar(p: {
  readonly calendarId?: string | undefined;
  readonly name: string;
  readonly put: readonly CalendarDay[];
}): NetworkCalendar {
  return changedCalendar({ Id: p.calendarId ?? '…', Name: p.name, Dates: [], Periods: [] }, { put: [...p.put] });
}

function idsOf(schedules: readonly SimplifiedSchedule[]): string[] {
  return schedules.map(({ scheduleId }) => scheduleId);
}

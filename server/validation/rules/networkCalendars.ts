/** Rules of the calendars of the network: holidays, periods, the end of the feed, and exceptions without effect. */
import { daysOf, weekdayOf } from '../../../src/domain/date.ts';
import type { Entity } from '../../../src/domain/entities.ts';
import { assignedDays, datesOfPeriod } from '../../../src/domain/networkCalendar.ts';
import { scheduleFamily } from '../../../src/domain/scheduleFamily.ts';
import type { Network, Node } from '../network.ts';
import { relationRule, type Fault, type Reads, type Rule, versionRule } from '../rule.ts';
import { runsAs, serviceDays } from '../running.ts';

type Schedule = Entity<'Schedule'>;

/** What a schedule that follows a calendar is checked again for. */
const OF_FOLLOWERS: Reads = {
  Timetable: (timetable) => [timetable.ScheduleId],
  NetworkCalendar: (_calendar, net, id) => [...net.all('Schedule')].flatMap((one) => (one.doc.FollowsCalendar === id ? [one.id] : [])),
};

export const networkCalendarRules: readonly Rule[] = [
  versionRule(
    [
      391,
      'HOLIDAY_RUNS_AS_USUAL',
      'Warning',
      'Schedule',
      'The schedule runs on a holiday of a network calendar as on any other day of the week, while most schedules do not.',
      'Mostly the schedule was forgotten when the holiday was entered.',
      'Let it follow the calendar, or exclude the case where the line really runs as usual.',
      'On Christmas Day 60 of 66 schedules run as on Sunday, and line 12 as on Friday.',
    ],
    ['Schedule', 'Timetable', 'NetworkCalendar'],
    holidaysAsUsual,
  ),
  relationRule(
    [
      392,
      'CALENDAR_ENDS_BEFORE_FEED',
      'Warning',
      'Schedule',
      'The calendar ends before the last day of the feed, and no schedule of the same family or transport goes on.',
      'The feed promises service to its last day; from the end of the calendar on planners do not show the line.',
      'Extend the calendar, make the next schedule, or exclude the case where the line ends earlier.',
      'A calendar to 2026-11-30 in a feed to 2026-12-12.',
    ],
    'Schedule',
    {
      Schedule: (schedule, net) => [
        ...net.idsOf('scheduleOfTransport', schedule.ExternalTransportId),
        ...net.idsOf('scheduleOfFamily', scheduleFamily(schedule.Id)),
      ],
      Feed: (_feed, net) => [...net.all('Schedule')].map(({ id }) => id),
    },
    endsBeforeFeed,
  ),
  relationRule(
    [
      393,
      'PERIOD_WITHOUT_SERVICE',
      'Warning',
      'Schedule',
      'On a date within a period of its network calendar the schedule has no service by an exception of its own.',
      'Other lines run on that date; mostly an old exception was left.',
      'Look at the calendar of the schedule. Exclude the case where the line really pauses.',
      'No service on 2026-09-14, within School term.',
    ],
    'Schedule',
    OF_FOLLOWERS,
    pausesWithinPeriod,
  ),
  relationRule(
    [
      394,
      'EXCEPTION_WITHOUT_EFFECT',
      'Warning',
      'Schedule',
      'On the date of an exception the same timetables run as without it.',
      'Such exceptions hide those that change something.',
      'Remove the exception, or correct what it runs as.',
      'Runs as on Friday on 2026-12-25, which is a Friday.',
    ],
    'Schedule',
    OF_FOLLOWERS,
    exceptionsWithoutEffect,
  ),
];

function holidaysAsUsual(net: Network): Fault[] {
  const holidays = new Map<string, { readonly name: string | undefined; readonly calendar: string; readonly runAs: number }>();
  for (const { id, doc } of net.all('NetworkCalendar'))
    for (const { Date: date, RunAs, Name } of doc.Dates)
      if (RunAs !== undefined && !isUsual(date, RunAs)) holidays.set(date, { name: Name, calendar: id, runAs: RunAs });
  if (holidays.size === 0) return [];
  const schedules = [...net.all('Schedule')];
  return [...holidays].flatMap(([date, { name, calendar, runAs }]): Fault[] => {
    const valid = schedules.filter(({ doc: { Calendar } }) => Calendar.fromDate <= date && date <= Calendar.toDate);
    const other = valid.filter(({ doc }) => doc.Calendar.Exceptions.some((one) => one.Date === date && !isUsual(date, one.RunAs)));
    const usual = valid.filter((node) => !other.includes(node) && runsOn(net, node, date) && wouldChange(net, node, date, runAs));
    if (other.length <= usual.length) return [];
    const called = name === undefined ? date : `${date} (${name})`;
    return usual.map((of) => ({
      of,
      field: 'Exceptions',
      calendar,
      date,
      text: `Runs on ${called} as on any ${WEEKDAY_NAMES[weekdayOf(daysOf(date) ?? 0)]}; ${other.length} of ${other.length + usual.length} schedules do not`,
    }));
  });
}

const WEEKDAY_NAMES = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'] as const;

function endsBeforeFeed(schedule: Schedule, net: Network): Fault | undefined {
  const end = /^(\d{4})(\d\d)(\d\d)$/
    .exec(net.get('Feed', 'feed')?.EndDate ?? '')
    ?.slice(1)
    .join('-');
  if (end === undefined || daysOf(end) === undefined) return undefined;
  const peers = [
    ...net.linked('scheduleOfFamily', scheduleFamily(schedule.Id)),
    ...(schedule.ExternalTransportId === undefined ? [] : net.linked('scheduleOfTransport', schedule.ExternalTransportId)),
  ];
  const last = peers.reduce((most, { doc }) => (doc.Calendar.toDate > most ? doc.Calendar.toDate : most), schedule.Calendar.toDate);
  return last >= end
    ? undefined
    : { field: 'toDate', text: `Ends on ${last}; the feed goes on to ${end}, and no later schedule of the line follows` };
}

function pausesWithinPeriod(schedule: Schedule, net: Network, node: Node<'Schedule'>): Fault[] {
  const calendar = net.get('NetworkCalendar', schedule.FollowsCalendar);
  if (!calendar) return [];
  const assigned = assignedDays(calendar, schedule.Calendar);
  const own = new Set(schedule.Calendar.Exceptions.flatMap(({ Date: date, RunAs }) => (RunAs === 0 && assigned.get(date) !== 0 ? [date] : [])));
  return calendar.Periods.flatMap((period) =>
    datesOfPeriod(period).flatMap((date): Fault[] =>
      own.has(date) && runsUsually(net, node, date)
        ? [{ field: 'Exceptions', calendar: calendar.Id, date, text: `No service on ${date}, within ${period.Name}` }]
        : [],
    ),
  );
}

function exceptionsWithoutEffect(schedule: Schedule, net: Network, node: Node<'Schedule'>): Fault[] {
  const { Exceptions, fromDate, toDate } = schedule.Calendar;
  if (Exceptions.length === 0) return [];
  const assigned = assignedDays(net.get('NetworkCalendar', schedule.FollowsCalendar), schedule.Calendar);
  if (net.daysOfTimetables(node.id).length === 0) return [];
  return Exceptions.flatMap(({ Date: date, RunAs }): Fault[] => {
    if (daysOf(date) === undefined || date < fromDate || date > toDate || assigned.get(date) === RunAs) return [];
    return wouldChange(net, node, date, RunAs)
      ? []
      : [{ field: 'Exceptions', text: `The exception on ${date} changes nothing: the same timetables run without it` }];
  });
}

/** Whether an exception makes the date run as its own weekday. */
function isUsual(date: string, runAs: number): boolean {
  const day = daysOf(date);
  return day !== undefined && runAs === 1 << weekdayOf(day);
}

/** Whether other timetables run on the date when it runs as these days than when it runs as its own weekday. */
function wouldChange(net: Network, { id }: Node<'Schedule'>, date: string, runAs: number): boolean {
  const weekday = 1 << weekdayOf(daysOf(date) ?? 0);
  return net.daysOfTimetables(id).some((mask) => runsAs(runAs, mask) !== runsAs(weekday, mask));
}

function runsOn(net: Network, node: Node<'Schedule'>, date: string): boolean {
  const { first, days } = serviceDays(net, node);
  return days[(daysOf(date) ?? NaN) - first] === 1;
}

/** Whether the schedule would run on the date without exceptions. */
function runsUsually(net: Network, { id, doc }: Node<'Schedule'>, date: string): boolean {
  const day = daysOf(date);
  if (day === undefined || date < doc.Calendar.fromDate || date > doc.Calendar.toDate) return false;
  return net.daysOfTimetables(id).some((mask) => (mask & (1 << weekdayOf(day))) !== 0);
}

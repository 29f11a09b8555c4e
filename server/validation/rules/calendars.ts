/** Rules of calendars: intervals, exceptions, families, and what the day of today makes of them. */
import { dateOfDays, daysOf } from '../../../src/domain/date.ts';
import type { Entity } from '../../../src/domain/entities.ts';
import { scheduleFamily } from '../../../src/domain/scheduleFamily.ts';
import type { Network, Node } from '../network.ts';
import { documentRule, groupRule, relationRule, type Fault, type Reads, type Rule } from '../rule.ts';
import { firstCommonDay, serviceDays } from '../running.ts';
import { isBlank } from '../texts.ts';
import { THRESHOLDS } from '../thresholds.ts';

type Schedule = Entity<'Schedule'>;

/** A schedule is checked again with those of its transport and of its family. */
const PEERS: Reads = {
  Schedule: (schedule, net) => [
    ...net.idsOf('scheduleOfTransport', schedule.ExternalTransportId),
    ...net.idsOf('scheduleOfFamily', scheduleFamily(schedule.Id)),
  ],
};
const TIMETABLES: Reads = { Timetable: (timetable) => [timetable.ScheduleId] };

export const calendarRules: readonly Rule[] = [
  documentRule(
    [
      316,
      'CALENDAR_INTERVAL_MISSING',
      'Error',
      'Schedule!',
      'The first or the last date of the calendar is missing, or is no date of the form YYYY-MM-DD.',
      'Nobody can say when the schedule runs.',
      'Type both dates.',
      'From 2026-02-30.',
    ],
    'Schedule',
    ({ Calendar }) =>
      (['fromDate', 'toDate'] as const).flatMap((field): Fault[] =>
        daysOf(Calendar[field] ?? '') === undefined ? [{ field, text: `"${Calendar[field] ?? ''}" is not a date` }] : [],
      ),
  ),
  documentRule(
    [
      317,
      'CALENDAR_INTERVAL_REVERSED',
      'Error',
      'Schedule!',
      'The calendar ends before it begins.',
      'The schedule never runs.',
      'Correct the dates.',
      'From 2026-12-01 to 2026-01-31.',
    ],
    'Schedule',
    (schedule) => {
      const { from, to } = intervalOf(schedule);
      return to < from
        ? { field: 'toDate', text: `The first day ${schedule.Calendar.fromDate} is after the last day ${schedule.Calendar.toDate}` }
        : undefined;
    },
  ),
  documentRule(
    [
      318,
      'CALENDAR_INTERVAL_TOO_LONG',
      'Warning',
      'Schedule',
      'The calendar is longer than 2 years, or ends more than 2 years after today.',
      'Nobody plans that far; mostly a year was mistyped.',
      'Correct the last date.',
      'To 2099-12-31.',
      { key: 'longestCalendar', unit: 'days', min: 30, max: 3660 },
    ],
    'Schedule',
    (schedule, { longestCalendar }) => {
      const { from, to } = intervalOf(schedule);
      if (Number.isNaN(to - from)) return undefined;
      if (to - from > longestCalendar) return { field: 'toDate', text: `The calendar is ${(to - from + 1).toLocaleString('en-GB')} days long` };
      return {
        field: 'toDate',
        text: `The calendar ends on ${schedule.Calendar.toDate}, more than ${longestCalendar === THRESHOLDS.longestCalendar ? '2 years' : `${longestCalendar} days`} from now`,
        to: to - longestCalendar - 1,
      };
    },
  ),
  relationRule(
    [
      319,
      'SCHEDULE_EXPIRED',
      'Error',
      'Schedule',
      'The last date is over, and no schedule of the same family or transport goes on.',
      'The line has vanished from every planner.',
      'Extend the calendar, or remove the line.',
      'A schedule to 2025-12-31 without a successor.',
    ],
    'Schedule',
    PEERS,
    (schedule, net) => {
      const { to } = intervalOf(schedule);
      if (Number.isNaN(to)) return undefined;
      const last = Math.max(
        to,
        ...peersOf(schedule, net, true)
          .map((peer) => intervalOf(peer).to)
          .filter((day) => !Number.isNaN(day)),
      );
      return { field: 'toDate', text: `Expired on ${schedule.Calendar.toDate}; no later schedule of the line follows`, from: last + 1 };
    },
  ),
  relationRule(
    [
      320,
      'SCHEDULE_EXPIRES_WITHIN_ONE_WEEK',
      'Warning',
      'Schedule',
      'The last date is today or within 7 days, and no schedule of the same transport is valid after it.',
      'The line is about to vanish from planners.',
      'Extend the calendar, or make the next schedule.',
      'A schedule that ends on Sunday.',
    ],
    'Schedule',
    PEERS,
    (schedule, net) => expiry(schedule, net, THRESHOLDS.oneWeek, 0),
  ),
  relationRule(
    [
      321,
      'SCHEDULE_EXPIRES_WITHIN_TWO_WEEKS',
      'Warning',
      'Schedule',
      'The last date is in 8 to 14 days, and no schedule of the same transport is valid after it.',
      'There is time yet to publish the next one.',
      'Extend the calendar, or make the next schedule.',
      'A schedule that ends in ten days.',
    ],
    'Schedule',
    PEERS,
    (schedule, net) => expiry(schedule, net, THRESHOLDS.twoWeeks, THRESHOLDS.oneWeek + 1),
  ),
  relationRule(
    [
      322,
      'SCHEDULE_ONLY_IN_FUTURE',
      'Warning',
      'Schedule',
      'The first date is after today, and no schedule of the same transport is valid today.',
      'The line does not run today.',
      'Correct the first date, or exclude the case where the line is really new.',
      'A schedule from next month on, of a line that runs today.',
    ],
    'Schedule',
    PEERS,
    (schedule, net) => {
      const { from } = intervalOf(schedule);
      if (Number.isNaN(from)) return undefined;
      const intervals = peersOf(schedule, net, false)
        .map(intervalOf)
        .filter((one) => one.to >= one.from && one.from < from);
      return gapsBefore(from, intervals).map((gap) => ({
        field: 'fromDate',
        text: `Begins on ${schedule.Calendar.fromDate}; no schedule of the line runs before`,
        ...gap,
      }));
    },
  ),
  groupRule(
    [
      323,
      'SCHEDULE_FAMILY_OVERLAP',
      'Error',
      'Schedule',
      'Two schedules of one family both run on one date, and neither overrides the other (one of them being the base schedule).',
      'Every trip of that day is offered twice.',
      'Let one end before the other begins, or mark one as an override.',
      '12_20260101 and 12_20260301 both run on 2026-03-15.',
    ],
    'Schedule',
    {
      keys: (schedule) => [scheduleFamily(schedule.Id)],
      on: { Timetable: (timetable) => [scheduleFamily(timetable.ScheduleId)] },
      check: (schedules, net) => overlaps(schedules, net),
    },
  ),
  groupRule(
    [
      324,
      'SCHEDULE_FAMILY_GAP',
      'Warning',
      'Schedule',
      'Between two intervals of one family there is a gap of 1 to 60 days.',
      'The line does not run in between, mostly by an oversight.',
      'Extend one of the calendars. Exclude the case where the line really pauses.',
      'One schedule to 2026-03-28, the next from 2026-03-30.',
      { key: 'largestGap', unit: 'days', min: 0, max: 365 },
    ],
    'Schedule',
    { keys: (schedule) => [scheduleFamily(schedule.Id)], check: (schedules, net) => gaps(schedules, net.limits.largestGap) },
  ),
  documentRule(
    [
      325,
      'EXCEPTION_DATE_DUPLICATE',
      'Error',
      'Schedule!',
      'Two exceptions of the calendar have the same date.',
      'It is unclear which of them applies.',
      'Remove one of them.',
      'Two exceptions on 2026-12-25.',
    ],
    'Schedule',
    ({ Calendar }) => {
      const seen = new Map<string, number>();
      for (const { Date } of Calendar.Exceptions) seen.set(Date, (seen.get(Date) ?? 0) + 1);
      return [...seen].flatMap(([date, n]): Fault[] =>
        n > 1 ? [{ field: 'Exceptions', text: `${date} is an exception ${n === 2 ? 'twice' : `${n} times`}` }] : [],
      );
    },
  ),
  documentRule(
    [
      326,
      'EXCEPTION_OUTSIDE_INTERVAL',
      'Warning',
      'Schedule',
      'An exception that takes service away has a date outside of the interval.',
      'There is nothing to take away on that day.',
      'Remove the exception, or correct its date.',
      'No service on 2027-12-25 in a calendar to 2026-12-12.',
    ],
    'Schedule',
    ({ Calendar }) =>
      Calendar.Exceptions.flatMap(({ Date, RunAs }): Fault[] =>
        RunAs === 0 && (Date < Calendar.fromDate || Date > Calendar.toDate)
          ? [{ field: 'Exceptions', text: `${Date} has no service, and is outside of ${Calendar.fromDate} to ${Calendar.toDate}` }]
          : [],
      ),
  ),
  relationRule(
    [
      327,
      'CALENDAR_NEVER_ACTIVE',
      'Error',
      'Schedule',
      'Over the interval and its exceptions no timetable of the schedule runs on any date.',
      'The schedule is never in any planner.',
      'Correct the dates, the days of the timetables, or the exceptions.',
      'A Sunday timetable in a calendar from Monday to Friday of one week.',
    ],
    'Schedule',
    TIMETABLES,
    (schedule, net, node) => {
      if (net.daysOfTimetables(schedule.Id).length === 0 || Number.isNaN(intervalOf(schedule).to)) return undefined;
      return serviceDays(net, node).count === 0 ? { field: 'toDate', text: 'No timetable runs on any date' } : undefined;
    },
  ),
  relationRule(
    [
      328,
      'CALENDAR_SERVICE_GAP',
      'Warning',
      'Schedule',
      'There are more than 13 dates in a row without service, between two dates with service.',
      'Mostly exceptions were forgotten, or holidays last longer than was meant.',
      'Look at the calendar. Exclude the case where the line really pauses.',
      'Nothing runs from 2026-07-01 to 2026-08-15.',
      { key: 'serviceGap', unit: 'days', min: 1, max: 365 },
    ],
    'Schedule',
    TIMETABLES,
    (schedule, net, node) => {
      const { first, days } = serviceDays(net, node);
      let last: number | undefined;
      const faults: Fault[] = [];
      for (let i = 0; i < days.length; i++) {
        if (days[i] !== 1) continue;
        if (last !== undefined && i - last - 1 > net.limits.serviceGap)
          faults.push({
            field: 'Exceptions',
            text: `Nothing runs from ${dateOfDays(first + last + 1)} to ${dateOfDays(first + i - 1)}, ${i - last - 1} days`,
          });
        last = i;
      }
      return faults;
    },
  ),
];

/** Days since 1970-01-01; NaN where a date is none. */
function intervalOf({ Calendar }: Schedule): { readonly from: number; readonly to: number } {
  return { from: daysOf(Calendar.fromDate ?? '') ?? NaN, to: daysOf(Calendar.toDate ?? '') ?? NaN };
}

/** Schedules of the same transport, or of the family too, itself included. */
function peersOf(schedule: Schedule, net: Network, family: boolean): Schedule[] {
  const nodes: Node<'Schedule'>[] = isBlank(schedule.ExternalTransportId)
    ? []
    : [...net.linked('scheduleOfTransport', schedule.ExternalTransportId ?? '')];
  if (family) nodes.push(...net.linked('scheduleOfFamily', scheduleFamily(schedule.Id)));
  return nodes.map(({ doc }) => doc);
}

function expiry(schedule: Schedule, net: Network, earliest: number, latest: number): Fault | undefined {
  const { to } = intervalOf(schedule);
  if (Number.isNaN(to) || peersOf(schedule, net, false).some((peer) => intervalOf(peer).to > to)) return undefined;
  return {
    field: 'toDate',
    text: `Ends on ${schedule.Calendar.toDate}; no schedule of the transport is valid after it`,
    from: to - earliest,
    to: to - latest,
  };
}

/** Spans of days before a day that none of the intervals covers; the first has no beginning. */
function gapsBefore(day: number, intervals: readonly { readonly from: number; readonly to: number }[]): { from?: number; to: number }[] {
  const sorted = intervals.toSorted((a, b) => a.from - b.from);
  const gaps: { from?: number; to: number }[] = [];
  let covered: number | undefined;
  for (const { from, to } of sorted) {
    if (covered === undefined) gaps.push({ to: from - 1 });
    else if (from > covered + 1) gaps.push({ from: covered + 1, to: from - 1 });
    covered = Math.max(covered ?? to, to);
  }
  if (covered === undefined) return [{ to: day - 1 }];
  if (covered < day - 1) gaps.push({ from: covered + 1, to: day - 1 });
  return gaps;
}

function overlaps(schedules: readonly Node<'Schedule'>[], net: Network): Fault[] {
  const faults: Fault[] = [];
  for (const [i, of] of schedules.entries()) {
    for (const other of schedules.slice(i + 1)) {
      if (of.doc.IsBaseSchedule !== other.doc.IsBaseSchedule) continue;
      const day = firstCommonDay(serviceDays(net, of), serviceDays(net, other));
      if (day === undefined) continue;
      faults.push(
        { of, text: `${other.id} of the same family runs on ${dateOfDays(day)} too` },
        { of: other, text: `${of.id} of the same family runs on ${dateOfDays(day)} too` },
      );
    }
  }
  return faults;
}

/** Gaps of so many days at most between the intervals of a family. */
function gaps(schedules: readonly Node<'Schedule'>[], largest: number): Fault[] {
  const sorted = schedules
    .map((node) => ({ node, ...intervalOf(node.doc) }))
    .filter((one) => one.to >= one.from)
    .toSorted((a, b) => a.from - b.from || a.to - b.to);
  const faults: Fault[] = [];
  let last: number | undefined;
  for (const { node, from, to } of sorted) {
    const gap = last === undefined ? 0 : from - last - 1;
    if (last !== undefined && gap >= 1 && gap <= largest)
      faults.push({
        of: node,
        field: 'fromDate',
        text: `No schedule of the family is valid from ${dateOfDays(last + 1)} to ${dateOfDays(from - 1)}, ${gap} ${gap === 1 ? 'day' : 'days'}`,
      });
    last = Math.max(last ?? to, to);
  }
  return faults;
}

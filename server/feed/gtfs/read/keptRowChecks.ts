/** Looks at single rows of tables that are kept as files: booking rules and timeframes. What is said of them changes nothing. */
import type { FeedNotes } from '../notes.ts';
import type { TableRow } from './table.ts';

/** What looks at the rows of one table. */
export interface RowCheck {
  readonly columns: readonly string[];
  readonly look: (row: TableRow, notes: FeedNotes) => void;
}

const NOTICE = 'prior_notice_';
const BOOKING = [
  'booking_type',
  ...['duration_min', 'duration_max', 'last_day', 'last_time', 'start_day', 'start_time', 'service_id'].map((name) => NOTICE + name),
];
/** Columns that a booking type forbids: bookings in real time, on the same day, and up to the day before. */
const FORBIDDEN: Readonly<Record<string, readonly [what: string, columns: readonly string[]]>> = {
  '0': ['in real time', BOOKING.slice(1)],
  '1': ['on the same day', [`${NOTICE}last_day`, `${NOTICE}last_time`, `${NOTICE}service_id`]],
  '2': ['days before', [`${NOTICE}duration_min`, `${NOTICE}duration_max`]],
};
const NEEDED: Readonly<Record<string, readonly string[]>> = {
  '1': [`${NOTICE}duration_min`],
  '2': [`${NOTICE}last_day`, `${NOTICE}last_time`],
};

/** The checks of a feed, by table; timeframes are compared with those before. */
export function keptRowChecks(): Readonly<Record<string, RowCheck>> {
  return { booking_rules: { columns: BOOKING, look: lookAtBooking }, timeframes: timeframes() };
}

function say(row: TableRow, notes: FeedNotes, kind: string, reason: string, column: string): void {
  notes.add('error', row.file, row.line, kind, reason, { column, value: row.text(column) });
}

function lookAtBooking(row: TableRow, notes: FeedNotes): void {
  const has = (column: string): boolean => row.text(NOTICE + column) !== '';
  const number = (column: string): number => Number(row.text(NOTICE + column));
  const type = row.text('booking_type');
  const [what, columns] = FORBIDDEN[type] ?? ['', []];
  const given = columns.filter((column) => row.text(column) !== '');
  if (given[0] !== undefined) say(row, notes, `not for bookings ${what}`, `Bookings ${what} have no ${given.join(', ')}`, given[0]);
  for (const column of NEEDED[type] ?? [])
    if (row.text(column) === '') say(row, notes, `${column} not given`, `Bookings ${what} need ${column}`, column);
  if (has('duration_min') && has('duration_max') && number('duration_max') < number('duration_min'))
    say(row, notes, 'notice of no length', 'prior_notice_duration_max is less than prior_notice_duration_min', `${NOTICE}duration_max`);
  if (has('start_day') && !has('start_time'))
    say(row, notes, `${NOTICE}start_time not given`, 'prior_notice_start_day needs prior_notice_start_time', `${NOTICE}start_time`);
  if (!has('start_day') && has('start_time'))
    say(row, notes, 'start time without a day', 'prior_notice_start_time is given without prior_notice_start_day', `${NOTICE}start_time`);
  if (has('start_day') && has('duration_max'))
    say(row, notes, 'start day beside a duration', 'prior_notice_start_day is given beside prior_notice_duration_max', `${NOTICE}start_day`);
  if (has('start_day') && has('last_day') && number('last_day') > number('start_day'))
    say(row, notes, 'last day before the first', 'prior_notice_last_day is greater than prior_notice_start_day', `${NOTICE}last_day`);
}

function timeframes(): RowCheck {
  const before = new Map<string, { readonly from: number; readonly to: number; readonly line: number }[]>();
  return {
    columns: ['service_id', 'start_time', 'end_time'],
    look: (row, notes) => {
      const [start, end] = [row.text('start_time'), row.text('end_time')];
      if ((start === '') !== (end === ''))
        say(row, notes, 'half a timeframe', 'Only one of start_time and end_time is given', start === '' ? 'end_time' : 'start_time');
      for (const column of ['start_time', 'end_time'])
        if ((secondsOf(row.text(column)) ?? 0) > DAY)
          say(row, notes, 'time after 24:00:00', `${column} ${row.text(column)} is after 24:00:00`, column);
      const [from, to] = [start === '' ? 0 : secondsOf(start), end === '' ? DAY : secondsOf(end)];
      if (from === undefined || to === undefined) return;
      const key = JSON.stringify([row.text('timeframe_group_id'), row.text('service_id')]);
      const others = before.get(key) ?? [];
      const other = others.find((one) => one.from < to && from < one.to);
      if (other)
        say(row, notes, 'timeframes overlap', `It overlaps the timeframe of line ${other.line}, of the same group and service`, 'start_time');
      before.set(key, [...others, { from, to, line: row.line }]);
    },
  };
}

const DAY = 86_400;

/** Seconds of a time H:MM:SS; undefined where it is none. */
export function secondsOf(text: string): number | undefined {
  const [, hours, minutes, seconds] = /^(\d{1,3}):([0-5]\d):([0-5]\d)$/.exec(text.trim()) ?? [];
  return hours === undefined ? undefined : Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds);
}

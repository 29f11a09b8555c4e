/** When a schedule is due, in the time zone of its region, also on the days on which clocks are put forward or back. */
import type { PipelineSchedule } from './pipelines.ts';

/**
 * Moments (unix milliseconds) at which a schedule is due, after `after` and up to `until`, in their order. A time of day that does
 * not exist on a day counts at the next one that does; one that comes twice counts the first time. A zone that is not known is UTC.
 */
export function dueTimes({ times_of_day, days_of_week }: PipelineSchedule, timezone: string, after: number, until: number): number[] {
  const zone = zoneOf(timezone);
  const found = new Set<number>();
  // A local day begins at most 14 hours before and ends at most 12 hours after the same day in UTC.
  for (let day = Math.floor(after / DAY) - 1; day * DAY <= until + DAY; day++) {
    // 1970-01-01 was a Thursday.
    if (days_of_week[(((day + 3) % 7) + 7) % 7] !== '1') continue;
    for (const time of times_of_day) {
      const due = momentOf(zone, day, minutesOf(time));
      if (due > after && due <= until) found.add(due);
    }
  }
  return [...found].toSorted((a, b) => a - b);
}

/** The next moment after `after` (unix milliseconds) at which a schedule is due; undefined where it never is. */
export function nextDue(schedule: PipelineSchedule, timezone: string, after: number): number | undefined {
  if (schedule.times_of_day.length === 0 || !schedule.days_of_week.includes('1')) return undefined;
  return dueTimes(schedule, timezone, after, after + 9 * DAY)[0];
}

/** The moment (unix milliseconds) of `YYYY-MM-DDTHH:mm` in a time zone, by the rules of `dueTimes`; undefined where there is no such day. */
export function momentIn(timezone: string, local: string): number | undefined {
  const midnight = Date.parse(`${local.slice(0, 10)}T00:00:00Z`);
  if (!Number.isFinite(midnight) || new Date(midnight).toISOString().slice(0, 10) !== local.slice(0, 10)) return undefined;
  return momentOf(zoneOf(timezone), midnight / DAY, minutesOf(local.slice(11)));
}

const MINUTE = 60_000;
const DAY = 86_400_000;

function minutesOf(time: string): number {
  const [hours, minutes] = time.split(':');
  return Number(hours) * 60 + Number(minutes);
}

/** The moment of a wall time on a day (days since 1970-01-01). */
function momentOf(zone: Intl.DateTimeFormat, day: number, minutes: number): number {
  const wall = day * DAY + minutes * MINUTE;
  // The offset an hour-long change away on either side: no zone changes twice within two days.
  const candidates = [wall - offsetAt(zone, wall - DAY), wall - offsetAt(zone, wall + DAY)];
  const real = candidates.filter((moment) => moment + offsetAt(zone, moment) === wall);
  if (real.length > 0) return Math.min(...real);
  // The clock is put forward over it: the moment of the change is somewhere between the two.
  let [low, high] = [Math.min(...candidates), Math.max(...candidates)];
  const before = offsetAt(zone, low);
  while (high - low > MINUTE) {
    const middle = low + Math.floor((high - low) / 2 / MINUTE) * MINUTE;
    if (offsetAt(zone, middle) === before) low = middle;
    else high = middle;
  }
  return high;
}

/** Milliseconds that local time is ahead of UTC at a moment. */
function offsetAt(zone: Intl.DateTimeFormat, moment: number): number {
  const parts = new Map(zone.formatToParts(moment).map(({ type, value }) => [type, Number(value)]));
  const part = (type: Intl.DateTimeFormatPartTypes): number => parts.get(type) ?? 0;
  const local = Date.UTC(part('year'), part('month') - 1, part('day'), part('hour'), part('minute'));
  return local - Math.floor(moment / MINUTE) * MINUTE;
}

const zones = new Map<string, Intl.DateTimeFormat>();

function zoneOf(timezone: string): Intl.DateTimeFormat {
  let zone = zones.get(timezone);
  if (zone === undefined) {
    zone = formatOf(timezone) ?? zoneOf('UTC');
    zones.set(timezone, zone);
  }
  return zone;
}

function formatOf(timeZone: string): Intl.DateTimeFormat | undefined {
  const fields = { year: 'numeric', month: 'numeric', day: 'numeric', hour: 'numeric', minute: 'numeric', hourCycle: 'h23' } as const;
  try {
    return new Intl.DateTimeFormat('en-US-u-ca-iso8601', { timeZone: timeZone === '' ? 'UTC' : timeZone, ...fields });
  } catch {
    return undefined;
  }
}

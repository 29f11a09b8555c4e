import type { CalendarDate } from './date.ts';

/** Date and seconds since midnight in a time zone; UTC where the zone is not known. */
export function localTime(at: number, timezone: string): { date: CalendarDate; seconds: number } {
  const parts = new Map(
    zoneOf(timezone)
      .formatToParts(at * 1000)
      .map(({ type, value }) => [type, value]),
  );
  const part = (type: Intl.DateTimeFormatPartTypes): string => parts.get(type) ?? '0';
  return {
    date: `${part('year')}-${part('month')}-${part('day')}`,
    seconds: Number(part('hour')) * 3600 + Number(part('minute')) * 60 + Number(part('second')),
  };
}

function zoneOf(timeZone: string): Intl.DateTimeFormat {
  const shape = {
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    hourCycle: 'h23',
  } as const;
  try {
    return new Intl.DateTimeFormat('en-GB', { ...shape, timeZone });
  } catch {
    return new Intl.DateTimeFormat('en-GB', { ...shape, timeZone: 'UTC' });
  }
}

import { nextDue } from '../src/domain/pipelineTimes.ts';

/**
 * When the demo's nightly work runs (`HH:MM`): at the wanted time, or four hours earlier where that would come within three hours of
 * `now` (unix milliseconds). What runs by itself must not happen to somebody who looks around for the first time.
 */
export function demoNight(wanted: `0${number}:${number}`, timezone: string, now: number): string {
  const next = nextDue({ times_of_day: [wanted], days_of_week: '1111111' }, timezone, now);
  if (next === undefined || next - now > THREE_HOURS) return wanted;
  const [hours, minutes] = wanted.split(':');
  return `${String((Number(hours) + 20) % 24).padStart(2, '0')}:${minutes}`;
}

const THREE_HOURS = 3 * 3_600_000;

/**
 * Times of a service day: whole seconds from noon minus 12 h of that day, so `25:10` is ten past one in the night after.
 * Never derived from today's date.
 */

/** Shows `08:05`, after midnight `25:10`; seconds only where there are any. */
export function formatServiceTime(seconds: number): string {
  const sign = seconds < 0 ? '-' : '';
  const whole = Math.abs(Math.trunc(seconds));
  const rest = whole % 60;
  const text = `${sign}${pad(Math.floor(whole / 3600))}:${pad(Math.floor(whole / 60) % 60)}`;
  return rest === 0 ? text : `${text}:${pad(rest)}`;
}

/** The clock's reading of a service time with the day it falls on: `01:10 (+1 day)`; undefined before midnight. */
export function calendarTime(seconds: number): string | undefined {
  const days = Math.floor(seconds / 86_400);
  if (days < 1) return undefined;
  return `${formatServiceTime(seconds % 86_400)} (+${days} ${days === 1 ? 'day' : 'days'})`;
}

function pad(n: number): string {
  return String(n).padStart(2, '0');
}

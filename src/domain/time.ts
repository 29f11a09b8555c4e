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

/** A service time as GTFS writes it: `08:05:00`. */
export function gtfsTime(seconds: number): string {
  return `${pad(Math.floor(seconds / 3600))}:${pad(Math.floor(seconds / 60) % 60)}:${pad(seconds % 60)}`;
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

/** The last second that a timetable may name: 99:59:59. */
export const LAST_SECOND = 359_999;

/**
 * Reads a typed service time: `805`, `8:05`, `8.05`, `8h05`, `0805`, `80530`, `8:05:30`, `25:10`, `8:05am`, `8 pm`. Seconds of the
 * service day, 0 to 99:59:59; undefined where the text is none.
 */
export function parseServiceTime(text: string): number | undefined {
  const [, digits = '', half] = /^(.*?)\s*([ap]m)?$/i.exec(text.trim()) ?? [];
  const match =
    /^(\d{1,2})[:.h](\d{2})(?:[:.](\d{2}))?$/i.exec(digits) ??
    /^(\d{1,2}?)(\d{2})(\d{2})?$/.exec(padded(digits)) ??
    (half === undefined ? null : /^(\d{1,2})$/.exec(digits));
  if (!match) return undefined;
  const [hours, minutes, seconds] = [Number(match[1]), Number(match[2] ?? 0), Number(match[3] ?? 0)];
  if (minutes > 59 || seconds > 59 || (half !== undefined && (hours < 1 || hours > 12))) return undefined;
  const hour = half === undefined ? hours : (hours % 12) + (half.toLowerCase() === 'pm' ? 12 : 0);
  return hour * 3600 + minutes * 60 + seconds;
}

/** Three and five digits begin with an hour of one digit; fewer or more are no time. */
function padded(text: string): string {
  if (!/^\d{3,6}$/.test(text)) return '';
  return text.length % 2 === 1 ? `0${text}` : text;
}

/** Reads a typed running time: `5` minutes, `1:05` hours and minutes, `0:02:30` with seconds. Seconds; undefined where it is none. */
export function parseRunningTime(text: string): number | undefined {
  const match = /^(\d{1,4})(?::(\d{2}))?(?::(\d{2}))?$/.exec(text.trim());
  if (!match) return undefined;
  if (match[2] === undefined) return Number(match[1]) * 60;
  const [minutes, seconds] = [Number(match[2]), Number(match[3] ?? 0)];
  return minutes > 59 || seconds > 59 ? undefined : Number(match[1]) * 3600 + minutes * 60 + seconds;
}

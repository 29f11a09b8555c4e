/** Small surprises by date. */

/** What the badge wears. */
export type Season = 'winter' | 'halloween' | 'midsummer';

/** The season of a day given as month and day in UTC, 1-based; most days have none. */
export function seasonOf(month: number, day: number): Season | undefined {
  if (month === 12) return 'winter';
  if (month === 10 && day >= 29) return 'halloween';
  if (month === 6 && day >= 19 && day <= 25) return 'midsummer';
  return undefined;
}

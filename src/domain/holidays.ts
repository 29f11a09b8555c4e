/** Public holidays of a country or a part of it, as they are offered for a calendar. */
import { z } from 'zod';
import { CalendarDate } from './date.ts';

const Place = z.object({ Id: z.string(), Name: z.string() });

export const Holiday = z.object({
  Date: CalendarDate,
  Name: z.string(),
  /** Whether all have the day off, some do, or nobody but schools. */
  Type: z.enum(['public', 'bank', 'optional', 'school']),
  /** How the date came about, as `NL: easter 39`. */
  Rule: z.string(),
});
export type Holiday = z.infer<typeof Holiday>;

export const Holidays = z.object({
  /** Empty where none was requested and none could be proposed. */
  Country: z.string(),
  State: z.string(),
  Countries: z.array(Place),
  States: z.array(Place),
  Holidays: z.array(Holiday),
});
export type Holidays = z.infer<typeof Holidays>;

/** Years that are read at a time. */
export const MOST_HOLIDAY_YEARS = 6;

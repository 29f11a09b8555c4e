/** What the timetable of one line says: its day types, directions, stops and trips. Kept as JSON in the book of a release. */
import { z } from 'zod';

/**
 * Dates in a form that can be said: of a list of dates, those from `from` to `until` on these weekdays (bit 0: Monday), and those of `also`,
 * but not those of `not`. Ranges hold all dates of the list from the first to the last one; of `not`, those of the weekdays.
 */
export const DaysText = z.object({
  weekdays: z.int().min(0).max(127),
  from: z.string().optional(),
  until: z.string().optional(),
  also: z.array(z.tuple([z.string(), z.string()])),
  not: z.array(z.tuple([z.string(), z.string()])),
});
export type DaysText = z.infer<typeof DaysText>;

/** A row of a direction: a call of a stop. A stop that a trip serves twice has two rows. */
export const BookStop = z.object({ id: z.string(), name: z.string(), code: z.string(), isTimepoint: z.boolean() });

/** How a trip calls at a stop, by bits. */
export const MARKS = { noPickup: 1, noDropOff: 2, phone: 4, driver: 8, approximate: 16 } as const;

/** Trips with the same times on dates that do not overlap are one run. */
export const BookRun = z.object({
  /** Index of its pattern. */
  pattern: z.int(),
  /** Arrival and departure of each call in seconds since the start of the service day; -1 where no time is given. */
  times: z.array(z.int()),
  headsign: z.string(),
  name: z.string(),
  /** Repeated: seconds between two departures, and when the last one has gone. */
  every: z.object({ seconds: z.int(), until: z.int(), isExact: z.boolean() }).optional(),
  /** Day types that it runs on, with the index of a note where it does not run on all their dates; -1: none. */
  days: z.array(z.tuple([z.int(), z.int()])),
});
export type BookRun = z.infer<typeof BookRun>;

export const BookDirection = z.object({
  title: z.string(),
  stops: z.array(BookStop),
  /** Rows that a trip calls at, in its order, and a sum of MARKS for each. */
  patterns: z.array(z.object({ rows: z.array(z.int()), marks: z.array(z.int()) })),
  runs: z.array(BookRun),
});
export type BookDirection = z.infer<typeof BookDirection>;

export const LineBook = z.object({
  id: z.string(),
  short: z.string(),
  long: z.string(),
  color: z.string(),
  agency: z.string(),
  /** First and last date on which it runs; empty where it never does. */
  from: z.string(),
  until: z.string(),
  dayTypes: z.array(DaysText),
  notes: z.array(DaysText),
  directions: z.array(BookDirection),
  /** Trips that are not in the tables: those that call at areas on demand, and those without any time. */
  onDemand: z.int(),
});
export type LineBook = z.infer<typeof LineBook>;

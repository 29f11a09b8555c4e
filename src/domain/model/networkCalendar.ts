import { z } from 'zod';
import { CalendarDate } from '../date.ts';
import { Days } from '../days.ts';
import { defineKind, field, idField } from './kind.ts';

const OWN = { none: 'of the product alone' } as const;

/** What a kind of day is called and runs as: "School days", "Sunday service". Calendars of the network name it. */
export const DayTypeKind = defineKind(
  'DayType',
  { words: ['day type', 'day types'], array: 'DayTypes', identity: ['Id'], shownOn: 'calendar', younger: true },
  {
    Id: idField(OWN, 'Made by the product.'),
    Name: field(z.string(), { holds: 'text', label: 'Name', help: 'What such days are called: School days.', gtfs: OWN }),
    Color: field(z.string().optional(), { holds: 'colour', label: 'Colour', help: 'Of such days on the calendar, six digits: 0055AA.', gtfs: OWN }),
    RunAs: field(Days, { holds: 'days', label: 'Runs as', help: 'The weekdays whose timetables run on such days; none for no service.', gtfs: OWN }),
  },
);

export const DayType = DayTypeKind.schema;
export type DayType = z.infer<typeof DayType>;

/** A name of a holiday or a period. */
const Name = z.string().trim().min(1).max(200);

/**
 * A date that the network treats in its own way. `RunAs` is what it runs as, resolved when it was written, so that a version never
 * changes by itself; without one it runs as usual, whatever the period around it says.
 */
export const CalendarDay = z.object({
  Date: CalendarDate,
  RunAs: Days.optional(),
  DayTypeId: z.string().optional(),
  /** Of a holiday: Christmas Day. */
  Name: Name.optional(),
  /** How the date came about: `NL: 12-25`, or the id of a rule of `date-holidays`. */
  Rule: z.string().max(200).optional(),
});
export type CalendarDay = z.infer<typeof CalendarDay>;

/** A named range of dates, both included. Its weekdays in `Days` (all without) run as `RunAs`; without one they run as usual. */
export const CalendarPeriod = z.object({
  Name,
  From: CalendarDate,
  To: CalendarDate,
  Days: Days.optional(),
  RunAs: Days.optional(),
  DayTypeId: z.string().optional(),
});
export type CalendarPeriod = z.infer<typeof CalendarPeriod>;

/** What the dates of a year are for many lines at once. Schedules that follow it have its dates among their exceptions. */
export const NetworkCalendarKind = defineKind(
  'NetworkCalendar',
  {
    words: ['network calendar', 'network calendars'],
    array: 'NetworkCalendars',
    page: 'calendar',
    identity: ['Id'],
    keptWhileUsed: true,
    younger: true,
  },
  {
    Id: idField(OWN, 'Made by the product. Schedules that follow the calendar name it.'),
    Name: field(z.string(), { holds: 'text', label: 'Name', help: 'What the calendar is called: Network, School lines.', gtfs: OWN }),
    Dates: field(z.array(CalendarDay), {
      holds: 'parts',
      label: 'Dates',
      help: 'Holidays and other single dates, with what they run as.',
      gtfs: OWN,
    }),
    Periods: field(z.array(CalendarPeriod), {
      holds: 'parts',
      label: 'Periods',
      help: 'Named ranges of dates, with what their days run as; of two on a date the later one in the list counts.',
      gtfs: OWN,
    }),
  },
);

export const NetworkCalendar = NetworkCalendarKind.schema;
export type NetworkCalendar = z.infer<typeof NetworkCalendar>;

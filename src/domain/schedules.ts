/** Schedules (also called transports): one line of the network for one calendar. */
import { z } from 'zod';
import { CalendarDate } from './date.ts';
import { Days } from './days.ts';
import { extraField } from './extra.ts';

/**
 * A day that differs from the weekly pattern. `RunAs` is a days bitmask: 0 no service, 127 every timetable runs,
 * otherwise the timetables whose Days meet it run.
 */
export const CalendarException = z.object({ Date: CalendarDate, RunAs: Days });
export type CalendarException = z.infer<typeof CalendarException>;

/** When a schedule is valid: both dates included. */
export const Calendar = z.object({
  fromDate: CalendarDate,
  toDate: CalendarDate,
  Exceptions: z.array(CalendarException),
});
export type Calendar = z.infer<typeof Calendar>;

/** A schedule without its tracks, as it is stored. */
export const Schedule = z.object({
  Id: z.string().min(1),
  Name: z.string(),
  LongName: z.string().optional(),
  /** Groups the schedules of one line (`route_id` of GTFS); shows as N/A when absent. */
  ExternalTransportId: z.string().optional(),
  IsBaseSchedule: z.boolean(),
  AgencyId: z.string().optional(),
  /** GTFS route type: 0 tram ... 12 monorail, and the extended numbers. */
  VehicleType: z.int().optional(),
  Color: z.string().optional(),
  TextColor: z.string().optional(),
  Url: z.string().optional(),
  /** Where its tickets are sold, when not where those of its agency are. */
  TicketingDeepLinkId: z.string().optional(),
  Calendar,
  /** Ids of its tracks in the order in which they are shown; those not named follow by id. */
  TrackOrder: z.array(z.string()).optional(),
  ...extraField,
});
export type Schedule = z.infer<typeof Schedule>;

/** What a schedule is called: its short name, else its long name, else its id. */
export function scheduleName({ Name, LongName, Id }: { readonly Id: string; readonly Name: string; readonly LongName?: string | undefined }): string {
  return Name || LongName || Id;
}

/** Schedules compare by name as people count: 2 before 10, then by id. */
export function compareSchedules(a: { Name: string; Id: string }, b: { Name: string; Id: string }): number {
  return collator.compare(a.Name, b.Name) || collator.compare(a.Id, b.Id);
}

const collator = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });

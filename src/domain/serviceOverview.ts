/** What runs in a version: its days of service and its lines, for somebody who opens it. */
import { z } from 'zod';
import { CalendarDate } from './date.ts';

/** A line: the schedules of one `ExternalTransportId`, else one schedule. */
export const OverviewLine = z.object({
  /** The first of its schedules, to be opened. */
  ScheduleId: z.string(),
  Name: z.string(),
  LongName: z.string(),
  Color: z.string().optional(),
  TextColor: z.string().optional(),
  Schedules: z.int().min(1),
  /** Trips on its busiest day. */
  Trips: z.int().min(0),
});
export type OverviewLine = z.infer<typeof OverviewLine>;

export const ServiceOverview = z.object({
  /** The first day on which anything runs; null where nothing ever does. */
  FirstDay: CalendarDate.nullable(),
  /** Trips on each day from the first to the last one. */
  Trips: z.array(z.int().min(0)),
  /** In the order of the list of schedules. */
  Lines: z.array(OverviewLine),
  /** Where no schedule follows a calendar of the network: how many share how many exceptions, of which a calendar could be made. */
  Shared: z.object({ Schedules: z.int().min(2), Of: z.int().min(2), Dates: z.int().min(1) }).optional(),
});
export type ServiceOverview = z.infer<typeof ServiceOverview>;

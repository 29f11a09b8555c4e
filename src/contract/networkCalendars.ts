/** The calendars of the network of a version, and what runs. */
import { z } from 'zod';
import { DayTrips } from '../domain/dayTrips.ts';
import { DayType, NetworkCalendar } from '../domain/model/networkCalendar.ts';
import { Schedule } from '../domain/model/schedule.ts';
import { defineRoute } from './route.ts';
import { VersionParams } from './versions.ts';

/** By id; those that an import has laid over an earlier feed have none. */
const Revs = z.record(z.string(), z.int().min(0));

export const readCalendars = defineRoute({
  name: 'readCalendars',
  summary:
    'Calendars of the network and day types, every schedule with its calendar and without its tracks, and trips with first and last departure of each schedule by the weekdays of its timetables.',
  method: 'GET',
  path: '/storage/ui/db/version/:versionId/calendars',
  params: VersionParams,
  reply: z.object({
    Calendars: z.array(NetworkCalendar),
    DayTypes: z.array(DayType),
    Schedules: z.array(Schedule),
    Trips: z.array(DayTrips),
    /** Revisions of those that were changed in this version. */
    Revs: z.object({ Calendars: Revs, DayTypes: Revs, Schedules: Revs }),
  }),
  access: 'read',
});

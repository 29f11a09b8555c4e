/** The service of a version: what its vehicles drive. */
import { CalendarDate } from '../domain/date.ts';
import { ServiceDay } from '../domain/service/day.ts';
import { defineRoute } from './route.ts';
import { VersionParams } from './versions.ts';

export const readServiceDay = defineRoute({
  name: 'readServiceDay',
  summary:
    'All trips that run on a date, by timetable, with lines, first and last stop and block. Each departure: time, trip id, place among those of its name, block, runs, seconds between runs.',
  method: 'GET',
  path: '/storage/ui/db/version/:versionId/service/day/:date',
  params: VersionParams.extend({ date: CalendarDate }),
  reply: ServiceDay,
  access: 'read',
});

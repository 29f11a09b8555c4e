/** Schedules of a version, readable: the short list and one schedule with its tracks and timetables. */
import { z } from 'zod';
import { ScheduleRow } from '../domain/scheduleDetails.ts';
import { GUIDED_LIMIT, SearchCondition, SearchMatch } from '../domain/searchTags.ts';
import { SpecifiedSchedule } from '../domain/specified.ts';
import { defineRoute } from './route.ts';
import { VersionParams } from './versions.ts';

/** One value, or several under the same name. */
function several(value: z.ZodString) {
  return z.union([value, z.array(value).max(GUIDED_LIMIT)]).optional();
}

export const listSchedules = defineRoute({
  name: 'listSchedules',
  summary:
    'Schedules of a version, or those with trips whose id holds (Contains) or is (Exact) one or all (condition) of the texts, and with departures at the times (HH:mm, HH:mm:ss).',
  method: 'GET',
  path: '/storage/ui/db/version/:versionId/schedules',
  params: VersionParams,
  query: z.object({
    tripIds: several(z.string().max(500)),
    departures: several(z.string().regex(/^([01]\d|2[0-3]):[0-5]\d(:[0-5]\d)?$/, 'Write a time such as 08:05')),
    condition: SearchCondition.optional(),
    match: SearchMatch.optional(),
  }),
  reply: z.object({ Schedules: z.array(ScheduleRow), TooManyResultsForSearch: z.boolean() }),
  access: 'read',
});

export const listBaseSchedules = defineRoute({
  name: 'listBaseSchedules',
  summary: 'The base schedules of a version, in the order of the list.',
  method: 'GET',
  path: '/storage/ui/db/version/:versionId/base-schedules',
  params: VersionParams,
  reply: z.object({ Schedules: z.array(ScheduleRow) }),
  access: 'read',
});

export const listSchedulesOfRegion = defineRoute({
  name: 'listSchedulesOfRegion',
  summary: 'Schedules of the current version of each database of a region, with the database and the version they are of.',
  method: 'GET',
  path: '/storage/ui/regions/:region/schedules',
  params: z.object({ region: z.string() }),
  reply: z.object({ Schedules: z.array(ScheduleRow.extend({ DbId: z.string(), DbVersionId: z.int() })) }),
  access: 'read',
});

export const readSchedule = defineRoute({
  name: 'readSchedule',
  summary: 'One schedule with its tracks, their stops and their timetables.',
  method: 'GET',
  path: '/storage/ui/db/version/:versionId/schedules/:scheduleId',
  params: VersionParams.extend({ scheduleId: z.string() }),
  reply: SpecifiedSchedule,
  access: 'read',
});

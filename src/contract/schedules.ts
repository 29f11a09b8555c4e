/** Schedules of a version, readable: the short list and one schedule with its tracks and timetables. */
import { z } from 'zod';
import { LoadedSchedule, ScheduleRow } from '../domain/scheduleDetails.ts';
import { defineRoute } from './route.ts';
import { VersionParams } from './versions.ts';

export const listSchedules = defineRoute({
  name: 'listSchedules',
  summary: 'Schedules of a version, or those with trips whose id holds (Contains) or is (Exact) one or all (condition) of the texts.',
  method: 'GET',
  path: '/storage/ui/db/version/:versionId/schedules',
  params: VersionParams,
  query: z.object({
    tripIds: z.union([z.string(), z.array(z.string())]).optional(),
    condition: z.enum(['Or', 'And']).optional(),
    match: z.enum(['Exact', 'Contains']).optional(),
  }),
  reply: z.object({ Schedules: z.array(ScheduleRow), TooManyResultsForSearch: z.boolean() }),
  access: 'read',
});

export const readSchedule = defineRoute({
  name: 'readSchedule',
  summary: 'One schedule with its tracks, their stops and their timetables.',
  method: 'GET',
  path: '/storage/ui/db/version/:versionId/schedules/:scheduleId',
  params: VersionParams.extend({ scheduleId: z.string() }),
  reply: LoadedSchedule,
  access: 'read',
});

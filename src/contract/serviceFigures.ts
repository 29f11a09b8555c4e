/** Figures of service of a version: vehicle hours, kilometres, vehicles and costs of each schedule. */
import { z } from 'zod';
import { ScheduleFigures } from '../domain/service/dayTypes.ts';
import { defineRoute } from './route.ts';
import { VersionParams } from './versions.ts';

export const readServiceFigures = defineRoute({
  name: 'readServiceFigures',
  summary:
    'Trips, vehicle hours (in seconds), metres, peak vehicles and cost of each schedule on a typical Monday to Friday, Saturday and Sunday: the date of that kind with the most trips.',
  method: 'GET',
  path: '/storage/ui/db/version/:versionId/service-figures',
  params: VersionParams,
  reply: z.object({ Schedules: z.array(ScheduleFigures) }),
  access: 'read',
});

/** Where vehicles are and were. */
import { z } from 'zod';
import { DrivenTimes, VehiclePositions } from '../domain/realtime.ts';
import { VersionParams } from './versions.ts';
import { defineRoute } from './route.ts';

export const readRealtime = defineRoute({
  name: 'readRealtime',
  summary:
    'Vehicle positions of a track from the beginning of one date to the end of another (UTC, 14 days apart at most), ' +
    '`since`: only those after that moment (unix seconds). Without a track: those of all tracks of the schedule; ' +
    'without a schedule: where each vehicle of the database was last, within ten minutes before the end. 20,000 points at most.',
  method: 'GET',
  path: '/storage/ui/db/:databaseId/realtime',
  params: z.object({ databaseId: z.string() }),
  query: z.object({
    schedule: z.string().optional(),
    track: z.string().optional(),
    from: z.string(),
    to: z.string(),
    since: z.coerce.number().pipe(z.int().min(0).max(4_000_000_000)).optional(),
  }),
  reply: VehiclePositions,
  access: 'read',
});

export const readDrivenTimes = defineRoute({
  name: 'readDrivenTimes',
  summary:
    'When trips of a schedule passed the stops of its tracks, from one date to another (14 days apart at most), out of the vehicle positions that are kept: seconds of the service day.',
  method: 'GET',
  path: '/storage/ui/db/version/:versionId/driven-times',
  params: VersionParams,
  query: z.object({ schedule: z.string().min(1), from: z.string(), to: z.string() }),
  reply: DrivenTimes,
  access: 'read',
});

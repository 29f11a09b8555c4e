/** Where vehicles are and were. */
import { z } from 'zod';
import { VehiclePositions } from '../domain/realtime.ts';
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

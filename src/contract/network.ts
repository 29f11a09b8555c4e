/** The lines of a version on the map. */
import { z } from 'zod';
import { Network, NETWORK_ZOOMS } from '../domain/mapOverlays.ts';
import { defineRoute } from './route.ts';
import { VersionParams } from './versions.ts';

export const readNetwork = defineRoute({
  name: 'readNetwork',
  summary: 'Shapes of all visible tracks, generalised for a zoom (8, 11 or 15); straight from stop to stop where a track has none. Carries an ETag.',
  method: 'GET',
  path: '/storage/ui/db/version/:versionId/tracks/overlay',
  params: VersionParams,
  query: z.object({ zoom: z.coerce.number().pipe(z.literal(NETWORK_ZOOMS)) }),
  reply: Network,
  access: 'read',
});

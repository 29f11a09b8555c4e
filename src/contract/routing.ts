/** The path between two places, for drawing shapes. */
import { z } from 'zod';
import { Coordinate } from '../domain/coordinate.ts';
import { RouteAnswer, RouteVariant } from '../domain/routing.ts';
import { defineRoute } from './route.ts';
import { VersionParams } from './versions.ts';

export const routeSegment = defineRoute({
  name: 'routeSegment',
  summary:
    'The path between two places. `standard` asks the configured router, `transit-alignment` follows the shapes of the version. Where neither finds one the ' +
    'path is straight; Engine says which it was. Changes nothing.',
  method: 'POST',
  path: '/storage/ui/db/version/:versionId/routing/segment/:variant',
  params: VersionParams.extend({ variant: RouteVariant }),
  body: z.object({ From: Coordinate, To: Coordinate }),
  reply: RouteAnswer,
  access: 'read',
});

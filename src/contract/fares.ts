/** Fares of a version, readable: the list in short, and one fare with everything it holds under. */
import { z } from 'zod';
import { FareDetails, FareRow } from '../domain/fareDetails.ts';
import { defineRoute } from './route.ts';
import { VersionParams } from './versions.ts';

const BASE = '/storage/ui/db/version/:versionId/fares';

export const listFares = defineRoute({
  name: 'listFares',
  summary: 'Every fare of a version in short: without its rule rows, of which a version may have many thousands.',
  method: 'GET',
  path: BASE,
  params: VersionParams,
  reply: z.object({ Fares: z.array(FareRow) }),
  access: 'read',
});

export const readFare = defineRoute({
  name: 'readFare',
  summary: 'One fare with its conditions and rule rows.',
  method: 'GET',
  path: `${BASE}/:fareId`,
  params: VersionParams.extend({ fareId: z.string() }),
  reply: FareDetails,
  access: 'read',
});

/** Fares of a version: the list in short, one fare with everything it holds under, and which conditions go together. */
import { z } from 'zod';
import { ConditionVerdict, FareCondition } from '../domain/fareConditions.ts';
import { AskedJourney } from '../domain/fareCheck.ts';
import { FareDetails, FareRow } from '../domain/fareDetails.ts';
import { SpecifiedFare } from '../domain/specified.ts';
import { JourneyFares } from '../domain/tripFare.ts';
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
  reply: FareDetails.extend({ Fare: SpecifiedFare }),
  access: 'read',
});

export const fareCompatibility = defineRoute({
  name: 'fareCompatibility',
  summary: 'Which conditions may stand beside those of the list, and why the others may not.',
  method: 'POST',
  path: '/storage/ui/fares/conditions/compatibility',
  body: z.object({ Conditions: z.array(FareCondition).max(20) }),
  reply: z.object({ Conditions: z.array(ConditionVerdict) }),
  access: 'read',
  placeless: true,
});

export const checkFares = defineRoute({
  name: 'checkFares',
  summary:
    'Every fare against a journey: whether it applies, what was checked, and what it costs; where the version has Fares v2, the cost by them. 400 where no track makes a ride.',
  method: 'POST',
  path: `${BASE}/check`,
  params: VersionParams,
  body: AskedJourney,
  reply: JourneyFares,
  access: 'read',
});

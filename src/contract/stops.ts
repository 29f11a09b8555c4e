/** Stops of a version: the overlay for map and list, and details. Their edits are in domain/edits/stops.ts. */
import { z } from 'zod';
import { STOP_USERS } from '../domain/stopMerge.ts';
import { OverlayStop } from '../domain/stopDetails.ts';
import { SpecifiedStopDetails } from '../domain/specified.ts';
import { defineRoute } from './route.ts';
import { VersionParams } from './versions.ts';

const BASE = '/storage/ui/db/version/:versionId';

export const listStops = defineRoute({
  name: 'listStops',
  summary: 'Every stop of a version, for map and list. Carries an ETag: an unchanged version answers 304.',
  method: 'GET',
  path: `${BASE}/stops/overlay/v2`,
  params: VersionParams,
  reply: z.object({ Rev: z.int().min(0), Stops: z.array(OverlayStop) }),
  access: 'read',
});

export const listStopAgencies = defineRoute({
  name: 'listStopAgencies',
  summary: 'Ids of the agencies that serve each stop, through the tracks of their schedules.',
  method: 'GET',
  path: `${BASE}/stops/agencies`,
  params: VersionParams,
  reply: z.object({ StopAgenciesMap: z.record(z.string(), z.array(z.string())) }),
  access: 'read',
});

export const readStopDetails = defineRoute({
  name: 'readStopDetails',
  summary: 'Stops with their transfers, pathways, schedules and agencies. At most 50 ids, joined with |.',
  method: 'GET',
  path: `${BASE}/stops/details/v2`,
  params: VersionParams,
  query: z.object({ stopIds: z.string() }),
  reply: z.object({ Stops: z.array(SpecifiedStopDetails) }),
  access: 'read',
});

export const listStopUsers = defineRoute({
  name: 'listStopUsers',
  summary:
    'Every document that speaks of a stop, fares and translations among them, and the transfers and translations of a second one: what merging the first into the second is about. 2,000 at most.',
  method: 'GET',
  path: `${BASE}/stops/users`,
  params: VersionParams,
  query: z.object({ stopId: z.string(), into: z.string() }),
  reply: z.object({ Users: z.array(z.object({ Kind: z.enum(STOP_USERS), Id: z.string() })), More: z.boolean() }),
  access: 'read',
});

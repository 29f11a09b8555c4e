/** Stops of a version: the overlay for map and list, details, and every edit. */
import { z } from 'zod';
import { Coordinate } from '../domain/coordinate.ts';
import { OverlayStop, StopDetails, StopState } from '../domain/stopDetails.ts';
import { StopField, StopFieldValue } from '../domain/stops.ts';
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
  reply: z.object({ Stops: z.array(StopDetails) }),
  access: 'read',
});

export const editStopField = defineRoute({
  name: 'editStopField',
  summary: 'Changes one field of a stop. An empty text takes the field away.',
  method: 'POST',
  path: `${BASE}/edit/stop/:field`,
  params: VersionParams.extend({ field: StopField }),
  body: z.object({ stopId: z.string(), value: StopFieldValue }),
  reply: StopState,
  access: 'write',
  conditional: true,
});

export const editStopCoordinate = defineRoute({
  name: 'editStopCoordinate',
  summary: 'Puts a stop somewhere else.',
  method: 'POST',
  path: `${BASE}/edit/stop/coordinates`,
  params: VersionParams,
  body: z.object({ stopId: z.string(), coordinate: Coordinate.nullable() }),
  reply: StopState,
  access: 'write',
  conditional: true,
});

/** Ids the product gives to new stops: no control characters, at most 255. */
export const NewStopId = z.string().regex(/^[^\p{Cc}|]{1,255}$/u);

export const createStop = defineRoute({
  name: 'createStop',
  summary: 'Makes a stop. The id may be proposed; 409 when it is taken.',
  method: 'POST',
  path: `${BASE}/edit/stop/create`,
  params: VersionParams,
  body: z.object({
    stopId: NewStopId,
    coordinate: Coordinate,
    stopName: z.string().trim().min(1, 'Stop name is required').max(1000),
    stopZoneId: z.string().max(255).optional(),
    stopParentId: z.string().max(255).optional(),
    stopType: z.int().min(0).max(5).default(0),
  }),
  reply: StopState,
  access: 'write',
});

export const deleteStop = defineRoute({
  name: 'deleteStop',
  summary: 'Removes a stop that no transfer, pathway or schedule uses; 409 with the reasons otherwise.',
  method: 'POST',
  path: `${BASE}/edit/stop/delete`,
  params: VersionParams,
  body: z.object({ stopId: z.string() }),
  reply: StopState,
  access: 'write',
  conditional: true,
});

export const restoreStop = defineRoute({
  name: 'restoreStop',
  summary: 'Brings a removed stop back as it was before its last removal.',
  method: 'POST',
  path: `${BASE}/edit/stop/restore`,
  params: VersionParams,
  body: z.object({ stopId: z.string() }),
  reply: StopState,
  access: 'write',
  conditional: true,
});

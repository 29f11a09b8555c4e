/** Exports, their history, and where they deliver to. */
import { z } from 'zod';
import { Credentials, DeliveryLocation, DeliveryLocationInput, DeliverySettings, DeliveryTest } from '../domain/deliveryLocations.ts';
import {
  Export,
  EXPORT_HISTORY_PAGE,
  ExportAgency,
  ExportConfiguration,
  ExportGroup,
  ExportHistoryPage,
  ExportInput,
  ExportRun,
  ExportScope,
} from '../domain/exports.ts';
import { defineRoute } from './route.ts';

const BASE = '/exports/ui/exports';
const Id = z.object({ id: z.coerce.number().int().positive() });
const RunId = z.object({ runId: z.coerce.number().int().positive() });
/** Their services look at which regions the caller sees. */
const placeless = true as const;

export const listExportRegions = defineRoute({
  name: 'listExportRegions',
  summary: 'Regions that have exports, with how many.',
  method: 'GET',
  path: `${BASE}/regions`,
  reply: z.object({ regions: z.array(z.object({ region: z.string(), name: z.string(), count: z.int(), running: z.int() })) }),
  access: 'read',
  placeless,
});

const StatusSummary = z.object({
  Processing: z.int(),
  Completed: z.int(),
  Failed: z.int(),
  Pending: z.int(),
  Other: z.int(),
});

export const readExportSummary = defineRoute({
  name: 'readExportSummary',
  summary: 'How many exports are in which state, in all and by region.',
  method: 'GET',
  path: `${BASE}/summary`,
  reply: z.object({ statusSummary: StatusSummary, regions: z.array(z.object({ region: z.string(), statusSummary: StatusSummary })) }),
  access: 'read',
  placeless,
});

export const readExportConfiguration = defineRoute({
  name: 'readExportConfiguration',
  summary: 'What an export can be made of: regions with their databases and agencies, scopes, kinds of delivery location, placeholders.',
  method: 'GET',
  path: `${BASE}/configuration`,
  reply: ExportConfiguration,
  access: 'read',
  placeless,
});

export const listExports = defineRoute({
  name: 'listExports',
  summary: 'Exports by region and name: of one region, of one database, with a text in name or database.',
  method: 'GET',
  path: BASE,
  query: z.object({
    region: z.string().optional(),
    databaseId: z.string().optional(),
    filter: z.string().max(200).default(''),
  }),
  reply: z.object({ regions: z.array(ExportGroup) }),
  access: 'read',
  placeless,
});

export const listExportAgencies = defineRoute({
  name: 'listExportAgencies',
  summary: 'Agencies that an export of a database would hold now, by the ids that they would have in it.',
  method: 'GET',
  path: `${BASE}/agencies`,
  query: z.object({ databaseId: z.string(), scope: ExportScope.default('Database') }),
  reply: z.object({ agencies: z.array(ExportAgency) }),
  access: 'read',
});

export const listDeliveryLocations = defineRoute({
  name: 'listDeliveryLocations',
  summary: 'Delivery locations of exports. The reply names the stored credentials but never holds their values.',
  method: 'GET',
  path: `${BASE}/delivery/locations`,
  query: z.object({ region: z.string().optional() }),
  reply: z.object({ locations: z.array(DeliveryLocation) }),
  access: 'read',
  placeless,
});

export const createDeliveryLocation = defineRoute({
  name: 'createDeliveryLocation',
  summary: 'Makes a delivery location. Credentials are sealed; no call answers them.',
  method: 'POST',
  path: `${BASE}/delivery/locations`,
  body: DeliveryLocationInput.extend({ credentials: Credentials }),
  reply: DeliveryLocation,
  access: 'write',
  placeless,
});

export const testDeliveryLocation = defineRoute({
  name: 'testDeliveryLocation',
  summary: 'Tries whether a location can be delivered to. `id` names a kept one whose credentials are used where none are given.',
  method: 'POST',
  path: `${BASE}/delivery/locations/test`,
  body: z.object({ id: z.int().positive().nullable(), region: z.string(), settings: DeliverySettings, credentials: Credentials }),
  reply: DeliveryTest,
  access: 'write',
  placeless,
});

export const updateDeliveryLocation = defineRoute({
  name: 'updateDeliveryLocation',
  summary: 'Changes a delivery location. `If-Match` is the revision it was read at.',
  method: 'PUT',
  path: `${BASE}/delivery/locations/:id`,
  params: Id,
  body: DeliveryLocationInput.extend({ credentials: Credentials }),
  reply: DeliveryLocation,
  access: 'write',
  conditional: true,
  placeless,
});

export const deleteDeliveryLocation = defineRoute({
  name: 'deleteDeliveryLocation',
  summary: 'Removes a delivery location and its credentials. One that exports deliver to cannot be removed.',
  method: 'DELETE',
  path: `${BASE}/delivery/locations/:id`,
  params: Id,
  reply: z.object({}),
  access: 'write',
  placeless,
});

export const readExportOfRun = defineRoute({
  name: 'readExportOfRun',
  summary: 'The export that a run belongs to.',
  method: 'GET',
  path: `${BASE}/runs/:runId`,
  params: RunId,
  reply: z.object({ exportId: z.int().positive() }),
  access: 'read',
  placeless,
});

export const stopExportRun = defineRoute({
  name: 'stopExportRun',
  summary: 'Stops a run of an export.',
  method: 'POST',
  path: `${BASE}/runs/:runId/stop`,
  params: RunId,
  reply: ExportRun,
  access: 'write',
  scope: 'run',
  placeless,
});

export const runExport = defineRoute({
  name: 'runExport',
  summary: 'Runs an export. While another run of it is under way the new one waits.',
  method: 'POST',
  path: `${BASE}/run`,
  body: z.object({ id: z.int().positive() }),
  reply: z.object({ RunId: z.int(), run: ExportRun }),
  access: 'write',
  scope: 'run',
  placeless,
});

export const cloneExport = defineRoute({
  name: 'cloneExport',
  summary: 'Makes a copy of an export that does not run by itself.',
  method: 'POST',
  path: `${BASE}/clone/:id`,
  params: Id,
  reply: Export,
  access: 'write',
  placeless,
});

export const createExport = defineRoute({
  name: 'createExport',
  summary: 'Makes an export.',
  method: 'POST',
  path: `${BASE}/create`,
  body: ExportInput,
  reply: Export,
  access: 'write',
  placeless,
});

export const readExport = defineRoute({
  name: 'readExport',
  summary: 'One export.',
  method: 'GET',
  path: `${BASE}/:id`,
  params: Id,
  reply: Export,
  access: 'read',
  placeless,
});

export const listExportHistory = defineRoute({
  name: 'listExportHistory',
  summary: 'Runs of an export, newest first, a page of 5 at a time.',
  method: 'GET',
  path: `${BASE}/:id/history`,
  params: Id,
  query: z.object({
    offset: z.coerce.number().int().min(0).default(0),
    limit: z.coerce.number().int().min(1).max(EXPORT_HISTORY_PAGE).default(EXPORT_HISTORY_PAGE),
  }),
  reply: ExportHistoryPage,
  access: 'read',
  placeless,
});

export const updateExport = defineRoute({
  name: 'updateExport',
  summary: 'Changes an export. `If-Match` is the revision it was read at.',
  method: 'PUT',
  path: `${BASE}/:id`,
  params: Id,
  body: ExportInput,
  reply: Export,
  access: 'write',
  conditional: true,
  placeless,
});

export const deleteExport = defineRoute({
  name: 'deleteExport',
  summary: 'Removes an export. Its runs and their logs stay until they expire.',
  method: 'DELETE',
  path: `${BASE}/:id`,
  params: Id,
  reply: z.object({}),
  access: 'write',
  placeless,
});

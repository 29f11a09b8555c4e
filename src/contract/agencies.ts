/** Agencies of a version. */
import { z } from 'zod';
import { Agency } from '../domain/model/agency.ts';
import { AgencyOptions } from '../domain/agencyOptions.ts';
import { defineRoute } from './route.ts';
import { EditedRevs, VersionParams } from './versions.ts';

export const listAgencies = defineRoute({
  name: 'listAgencies',
  summary: 'Agencies of a version.',
  method: 'GET',
  path: '/storage/ui/db/version/:versionId/agencies',
  params: VersionParams,
  query: z.object({ limit: z.coerce.number().pipe(z.int().min(1).max(1000)).default(1000) }),
  reply: z.object({ Agencies: z.array(Agency), Revs: EditedRevs }),
  access: 'read',
});

export const readAgencyOptions = defineRoute({
  name: 'readAgencyOptions',
  summary: 'The languages and timezones that are offered for an agency, each with id and name.',
  method: 'GET',
  path: '/storage/ui/db/version/:versionId/agencies/options',
  params: VersionParams,
  reply: AgencyOptions,
  access: 'read',
});

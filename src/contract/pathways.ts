/** Pathways of a version: the overlay of the map, and details by ids. */
import { z } from 'zod';
import { OverlayPathway } from '../domain/mapOverlays.ts';
import { SpecifiedPathway } from '../domain/specified.ts';
import { defineRoute } from './route.ts';
import { VersionParams } from './versions.ts';

const BASE = '/storage/ui/db/version/:versionId';

export const listPathways = defineRoute({
  name: 'listPathways',
  summary: 'Every pathway with the places of its ends. Carries an ETag.',
  method: 'GET',
  path: `${BASE}/pathways/overlay/v2`,
  params: VersionParams,
  reply: z.object({ Rev: z.int().min(0), Pathways: z.array(OverlayPathway) }),
  access: 'read',
});

export const readPathways = defineRoute({
  name: 'readPathways',
  summary: 'Pathways by their ids, joined with |, at most 100; ids that there is no pathway of are left out.',
  method: 'GET',
  path: `${BASE}/pathways/details`,
  params: VersionParams,
  query: z.object({ ids: z.string() }),
  reply: z.object({ Pathways: z.array(z.object({ Pathway: SpecifiedPathway, Rev: z.int().min(0) })) }),
  access: 'read',
});

/** Regions and databases. */
import { z } from 'zod';
import { Bounds, Coordinate } from '../domain/coordinate.ts';
import { FoundLocation, NamedDatabase, NewRegionBody, RegionGeneral, RegionOptions } from '../domain/regions.ts';
import { Database, Region } from '../domain/versions.ts';
import { defineRoute } from './route.ts';

export const listRegions = defineRoute({
  name: 'listRegions',
  summary: 'All regions the user may see.',
  method: 'GET',
  path: '/storage/ui/regions',
  reply: z.object({ Regions: z.array(Region) }),
  placeless: true,
  access: 'read',
});

export const listAccessibleRegions = defineRoute({
  name: 'listAccessibleRegions',
  summary: 'Keys of the regions the user may access.',
  method: 'GET',
  path: '/scheduler/ui/regions/accessible',
  reply: z.object({ Regions: z.array(z.string()) }),
  placeless: true,
  access: 'read',
});

export const readBounds = defineRoute({
  name: 'readBounds',
  summary: 'Geographic bounds of a region; null where none were given.',
  method: 'GET',
  path: '/storage/ui/bounds/:region',
  params: z.object({ region: z.string() }),
  reply: z.object({ NorthEastBounds: Coordinate.nullable(), SouthWestBounds: Coordinate.nullable() }),
  access: 'read',
});

export const listDatabases = defineRoute({
  name: 'listDatabases',
  summary: 'All databases with the rights the user has in them.',
  method: 'GET',
  path: '/storage/ui/dbs',
  reply: z.object({ Databases: z.array(Database) }),
  placeless: true,
  access: 'read',
});

const regionParams = z.object({ region: z.string() });

export const listRegionOptions = defineRoute({
  name: 'listRegionOptions',
  summary: 'Countries, time zones, languages and currencies a region can have.',
  method: 'GET',
  path: '/storage/ui/regions/options',
  reply: RegionOptions,
  placeless: true,
  access: 'read',
});

export const readRegion = defineRoute({
  name: 'readRegion',
  summary: 'A region by its key.',
  method: 'GET',
  path: '/storage/ui/regions/:region',
  params: regionParams,
  reply: z.object({ Region }),
  access: 'read',
});

export const createRegion = defineRoute({
  name: 'createRegion',
  summary: 'Makes a region with its databases. What is wrong is answered as a list of {Field, Message}.',
  method: 'POST',
  path: '/storage/ui/regions',
  body: NewRegionBody,
  reply: z.object({ Region }),
  placeless: true,
  access: 'write',
});

export const updateRegionGeneral = defineRoute({
  name: 'updateRegionGeneral',
  summary: 'Changes the general data of a region.',
  method: 'PUT',
  path: '/storage/ui/regions/:region/general',
  params: regionParams,
  body: RegionGeneral,
  reply: z.object({ Region }),
  access: 'write',
  conditional: true,
});

export const updateRegionBounds = defineRoute({
  name: 'updateRegionBounds',
  summary: 'Changes the bounds of a region.',
  method: 'PUT',
  path: '/storage/ui/regions/:region/bounds',
  params: regionParams,
  body: z.object({ Bounds }),
  reply: z.object({ Region }),
  access: 'write',
  conditional: true,
});

export const updateRegionDatabases = defineRoute({
  name: 'updateRegionDatabases',
  summary: 'Adds databases to a region and renames those it has. One that is left out stays.',
  method: 'PUT',
  path: '/storage/ui/regions/:region/databases',
  params: regionParams,
  body: z.object({ Databases: z.array(NamedDatabase).max(1000) }),
  reply: z.object({ Region }),
  access: 'write',
  conditional: true,
});

export const searchLocations = defineRoute({
  name: 'searchLocations',
  summary: 'Places by the beginning of their names, the largest first; at least 3 characters.',
  method: 'GET',
  path: '/storage/ui/locations/autocomplete',
  query: z.object({ name: z.string().max(200) }),
  reply: z.object({ Locations: z.array(FoundLocation) }),
  placeless: true,
  access: 'read',
});

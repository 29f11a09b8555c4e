/** Regions and databases. */
import { z } from 'zod';
import { Coordinate } from '../domain/coordinate.ts';
import { Database, Region } from '../domain/versions.ts';
import { defineRoute } from './route.ts';

export const listRegions = defineRoute({
  name: 'listRegions',
  summary: 'All regions the user may see.',
  method: 'GET',
  path: '/storage/ui/regions',
  reply: z.object({ Regions: z.array(Region) }),
  access: 'read',
});

export const listAccessibleRegions = defineRoute({
  name: 'listAccessibleRegions',
  summary: 'Keys of the regions the user may access.',
  method: 'GET',
  path: '/scheduler/ui/regions/accessible',
  reply: z.object({ Regions: z.array(z.string()) }),
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
  access: 'read',
});

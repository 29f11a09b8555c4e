/** The comparison of two versions of one database: counts by category, lists in pages, and both states of one document. */
import { z } from 'zod';
import { DiffList, DiffPageName, DiffSummary, Difference, PropertyCounts } from '../domain/comparer/lists.ts';
import { LineNotes } from '../domain/comparer/releaseNotes.ts';
import { ServiceChange } from '../domain/service/serviceChange.ts';
import { VersionId } from '../domain/versions.ts';
import { defineRoute } from './route.ts';

const Pair = z.object({ a: z.coerce.number().pipe(VersionId), b: z.coerce.number().pipe(VersionId) });
export const readDiff = defineRoute({
  name: 'readDiff',
  summary: 'What differs between two versions of one database: counts of every category, and the first page of the first that has entries.',
  method: 'GET',
  path: '/storage/ui/diff',
  query: Pair,
  reply: DiffSummary,
  access: 'read',
});

export const listDiff = defineRoute({
  name: 'listDiff',
  summary: 'One page (100 entries) of what differs in a category: changed (all, or in one property), added or removed.',
  method: 'GET',
  path: '/storage/ui/diff/entries',
  query: Pair.extend({
    category: z.string(),
    page: DiffPageName.default('changed'),
    property: z.string().optional(),
    number: z.coerce.number().pipe(z.int().min(0)).default(0),
  }),
  reply: DiffList,
  access: 'read',
});

export const listDiffProperties = defineRoute({
  name: 'listDiffProperties',
  summary: 'The properties of a category with the number of entities in which each changed.',
  method: 'GET',
  path: '/storage/ui/diff/properties',
  query: Pair.extend({ category: z.string() }),
  reply: z.object({ Category: z.string(), Properties: PropertyCounts }),
  access: 'read',
});

export const readDifference = defineRoute({
  name: 'readDifference',
  summary: 'Both states of one document; null where a version has none. With page=removed that of the first version alone.',
  method: 'GET',
  path: '/storage/ui/diff/details',
  query: Pair.extend({ kind: z.string(), id: z.string(), page: DiffPageName.optional() }),
  reply: Difference,
  access: 'read',
});

export const readReleaseNotes = defineRoute({
  name: 'readReleaseNotes',
  summary: 'What riders notice of the second version, line by line: trips, times, stops and dates. Every line that differs is named, and no other.',
  method: 'GET',
  path: '/storage/ui/diff/notes',
  query: Pair,
  reply: z.object({ Lines: z.array(LineNotes) }),
  access: 'read',
});

export const readServiceChange = defineRoute({
  name: 'readServiceChange',
  summary:
    'How trips, vehicle hours (in seconds), metres, peak vehicles and cost differ: of each schedule whose service differs, by day type, and in all.',
  method: 'GET',
  path: '/storage/ui/diff/service',
  query: Pair,
  reply: ServiceChange,
  access: 'read',
});

export const exportDiff = defineRoute({
  name: 'exportDiff',
  summary: 'Everything that differs as CSV, one line for each property of each entity with both values, or as a page to be printed.',
  method: 'GET',
  path: '/storage/ui/diff/export',
  query: Pair.extend({ category: z.string().optional(), format: z.enum(['csv', 'html']).default('csv') }),
  reply: z.unknown(),
  streams: 'reply',
  access: 'read',
});

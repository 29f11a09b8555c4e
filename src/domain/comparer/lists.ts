/** What the comparer lists: counts of categories, entries of a page, and both states of one document. */
import { z } from 'zod';
import { Coordinate } from '../coordinate.ts';
import { DIFF_PAGES } from './categories.ts';
import { PairedWith } from './paired.ts';
import { CalendarChanges, PartChanges } from './parts.ts';

const Count = z.int().min(0);
export const DiffPageName = z.enum(DIFF_PAGES);

/** How much a category or subcategory (`fares/conditions`) differs. */
export const CategoryCounts = z.object({ Category: z.string(), Changed: Count, Added: Count, Removed: Count });
export type CategoryCounts = z.infer<typeof CategoryCounts>;

const Named = z.object({ Id: z.string(), Name: z.string() });
const TimetableChanges = z.object({ Added: z.array(z.int()), Changed: z.array(z.int()), Removed: z.array(z.int()) });

/** An entry of a list. `Id` is the document's id in the version (`schedule/track/number` for a timetable). */
export const DiffEntry = z.object({
  Kind: z.string(),
  Id: z.string(),
  Name: z.string(),
  /** Where it has another id in the first version: that id, what both were paired by, and how sure that is (0 to 1). */
  Pair: PairedWith.optional(),
  /** Names of the properties that were added, changed and removed; all empty for an entity that is in one version only. */
  Properties: PartChanges,
  Calendar: CalendarChanges.optional(),
  /** Of a schedule: its tracks, each changed one with its timetables by number. */
  Tracks: z.object({ Added: z.array(Named), Changed: z.array(Named.extend({ Timetables: TimetableChanges })), Removed: z.array(Named) }).optional(),
  ConditionChanges: PartChanges.optional(),
  PriorRideConditionChanges: PartChanges.optional(),
  Transports: PartChanges.optional(),
});
export type DiffEntry = z.infer<typeof DiffEntry>;

/** One page of a list: entries from `Number` times the page size on, of `Total`. */
export const DiffList = z.object({
  Category: z.string(),
  Page: DiffPageName,
  Property: z.string().nullable(),
  Number: z.int().min(0),
  Total: Count,
  Entries: z.array(DiffEntry),
});
export type DiffList = z.infer<typeof DiffList>;

/** Both states of a document, null where a version has none, and the stops they speak of: their names, and where they were and are. */
export const Difference = z.object({
  Kind: z.string(),
  Id: z.string(),
  Before: z.record(z.string(), z.unknown()).nullable(),
  After: z.record(z.string(), z.unknown()).nullable(),
  /** Its id in the first version, where it was paired under another one. */
  WasId: z.string().optional(),
  /** Of a schedule or a timetable: where its tracks run in each version, as encoded polylines (precision 5). */
  Lines: z.object({ Before: z.array(z.string()), After: z.array(z.string()) }).optional(),
  Stops: z.record(z.string(), z.object({ Name: z.string(), Before: Coordinate.nullable(), After: Coordinate.nullable() })),
});
export type Difference = z.infer<typeof Difference>;

/** Properties of a category with the number of entities in which each changed. */
export const PropertyCounts = z.array(z.object({ Property: z.string(), Count }));
export type PropertyCounts = z.infer<typeof PropertyCounts>;

/** What differs between two versions as far as the comparer shows it at first. */
export const DiffSummary = z.object({ A: z.int(), B: z.int(), Categories: z.array(CategoryCounts), First: DiffList.nullable() });
export type DiffSummary = z.infer<typeof DiffSummary>;

/** Categories of the comparer as its navigator lists them. */
import type { EntityKind } from '../entities.ts';
import { KIND_NAMES, kindOf } from '../model/catalogue.ts';
import type { Fare } from '../model/fare.ts';
import type { Schedule } from '../model/schedule.ts';
import { changedProperties, type Doc, propertiesOf } from './fields.ts';
import {
  CALENDAR_PROPERTIES,
  calendarPart,
  conditionPart,
  FARE_CONDITIONS,
  type PartChanges,
  PRIOR_RIDE_CONDITIONS,
  transportPart,
} from './parts.ts';

/** The three pages of a category. */
export const DIFF_PAGES = ['changed', 'added', 'removed'] as const;
export type DiffPage = (typeof DIFF_PAGES)[number];

/** Entries of one page of a list at most. */
export const DIFF_PAGE_SIZE = 100;

/** A category or subcategory: its list of entries holds documents of one kind, or schedules with all that is theirs. */
export interface DiffCategory {
  /** Route section, with a slash before the subcategory: `schedules/tracks`. */
  readonly section: string;
  readonly title: string;
  readonly kind: EntityKind;
  /** Shown where something differs; the others always. */
  readonly whereUsed?: true;
  /** The category it belongs to, by section. */
  readonly parent?: string;
  /**
   * What is compared: whole documents; schedules together with their tracks and timetables; or a part of documents that
   * stand in both versions, with an added, changed and removed of its own.
   */
  readonly of: 'documents' | 'schedules' | 'part';
  /** Properties of the filter; none where the filter is unavailable. */
  readonly properties: readonly string[];
  /** How the two states of one document differ, by property names. */
  differ(before: Doc, after: Doc): PartChanges;
}

/** A category with several kinds and no entries of its own. */
export interface DiffGroup {
  readonly section: string;
  readonly title: string;
}

function documents(
  section: string,
  title: string,
  kind: EntityKind,
  properties: readonly string[] = propertiesOf(kind),
  parent?: string,
): DiffCategory {
  return {
    section,
    title,
    kind,
    ...(parent === undefined ? {} : { parent }),
    of: 'documents',
    properties,
    differ: (before, after) => ({ Added: [], Changed: [...changedProperties(kind, before, after)], Removed: [] }),
  };
}

function fareConditions(section: string, title: string, names: readonly (keyof Fare)[]): DiffCategory {
  return {
    section,
    title,
    kind: 'Fare',
    parent: 'fares',
    of: 'part',
    properties: names,
    differ: (before, after) => conditionPart(names, before as Fare, after as Fare),
  };
}

/** Vehicle extensions have no entries of their own. */
export const VEHICLE_EXTENSIONS: DiffGroup = { section: 'vehicle-extensions', title: 'Vehicle Extensions' };

/** Schedules with everything that is theirs: a changed timetable makes its schedule a changed one. */
export const SCHEDULES: DiffCategory = {
  ...documents('schedules', 'Schedules', 'Schedule', [...propertiesOf('Schedule'), 'Tracks', 'Timetables']),
  of: 'schedules',
};

/** Every category and subcategory, in the order of the navigator. */
export const DIFF_CATEGORIES: readonly DiffCategory[] = [
  SCHEDULES,
  {
    section: 'schedules/calendar',
    title: 'Calendar',
    kind: 'Schedule',
    parent: 'schedules',
    of: 'part',
    properties: CALENDAR_PROPERTIES,
    differ: (before, after) => calendarPart(before as Schedule, after as Schedule),
  },
  documents('schedules/tracks', 'Tracks', 'Track', propertiesOf('Track'), 'schedules'),
  documents('schedules/timetables', 'Timetables', 'Timetable', propertiesOf('Timetable'), 'schedules'),
  documents('fares', 'Fares', 'Fare'),
  fareConditions('fares/conditions', 'Conditions', FARE_CONDITIONS),
  {
    section: 'fares/transports',
    title: 'Transports',
    kind: 'Fare',
    parent: 'fares',
    of: 'part',
    properties: [],
    differ: (before, after) => transportPart(before as Fare, after as Fare),
  },
  fareConditions('fares/prior-ride-conditions', 'Prior Ride Conditions', PRIOR_RIDE_CONDITIONS),
  documents('stops', 'Stops', 'Stop'),
  documents('transfers', 'Transfers', 'Transfer'),
  documents('pathways', 'Pathways', 'Pathway'),
  documents('agencies', 'Agencies', 'Agency'),
  documents('attributions', 'Attributions', 'Attribution'),
  documents('translations', 'Translations', 'Translation'),
  documents('levels', 'Levels', 'Level'),
  documents(
    'vehicle-extensions/boardings',
    'Boardings',
    'VehicleBoarding',
    ['BoardingAreaId', 'VehicleCategoryId', 'ChildSequence', 'GrandChildSequence'],
    'vehicle-extensions',
  ),
  documents('vehicle-extensions/categories', 'Categories', 'VehicleCategory', ['Name'], 'vehicle-extensions'),
  documents(
    'vehicle-extensions/couplings',
    'Couplings',
    'VehicleCoupling',
    ['ParentId', 'ChildId', 'ChildSequence', 'ChildLabel'],
    'vehicle-extensions',
  ),
  documents('feeds', 'Feeds', 'Feed'),
  documents('ticketing-deep-links', 'Ticketing Deep Links', 'TicketingDeepLink'),
  documents('ticketing-identifiers', 'Ticketing Identifiers', 'TicketingIdentifier'),
  ...KIND_NAMES.filter((kind) => kindOf(kind).younger).map((kind) => ({ ...documents(...namesOf(kind)), whereUsed: true as const })),
];

/** Section, title and kind of a category that no list of the specification names: `day-types`, `Day Types`. */
function namesOf(kind: EntityKind): [section: string, title: string, kind: EntityKind] {
  const words = kindOf(kind).words[1].split(' ');
  return [words.join('-'), words.map((word) => `${word.charAt(0).toUpperCase()}${word.slice(1)}`).join(' '), kind];
}

/** The category of a route section. */
export function diffCategory(section: string): DiffCategory | undefined {
  return DIFF_CATEGORIES.find((one) => one.section === section);
}

/** Whether the property filter can be used: for the transports of fares it cannot. */
export function hasPropertyFilter(category: DiffCategory): boolean {
  return category.properties.length > 0;
}

/** How many entries each page of a category has. */
export type DiffCounts = Readonly<Record<DiffPage, number>>;

/** The first page that has entries: Changed, else Added, else Removed; undefined where none has. */
export function firstPage(counts: DiffCounts): DiffPage | undefined {
  return DIFF_PAGES.find((page) => counts[page] > 0);
}

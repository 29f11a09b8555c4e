/** Tags of a search: which categories each list has, and what can be a value of one. */
import { z } from 'zod';
import { formatCoordinate, parseCoordinate } from './coordinate.ts';

/** Lists of a version that are searched by tags. */
export const SearchList = z.enum(['schedules', 'stops', 'pathways', 'transfers']);
export type SearchList = z.infer<typeof SearchList>;

/** How values are matched, by their numbers: Contains 0, Exact 1. */
export const SearchMatch = z.enum(['Contains', 'Exact']);
export type SearchMatch = z.infer<typeof SearchMatch>;

/** How tags go together, by their numbers: And 0, Or 1. */
export const SearchCondition = z.enum(['And', 'Or']);
export type SearchCondition = z.infer<typeof SearchCondition>;

/** Parameter of a tag without a category: any of the texts of a row. */
export const TEXT_TAG = 'query';

export interface SearchCategory {
  /** Parameter of the address, where there is one the name of the field. */
  readonly id: string;
  readonly label: string;
  readonly kind: 'text' | 'integer' | 'time' | 'coordinate' | 'choice' | 'tripId';
  /** Searched by the server; such tags and the others cannot be mixed. */
  readonly guided?: true;
  /** Computed from other documents than that of the row. */
  readonly computed?: true;
}

/** One thing asked for. */
export interface SearchTag {
  readonly field: string;
  readonly value: string;
}

/** Guided tags that one search may have. */
export const GUIDED_LIMIT = 20;

/** Characters a trip id needs to be searched for. */
const TRIP_ID_LEAST = 4;

export const MIN_TRIP_ID = `Min ${TRIP_ID_LEAST} symbols and press ENTER to search.`;
export const ONLY_NUMBERS = 'Only numeric values are available for this category.';
export const NO_GUIDED = 'Guided search tags cannot be used together with regular tags';
export const NO_REGULAR = 'Regular tags cannot be used together with guided search tags';
export const SEARCH_HINT = 'Search by text or select desired search category.';
const NO_TIME = 'Enter a time from 0:00 to 23:59, such as 8:05 or 0805.';
const NO_COORDINATE = 'Enter a coordinate as latitude,longitude, such as 52.3702,4.8952.';

const CATEGORIES: Readonly<Record<SearchList, readonly SearchCategory[]>> = {
  schedules: [
    { id: 'Name', label: 'Name', kind: 'text' },
    { id: 'LongName', label: 'Long name', kind: 'text' },
    { id: 'Id', label: 'Id', kind: 'text' },
    { id: 'AgencyId', label: 'Agency', kind: 'choice' },
    { id: 'ExternalTransportId', label: 'Transport', kind: 'text' },
    { id: 'VehicleType', label: 'Vehicle type', kind: 'integer' },
    { id: 'TrackCount', label: 'Tracks', kind: 'integer', computed: true },
    { id: 'TripId', label: 'Trip ID', kind: 'tripId', guided: true },
    { id: 'Departure', label: 'Departure', kind: 'time', guided: true },
  ],
  stops: [
    { id: 'Name', label: 'Name', kind: 'text' },
    { id: 'Id', label: 'Id', kind: 'text' },
    { id: 'StopCode', label: 'Code', kind: 'text' },
    { id: 'Type', label: 'Type', kind: 'choice' },
    { id: 'ZoneId', label: 'Zone', kind: 'text' },
    { id: 'AgencyIds', label: 'Agency', kind: 'choice', computed: true },
    { id: 'Coordinate', label: 'Coordinate', kind: 'coordinate' },
  ],
  pathways: [
    { id: 'Id', label: 'Id', kind: 'text' },
    { id: 'Stop', label: 'Stop', kind: 'text' },
    { id: 'Mode', label: 'Mode', kind: 'choice' },
  ],
  transfers: [
    { id: 'Id', label: 'Id', kind: 'text' },
    { id: 'Stop', label: 'Stop', kind: 'text' },
    { id: 'Type', label: 'Type', kind: 'choice' },
  ],
};

/** The categories of a list in the order in which they are offered. */
export function categoriesOf(list: SearchList): readonly SearchCategory[] {
  return CATEGORIES[list];
}

/** The category of a list with an id; undefined for the text without one. */
export function categoryOf(list: SearchList, id: string): SearchCategory | undefined {
  return CATEGORIES[list].find((category) => category.id === id);
}

/** What a typed text is as the value of a category, or why it is none. `category` undefined: a text without one. */
export function searchValue(category: SearchCategory | undefined, typed: string): { readonly value: string } | { readonly message: string } {
  const text = typed.trim();
  switch (category?.kind) {
    case 'tripId':
      return text.length >= TRIP_ID_LEAST ? { value: text } : { message: MIN_TRIP_ID };
    case 'integer':
      return /^\d+$/.test(text) ? { value: text } : { message: ONLY_NUMBERS };
    case 'time': {
      const time = searchTime(text);
      return time === undefined ? { message: NO_TIME } : { value: time };
    }
    case 'coordinate': {
      const at = parseCoordinate(text);
      return at ? { value: formatCoordinate(at) } : { message: NO_COORDINATE };
    }
    default:
      return text === '' ? { message: SEARCH_HINT } : { value: text };
  }
}

/**
 * A typed clock time with colons: `8:05`, `08:05`, `805` and `0805` are `08:05`; with seconds `08:05:30`. Hours 0 to 23,
 * minutes and seconds 0 to 59; undefined where the text is none.
 */
export function searchTime(text: string): string | undefined {
  if (!/^(\d{1,2}:\d{2}(:\d{2})?|\d{3,6})$/.test(text)) return undefined;
  const digits = text.replaceAll(':', '');
  // four or six digits: an hour of one digit gets its zero
  const normal = digits.length % 2 === 1 ? `0${digits}` : digits;
  const match = /^([01]\d|2[0-3])([0-5]\d)([0-5]\d)?$/.exec(normal);
  return match ? [match[1], match[2], match[3]].filter((part) => part !== undefined).join(':') : undefined;
}

/** Why a tag of a category cannot join those there are; undefined where it can. `category` undefined: a text without one. */
export function mixingError(list: SearchList, tags: readonly SearchTag[], category: SearchCategory | undefined): string | undefined {
  const guided = tags.filter(({ field }) => categoryOf(list, field)?.guided === true).length;
  if (category?.guided !== true) return guided > 0 ? NO_REGULAR : undefined;
  if (guided < tags.length) return NO_GUIDED;
  return guided >= GUIDED_LIMIT ? `At most ${GUIDED_LIMIT} guided search tags can be used at once` : undefined;
}

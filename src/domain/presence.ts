/** Presence: where people work now, and what one sees of it. */
import { z } from 'zod';
import { initialsOf, personName } from './account.ts';
import { Coordinate } from './coordinate.ts';
import { placeOf } from './locations.ts';

const Key = z.string().min(1).max(200);

/** Where somebody works. The path names database, version, page and document; the rest is what has the focus there. */
export const PresencePlace = z.object({
  path: z
    .string()
    .max(500)
    .regex(/^\/(data|changes|comparer)\//),
  /** The field that has the focus. */
  field: Key.optional(),
  /** The active cell of the sheet: its stop on the track, and its departure. */
  cell: z.object({ row: Key, column: Key }).optional(),
  /** The stop that it is about. */
  stopId: Key.optional(),
  /** The point of the map that it is about. */
  at: Coordinate.optional(),
});
export type PresencePlace = z.infer<typeof PresencePlace>;

/** What has the focus on a page. */
export type PresenceFocus = Omit<PresencePlace, 'path'>;

/** One tab of a person. */
export const PresentTab = z.object({
  /** A key of the tab, and one of its person: not the id of the account. */
  Tab: z.string(),
  Person: z.string(),
  Name: z.string(),
  /** Null when it is gone, or is hidden. */
  Place: PresencePlace.nullable(),
});
export type PresentTab = z.infer<typeof PresentTab>;

/** Somebody else in the same database. */
export interface Colleague {
  readonly person: string;
  readonly name: string;
  readonly initials: string;
  /** Number of the colour, from 0. */
  readonly colour: number;
  /** Where they work: the tab that moved last. */
  readonly place: PresencePlace;
  /** All their tabs, the newest last. */
  readonly places: readonly PresencePlace[];
}

/** How many colours there are for people. */
export const PEOPLE_COLOURS = 8;

/** The others among tabs of which the newest is the last, by name. */
export function colleaguesOf(tabs: readonly PresentTab[], you: string): readonly Colleague[] {
  const people = new Map<string, { readonly name: string; readonly places: PresencePlace[] }>();
  for (const { Person, Name, Place } of tabs) {
    if (Place === null || Person === you) continue;
    const known = people.get(Person);
    if (known) known.places.push(Place);
    else people.set(Person, { name: Name, places: [Place] });
  }
  return [...people]
    .flatMap(([person, { name, places }]): Colleague[] => {
      const place = places.at(-1);
      const { first, last } = personName(name);
      const full = `${first} ${last}`.trim() || name;
      return place
        ? [{ person, name: full, initials: initialsOf(name) || full.slice(0, 1).toUpperCase(), colour: colourOf(person), place, places }]
        : [];
    })
    .toSorted((a, b) => a.name.localeCompare(b.name) || (a.person < b.person ? -1 : 1));
}

function colourOf(person: string): number {
  let sum = 0;
  for (const letter of person) sum = (sum * 31 + (letter.codePointAt(0) ?? 0)) % 9973;
  return sum % PEOPLE_COLOURS;
}

/** The database of an address; undefined where it is in none. */
export function databaseOfPath(path: string): string | undefined {
  const place = placeOf(path);
  return 'databaseId' in place ? place.databaseId : undefined;
}

/** Regions as people enter them: the rules of the region wizard, shared by its fields and by the server. */
import { z } from 'zod';
import { Bounds, type Coordinate, formatCoordinate, parseCoordinate } from './coordinate.ts';

/** General data of a region. */
export const RegionGeneral = z.object({
  Name: z.string(),
  CountryCode: z.string(),
  LanguageCode: z.string(),
  Timezone: z.string(),
  Currency: z.string(),
  /** Versions with errors cannot be published; absent where they can. */
  RefusesErrors: z.boolean().optional(),
});
export type RegionGeneral = z.infer<typeof RegionGeneral>;

/** A database as the wizard names it. */
export const NamedDatabase = z.object({ Id: z.string(), Name: z.string() });
export type NamedDatabase = z.infer<typeof NamedDatabase>;

/** A region to be made. */
export const NewRegionBody = RegionGeneral.extend({ Key: z.string(), Bounds, Databases: z.array(NamedDatabase) });
export type NewRegionBody = z.infer<typeof NewRegionBody>;

/** One choice of a list: what it is called, and the code that is stored. */
export const RegionOption = z.object({ Id: z.string(), Name: z.string() });
export type RegionOption = z.infer<typeof RegionOption>;

export const RegionOptions = z.object({
  Countries: z.array(RegionOption),
  Timezones: z.array(RegionOption),
  Languages: z.array(RegionOption),
  Currencies: z.array(RegionOption),
});
export type RegionOptions = z.infer<typeof RegionOptions>;

/** A place found by its name. */
export const FoundLocation = z.object({
  Name: z.string(),
  Coordinate: z.object({ Lat: z.number(), Lng: z.number() }),
  /** A street of an extract: it is shown from nearer than a place. */
  Street: z.boolean().optional(),
});
export type FoundLocation = z.infer<typeof FoundLocation>;

/** What is wrong with one field. `Field` is a path: `Key`, `Bounds/NorthEast`, `Databases[0]/Id`. */
export const FieldError = z.object({ Field: z.string(), Message: z.string() });
export type FieldError = z.infer<typeof FieldError>;

/** Steps of the region wizard, in their order. */
export const REGION_STEPS = ['general', 'bounds', 'databases', 'notifications'] as const;
export type RegionStep = (typeof REGION_STEPS)[number];

export const REGION_NAME_LIMIT = 128;
export const REGION_KEY_LIMIT = 40;
/** Letters that a location search needs. */
export const LOCATION_SEARCH_MIN = 3;

/** The box of a region that has none yet. */
export const DEFAULT_BOUNDS: Bounds = {
  NorthEast: { Lat: 72.675656, Lng: 123.421885 },
  SouthWest: { Lat: -19.757305, Lng: -114.234365 },
};

const NAME_CHARACTERS = 'Name can only contain letters, numbers, spaces and special characters -_,.()';

/** Why a text cannot be a region's key; `taken` are the keys that are there. */
export function regionKeyError(key: string, taken: readonly string[]): string | undefined {
  if (key === '') return 'Region key cannot be empty';
  if (!isLatin(key)) return 'Region key can only contain latin alphabet letters';
  if (key.length > REGION_KEY_LIMIT) return `Region key can not be longer than ${REGION_KEY_LIMIT} characters`;
  return hasKey(taken, key) ? 'Region with this key already exists' : undefined;
}

/** Why a text cannot be a region's name. */
export function regionNameError(name: string): string | undefined {
  if (name.trim() === '') return 'Region name cannot be empty';
  if (!isName(name)) return NAME_CHARACTERS;
  return name.length > REGION_NAME_LIMIT ? `Region name can not be longer than ${REGION_NAME_LIMIT} characters` : undefined;
}

/** Why a text cannot be the id of a new database: `taken` are those of all databases, `added` the others of the list. */
export function databaseIdError(id: string, taken: readonly string[], added: readonly string[]): string | undefined {
  if (id === '') return 'Id cannot be empty';
  if (!isLatin(id)) return 'Id can only contain latin alphabet letters';
  if (id.length < 2 || id.length > 8) return 'Id length should be 2 to 8 characters';
  // Calls about versions begin with /db/version/: a database of that id could not be reached.
  if (hasKey(taken, id) || id.toLowerCase() === 'version') return 'Database id with this key already exists';
  return hasKey(added, id) ? 'Database id with this key already added to the list' : undefined;
}

/** Why a text cannot be a database's name; it may be empty. */
export function databaseNameError(name: string): string | undefined {
  if (!isName(name)) return NAME_CHARACTERS;
  return name.length > REGION_NAME_LIMIT ? `Name can not be longer than ${REGION_NAME_LIMIT} characters` : undefined;
}

/** The fields of the general step that are chosen from a list. */
export const CHOSEN_FIELDS = [
  { field: 'CountryCode', label: 'Country', options: 'Countries' },
  { field: 'Timezone', label: 'Timezone', options: 'Timezones' },
  { field: 'LanguageCode', label: 'Language', options: 'Languages' },
  { field: 'Currency', label: 'Currency', options: 'Currencies' },
] as const;

/** Why a choice does not do: it was not made. */
export function choiceError(label: (typeof CHOSEN_FIELDS)[number]['label'], value: string): string | undefined {
  return value === '' ? `${label} cannot be empty` : undefined;
}

/** Why a typed corner is none. */
export function cornerError(text: string): string | undefined {
  return parseCoordinate(text) ? undefined : 'Not valid coordinate';
}

/** Why two corners are no box: the north east one must lie north and east of the other. */
export function boxError({ NorthEast, SouthWest }: Bounds): string | undefined {
  return NorthEast.Lat > SouthWest.Lat && NorthEast.Lng > SouthWest.Lng ? undefined : 'Invalid the pair of north east & south west coordinates';
}

/** Both corners as they are typed. */
export interface TypedBounds {
  readonly northEast: string;
  readonly southWest: string;
}

/** The box of two typed corners; undefined where they are none. */
export function boundsOf(typed: TypedBounds): Bounds | undefined {
  const NorthEast = parseCoordinate(typed.northEast);
  const SouthWest = parseCoordinate(typed.southWest);
  if (!NorthEast || !SouthWest) return undefined;
  return boxError({ NorthEast, SouthWest }) === undefined ? { NorthEast, SouthWest } : undefined;
}

/** A box as it is typed. */
export function typedBounds({ NorthEast, SouthWest }: Bounds): TypedBounds {
  return { northEast: formatCoordinate(NorthEast), southWest: formatCoordinate(SouthWest) };
}

/** The box that a found place begins with: ±0.3 degrees of latitude, ±0.9 of longitude, within the world. */
export function boundsAround({ Lat, Lng }: Coordinate): Bounds {
  return {
    NorthEast: { Lat: Math.min(90, Lat + 0.3), Lng: Math.min(180, Lng + 0.9) },
    SouthWest: { Lat: Math.max(-90, Lat - 0.3), Lng: Math.max(-180, Lng - 0.9) },
  };
}

/** What is wrong with the general data of a region. */
export function generalErrors(general: RegionGeneral): readonly FieldError[] {
  return found([
    ['Name', regionNameError(general.Name)],
    ...CHOSEN_FIELDS.map(({ field, label }) => [field, choiceError(label, general[field])] as const),
  ]);
}

/** What is wrong with a list of databases. `known` are those of the region already, `taken` the ids of all databases. */
export function databasesErrors(databases: readonly NamedDatabase[], known: readonly string[], taken: readonly string[]): readonly FieldError[] {
  return found(
    databases.flatMap(({ Id, Name }, index) => {
      const before = databases.slice(0, index).map((one) => one.Id);
      const isKnown = known.includes(Id) && !before.includes(Id);
      return [
        [`Databases[${index}]/Id`, isKnown ? undefined : databaseIdError(Id, taken, before)],
        [`Databases[${index}]/Name`, databaseNameError(Name)],
      ] as const;
    }),
  );
}

/** The step whose fields an error is about; undefined for one of none. */
export function stepOfError({ Field }: FieldError): RegionStep | undefined {
  if (/^(Key|Name|CountryCode|LanguageCode|Timezone|Currency)$/.test(Field)) return 'general';
  if (/^Bounds\b/.test(Field)) return 'bounds';
  return /^Databases\b/.test(Field) ? 'databases' : undefined;
}

/** Errors after the database at `index` has gone: its own go too, those of later ones move up by one. */
export function withoutDatabaseErrors(errors: readonly FieldError[], index: number): readonly FieldError[] {
  return errors.flatMap((error) => {
    const match = /^Databases\[(\d+)\](.*)$/.exec(error.Field);
    if (!match) return [error];
    const at = Number(match[1]);
    if (at === index) return [];
    return [at < index ? error : { ...error, Field: `Databases[${at - 1}]${match[2] ?? ''}` }];
  });
}

function found(fields: readonly (readonly [Field: string, Message: string | undefined])[]): readonly FieldError[] {
  return fields.flatMap(([Field, Message]) => (Message === undefined ? [] : [{ Field, Message }]));
}

function isLatin(text: string): boolean {
  return /^[A-Za-z]+$/.test(text);
}

function isName(text: string): boolean {
  return /^[\p{L}\p{M}\p{N} \-_,.()]*$/u.test(text);
}

function hasKey(keys: readonly string[], key: string): boolean {
  return keys.some((one) => one.toLowerCase() === key.toLowerCase());
}

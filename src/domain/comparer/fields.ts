/** Fields of documents: which of them differ between two states, and what they are called. */
import { ENTITY_SCHEMAS, type EntityKind } from '../entities.ts';
import { sameJson } from '../sameJson.ts';

/** A document as JSON. */
export type Doc = Readonly<Record<string, unknown>>;

/** Names of the fields in which two states of a document differ, in the order of the kind's schema. */
export function changedProperties(kind: EntityKind, before: Doc, after: Doc): readonly string[] {
  return propertiesOf(kind).filter((name) => !sameJson(before[name], after[name]));
}

/** Fields of a kind that can differ: all but those that make its id. */
export function propertiesOf(kind: EntityKind): readonly string[] {
  return PROPERTIES[kind];
}

/** What a field is called: `ParentId` is "Parent ID". */
export function propertyTitle(name: string): string {
  return TITLES[name] ?? titleOf(name);
}

const PROPERTIES = Object.fromEntries(
  Object.entries(ENTITY_SCHEMAS).map(([kind, schema]) => [kind, Object.keys(schema.shape).filter((name) => !isIdentity(kind, name))]),
) as unknown as Readonly<Record<EntityKind, readonly string[]>>;

function isIdentity(kind: string, name: string): boolean {
  if (kind === 'Track' || kind === 'Timetable') return ['ScheduleId', 'TrackId', 'Number', 'Id', 'LastTimetable'].includes(name);
  return name === 'Id';
}

const TITLES: Readonly<Record<string, string>> = {
  Extra: 'Other columns',
  fromDate: 'Valid From',
  toDate: 'Valid To',
  ExternalTransportId: 'External Transport ID',
  ValidAfterFareGroups: 'Fare Groups This Fare Is Valid After',
  ValidAfterStops: 'Stops This Fare Is Valid After',
  ValidAfterTransports: 'Transports This Fare Is Valid After',
};

function titleOf(name: string): string {
  return name
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .replace(/^./, (first) => first.toUpperCase())
    .replace(/\bId\b/g, 'ID')
    .replace(/\bUrl\b/g, 'URL');
}

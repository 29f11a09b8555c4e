/**
 * What an edit may not newly name: records, zones, lines and stops that the version does not have. What was named before and has gone
 * since is left to validation, so that it can still be changed otherwise and undone.
 */
import type { DocumentChange, Documents, FieldMessage } from '../../src/domain/edits/documentEdit.ts';
import type { Fare } from '../../src/domain/model/fare.ts';
import type { Pathway } from '../../src/domain/model/pathway.ts';
import { kindWord, namedBy, REFERENCES } from '../../src/domain/references.ts';
import type { Track } from '../../src/domain/model/track.ts';
import { TRANSLATABLE_FIELDS } from '../../src/domain/translatable.ts';
import type { Transfer } from '../../src/domain/model/transfer.ts';
import type { Translation } from '../../src/domain/model/translation.ts';
import { readSlots } from '../store/entities.ts';
import { hasTrip, unknownLines, unknownZones } from '../store/names.ts';
import type { Db } from '../store/tables.ts';

/** Messages at the fields that name what is not there. `before`: all documents that the edit has read. */
export async function unknownNames(
  db: Db,
  versionId: number,
  changes: readonly DocumentChange[],
  before: Documents,
): Promise<readonly FieldMessage[]> {
  const faults: FieldMessage[] = [];
  for (const { kind, id, doc } of changes) {
    if (doc === null) continue;
    if (kind === 'Transfer' && before.get(kind, id)) faults.push(...(await unknownTrips(db, versionId, doc, before.get(kind, id))));
    if (kind === 'Translation') faults.push(...(await unknownRecord(db, versionId, doc, before.get(kind, id))));
    // a copy names what its source names
    if (kind === 'Pathway' && before.get(kind, id))
      faults.push(...(await unknownStops(db, versionId, changes, 'value', endsOf(doc), endsOf(before.get(kind, id)))));
    if (kind === 'Track' && before.get(kind, id))
      faults.push(...(await unknownStops(db, versionId, changes, 'stopId', stopsOf(doc), stopsOf(before.get(kind, id)))));
    if (kind === 'Fare' && before.get(kind, id)) faults.push(...(await unknownPlaces(db, versionId, doc, before.get(kind, id))));
  }
  return faults;
}

/** References by id that documents newly make, to what neither the version has nor the edit makes. */
export async function unknownReferences(
  db: Db,
  versionId: number,
  changes: readonly DocumentChange[],
  before: Documents,
): Promise<readonly FieldMessage[]> {
  const made = new Set(changes.flatMap(({ kind, id, doc }) => (doc === null ? [] : [`${kind} ${id}`])));
  const named = changes.flatMap(({ kind, id, doc }) => {
    const was = before.get(kind, id);
    return REFERENCES.filter(({ from, extra }) => from === kind && !extra).flatMap((reference) => {
      const { field, to } = reference;
      const before = new Set(was === null ? [] : namedBy(reference, was).map((one) => one.id));
      return (doc === null ? [] : namedBy(reference, doc)).flatMap(({ id: target }) =>
        before.has(target) || made.has(`${to} ${target}`) ? [] : [{ of: id, field, kind: to, id: target }],
      );
    });
  });
  if (named.length === 0) return [];
  const keys = [...new Map(named.map(({ kind, id }) => [`${kind} ${id}`, { kind, id }])).values()];
  const known = new Set((await readSlots(db, versionId, keys)).flatMap(({ kind, id, doc }) => (doc ? [`${kind} ${id}`] : [])));
  return named
    .filter(({ kind, id }) => !known.has(`${kind} ${id}`))
    .map(({ of, field, kind, id }) => ({ Field: field, Message: `${of}: There is no ${kindWord(kind)} ${id} in this version` }));
}

/** Lines and trips that a transfer newly names; a trip has to be of the line that is named beside it. */
async function unknownTrips(db: Db, versionId: number, now: Transfer, was: Transfer | null): Promise<readonly FieldMessage[]> {
  const faults: FieldMessage[] = [];
  for (const [line, trip, lineBefore, tripBefore] of [
    [now.RouteIdFrom, now.TripIdFrom, was?.RouteIdFrom, was?.TripIdFrom],
    [now.RouteIdTo, now.TripIdTo, was?.RouteIdTo, was?.TripIdTo],
  ]) {
    if (line === lineBefore && trip === tripBefore) continue;
    if (line && line !== lineBefore && (await unknownLines(db, versionId, [line])).length > 0)
      faults.push({ Field: 'value', Message: `There is no line ${line} in this version` });
    else if (trip && !(await hasTrip(db, versionId, trip, line)))
      faults.push({ Field: 'value', Message: line ? `The line ${line} has no trip ${trip}` : `There is no trip ${trip} in this version` });
  }
  return faults;
}

function endsOf(pathway: Pathway | null): readonly string[] {
  return pathway ? [pathway.FromStopId, pathway.ToStopId] : [];
}

function stopsOf(track: Track | null): readonly string[] {
  return (track?.Stops ?? []).map(({ StopId }) => StopId);
}

/** Stops that are newly named, and that neither the version has nor the edit makes. */
async function unknownStops(
  db: Db,
  versionId: number,
  changes: readonly DocumentChange[],
  Field: string,
  named: readonly string[],
  before: readonly string[],
): Promise<readonly FieldMessage[]> {
  const known = new Set(before);
  for (const { kind, id, doc } of changes) if (kind === 'Stop' && doc !== null) known.add(id);
  const asked = [...new Set(named)].filter((id) => !known.has(id));
  if (asked.length === 0) return [];
  const slots = await readSlots(
    db,
    versionId,
    asked.map((id) => ({ kind: 'Stop' as const, id })),
  );
  for (const { id, doc } of slots) if (doc) known.add(id);
  return asked.filter((id) => !known.has(id)).map((id) => ({ Field, Message: `There is no stop ${id} in this version` }));
}

/** The record of a translation. Trips stand within timetables, and feed information has no id: validation looks at those. */
async function unknownRecord(
  db: Db,
  versionId: number,
  { RecordId, CategoryName, FieldValue }: Translation,
  was: Translation | null,
): Promise<readonly FieldMessage[]> {
  if (!RecordId || FieldValue || (was?.RecordId === RecordId && was.CategoryName === CategoryName)) return [];
  const kind = TRANSLATABLE_FIELDS.find(({ category }) => category === CategoryName)?.kind;
  if (kind === undefined || kind === 'Feed') return [];
  const there =
    kind === 'Schedule'
      ? (await unknownLines(db, versionId, [RecordId])).length === 0
      : (await readSlots(db, versionId, [{ kind, id: RecordId }])).some(({ doc }) => doc !== null);
  const word = kind === 'Schedule' ? 'line' : kindWord(kind);
  return there ? [] : [{ Field: 'RecordId', Message: `There is no ${word} ${RecordId} in this version` }];
}

/** The zones, lines and stops of a fare that it did not name before. */
async function unknownPlaces(db: Db, versionId: number, fare: Fare, was: Fare | null): Promise<readonly FieldMessage[]> {
  const added = (namesOf: (fare: Fare) => readonly (string | null)[]): readonly string[] => {
    const had = new Set(was ? namesOf(was) : []);
    return [...new Set(namesOf(fare))].filter((name) => name !== null && name !== '' && !had.has(name)) as string[];
  };
  const faults: FieldMessage[] = [];
  for (const field of ['FromZone', 'ToZone', 'ContainsZone'] as const) {
    const names = added(({ Rules }) => Rules.map((rule) => rule[field]));
    for (const name of await unknownZones(db, versionId, names))
      faults.push({ Field: field, Message: `No stop of this version is in the zone ${name}` });
  }
  const lines = [
    ['Transport', added(({ Rules }) => Rules.map(({ Transport }) => Transport))],
    ['ValidAfterTransports', added(({ ValidAfterTransports = [] }) => ValidAfterTransports)],
  ] as const;
  for (const [Field, names] of lines)
    for (const name of await unknownLines(db, versionId, names)) faults.push({ Field, Message: `There is no line ${name} in this version` });
  const stops = [
    ['BetweenStops', added(({ BetweenStops = [] }) => BetweenStops.flatMap(({ FromStop, ToStop }) => [FromStop, ToStop]))],
    ['ValidAfterStops', added(({ ValidAfterStops = [] }) => ValidAfterStops)],
  ] as const;
  for (const [Field, names] of stops) {
    const keys = names.map((id) => ({ kind: 'Stop' as const, id }));
    const slots = keys.length === 0 ? [] : await readSlots(db, versionId, keys);
    const known = new Set(slots.flatMap(({ id, doc }) => (doc ? [id] : [])));
    for (const name of names) if (!known.has(name)) faults.push({ Field, Message: `There is no stop ${name} in this version` });
  }
  return faults;
}

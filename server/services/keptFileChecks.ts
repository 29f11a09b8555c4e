/** An edit may not remove what a file that is kept verbatim still names: the export would name what is not there. */
import type { Departure, Timetable } from '../../src/domain/model/timetable.ts';
import type { FileRow } from '../../src/domain/model/fileRow.ts';
import type { EntityKind } from '../../src/domain/entities.ts';
import { entityTitle } from '../../src/domain/entityTitle.ts';
import { CsvReader } from '../feed/gtfs/read/csv.ts';
import { FeedRefused } from '../feed/gtfs/refusal.ts';
import { holdsKeptRows, keptFileName } from '../feed/gtfs/keptRows.ts';
import { editedContent } from '../feed/gtfs/keptTable.ts';
import { readKind } from '../store/records.ts';
import { listKeptTables, namedAtStops, namesOfOthers, readKeptContent, type KeptFile } from '../store/keptFiles.ts';
import type { Db } from '../store/tables.ts';

/** A document before and after an edit; null where it is not there. */
export interface KeptFileChange {
  readonly kind: EntityKind;
  readonly id: string;
  readonly was: object | null;
  readonly doc: object | null;
}

const NAMED = ['stop', 'trip', 'route', 'service', 'booking_rule', 'location_group', 'location'] as const;
type Named = (typeof NAMED)[number];
/** What the product calls them. */
const WORDS = {
  stop: 'stop',
  trip: 'trip',
  route: 'line',
  service: 'service',
  booking_rule: 'booking rule',
  location_group: 'group of stops',
  location: 'zone',
} as const satisfies Record<Named, string>;
/** Kinds whose id is what files name. */
const BY_ID: Readonly<Partial<Record<EntityKind, Named>>> = {
  Stop: 'stop',
  BookingRule: 'booking_rule',
  LocationGroup: 'location_group',
  Zone: 'location',
};

/** Why an edit cannot remove what it removes, with the file and the line that name it; undefined where no kept file does. */
export async function keptFileRefusal(db: Db, versionId: number, changes: readonly KeptFileChange[]): Promise<string | undefined> {
  const lost = lostNames(changes);
  if (NAMED.every((what) => lost[what].size === 0)) return undefined;
  const files = await listKeptTables(db, versionId);
  const edits = files.length === 0 ? [] : await readKind(db, versionId, 'FileRow');
  for (const file of files) {
    const names = await namesIn(db, file, edits);
    for (const what of NAMED) {
      const named = [...lost[what]].filter(([id]) => names[what].has(id));
      if (named.length === 0) continue;
      const others =
        what !== 'route' && what !== 'service' && what !== 'trip'
          ? new Set<string>()
          : await namesOfOthers(
              db,
              versionId,
              what,
              named.map(([id]) => id),
              changes.map(({ id }) => id),
            );
      const [first] = named.filter(([id]) => !others.has(id));
      if (first === undefined) continue;
      const [id, title] = first;
      const way = holdsKeptRows(file.name)
        ? ', and is not edited in DMP. Take it out there and import the feed again.'
        : '. Change the row under Kept files on the page Feed information first.';
      const place = holdsKeptRows(file.name) ? `a row of ${keptFileName(file.name)} that is kept as it is` : file.name;
      return `The ${WORDS[what]} ${title === id || title === '' ? id : `"${title}" (${id})`} cannot be removed: ${place}, line ${names[what].get(id)}, names it${way}`;
    }
  }
  return (
    (await networkRefusal(db, versionId, changes, lost)) ??
    (await serviceRefusal(db, versionId, changes, lost)) ??
    (await timetableRefusal(db, versionId, lost))
  );
}

/** A line that a fare network names stays, as one that a kept file names does. */
async function networkRefusal(db: Db, versionId: number, changes: readonly KeptFileChange[], lost: Lost): Promise<string | undefined> {
  if (lost.route.size === 0) return undefined;
  const isChanged = new Set(changes.flatMap(({ kind, id }) => (kind === 'RouteNetwork' ? [id] : [])));
  const naming = (await readKind(db, versionId, 'RouteNetwork')).filter(
    ({ Id, ExternalTransportId }) => !isChanged.has(Id) && lost.route.has(ExternalTransportId),
  );
  if (naming.length === 0) return undefined;
  const others = await namesOfOthers(
    db,
    versionId,
    'route',
    naming.map(({ ExternalTransportId }) => ExternalTransportId),
    changes.map(({ id }) => id),
  );
  const first = naming.find(({ ExternalTransportId }) => !others.has(ExternalTransportId));
  if (first === undefined) return undefined;
  const title = lost.route.get(first.ExternalTransportId) || first.ExternalTransportId;
  return `The line "${title}" (${first.ExternalTransportId}) cannot be removed: the fare network ${first.NetworkId} names it. Take it out of the network first.`;
}

/** A service whose days a booking rule or a timeframe counts stays. */
async function serviceRefusal(db: Db, versionId: number, changes: readonly KeptFileChange[], lost: Lost): Promise<string | undefined> {
  if (lost.service.size === 0) return undefined;
  const isChanged = new Set(changes.map(({ kind, id }) => `${kind} ${id}`));
  const rules = (await readKind(db, versionId, 'BookingRule')).map(({ Id, PriorNoticeServiceId = '' }) => ({
    key: `BookingRule ${Id}`,
    service: PriorNoticeServiceId,
    says: `the booking rule ${Id} counts its days`,
  }));
  const timeframes = (await readKind(db, versionId, 'Timeframe')).map(({ Id, GroupId, ServiceId }) => ({
    key: `Timeframe ${Id}`,
    service: ServiceId,
    says: `a timeframe of the group ${GroupId} holds on its days`,
  }));
  const naming = [...rules, ...timeframes].filter(({ key, service }) => !isChanged.has(key) && lost.service.has(service));
  if (naming.length === 0) return undefined;
  const services = naming.map(({ service }) => service);
  const others = await namesOfOthers(
    db,
    versionId,
    'service',
    services,
    changes.map(({ id }) => id),
  );
  const first = naming.find(({ service }) => !others.has(service));
  return first && `The service ${first.service} cannot be removed: ${first.says}.`;
}

/** A booking rule that stops of a timetable name stays. */
async function timetableRefusal(db: Db, versionId: number, lost: Lost): Promise<string | undefined> {
  for (const [id, title] of lost.booking_rule)
    if (await namedAtStops(db, versionId, id))
      return `The booking rule ${title === '' ? id : title} cannot be removed: stops of a timetable name it.`;
  return undefined;
}

type Lost = Readonly<Record<Named, Map<string, string>>>;

/** Ids that the changed documents had and have no more, with what people call them. */
function lostNames(changes: readonly KeptFileChange[]): Lost {
  const lost = Object.fromEntries(NAMED.map((what) => [what, new Map<string, string>()])) as unknown as Lost;
  for (const { kind, id, was } of changes) for (const [what, name, title] of was === null ? [] : namesOf(kind, id, was)) lost[what].set(name, title);
  for (const { kind, id, doc } of changes) for (const [what, name] of doc === null ? [] : namesOf(kind, id, doc)) lost[what].delete(name);
  return lost;
}

function* namesOf(kind: EntityKind, id: string, doc: object): Generator<readonly [what: Named, name: string, title: string]> {
  const byId = BY_ID[kind];
  if (byId !== undefined) yield [byId, id, entityTitle(kind, { Id: id, ...doc })];
  if (kind === 'Schedule') yield ['route', textOf(doc, 'ExternalTransportId') || id, textOf(doc, 'Name')];
  if (kind === 'FlexTrip') {
    yield ['trip', id, textOf(doc, 'Headsign')];
    const service: unknown = Reflect.get(Reflect.get(doc, 'Extra') ?? {}, 'service_id');
    if (typeof service === 'string') yield ['service', service, ''];
  }
  if (kind !== 'Timetable') return;
  const { Extra, Departures = [] } = doc as Partial<Timetable>;
  if (Extra?.['service_id']) yield ['service', Extra['service_id'], ''];
  for (const { TripId } of Departures as readonly Departure[]) if (TripId) yield ['trip', TripId, ''];
}

function textOf(doc: object, field: string): string {
  const value: unknown = Reflect.get(doc, field);
  return typeof value === 'string' ? value : '';
}

/** Ids that a file names, with the first line that does. */
type FileNames = Readonly<Record<Named, ReadonlyMap<string, number>>>;

/** Contents never change under their hash. The last of them are remembered: a person removes one thing after another. */
const known = new Map<string, FileNames>();
const REMEMBERED = 32;

async function namesIn(db: Db, { name, hash }: KeptFile, edits: readonly FileRow[]): Promise<FileNames> {
  const own = edits.filter(({ File }) => File === name);
  if (own.length > 0) return readNames(name, editedContent(name, await readKeptContent(db, hash), own));
  const found = known.get(hash) ?? readNames(name, await readKeptContent(db, hash));
  known.delete(hash);
  known.set(hash, found);
  for (const first of known.keys()) {
    if (known.size <= REMEMBERED) break;
    known.delete(first);
  }
  return found;
}

/** Reads the columns `stop_id`, `from_stop_id` and the like, and so for trips, routes and services. */
export function readNames(file: string, bytes: Uint8Array): FileNames {
  const names = Object.fromEntries(NAMED.map((what) => [what, new Map<string, number>()])) as Record<Named, Map<string, number>>;
  let columns: readonly (readonly [Named, number])[] | undefined;
  const reader: CsvReader = new CsvReader(file, () => {
    if (columns === undefined) {
      const header = Array.from({ length: reader.count }, (_, place) => reader.text(place).toLowerCase());
      columns = header.flatMap((column, place) =>
        NAMED.filter((what) => new RegExp(`(^|_)${what}_id$`).test(column)).map((what) => [what, place] as const),
      );
      return;
    }
    for (const [what, place] of columns) {
      const id = reader.text(place);
      if (id !== '' && !names[what].has(id)) names[what].set(id, reader.line);
    }
  });
  try {
    reader.push(Buffer.from(bytes));
    reader.end();
  } catch (error) {
    // a file that cannot be parsed refers to nothing for certain
    if (!(error instanceof FeedRefused)) throw error;
  }
  return names;
}

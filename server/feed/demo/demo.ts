/** The demo regions that a first start shows: databases with versions in every state, made of the generated network. */
import { addDays, type CalendarDate } from '../../../src/domain/date.ts';
import type { NewRegion, NewVersionState, Store } from '../../store/store.ts';
import { timeNow } from '../../surroundings.ts';
import type { NetworkDocument } from './document.ts';
import { networkDocuments, type NetworkOptions } from './network.ts';

interface DemoVersion {
  readonly name: string;
  readonly state: NewVersionState;
  /** How many editions before the newest: older ones differ in the ways of `edition`. */
  readonly age: 0 | 1 | 2;
  readonly daysAgo: number;
}

interface DemoDatabase {
  readonly id: string;
  readonly region: string;
  readonly name: string;
  readonly readOnly: boolean;
  readonly network: NetworkOptions;
  readonly versions: readonly DemoVersion[];
}

const DATABASES: readonly DemoDatabase[] = [
  {
    id: 'velmar',
    region: 'Velmar',
    name: 'Velmar City',
    readOnly: false,
    network: { stops: 400, seed: 1 },
    versions: [
      { name: 'Winter timetable', state: 'published', age: 2, daysAgo: 160 },
      { name: 'Summer timetable', state: 'published', age: 1, daysAgo: 45 },
      { name: 'Autumn works', state: 'completed', age: 0, daysAgo: 3 },
    ],
  },
  {
    id: 'sorne',
    region: 'Velmar',
    name: 'Sorne Valley',
    readOnly: true,
    network: { stops: 120, seed: 7, faults: false },
    versions: [
      { name: 'Valley lines, first edition', state: 'archived', age: 1, daysAgo: 300 },
      { name: 'Valley lines', state: 'published', age: 0, daysAgo: 90 },
    ],
  },
  {
    id: 'tarnholm',
    region: 'Tarnholm',
    name: 'Tarnholm Island',
    readOnly: false,
    network: { stops: 60, seed: 11, faults: false },
    versions: [{ name: 'Island lines', state: 'published', age: 0, daysAgo: 60 }],
  },
];

/** Of both regions. */
export const DEMO_TIMEZONE = 'Europe/Berlin';

/** A second region, so that there is something that an account of one region does not see. */
const REGIONS: readonly NewRegion[] = [
  {
    Key: 'Velmar',
    Name: 'Velmar',
    CountryCode: 'DE',
    LanguageCode: 'en',
    Timezone: DEMO_TIMEZONE,
    Currency: 'EUR',
    Bounds: { NorthEast: { Lat: 48.18, Lng: 10.02 }, SouthWest: { Lat: 47.94, Lng: 9.6 } },
  },
  {
    Key: 'Tarnholm',
    Name: 'Tarnholm',
    CountryCode: 'DE',
    LanguageCode: 'en',
    Timezone: DEMO_TIMEZONE,
    Currency: 'EUR',
    Bounds: { NorthEast: { Lat: 48.1, Lng: 9.9 }, SouthWest: { Lat: 47.98, Lng: 9.7 } },
  },
];

/** Writes the demo regions into an empty store. `today` is where their calendars and version dates are counted from. */
export async function writeDemo(store: Store, today: CalendarDate = new Date(timeNow()).toISOString().slice(0, 10)): Promise<void> {
  for (const region of REGIONS) await store.createRegion(region);
  const [from, to] = calendarAround(today);
  for (const database of DATABASES) {
    await store.createDatabase({ Id: database.id, Name: database.name, RegionKey: database.region, ReadOnly: database.readOnly });
    for (const version of database.versions) {
      const writer = await store.beginVersion({
        databaseId: database.id,
        name: version.name,
        source: 'demo',
        author: 'demo',
        state: version.state,
        date: `${addDays(today, -version.daysAgo)}T09:30:00Z`,
      });
      try {
        for (const { kind, doc } of edition(networkDocuments({ ...database.network, from, to }), version.age)) await writer.add(kind, doc);
        await writer.finish();
      } catch (error) {
        await writer.abort();
        throw error;
      }
    }
  }
}

/** The first day of the last quarter and a year and a half from there, so that nothing of the demo is about to expire. */
export function calendarAround(today: CalendarDate): [CalendarDate, CalendarDate] {
  const [year, month] = [Number(today.slice(0, 4)), Number(today.slice(5, 7))];
  const quarter = Math.floor((month - 1) / 3) - 1;
  const start = quarter < 0 ? `${year - 1}-10-01` : `${year}-${String(quarter * 3 + 1).padStart(2, '0')}-01`;
  return [start, addDays(start, 547)];
}

/**
 * The network of one or two editions earlier: lines that did not run yet, stops elsewhere or under another name,
 * lower prices. So there is something to compare.
 */
export function* edition(documents: Iterable<NetworkDocument>, age: 0 | 1 | 2): Generator<NetworkDocument> {
  let stops = 0;
  for (const document of documents) {
    const { kind, doc } = document;
    if (age === 0) {
      yield document;
      continue;
    }
    if (kind === 'Stop' && doc.Coordinate !== null && doc.ParentId === undefined) {
      const nth = ++stops;
      if (nth % 37 === age && doc.Name !== '') yield { kind, doc: { ...doc, Name: `${doc.Name} West` } };
      else if (nth % 29 === age) yield { kind, doc: { ...doc, Coordinate: { Lat: doc.Coordinate.Lat + 0.0003, Lng: doc.Coordinate.Lng } } };
      else yield document;
    } else if (kind === 'Fare') yield { kind, doc: { ...doc, Price: (Number(doc.Price) - 0.2 * age).toFixed(2) } };
    else if (lineNumber(document) === 'E1' || (age === 2 && lineNumber(document) === 'N2')) continue;
    else if (kind !== 'Schedule' || doc.Name !== '11') yield document;
    else yield { kind, doc: { ...doc, Color: '4A7729' } };
  }
}

function lineNumber({ kind, doc }: NetworkDocument): string | undefined {
  if (kind === 'Schedule') return doc.Name;
  return kind === 'Track' || kind === 'Timetable' ? doc.ScheduleId.replace(/_\d{8}$/, '') : undefined;
}

/** A whole made-up network, document by document: the same for the same options on every machine. */
import type { CalendarDate } from '../../../src/domain/date.ts';
import { STOP_TYPES } from '../../../src/domain/stops.ts';
import type { NetworkDocument } from './document.ts';
import { withFaults } from './faults.ts';
import { documentsOfStops, lineDocuments, type LineContext } from './lineDocuments.ts';
import { planLines } from './lines.ts';
import { STATION_STOPS, stationDocuments, stationLines } from './station.ts';
import { fareDocuments, translationsOf } from './tickets.ts';
import { planTown, SMALLEST_TOWN, type Town } from './town.ts';

export interface NetworkOptions {
  /** Stops in all, exactly; at least 40. From 80 on there is a big station among them. */
  readonly stops?: number;
  readonly seed?: number;
  /** First and last day of every calendar. */
  readonly from?: CalendarDate;
  readonly to?: CalendarDate;
  /** Whether the faults of faults.ts are planted. */
  readonly faults?: boolean;
}

/** A town has this many stops; a larger network has more towns, each made and forgotten before the next. */
const TOWN_STOPS = 400;

/** Generates the documents of a network. Memory does not grow with the number of stops. */
export async function* generateNetwork(options: NetworkOptions = {}): AsyncGenerator<NetworkDocument> {
  yield* networkDocuments(options);
}

/** The same without waiting. */
export function* networkDocuments({
  stops = 400,
  seed = 1,
  from = '2026-01-01',
  to = '2026-12-31',
  faults = true,
}: NetworkOptions = {}): Generator<NetworkDocument> {
  if (!Number.isInteger(stops) || stops < SMALLEST_TOWN) throw new RangeError(`A network has at least ${SMALLEST_TOWN} stops`);
  for (const [index, size] of townSizes(stops).entries()) {
    const town = townDocuments(index, size, seed, from, to);
    yield* index === 0 && faults ? withFaults(town) : town;
  }
}

function townSizes(stops: number): number[] {
  const sizes: number[] = [];
  let left = stops;
  while (left >= TOWN_STOPS + SMALLEST_TOWN) {
    sizes.push(TOWN_STOPS);
    left -= TOWN_STOPS;
  }
  return [...sizes, left];
}

function* townDocuments(index: number, size: number, seed: number, from: CalendarDate, to: CalendarDate): Generator<NetworkDocument> {
  const withStation = index === 0 && size >= 80;
  const town = planTown(index, withStation ? size - STATION_STOPS : size, seed);
  const agencyId = index === 0 ? 'VV' : `T${index}`;
  if (index === 0) yield* feedDocuments(from, to);
  yield {
    kind: 'Agency',
    doc: {
      Id: agencyId,
      Name: index === 0 ? 'Velmar Transport' : `${town.name} Transport ${index}`,
      Url: `https://transport.example/${agencyId.toLowerCase()}`,
      Timezone: 'Europe/Berlin',
      Language: 'en',
      Phone: '+49 000 1234',
      Email: `info@${agencyId.toLowerCase()}.example`,
    },
  };
  for (const site of town.sites) {
    for (const [side, id] of site.stops.entries()) {
      if (side === 1 && id === site.stops[0]) continue;
      const away = side === 0 ? 1 : -1;
      yield {
        kind: 'Stop',
        doc: {
          Id: id,
          Name: site.name.en,
          Type: STOP_TYPES.Regular,
          Coordinate: town.place({ x: site.x + 8 * away, y: site.y + 5 * away }),
          ZoneId: site.zone,
          StopCode: id.slice(1),
          WheelchairBoarding: side === 0 || site.zone === '1' ? 1 : 2,
        },
      };
    }
    if (index === 0) yield* translationsOf(site.name);
  }
  const context: LineContext = { town, agencyId, from, to, sparse: index > 0 };
  const lines = planLines(town);
  if (index === 0) yield* fareDocuments(lines.flatMap((line) => (line.kind === 'night' ? line.number : [])));
  if (withStation) yield* firstTown(town, context);
  for (const line of lines) yield* lineDocuments(line, context);
}

function* firstTown(town: Town, context: LineContext): Generator<NetworkDocument> {
  yield {
    kind: 'Agency',
    doc: { Id: 'SF', Name: 'Sorne Ferries', Url: 'https://ferries.example/', Timezone: 'Europe/Berlin', Language: 'en' },
  };
  yield* stationDocuments(town);
  for (const { number, kind, longName, out, back } of stationLines()) {
    yield* documentsOfStops({ number, kind, longName, sites: [] }, { ...context, agencyId: kind === 'ferry' ? 'SF' : context.agencyId }, out, back);
  }
}

function* feedDocuments(from: CalendarDate, to: CalendarDate): Generator<NetworkDocument> {
  const plain = (date: CalendarDate): string => date.replaceAll('-', '');
  yield {
    kind: 'Feed',
    doc: {
      Id: 'feed',
      PublisherName: 'Velmar Transport',
      PublisherUrl: 'https://transport.example/',
      Language: 'en',
      StartDate: plain(from),
      EndDate: plain(to),
      Version: `demo ${plain(from)}`,
    },
  };
  yield { kind: 'Attribution', doc: { Id: 'velmar', OrganizationName: 'City of Velmar', IsAuthority: true, Url: 'https://velmar.example/' } };
}

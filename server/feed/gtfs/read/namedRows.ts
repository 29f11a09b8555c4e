/** Rows that name records of other files: looked at when all of those are read. What they name is kept, whether it is there or not. */
import type { FeedNotes } from '../notes.ts';
import type { ByteInterner } from './intern.ts';
import type { StopTimes } from './stopTimes.ts';
import type { TableRow } from './table.ts';
import type { Trips } from './trips.ts';

interface NamedRecord {
  readonly file: string;
  readonly line: number;
  readonly column: string;
  readonly value: string;
  /** File that has to have the record, without `.txt`. */
  readonly table: string;
  /** Route that the trip has to be of. */
  readonly route?: string | undefined;
  /** stop_sequence that the trip has to have. */
  readonly sequence?: string | undefined;
}

/** What is there to be named. */
export interface FeedRecords {
  readonly trips: Trips;
  readonly times: StopTimes;
  readonly routes: ByteInterner;
  readonly stops: ByteInterner;
  /** Stops of stops.txt; further ones are named by stop times alone. */
  readonly knownStops: number;
  readonly agencies: ReadonlySet<string>;
  readonly services: { has(id: string): boolean };
}

export class NamedRows {
  readonly #named: NamedRecord[] = [];
  /** Ids of tables that are gathered as their rows are read. A table that is not here is not checked. */
  readonly #ids = new Map(['levels', 'pathways', 'attributions'].map((table) => [table, new Set<string>()] as const));

  /** Trips that attributions name. */
  readonly attributedTrips = new Set<string>();

  /** A record that a table has. */
  has(table: string, id: string | undefined): void {
    if (id !== undefined) this.gather(table).add(id);
  }

  /** Has a table checked, also where the feed does not have it. */
  gather(table: string): Set<string> {
    const ids = this.#ids.get(table) ?? new Set();
    this.#ids.set(table, ids);
    return ids;
  }

  /** A record that a row names in a column; nothing where the column is blank. */
  names(row: TableRow, column: string, table: string, more: Pick<NamedRecord, 'route' | 'sequence'> = {}): void {
    const value = row.text(column);
    if (value !== '') this.#named.push({ file: row.file, line: row.line, column, value, table, ...more });
  }

  /** Reports what is named and not there. */
  check(records: FeedRecords, notes: FeedNotes): void {
    for (const named of this.#named) {
      const { file, line, column, value } = named;
      const reason = this.#fault(named, records);
      if (reason === undefined) continue;
      const kind = reason.startsWith('The trip') && named.sequence === undefined ? 'trip of another route' : `${column} names what is not there`;
      notes.add('error', file, line, kind, reason, { column, value });
    }
  }

  #fault({ table, value, route, sequence }: NamedRecord, records: FeedRecords): string | undefined {
    const { trips, times, routes, stops, knownStops, agencies, services } = records;
    const missing = `${table === 'stop_times' ? 'trips' : table}.txt has no ${WORDS[table] ?? 'row'} "${value}"`;
    if (table === 'agency') return agencies.has(value) ? undefined : missing;
    if (table === 'routes') return routes.findText(value) >= 0 ? undefined : missing;
    if (table === 'calendar') return services.has(value) ? undefined : `No calendar has a service "${value}"`;
    if (table === 'stops') {
      const stop = stops.findText(value);
      return stop >= 0 && stop < knownStops ? undefined : missing;
    }
    if (table !== 'trips' && table !== 'stop_times') return this.#ids.get(table)?.has(value) === false ? missing : undefined;
    const trip = trips.ids.findText(value);
    if (trip < 0) return missing;
    if (route !== undefined && route !== '' && trips.routes.texts[trips.route.at(trip)] !== route)
      return `The trip "${value}" is not of the route "${route}"`;
    return sequence !== undefined && sequence !== '' && !hasSequence(times, trip, Number(sequence))
      ? `The trip "${value}" has no stop_sequence ${sequence}`
      : undefined;
  }
}

const WORDS: Readonly<Record<string, string>> = {
  agency: 'agency',
  stops: 'stop',
  routes: 'route',
  trips: 'trip',
  stop_times: 'trip',
  levels: 'level',
  pathways: 'pathway',
  attributions: 'attribution',
  areas: 'area',
  networks: 'network',
  timeframes: 'timeframe group',
  fare_products: 'fare product',
  fare_media: 'fare media',
  rider_categories: 'rider category',
  fare_leg_rules: 'leg group',
  location_groups: 'location group',
};

function hasSequence(times: StopTimes, trip: number, sequence: number): boolean {
  for (let i = times.starts[trip] ?? 0; i < (times.starts[trip + 1] ?? 0); i++) if (times.sequence.at(times.order[i] ?? 0) === sequence) return true;
  return times.flexTrips.has(trip);
}

/** Reports blocks whose vehicle would be of two kinds: each where its first trip of another kind stands. */
export function reportMixedBlocks(trips: Trips, vehicles: readonly (number | undefined)[], notes: FeedNotes): void {
  const found = new Map<number, number | undefined>();
  const reported = new Set<number>();
  for (let trip = 0; trip < trips.size; trip++) {
    const block = trips.block.at(trip);
    if (block < 0 || reported.has(block)) continue;
    const vehicle = vehicles[trips.route.at(trip)];
    if (!found.has(block)) found.set(block, vehicle);
    if (found.get(block) === vehicle) continue;
    reported.add(block);
    const value = trips.blocks.texts[block] ?? '';
    const reason = `The trips of the block "${value}" are of routes of different types: ${found.get(block)} and ${vehicle}`;
    notes.add('warning', 'trips.txt', trips.line.at(trip), 'block of several route types', reason, { column: 'block_id', value });
  }
}

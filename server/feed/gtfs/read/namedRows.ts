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
  readonly agencies: ReadonlySet<string>;
}

/** Tables whose ids are gathered as their rows are read. */
type Gathered = 'levels' | 'pathways' | 'attributions';

export class NamedRows {
  readonly #named: NamedRecord[] = [];
  readonly #ids: Readonly<Record<Gathered, Set<string>>> = { levels: new Set(), pathways: new Set(), attributions: new Set() };

  /** A record that a table has. */
  has(table: Gathered, id: string | undefined): void {
    if (id !== undefined) this.#ids[table].add(id);
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
      if (reason !== undefined) notes.add('error', file, line, `${column} names what is not there`, reason, { column, value });
    }
  }

  #fault({ table, value, route, sequence }: NamedRecord, { trips, times, routes, stops, agencies }: FeedRecords): string | undefined {
    const missing = `${table === 'stop_times' ? 'trips' : table}.txt has no ${WORDS[table] ?? 'row'} "${value}"`;
    if (table === 'agency') return agencies.has(value) ? undefined : missing;
    if (table === 'routes') return routes.findText(value) >= 0 ? undefined : missing;
    if (table === 'stops') return stops.findText(value) >= 0 ? undefined : missing;
    if (table === 'levels' || table === 'pathways' || table === 'attributions') return this.#ids[table].has(value) ? undefined : missing;
    if (table !== 'trips' && table !== 'stop_times') return undefined;
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
};

function hasSequence(times: StopTimes, trip: number, sequence: number): boolean {
  for (let i = times.starts[trip] ?? 0; i < (times.starts[trip + 1] ?? 0); i++) if (times.sequence.at(times.order[i] ?? 0) === sequence) return true;
  return times.flexTrips.has(trip);
}

/** Reports blocks whose vehicle would be of two kinds: each where its first trip of another kind stands. */
export function reportMixedBlocks(trips: Trips, vehicles: readonly (number | undefined)[], notes: FeedNotes): void {
  const found = new Map<number, number | undefined>();
  const told = new Set<number>();
  for (let trip = 0; trip < trips.size; trip++) {
    const block = trips.block.at(trip);
    if (block < 0 || told.has(block)) continue;
    const vehicle = vehicles[trips.route.at(trip)];
    if (!found.has(block)) found.set(block, vehicle);
    if (found.get(block) === vehicle) continue;
    told.add(block);
    const value = trips.blocks.texts[block] ?? '';
    const reason = `The trips of the block "${value}" are of routes of different types: ${found.get(block)} and ${vehicle}`;
    notes.add('warning', 'trips.txt', trips.line.at(trip), 'block of several route types', reason, { column: 'block_id', value });
  }
}

/** Looks at tables that name records of others: ids that are given twice in those that DMP keeps as files, and records that are named. */
import { FeedNotes } from '../notes.ts';
import { FeedRefused } from '../refusal.ts';
import { keptRowChecks } from './keptRowChecks.ts';
import type { NamedRows } from './namedRows.ts';
import { RAW_FILE_LIMIT } from './rawFiles.ts';
import { readTable, type TableRow } from './table.ts';
import type { FeedFile } from './zip.ts';

export interface NamedTable {
  /** Column that other tables name it by. */
  readonly id?: string;
  /** Columns that tell a row from all others. */
  readonly key?: readonly string[];
  /** Columns that name records, with their table. */
  readonly names: Readonly<Record<string, string>>;
}

/** Tables that name records of others, by name without `.txt`; columns as in the GTFS reference. */
export const NAMING_TABLES: Readonly<Record<string, NamedTable>> = {
  areas: { id: 'area_id', key: ['area_id'], names: {} },
  stop_areas: { names: { area_id: 'areas', stop_id: 'stops' } },
  networks: { id: 'network_id', key: ['network_id'], names: {} },
  route_networks: { key: ['route_id'], names: { network_id: 'networks', route_id: 'routes' } },
  timeframes: { id: 'timeframe_group_id', names: { service_id: 'calendar' } },
  rider_categories: { id: 'rider_category_id', key: ['rider_category_id'], names: {} },
  fare_media: { id: 'fare_media_id', key: ['fare_media_id'], names: {} },
  fare_products: {
    id: 'fare_product_id',
    key: ['fare_product_id', 'rider_category_id', 'fare_media_id'],
    names: { rider_category_id: 'rider_categories', fare_media_id: 'fare_media' },
  },
  fare_leg_rules: {
    id: 'leg_group_id',
    names: {
      network_id: 'networks',
      from_area_id: 'areas',
      to_area_id: 'areas',
      from_timeframe_group_id: 'timeframes',
      to_timeframe_group_id: 'timeframes',
      fare_product_id: 'fare_products',
    },
  },
  fare_leg_join_rules: {
    names: { from_network_id: 'networks', to_network_id: 'networks', from_stop_id: 'stops', to_stop_id: 'stops' },
  },
  fare_transfer_rules: {
    names: { from_leg_group_id: 'fare_leg_rules', to_leg_group_id: 'fare_leg_rules', fare_product_id: 'fare_products' },
  },
  location_groups: { id: 'location_group_id', key: ['location_group_id'], names: {} },
  location_group_stops: { names: { location_group_id: 'location_groups', stop_id: 'stops' } },
  booking_rules: { id: 'booking_rule_id', key: ['booking_rule_id'], names: { prior_notice_service_id: 'calendar' } },
};

/** The keys of the rows of one table: a second row with the same one is reported, and stays. */
export class UsedKeys {
  readonly #columns: readonly string[];
  readonly #lines = new Map<string, number>();

  constructor(columns: readonly string[]) {
    this.#columns = columns;
  }

  look(row: TableRow, notes: FeedNotes): void {
    if (this.#columns.length === 0) return;
    const values = this.#columns.map((column) => row.text(column));
    const key = JSON.stringify(values);
    const first = this.#lines.get(key);
    if (first === undefined) this.#lines.set(key, row.line);
    else {
      const [column = '', value = ''] = [this.#columns[0], values[0]];
      notes.add('error', row.file, row.line, `${column} is used twice`, `Line ${first} has the ${column} "${value}" already`, { column, value });
    }
  }
}

/** Reads the tables among the files that are kept whole. Their rows stay as they are, whatever is said of them. */
export async function readKeptTables(files: readonly FeedFile[], named: NamedRows, notes: FeedNotes): Promise<void> {
  // what there is to say of the text itself is of no use: the file is not read by DMP
  const silent = new FeedNotes(() => undefined);
  const checks = keptRowChecks();
  for (const file of files) {
    const table = file.name.toLowerCase().replace(/\.txt$/, '');
    const kept = NAMING_TABLES[table];
    if (kept === undefined || file.size > RAW_FILE_LIMIT) continue;
    const { id, key = [], names } = kept;
    for (const target of Object.values(names)) named.gather(target);
    const columns = [...new Set([...(id === undefined ? [] : [id]), ...key, ...Object.keys(names), ...(checks[table]?.columns ?? [])])];
    const used = new UsedKeys(key);
    const look = (row: TableRow): void => {
      if (id !== undefined) named.has(table, row.optional(id));
      for (const [column, target] of Object.entries(names)) named.names(row, column, target);
      used.look(row, notes);
      checks[table]?.look(row, notes);
    };
    try {
      await readTable(file, { columns, required: [] }, silent, () => undefined, look);
    } catch (error) {
      // a text that is no table is kept all the same; a damaged zip is refused where the file is kept
      if (!(error instanceof FeedRefused)) throw error;
    }
  }
}

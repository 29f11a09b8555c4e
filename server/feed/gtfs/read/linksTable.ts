/** Reads what joins and describes: transfers, pathways, attributions, feed_info, and the vehicle and ticketing files. */
import { createHash } from 'node:crypto';
import type { EntityKind } from '../../../../src/domain/entities.ts';
import type { Feed } from '../../../../src/domain/model/feedInfo.ts';
import { timeNow } from '../../../surroundings.ts';
import { columnsOf, KINDS_WITH_FILE, readDocument } from '../columns.ts';
import { isLanguage, isWebUrl } from '../../../../src/domain/formats.ts';
import { ATTRIBUTION_ID } from '../extraKeys.ts';
import type { FeedNotes } from '../notes.ts';
import { keptRowChecks } from './keptRowChecks.ts';
import { NAMING_TABLES, UsedKeys } from './keptTables.ts';
import type { NamedRows } from './namedRows.ts';
import type { RowWriter } from './stopsTable.ts';
import { readTable, type OnBytes, type TableRow } from './table.ts';
import type { FeedFile } from './zip.ts';

/** Gives ids to rows that have none in GTFS: the same row has the same id in every import. */
export class RowIds {
  readonly #used = new Map<string, number>();

  /** The id itself, with `.2`, `.3` ... where it was given before. */
  unique(id: string): string {
    const count = (this.#used.get(id) ?? 0) + 1;
    this.#used.set(id, count);
    return count === 1 ? id : this.unique(`${id}.${count}`);
  }

  /** An id of the content: 16 hexadecimal digits of SHA-256. */
  ofContent(parts: readonly string[]): string {
    return this.unique(createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 16));
  }
}

/** What a transfer is between: its ids are made of these. */
const ENDS = ['from_stop_id', 'to_stop_id', 'from_route_id', 'to_route_id', 'from_trip_id', 'to_trip_id'];

/** Reads transfers.txt. The id tells the stops, and the lines and trips where the row names any. */
export async function readTransfers(
  file: FeedFile,
  writer: RowWriter,
  named: NamedRows,
  notes: FeedNotes,
  onBytes: OnBytes,
): Promise<readonly string[]> {
  const ids = new RowIds();
  return readTable(file, { columns: columnsOf('Transfer').known, required: [] }, notes, onBytes, (row) => {
    const ends = ENDS.map((column) => row.text(column));
    if (ends.every((end) => end === '')) return row.reject('transfer between nothing', 'Neither stops nor trips are named');
    for (const end of ['from', 'to'] as const) {
      named.names(row, `${end}_route_id`, 'routes');
      named.names(row, `${end}_trip_id`, 'trips', { route: row.text(`${end}_route_id`) });
    }
    const [from = '', to = '', ...qualifiers] = ends;
    const qualified = qualifiers.some((text) => text !== '') ? `~${qualifiers.map(encodeURIComponent).join('~')}` : '';
    const transfer = readDocument('Transfer', row, { Id: ids.unique(`${encodeURIComponent(from)}~${encodeURIComponent(to)}${qualified}`) });
    if (transfer) writer.add('Transfer', transfer);
    return undefined;
  });
}

/** Reads attributions.txt. */
export async function readAttributions(
  file: FeedFile,
  writer: RowWriter,
  named: NamedRows,
  notes: FeedNotes,
  onBytes: OnBytes,
): Promise<readonly string[]> {
  const ids = new RowIds();
  const columns = columnsOf('Attribution').known;
  return readTable(file, { columns, required: ['organization_name'] }, notes, onBytes, (row) => {
    const given = row.optional('attribution_id');
    named.has('attributions', given);
    named.attributedTrips.add(row.text('trip_id'));
    const Id = given === undefined ? ids.ofContent(columns.map((column) => row.text(column))) : ids.unique(given);
    const own = given === undefined || given === Id ? undefined : { [ATTRIBUTION_ID]: given };
    if (own)
      row.warn('attribution_id is used twice', `There is an attribution ${given} already; in DMP this one is ${Id}, the export writes ${given}`);
    const attribution = readDocument('Attribution', row, { Id });
    if (attribution) writer.add('Attribution', { ...attribution, ...(own && { Extra: { ...attribution.Extra, ...own } }) });
  });
}

/** Reads feed_info.txt; the fields of its one row. */
export async function readFeedInfo(file: FeedFile, notes: FeedNotes, onBytes: OnBytes): Promise<{ feed: Partial<Feed>; header: readonly string[] }> {
  let feed: Partial<Feed> | undefined;
  const header = await readTable(file, { columns: columnsOf('Feed').known, required: [] }, notes, onBytes, (row) => {
    if (feed !== undefined) return row.reject('more than one row', 'feed_info.txt has one row; this is another');
    reportFeedInfo(row);
    const [start, end] = [row.text('feed_start_date'), row.text('feed_end_date')];
    if (/^\d{8}$/.test(start) && /^\d{8}$/.test(end) && end < start)
      row.fault('feed_end_date is before feed_start_date', `feed_end_date ${end} is before feed_start_date ${start}`);
    if (/^\d{8}$/.test(end) && end < today())
      row.warn('feed_end_date is over', `The feed ended on ${end.slice(0, 4)}-${end.slice(4, 6)}-${end.slice(6)}`);
    feed = readDocument('Feed', row, {});
    return undefined;
  });
  return { feed: feed ?? {}, header };
}

/** Reports what feed_info.txt has to say and does not, or says in a form that nobody can use. */
function reportFeedInfo(row: TableRow): void {
  for (const column of ['feed_publisher_name', 'feed_publisher_url', 'feed_lang'])
    if (row.text(column) === '') row.warn(`${column} is blank`, `${column} is blank`);
  for (const column of ['feed_publisher_url', 'feed_contact_url']) {
    const text = row.text(column);
    if (text !== '' && !isWebUrl(text))
      row.fault(`${column} is no web address`, `${column} "${text}" is not an address that begins with http:// or https://`);
  }
  for (const column of ['feed_lang', 'default_lang']) {
    const text = row.text(column);
    if (text !== '' && !isLanguage(text)) row.fault(`${column} is no language`, `${column} "${text}" is not a language code such as "en"`);
  }
}

/** Reads a file whose rows are documents with nothing more to them; the id is the source's, or made of the row. */
export async function readDocuments(
  kind: PlainKind,
  file: FeedFile,
  writer: RowWriter,
  named: NamedRows,
  notes: FeedNotes,
  onBytes: OnBytes,
): Promise<readonly string[]> {
  const ids = new RowIds();
  const given = new Set<string>();
  const { id, known, required } = columnsOf(kind);
  const table = file.name.replace(/\.txt$/i, '').toLowerCase();
  const naming = NAMING_TABLES[table];
  for (const target of Object.values(naming?.names ?? {})) named.gather(target);
  const keys = new UsedKeys(naming?.key ?? []);
  const check = keptRowChecks()[table];
  return readTable(file, { columns: known, required }, notes, onBytes, (row) => {
    const own = id === undefined ? undefined : row.text(id);
    if (own === '' || (own !== undefined && given.has(own))) return row.reject(`${id} is ${own === '' ? 'blank' : 'used twice'}`);
    const doc = readDocument(kind, row, { Id: own ?? ids.ofContent(known.map((column) => row.text(column))) });
    if (!doc) return undefined;
    if (own !== undefined) {
      given.add(own);
      named.has(table, own);
    }
    if (own === undefined) {
      keys.look(row, notes);
      if (naming?.id !== undefined) named.has(table, row.optional(naming.id));
    }
    for (const [column, target] of Object.entries(naming?.names ?? {})) named.names(row, column, target);
    check?.look(row, notes);
    writer.add(kind, doc);
    return undefined;
  });
}

/** Kinds with a file of their own whose reader does more than a row at a time asks for. */
const READ_APART = ['Feed', 'Agency', 'Stop', 'Schedule', 'Transfer', 'Fare', 'Translation', 'Attribution'] as const;
export type PlainKind = Exclude<EntityKind, (typeof READ_APART)[number] | 'Track' | 'Timetable'>;

/** Kinds whose files `readDocuments` reads. */
export const PLAIN_KINDS = KINDS_WITH_FILE.filter((kind): kind is PlainKind => !READ_APART.some((apart) => apart === kind));

/** The day, UTC, as GTFS writes it. */
function today(): string {
  return new Date(timeNow()).toISOString().slice(0, 10).replaceAll('-', '');
}

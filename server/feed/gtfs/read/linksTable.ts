/** Reads what joins and describes: transfers, pathways, attributions, feed_info, and the vehicle and ticketing files. */
import { createHash } from 'node:crypto';
import type { Feed } from '../../../../src/domain/model/feedInfo.ts';
import { isLanguage, isWebUrl } from '../../../../src/domain/formats.ts';
import { ATTRIBUTION_ID } from '../extraKeys.ts';
import type { FeedNotes } from '../notes.ts';
import type { NamedRows } from './namedRows.ts';
import { field, type RowWriter } from './stopsTable.ts';
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

const TRANSFERS = ['from_stop_id', 'to_stop_id', 'transfer_type', 'min_transfer_time', 'from_route_id', 'to_route_id', 'from_trip_id', 'to_trip_id'];

/** Reads transfers.txt. The id tells the stops, and the lines and trips where the row names any. */
export async function readTransfers(
  file: FeedFile,
  writer: RowWriter,
  named: NamedRows,
  notes: FeedNotes,
  onBytes: OnBytes,
): Promise<readonly string[]> {
  const ids = new RowIds();
  return readTable(file, { columns: TRANSFERS, required: [] }, notes, onBytes, (row) => {
    const ends = TRANSFERS.filter((column) => column.startsWith('from_') || column.startsWith('to_')).map((column) => row.text(column));
    if (ends.every((end) => end === '')) return row.reject('transfer between nothing', 'Neither stops nor trips are named');
    for (const end of ['from', 'to'] as const) {
      named.names(row, `${end}_route_id`, 'routes');
      named.names(row, `${end}_trip_id`, 'trips', { route: row.text(`${end}_route_id`) });
    }
    const [from = '', to = '', ...qualifiers] = ends;
    const qualified = qualifiers.some((text) => text !== '') ? `~${qualifiers.map(encodeURIComponent).join('~')}` : '';
    writer.add('Transfer', {
      Id: ids.unique(`${encodeURIComponent(from)}~${encodeURIComponent(to)}${qualified}`),
      ...field('StopIdFrom', row.optional('from_stop_id')),
      ...field('StopIdTo', row.optional('to_stop_id')),
      Type: row.int('transfer_type', 0) ?? 0,
      ...field('Time', row.int('min_transfer_time', 0)),
      ...field('RouteIdFrom', row.optional('from_route_id')),
      ...field('RouteIdTo', row.optional('to_route_id')),
      ...field('TripIdFrom', row.optional('from_trip_id')),
      ...field('TripIdTo', row.optional('to_trip_id')),
      ...row.extra(),
    });
    return undefined;
  });
}

const PATHWAYS = [
  'pathway_id',
  'from_stop_id',
  'to_stop_id',
  'pathway_mode',
  'is_bidirectional',
  'length',
  'traversal_time',
  'stair_count',
  'max_slope',
  'min_width',
  'signposted_as',
  'reversed_signposted_as',
];

/** Reads pathways.txt. */
export async function readPathways(
  file: FeedFile,
  writer: RowWriter,
  named: NamedRows,
  notes: FeedNotes,
  onBytes: OnBytes,
): Promise<readonly string[]> {
  const ids = new Set<string>();
  return readTable(file, { columns: PATHWAYS, required: ['pathway_id', 'from_stop_id', 'to_stop_id', 'pathway_mode'] }, notes, onBytes, (row) => {
    const id = row.text('pathway_id');
    if (id === '' || ids.has(id)) return row.reject(id === '' ? 'pathway_id is blank' : 'pathway_id is used twice');
    const [from, to] = [row.text('from_stop_id'), row.text('to_stop_id')];
    if (from === '' || to === '')
      return row.reject(
        'pathway without both ends',
        `The pathway ${id} does not name both of its stops`,
        from === '' ? 'from_stop_id' : 'to_stop_id',
      );
    const mode = row.int('pathway_mode', 0);
    if (mode === undefined) return row.reject('pathway_mode is missing', `The pathway ${id} has no usable pathway_mode`);
    ids.add(id);
    named.has('pathways', id);
    writer.add('Pathway', {
      Id: id,
      FromStopId: from,
      ToStopId: to,
      Mode: mode,
      IsBidirectional: row.int('is_bidirectional', 0, 1) === 1,
      ...field('TraversalTime', row.float('traversal_time')),
      ...field('Length', row.float('length')),
      ...field('StairCount', row.int('stair_count')),
      ...field('MaxSlope', row.float('max_slope')),
      ...field('MinWidth', row.float('min_width')),
      ...field('LabelSignpostFront', row.optional('signposted_as')),
      ...field('LabelSignpostBack', row.optional('reversed_signposted_as')),
      ...row.extra(),
    });
    return undefined;
  });
}

const ATTRIBUTIONS = [
  'attribution_id',
  'agency_id',
  'route_id',
  'trip_id',
  'organization_name',
  'is_producer',
  'is_operator',
  'is_authority',
  'attribution_url',
  'attribution_email',
  'attribution_phone',
];

/** Reads attributions.txt. */
export async function readAttributions(
  file: FeedFile,
  writer: RowWriter,
  named: NamedRows,
  notes: FeedNotes,
  onBytes: OnBytes,
): Promise<readonly string[]> {
  const ids = new RowIds();
  return readTable(file, { columns: ATTRIBUTIONS, required: ['organization_name'] }, notes, onBytes, (row) => {
    const given = row.optional('attribution_id');
    named.has('attributions', given);
    named.attributedTrips.add(row.text('trip_id'));
    const Id = given === undefined ? ids.ofContent(ATTRIBUTIONS.map((column) => row.text(column))) : ids.unique(given);
    const { Extra } = row.extra();
    const own = given === undefined || given === Id ? undefined : { [ATTRIBUTION_ID]: given };
    if (own)
      row.warn('attribution_id is used twice', `There is an attribution ${given} already; in DMP this one is ${Id}, the export writes ${given}`);
    writer.add('Attribution', {
      Id,
      OrganizationName: row.text('organization_name'),
      ...field('AgencyId', row.optional('agency_id')),
      ...field('ExternalTransportId', row.optional('route_id')),
      ...field('TripId', row.optional('trip_id')),
      ...field('IsProducer', flag(row, 'is_producer')),
      ...field('IsOperator', flag(row, 'is_operator')),
      ...field('IsAuthority', flag(row, 'is_authority')),
      ...field('Url', row.optional('attribution_url')),
      ...field('Email', row.optional('attribution_email')),
      ...field('Phone', row.optional('attribution_phone')),
      ...(Extra || own ? { Extra: { ...Extra, ...own } } : {}),
    });
  });
}

const FEED_INFO = [
  'feed_publisher_name',
  'feed_publisher_url',
  'feed_lang',
  'default_lang',
  'feed_start_date',
  'feed_end_date',
  'feed_version',
  'feed_contact_email',
  'feed_contact_url',
];

/** Reads feed_info.txt; the fields of its one row. */
export async function readFeedInfo(file: FeedFile, notes: FeedNotes, onBytes: OnBytes): Promise<{ feed: Partial<Feed>; header: readonly string[] }> {
  let feed: Partial<Feed> | undefined;
  const header = await readTable(file, { columns: FEED_INFO, required: [] }, notes, onBytes, (row) => {
    if (feed !== undefined) return row.reject('more than one row', 'feed_info.txt has one row; this is another');
    reportFeedInfo(row);
    const [start, end] = [row.text('feed_start_date'), row.text('feed_end_date')];
    if (/^\d{8}$/.test(start) && /^\d{8}$/.test(end) && end < start)
      row.fault('feed_end_date is before feed_start_date', `feed_end_date ${end} is before feed_start_date ${start}`);
    if (/^\d{8}$/.test(end) && end < today())
      row.warn('feed_end_date is over', `The feed ended on ${end.slice(0, 4)}-${end.slice(4, 6)}-${end.slice(6)}`);
    feed = {
      ...field('PublisherName', row.optional('feed_publisher_name')),
      ...field('PublisherUrl', row.optional('feed_publisher_url')),
      ...field('Language', row.optional('feed_lang')),
      ...field('DefaultLanguage', row.optional('default_lang')),
      ...field('StartDate', row.optional('feed_start_date')),
      ...field('EndDate', row.optional('feed_end_date')),
      ...field('Version', row.optional('feed_version')),
      ...field('ContactEmail', row.optional('feed_contact_email')),
      ...field('ContactUrl', row.optional('feed_contact_url')),
      ...row.extra(),
    };
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

/** The vehicle and ticketing files, read alike: name of the file, and how a row becomes a document. */
export const EXTENSION_FILES: Readonly<
  Record<string, (file: FeedFile, writer: RowWriter, notes: FeedNotes, onBytes: OnBytes) => Promise<readonly string[]>>
> = {
  'vehicle_categories.txt': (file, writer, notes, onBytes) => {
    const ids = new RowIds();
    return readTable(
      file,
      { columns: ['vehicle_category_id', 'vehicle_category_name'], required: ['vehicle_category_id'] },
      notes,
      onBytes,
      (row) => {
        if (row.text('vehicle_category_id') === '') return row.reject('vehicle_category_id is blank');
        writer.add('VehicleCategory', {
          Id: ids.unique(row.text('vehicle_category_id')),
          ...field('Name', row.optional('vehicle_category_name')),
          ...row.extra(),
        });
        return undefined;
      },
    );
  },
  'vehicle_boardings.txt': (file, writer, notes, onBytes) => {
    const ids = new RowIds();
    const columns = ['vehicle_category_id', 'boarding_area_id', 'child_sequence', 'grandchild_sequence'];
    return readTable(file, { columns, required: columns.slice(0, 2) }, notes, onBytes, (row) => {
      writer.add('VehicleBoarding', {
        Id: ids.ofContent(columns.map((column) => row.text(column))),
        BoardingAreaId: row.text('boarding_area_id'),
        VehicleCategoryId: row.text('vehicle_category_id'),
        ...field('ChildSequence', row.int('child_sequence')),
        ...field('GrandChildSequence', row.int('grandchild_sequence')),
        ...row.extra(),
      });
    });
  },
  'vehicle_couplings.txt': (file, writer, notes, onBytes) => {
    const ids = new RowIds();
    const columns = ['parent_id', 'child_id', 'child_sequence', 'child_label'];
    return readTable(file, { columns, required: columns.slice(0, 3) }, notes, onBytes, (row) => {
      const sequence = row.int('child_sequence');
      if (sequence === undefined) return row.reject('child_sequence is missing');
      writer.add('VehicleCoupling', {
        Id: ids.ofContent(columns.map((column) => row.text(column))),
        ParentId: row.text('parent_id'),
        ChildId: row.text('child_id'),
        ChildSequence: sequence,
        ...field('ChildLabel', row.optional('child_label')),
        ...row.extra(),
      });
      return undefined;
    });
  },
  'ticketing_deep_links.txt': (file, writer, notes, onBytes) => {
    const ids = new RowIds();
    const columns = ['ticketing_deep_link_id', 'web_url', 'android_intent_uri', 'ios_universal_link_url'];
    return readTable(file, { columns, required: columns.slice(0, 1) }, notes, onBytes, (row) => {
      if (row.text('ticketing_deep_link_id') === '') return row.reject('ticketing_deep_link_id is blank');
      writer.add('TicketingDeepLink', {
        Id: ids.unique(row.text('ticketing_deep_link_id')),
        ...field('WebUrl', row.optional('web_url')),
        ...field('AndroidIntentUri', row.optional('android_intent_uri')),
        ...field('IosUniversalLinkUrl', row.optional('ios_universal_link_url')),
        ...row.extra(),
      });
      return undefined;
    });
  },
  'ticketing_identifiers.txt': (file, writer, notes, onBytes) => {
    const ids = new RowIds();
    const columns = ['ticketing_stop_id', 'stop_id', 'agency_id'];
    return readTable(file, { columns, required: columns }, notes, onBytes, (row) => {
      writer.add('TicketingIdentifier', {
        Id: ids.ofContent(columns.map((column) => row.text(column))),
        TicketingStopId: row.text('ticketing_stop_id'),
        StopId: row.text('stop_id'),
        AgencyId: row.text('agency_id'),
        ...row.extra(),
      });
    });
  },
};

function flag(row: TableRow, column: string): boolean | undefined {
  const value = row.int(column, 0, 1);
  return value === undefined ? undefined : value === 1;
}

/** The day, UTC, as GTFS writes it. */
function today(): string {
  return new Date().toISOString().slice(0, 10).replaceAll('-', '');
}

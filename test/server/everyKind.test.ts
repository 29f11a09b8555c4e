/** A version in which a document of every kind was edited by the calls, exported and imported again; and what edits of the kinds refuse. */
import { createWriteStream, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { exportGtfs } from '../../server/feed/exportFeed.ts';
import { importFeed } from '../../server/feed/importFeed.ts';
import { feedJson } from '../../server/feed/json/writeFeed.ts';
import { pathParts, revertChangeset, routeOfEdit } from '../../src/contract/edits.ts';
import { beginEdit } from '../../src/contract/versions.ts';
import { listTranslations } from '../../src/contract/translations.ts';
import * as agencies from '../../src/domain/edits/agencies.ts';
import * as calendars from '../../src/domain/edits/networkCalendars.ts';
import type { AnyEdit } from '../../src/domain/edits/catalogue.ts';
import * as fares from '../../src/domain/edits/fares.ts';
import * as pathways from '../../src/domain/edits/pathways.ts';
import * as records from '../../src/domain/edits/records.ts';
import * as fileRows from '../../src/domain/edits/fileRows.ts';
import * as schedules from '../../src/domain/edits/schedules.ts';
import * as stops from '../../src/domain/edits/stops.ts';
import * as timetables from '../../src/domain/edits/timetables.ts';
import * as tracks from '../../src/domain/edits/tracks.ts';
import * as transfers from '../../src/domain/edits/transfers.ts';
import * as translations from '../../src/domain/edits/translations.ts';
import { ENTITY_SCHEMAS, entityId, type Entity, type EntityKind } from '../../src/domain/entities.ts';
import { fieldsOf } from '../../src/domain/model/catalogue.ts';
import { readFile } from '../builders/feedFile.ts';
import { type Document, startTestProduct, type TestProduct } from './product.ts';
import { schedule, smallFeed, stopDoc } from './smallFeed.ts';

let product: TestProduct;
let versionId: number;
let folder: string;

beforeAll(async () => {
  product = await startTestProduct();
  folder = mkdtempSync(join(tmpdir(), 'dmp-kinds-'));
  const writer = await product.store.beginVersion({ databaseId: 'test', name: 'base', source: 'test', author: 'test', state: 'completed' });
  const documents: readonly Document[] = [
    ...smallFeed(),
    stopDoc('hub', { Name: 'Hub', Type: 5 }),
    stopDoc('area', { Name: 'Area', Type: 4 }),
    { kind: 'Fare', doc: { Id: 'day', Price: '8.90', Currency: 'EUR', Rules: [] } },
    {
      kind: 'Translation',
      doc: { Id: 'T1', CategoryName: 'stops', FieldName: 'stop_name', LanguageName: 'nl', Translation: 'Halte', RecordId: 'a' },
    },
    { kind: 'FlexTrip', doc: { Id: 'served', ScheduleId: 'line/1', Days: 31, Calls: [], Extra: { service_id: 'weekday' } } },
    { kind: 'Agency', doc: { Id: 'bus', Name: 'Buses' } },
    ...Array.from({ length: 200 }, (_, n): Document => {
      const { doc } = schedule(`bus ${n}`, `Bus ${n}`) as Extract<Document, { kind: 'Schedule' }>;
      return { kind: 'Schedule', doc: { ...doc, AgencyId: 'bus' } };
    }),
  ];
  for (const { kind, doc } of documents) await writer.add(kind, doc);
  await writer.addRawFile('fare_notes.txt', Buffer.from('note_id,note\nN1,Exact change\n'));
  const base = (await writer.finish()).versionId;
  const begun = await product.call(beginEdit, { params: { databaseId: 'test', versionId: base } });
  versionId = begun.body['EditableDbVersionId'] ?? 0;
});
afterAll(async () => {
  await product.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Makes an edit by its call. */
function edit(declared: unknown, payload: Readonly<Record<string, unknown>>) {
  const one = declared as AnyEdit;
  const inPath = pathParts(one);
  const [params, body] = [true, false].map((wanted) =>
    Object.fromEntries(Object.entries(payload).filter(([key]) => inPath.includes(key) === wanted)),
  );
  return product.call(routeOfEdit(one), { params: { versionId, ...params }, body: body ?? {} }, { ifMatch: '*' });
}

const record = (kind: string, values: object, recordId?: string) => [records.createRecord, { kind, values, ...(recordId && { recordId }) }] as const;
const line = { scheduleId: 'line/1', trackId: 'out' };

/** One edit of each kind, and one field of what comes of it. */
const EDITS: {
  readonly [K in EntityKind]: readonly [edit: unknown, payload: Readonly<Record<string, unknown>>, field: keyof Entity<K>, value: unknown];
} = {
  Feed: [...record('Feed', { PublisherName: 'City', PublisherUrl: 'https://city.example', Language: 'en' }), 'PublisherName', 'City'],
  Agency: [agencies.editAgencyField, { agencyId: 'tram', field: 'phone', value: '+49 30 1234' }, 'Phone', '+49 30 1234'],
  Stop: [stops.editStopField, { stopId: 'a', field: 'zoneId', value: 'Z1' }, 'ZoneId', 'Z1'],
  Level: [...record('Level', { Index: -1, Name: 'Platforms' }, 'L1'), 'Index', -1],
  Schedule: [schedules.editScheduleField, { scheduleIds: ['line/1'], field: 'LongName', value: 'Harbour' }, 'LongName', 'Harbour'],
  Track: [tracks.editDestinations, { ...line, destinations: [{ StopIdFrom: 'a', StopIdTo: 'c', Destination: 'Airport' }] }, 'Name', 'a-b-c'],
  Timetable: [timetables.editTimetableField, { ...line, number: 1, field: 'WheelchairAccessibility', value: 1 }, 'WheelchairAccessibility', 1],
  Transfer: [transfers.editTransferType, { transferId: 't1', type: 3 }, 'Type', 3],
  Pathway: [pathways.editPathwayField, { pathwayId: 'p1', field: 'length', value: 12.5 }, 'Length', 12.5],
  Fare: [fares.editFareField, { fareId: 'day', field: 'price', value: '9.10' }, 'Price', '9.10'],
  Translation: [translations.editTranslationField, { translationId: 'T1', field: 'translation', value: 'Plein' }, 'Translation', 'Plein'],
  Attribution: [...record('Attribution', { OrganizationName: 'City data', IsProducer: true }), 'OrganizationName', 'City data'],
  VehicleCategory: [...record('VehicleCategory', { Name: 'Long tram' }, 'VC'), 'Name', 'Long tram'],
  VehicleBoarding: [...record('VehicleBoarding', { BoardingAreaId: 'area', VehicleCategoryId: 'VC' }), 'BoardingAreaId', 'area'],
  VehicleCoupling: [...record('VehicleCoupling', { ParentId: 'VC', ChildId: 'V2', ChildSequence: 1 }), 'ChildId', 'V2'],
  TicketingDeepLink: [...record('TicketingDeepLink', { WebUrl: 'https://tickets.example/' }, 'app'), 'WebUrl', 'https://tickets.example/'],
  TicketingIdentifier: [...record('TicketingIdentifier', { TicketingStopId: '77', StopId: 'a', AgencyId: 'tram' }), 'TicketingStopId', '77'],
  DayType: [calendars.createDayType, { name: 'Bridge days', color: '', runAs: 32 }, 'RunAs', 32],
  NetworkCalendar: [
    calendars.createNetworkCalendar,
    { name: 'Network', scheduleIds: ['line/1'], put: [{ Date: '2026-12-25', RunAs: 64 }] },
    'Name',
    'Network',
  ],
  Area: [...record('Area', { Name: 'Zone A' }, 'A'), 'Name', 'Zone A'],
  StopArea: [...record('StopArea', { AreaId: 'A', StopId: 'a' }), 'AreaId', 'A'],
  FareNetwork: [...record('FareNetwork', { Name: 'City buses' }, 'city'), 'Name', 'City buses'],
  RouteNetwork: [...record('RouteNetwork', { NetworkId: 'city', ExternalTransportId: 'line/1' }), 'NetworkId', 'city'],
  RiderCategory: [...record('RiderCategory', { Name: 'Adult', IsDefault: 1 }, 'adult'), 'IsDefault', 1],
  FareMedium: [...record('FareMedium', { Name: 'City card', Type: 2 }, 'card'), 'Type', 2],
  FareProduct: [
    ...record('FareProduct', { ProductId: 'single', RiderCategoryId: 'adult', FareMediaId: 'card', Amount: '2.50', Currency: 'EUR' }),
    'Amount',
    '2.50',
  ],
  Depot: [...record('Depot', { Name: 'Garage North', Lat: 52.09, Lng: 5.12, Vehicles: 120 }), 'Vehicles', 120],
  Timeframe: [...record('Timeframe', { GroupId: 'peak', StartTime: '06:00:00', EndTime: '09:00:00', ServiceId: 'weekday' }), 'GroupId', 'peak'],
  FareLegRule: [...record('FareLegRule', { NetworkId: 'city', FromAreaId: 'A', ToAreaId: 'A', FareProductId: 'single' }), 'FromAreaId', 'A'],
  FareLegJoinRule: [
    ...record('FareLegJoinRule', { FromNetworkId: 'city', ToNetworkId: 'city', FromStopId: 'a', ToStopId: 'a' }),
    'FromNetworkId',
    'city',
  ],
  BookingRule: [...record('BookingRule', { BookingType: 1, PriorNoticeDurationMin: 60, PhoneNumber: '555-0100' }, 'phone'), 'BookingType', 1],
  Zone: [...record('Zone', { Name: 'Valley' }, 'valley'), 'Name', 'Valley'],
  LocationGroup: [...record('LocationGroup', { Name: 'Village' }, 'village'), 'Name', 'Village'],
  FlexTrip: [...record('FlexTrip', { ScheduleId: 'line/1', Days: 31, Headsign: 'Dial-a-ride' }, 'flex'), 'Headsign', 'Dial-a-ride'],
  FileRow: [fileRows.editFileRow, { file: 'fare_notes.txt', row: 1, values: { note: 'By card' } }, 'File', 'fare_notes.txt'],
  LocationGroupStop: [...record('LocationGroupStop', { LocationGroupId: 'village', StopId: 'a' }), 'LocationGroupId', 'village'],
  FareTransferRule: [...record('FareTransferRule', { FareTransferType: 0, TransferCount: -1, FareProductId: 'single' }), 'TransferCount', -1],
};
const KINDS = Object.keys(ENTITY_SCHEMAS) as EntityKind[];

async function documentsOf(version: number): Promise<ReadonlyMap<string, Entity>> {
  const all = new Map<string, Entity>();
  for (const kind of KINDS) for await (const doc of product.store.readEntities(version, kind)) all.set(`${kind} ${entityId(kind, doc)}`, doc);
  return all;
}

describe('a version in which every kind was edited', () => {
  it('has each edit', async () => {
    expect((await edit(...record('VehicleCategory', { Name: 'Car' }, 'V2'))).status).toBe(200);
    for (const kind of KINDS) {
      const [declared, payload, field, value] = EDITS[kind];
      const answer = await edit(declared, payload);
      expect([kind, answer.status, answer.text]).toEqual([kind, 200, expect.any(String)]);
      const docs: unknown[] = [];
      for await (const doc of product.store.readEntities(versionId, kind)) docs.push(doc);
      expect(docs, kind).toContainEqual(expect.objectContaining({ [field]: value }));
    }
  });

  it('has the ticketing deep link of an agency and a schedule, which stays while they name it', async () => {
    const assign = (link: string) => [
      edit(agencies.editAgencyField, { agencyId: 'tram', field: 'ticketingDeepLinkId', value: link }),
      edit(schedules.editScheduleField, { scheduleIds: ['line/1', 'line 2'], field: 'TicketingDeepLinkId', value: link }),
    ];
    for (const answer of await Promise.all(assign('none')))
      expect([answer.status, answer.text]).toEqual([409, expect.stringContaining('There is no ticketing deep link none in this version.')]);
    for (const answer of await Promise.all(assign('app'))) expect(answer.status).toBe(200);
    const answer = await edit(records.removeRecords, { kind: 'TicketingDeepLink', recordIds: ['app'] });
    expect([answer.status, answer.text]).toEqual([
      409,
      expect.stringMatching(
        /Ticketing deep link .* cannot be removed because there are agencies with it: City trams \/ there are schedules with it: /,
      ),
    ]);
  });

  it('comes back whole from a feed file', async () => {
    const { documents } = await readFile(await buffer(Readable.from(feedJson(product.store, versionId))));
    const read = new Map(documents.map(({ kind, doc }) => [`${kind} ${entityId(kind, doc as Entity)}`, doc]));
    expect(read).toEqual(await documentsOf(versionId));
  });

  it('comes back from GTFS with each of the edited fields', async () => {
    const path = join(folder, 'every.zip');
    await exportGtfs(product.store, versionId, createWriteStream(path));
    const again = await importFeed({ file: path, databaseId: 'test', name: 'zip', author: 'test', store: product.store });
    const found: string[] = [];
    for (const kind of KINDS) {
      const [, , field, value] = EDITS[kind];
      for await (const doc of product.store.readEntities(again.versionId, kind))
        if (kind === 'Track' || (doc as unknown as Record<string, unknown>)[field] === value) {
          found.push(kind);
          break;
        }
    }
    // kinds of the product alone stand in no GTFS file: what calendars of the network do is in the schedules
    // a zone is exported once it is drawn, a flexible trip once it has calls: these are edits of their own
    const inGtfs = (kind: EntityKind): boolean =>
      kind !== 'Zone' && kind !== 'FlexTrip' && fieldsOf(kind).some(({ gtfs }) => typeof gtfs === 'string' || !('none' in gtfs));
    expect(found).toEqual(KINDS.filter(inGtfs));
    expect(KINDS.filter((kind) => !inGtfs(kind))).toContain('NetworkCalendar');
    expect((await product.store.getEntity(again.versionId, 'Agency', 'tram'))?.doc).toMatchObject({ TicketingDeepLinkId: 'app' });
    const linked: string[] = [];
    for await (const { Id, TicketingDeepLinkId } of product.store.readEntities(again.versionId, 'Schedule'))
      if (TicketingDeepLinkId === 'app') linked.push(Id);
    expect(linked).toEqual([expect.stringMatching(/^line 2/), expect.stringMatching(/^line\/1/)]);
  });
});

describe('a message at the field, and nothing half done', () => {
  const refused = async (declared: unknown, payload: Readonly<Record<string, unknown>>) => {
    const { status, text } = await edit(declared, payload);
    return [status, text];
  };

  it('a price with three decimals, and a currency that does not exist', async () => {
    const field = (name: string, value: string) => refused(fares.editFareField, { fareId: 'day', field: name, value });
    expect(await field('price', '8.905')).toEqual([400, expect.stringMatching(/price.*Enter an amount with up to 2 decimals, such as 8\.90/s)]);
    expect(await field('currency', 'XQX')).toEqual([400, expect.stringMatching(/currency.*XQX/s)]);
    expect(await field('validFromDate', '2026-13-01')).toEqual([400, expect.stringContaining('validFromDate')]);
  });

  it('an agency with 200 schedules, beside one that could go', async () => {
    const answer = await product.call(
      routeOfEdit(agencies.removeAgencies),
      { params: { versionId }, query: { agencyIds: ['bus', 'tram'] } },
      { ifMatch: '*' },
    );
    expect([answer.status, answer.text]).toEqual([
      409,
      expect.stringMatching(/Agency \\"Buses\\" cannot be removed because there are schedules with it: Bus 0.*and \d+ more/s),
    ]);
    const kept = await documentsOf(versionId);
    expect([kept.has('Agency bus'), kept.has('Agency tram')]).toEqual([true, true]);
  });

  it('a new translation of nothing or of a record that is gone; one whose record goes later can still be changed and taken back', async () => {
    const of = { CategoryName: 'stops', FieldName: 'stop_name', LanguageName: 'fr', Translation: 'Marché' };
    expect(await refused(translations.createTranslation, of)).toEqual([400, expect.stringContaining('FieldValue')]);
    expect(await refused(translations.createTranslation, { ...of, RecordId: 'not there' })).toEqual([
      400,
      expect.stringMatching(/RecordId.*There is no stop not there in this version/s),
    ]);
    const line = { ...of, CategoryName: 'routes', FieldName: 'route_long_name' };
    expect(await refused(translations.createTranslation, { ...line, RecordId: 'line 99' })).toEqual([
      400,
      expect.stringMatching(/RecordId.*There is no line line 99 in this version/s),
    ]);
    expect((await edit(translations.createTranslation, { ...of, translationId: 'T2', RecordId: 'lonely' })).status).toBe(200);
    expect((await edit(stops.removeStop, { stopId: 'lonely' })).status).toBe(200);
    expect((await edit(translations.editTranslationField, { translationId: 'T2', field: 'translation', value: 'Halles' })).status).toBe(200);
    const removed = await edit(translations.removeTranslations, { translationIds: ['T2'] });
    await product.call(revertChangeset, { params: { versionId, rev: removed.body['Rev'] ?? 0 }, body: {} });
    const { body } = await product.call(listTranslations, { params: { versionId } });
    expect(body['Translations']).toContainEqual({ Id: 'T2', ...of, Translation: 'Halles', RecordId: 'lonely' });
  });

  it('a translation is created by a call, with an id of the server [E290]', async () => {
    const answer = await edit(translations.createTranslation, {
      CategoryName: 'stops',
      FieldName: 'stop_name',
      LanguageName: 'fr',
      Translation: 'Arrêt b',
      FieldValue: 'Stop b',
    });
    expect(answer).toMatchObject({
      status: 200,
      body: { Documents: [{ Kind: 'Translation', Doc: { Translation: 'Arrêt b', FieldValue: 'Stop b' } }] },
    });
  });
});

/** What goes in comes out: feeds imported, exported and compared by a reading that shares no code with the product. */
import { createWriteStream, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import yazl from 'yazl';
import type { Entity, EntityKind } from '../../src/domain/entities.ts';
import { networkDocuments } from '../../server/feed/demo/network.ts';
import { exportGtfs, type ExportedFeed } from '../../server/feed/exportFeed.ts';
import { importFeed } from '../../server/feed/importFeed.ts';
import { acceptedLosses, compareFeeds } from '../builders/compareFeeds.ts';
import { aFeed, removeFeeds, type FeedBuilder } from '../builders/gtfsZip.ts';
import { modelTrips } from '../builders/modelTrips.ts';
import { compareRawRows } from '../checks/rawRows.ts';
import { ListBook, plainFeed, plainFiles } from '../builders/plainFeed.ts';
import { startTestProduct, type TestProduct } from './product.ts';

const real = join(import.meta.dirname, '../../../shared/feeds');
const present = existsSync(real);
if (!present) console.log(`Real feeds are not in ${real}: the round trips of them are skipped.`);

let product: TestProduct;
let folder: string;
let count = 0;
beforeAll(async () => {
  product = await startTestProduct();
  folder = mkdtempSync(join(tmpdir(), 'dmp-roundtrip-'));
});
afterAll(async () => {
  await product.close();
  rmSync(folder, { recursive: true, force: true });
  removeFeeds();
});

async function take(file: string): Promise<number> {
  return (await importFeed({ file, databaseId: 'test', name: `feed ${++count}`, author: 'test', store: product.store })).versionId;
}

async function give(versionId: number): Promise<ExportedFeed & { readonly path: string }> {
  const path = join(folder, `${++count}.zip`);
  return { path, ...(await exportGtfs(product.store, versionId, createWriteStream(path))) };
}

/** A feed with something of everything that GTFS has and that is easily lost. */
function aRichFeed(): FeedBuilder {
  return aFeed()
    .with(
      'agency.txt',
      'agency_id,agency_name,agency_url,agency_timezone,agency_lang,ticket_office\nAG,"Alpha, Beta & ""Sons""",https://agency.example,Europe/Berlin,de,yes\nB2,=SUM(A1:A2),https://b.example,Europe/Berlin,,\n',
    )
    .with(
      'stops.txt',
      'stop_id,Stop_Name,stop_lat,stop_lon,shelter,location_type,parent_station,stop_desc,level_id,zone_id,wheelchair_boarding,ext_direction\n' +
        'A,Alpha,48.00,9.00,,0,,"on two\nlines",,1,0,\n"B,1",-2+3,48.00,9.01,roof,,ST,,L1,2,1,north\nC/ü~,@cmd,48.0000001,9.02,,,,,,,,\n' +
        'ST,Station,48,9.01,,1,,,,,2,\nE,Exit,48,9.011,,2,ST,,L0,,,\nN,Node,48,9.0111,,3,ST,,,,,\nBA,Area,48,9.01,,4,"B,1",,,,,\nNOWHERE,Nowhere,north,,,0,,,,,,\n',
    )
    .with('levels.txt', 'level_id,level_index,level_name\nL0,0,Street\nL1,-1.5,\n')
    .with(
      'pathways.txt',
      'pathway_id,from_stop_id,to_stop_id,pathway_mode,is_bidirectional,length,traversal_time,stair_count,max_slope,signposted_as\nP1,E,"B,1",2,1,12.50,30,-20,0.083,"Trains, buses"\n',
    )
    .with(
      'routes.txt',
      'route_id,agency_id,route_short_name,route_long_name,route_desc,route_type,route_color,continuous_pickup,branding\n' +
        'R1,AG,1,Alpha - Gamma,a line,3,00FF00,2,gold\nR_20260101,B2,+7,,,0,,,\nEMPTY,AG,9,Nobody rides,,3,,,\n',
    )
    .with(
      'calendar.txt',
      'service_id,monday,tuesday,wednesday,thursday,friday,saturday,sunday,start_date,end_date,season\nWD,1,1,1,1,1,0,0,20260105,20260201,winter\nWE,0,0,0,0,0,1,1,20260105,20260201,\nNO,0,0,0,0,0,0,0,20260105,20260201,\n',
    )
    .with(
      'calendar_dates.txt',
      'service_id,date,exception_type,holiday_name\nWD,20260106,2,Epiphany\nWE,20260106,1,Epiphany\nNO,20260301,1,\nONCE,20260214,1,Valentine\n',
    )
    .with(
      'trips.txt',
      'route_id,service_id,trip_id,trip_headsign,trip_short_name,direction_id,block_id,shape_id,wheelchair_accessible,bikes_allowed,crew\n' +
        'R1,WD,T1,Gamma,,0,b1,S,1,2,7\nR1,WE,T2,Gamma,X 2,0,,S,,0,\nR1,NO,T3,,,1,,,,,\nR_20260101,ONCE,T4,Beta,,,,S2,,,8\nR_20260101,WD,"T,5",Beta,,,,S2,,,\nR1,WD,ALONE,Gamma,,0,,,,,\n',
    )
    .with(
      'stop_times.txt',
      'trip_id,arrival_time,departure_time,stop_id,stop_sequence,stop_headsign,pickup_type,drop_off_type,timepoint,shape_dist_traveled,continuous_drop_off,side\n' +
        'T1,7:59:00,08:00:00,A,5,,0,1,1,0,,l\nT1,,,"B,1",10,via Beta,3,,0,1.25,1,\nT1,25:10:00,26:10:00,C/ü~,15,,1,0,,2.5,,r\n' +
        'T2,08:00:00,08:00:00,A,1,,,,,,,\nT2,08:05:00,08:06:00,"B,1",3,,,,,,,\nT2,08:10:00,08:10:00,C/ü~,4,,,,,,0,\n' +
        'T3,09:00:00,09:00:00,C/ü~,1,back,,,,,,\nT3,09:05:00,09:05:00,"B,1",2,onwards,,,,,,\nT3,09:10:00,09:10:00,A,3,,,,,,,\n' +
        'T4,00:00:00,00:00:00,A,1,,,,,,,\nT4,00:05:00,00:05:00,"B,1",2,,,,,,,\nT4,00:10:00,00:10:00,A,3,,,,,,,\n' +
        '"T,5",23:00:00,23:00:00,A,1,,,,,,,\n"T,5",23:05:00,23:05:00,"B,1",2,,,,,,,\n"T,5",23:10:00,23:10:00,A,3,,,,,,,\nALONE,08:00:00,08:00:00,A,1,,,,,,,\n',
    )
    .with(
      'frequencies.txt',
      'trip_id,start_time,end_time,headway_secs,exact_times,why\nT4,06:00:00,09:00:00,600,1,peak\nT4,9:00:00,25:00:00,1200,,\n',
    )
    .with(
      'shapes.txt',
      'shape_id,shape_pt_lat,shape_pt_lon,shape_pt_sequence,shape_dist_traveled\nS,48,9,1,0\nS,48.00001,9.01,2,1.25\nS,48,9.02,3,2.5\nS2,48,9,1,\nS2,48,9.01,2,\nS2,48,9.01,3,\nS2,48,9,4,\nUNUSED,48,9,1,\nUNUSED,48,9.01,2,\n',
    )
    .with(
      'transfers.txt',
      'from_stop_id,to_stop_id,from_route_id,to_route_id,from_trip_id,to_trip_id,transfer_type,min_transfer_time\nA,"B,1",,,,,2,120\nA,"B,1",R1,R1,,,0,\nA,A,,,T1,T2,4,\n',
    )
    .with(
      'fare_attributes.txt',
      'fare_id,price,currency_type,payment_method,transfers,transfer_duration,agency_id\nF1,2.40,EUR,1,,3600,AG\nF2,0,EUR,0,2,,\n',
    )
    .with('fare_rules.txt', 'fare_id,route_id,origin_id,destination_id,contains_id,note\nF1,R1,1,2,,\nF1,,2,1,,back\nF2,,,,1,\nF2,,,,2,\n')
    .with(
      'translations.txt',
      'table_name,field_name,language,translation,record_id,record_sub_id,field_value\nstops,stop_name,fr,Alpha-Ville,A,,\nstop_times,stop_headsign,fr,par Bêta,T1,10,\nstops,stop_name,fr,Gare,,,Station\n',
    )
    .with('attributions.txt', 'organization_name,is_producer,is_operator,route_id\nThe data people,1,0,\nThe data people,,1,R1\n')
    .with(
      'feed_info.txt',
      'feed_publisher_name,feed_publisher_url,feed_lang,feed_start_date,feed_version,mood\nPublisher,https://p.example,de,20260105,"v 1, second",good\n',
    )
    .with('vehicle_categories.txt', 'vehicle_category_id,vehicle_category_name\nV,Tram\n')
    .with('vehicle_boardings.txt', 'vehicle_category_id,boarding_area_id,child_sequence\nV,BA,1\n')
    .with('ticketing_deep_links.txt', 'ticketing_deep_link_id,web_url\nD,https://d.example\n')
    .with('crews.txt', 'crew_id\r\n"X"\r\n');
}

test('a feed with something of everything comes out as it went in', async () => {
  const file = await aRichFeed().write();
  const out = await give(await take(file));
  const { differences, losses, trips } = await compareFeeds(file, out.path);
  expect(differences).toEqual([]);
  expect(Object.fromEntries(losses)).toEqual({});
  const raw = await compareRawRows(file, out.path);
  expect(raw.differences).toEqual([]);
  expect(raw.rows).toBe(75);
  expect(trips).toBe(5);
  expect(out.warnings).toEqual([]);
  const texts = new Map([...(await plainFiles(out.path))].map(([name, { bytes }]) => [name, bytes.toString()]));
  expect(texts.get('agency.txt')?.split('\n').slice(0, 3)).toEqual([
    'agency_id,agency_name,agency_url,agency_timezone,agency_lang,ticket_office',
    'AG,"Alpha, Beta & ""Sons""",https://agency.example,Europe/Berlin,de,yes',
    'B2,=SUM(A1:A2),https://b.example,Europe/Berlin,,',
  ]);
  expect(texts.get('frequencies.txt')).toBe(
    'trip_id,start_time,end_time,headway_secs,exact_times,why\nT4,06:00:00,09:00:00,600,1,peak\nT4,09:00:00,25:00:00,1200,0,\n',
  );
  expect(texts.get('routes.txt')).toContain('\nEMPTY,AG,9,Nobody rides,,3,,,\n');
});

test('the same version gives the same bytes, and what came out goes in and out again unchanged', async () => {
  const first = await give(await take(await aRichFeed().write()));
  const versionId = await take(first.path);
  const [second, third] = [await give(versionId), await give(versionId)];
  expect((await compareFeeds(first.path, second.path)).differences).toEqual([]);
  const [a, b] = await Promise.all(
    [second.path, third.path].map(async (path) => [...(await plainFiles(path))].map(([name, { bytes }]) => [name, bytes.toString()])),
  );
  expect(a).toEqual(b);
});

test('the generated network comes out with every departure, and goes in and out again unchanged', async () => {
  const documents = [...networkDocuments({ stops: 200, seed: 3 })];
  const first = await give(await product.version(documents));
  const book = new ListBook();
  const all = <K extends EntityKind>(kind: K): Entity<K>[] =>
    documents.flatMap((document) => (document.kind === kind ? [document.doc as Entity<K>] : []));
  const [model, plain] = [modelTrips({ all }, book), await plainFeed(first.path, book)];
  expect(plain.size).toBeGreaterThan(500);
  expect([...plain.keys()].toSorted()).toEqual([...model.keys()].toSorted());
  for (const [id, trip] of model) if (JSON.stringify(plain.get(id)) !== JSON.stringify(trip)) expect(plain.get(id), id).toEqual(trip);
  expect(first.files.map(({ name, rows }) => [name, rows])).toEqual(
    expect.arrayContaining([
      ['stops.txt', 200],
      ['pathways.txt', all('Pathway').length],
      ['translations.txt', all('Translation').length],
      ['transfers.txt', all('Transfer').length],
    ]),
  );
  const second = await give(await take(first.path));
  expect((await compareFeeds(first.path, second.path)).differences).toEqual([]);
});

describe('the comparison', () => {
  test.each<[what: string, file: string, change: (text: string) => string, told: string]>([
    ['a time that is a second late', 'stop_times.txt', (text) => text.replace('26:10:00', '26:10:01'), 'stop_times.txt'],
    ['a headsign that is shown no more', 'stop_times.txt', (text) => text.replace('via Beta', ''), 'stop_times.txt'],
    ['a stop time of another order', 'stop_times.txt', (text) => text.replace(',15,', ',16,'), 'stop_times.txt'],
    ['a column that is gone', 'stops.txt', (text) => text.replace('shelter', 'shelters'), 'stops.txt'],
    ['a trip that is gone', 'trips.txt', (text) => text.replace(/R1,WE,T2.*\n/, ''), 'trips.txt'],
    ['a day more', 'calendar_dates.txt', (text) => `${text}WD,20260110,1,\n`, 'stop_times.txt'],
    ['a headway that is shorter', 'frequencies.txt', (text) => text.replace('600', '599'), 'stop_times.txt'],
    ['a way that turns elsewhere', 'shapes.txt', (text) => text.replace('48.00001', '48.00003'), 'stop_times.txt'],
    ['a fare that holds more widely', 'fare_rules.txt', (text) => text.replace('F1,R1,', 'F1,,'), 'fare_rules.txt'],
    ['a kept file with another line end', 'crews.txt', (text) => text.replaceAll('\r', ''), 'crews.txt'],
    ['a holiday without its name', 'calendar_dates.txt', (text) => text.replace('WD,20260106,2,Epiphany', 'WD,20260106,2,'), 'calendar_dates.txt'],
  ])('sees %s', async (_, file, change, told) => {
    const { before, after } = await richOnce();
    const { differences } = await compareFeeds(before, await changed(after, file, change));
    expect(new Set(differences.map((difference) => difference.file))).toContain(told);
  });

  test('accepts only the losses that are listed', async () => {
    const before = await aFeed()
      .with('shapes.txt', 'shape_id,shape_pt_lat,shape_pt_lon,shape_pt_sequence,colour\nS,48,9,1,red\nS,48,9.02,2,red\n')
      .with('trips.txt', 'route_id,service_id,trip_id,shape_id\nR1,WD,T1,S\nR1,WD,T2,S\n')
      .write();
    const after = (await give(await take(before))).path;
    expect((await compareFeeds(before, after)).differences).toEqual([]);
    const fewer = new Set([...acceptedLosses()].filter((name) => name !== 'further columns of shapes'));
    expect((await compareFeeds(before, after, fewer)).differences).toMatchObject([{ file: 'shapes.txt' }]);
  });
});

describe.skipIf(!present)('real feeds', () => {
  test.each([
    'google-sample-feed-1',
    'transcollines_2026',
    'detroit-people-mover_2023',
    'newark-airtrain-faresv2_2024',
    'riogrande-citybus_2018',
    'caltrain_2017',
    'fujieda-calendar-dates-only_2017',
  ])(
    '%s comes out as it went in',
    async (name) => {
      const file = join(real, `${name}.zip`);
      const { path } = await give(await take(file));
      expect((await compareFeeds(file, path)).differences).toEqual([]);
      expect((await compareRawRows(file, path)).differences).toEqual([]);
    },
    120_000,
  );
});

let rich: Promise<{ readonly before: string; readonly after: string }> | undefined;

/** The feed with something of everything, before and after. */
function richOnce(): Promise<{ readonly before: string; readonly after: string }> {
  rich ??= aRichFeed()
    .write()
    .then(async (before) => ({ before, after: (await give(await take(before))).path }));
  return rich;
}

/** The zip with one file changed. */
async function changed(path: string, name: string, change: (text: string) => string): Promise<string> {
  const zip = new yazl.ZipFile();
  for (const [file, { bytes }] of await plainFiles(path)) {
    const text = bytes.toString();
    const now = file === name ? change(text) : text;
    if (file === name && now === text) throw new Error(`${name} was not changed`);
    zip.addBuffer(Buffer.from(now), file);
  }
  zip.end();
  const out = join(folder, `${++count}.zip`);
  writeFileSync(out, await buffer(zip.outputStream));
  return out;
}

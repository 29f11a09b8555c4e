/** Fares v2 made by edits alone: the fares of the AirTrain of Newark airport, their export, and what a journey costs by them. */
import { createWriteStream, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { unzipSync } from 'fflate';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { exportGtfs } from '../../server/feed/exportFeed.ts';
import { pathParts, routeOfEdit } from '../../src/contract/edits.ts';
import { checkFares } from '../../src/contract/fares.ts';
import { beginEdit } from '../../src/contract/versions.ts';
import type { AnyEdit } from '../../src/domain/edits/catalogue.ts';
import * as records from '../../src/domain/edits/records.ts';
import { type Document, startTestProduct, type TestProduct } from './product.ts';

const STOPS = ['P4', 'TERM_A', 'TERM_B', 'TERM_C', 'AIRLINK'];

/** The rows of the feed, in the columns that GTFS has. */
const FILES: Readonly<Record<string, readonly string[]>> = {
  'areas.txt': ['area_id,area_name', 'AIRPORT_AREA,AirTrain Airport Area (Free)', 'TRAIN_STATION_AREA,Train Station Access Area'],
  'stop_areas.txt': [
    'area_id,stop_id',
    'AIRPORT_AREA,P4',
    'AIRPORT_AREA,TERM_A',
    'AIRPORT_AREA,TERM_B',
    'AIRPORT_AREA,TERM_C',
    'TRAIN_STATION_AREA,AIRLINK',
  ],
  'rider_categories.txt': ['rider_category_id,rider_category_name,is_default_fare_category', 'ADULT,Adult,1', 'CHILD,Child (11 and under),0'],
  'fare_products.txt': [
    'fare_product_id,fare_product_name,amount,currency',
    'AIR_TRAIN_FREE_ADULT,AirTrain Free (Within Airport) - Adult,0.00,USD',
    'AIR_TRAIN_FREE_CHILD,AirTrain Free (Within Airport) - Child,0.00,USD',
    'TRAIN_STATION_ACCESS,Train Station Access Fee,8.50,USD',
  ],
  'fare_leg_rules.txt': [
    'from_area_id,to_area_id,fare_product_id',
    'AIRPORT_AREA,AIRPORT_AREA,AIR_TRAIN_FREE_ADULT',
    'AIRPORT_AREA,AIRPORT_AREA,AIR_TRAIN_FREE_CHILD',
    'TRAIN_STATION_AREA,TRAIN_STATION_AREA,AIR_TRAIN_FREE_CHILD',
    'TRAIN_STATION_AREA,TRAIN_STATION_AREA,TRAIN_STATION_ACCESS',
  ],
};

let product: TestProduct;
let versionId = 0;
let folder = '';

beforeAll(async () => {
  product = await startTestProduct();
  folder = mkdtempSync(join(tmpdir(), 'dmp-fares-'));
  const base = await product.version([
    ...STOPS.map((Id, at): Document => ({
      kind: 'Stop',
      doc: { Id, Name: Id, Type: 0, Coordinate: { Lat: 40.69, Lng: -74.19 + at / 100 }, WheelchairBoarding: 1 },
    })),
    {
      kind: 'Schedule',
      doc: {
        Id: 'AIR_TRAIN_20240101',
        Name: 'AirTrain',
        ExternalTransportId: 'AIR_TRAIN',
        IsBaseSchedule: true,
        Calendar: { fromDate: '2024-01-01', toDate: '2030-12-31', Exceptions: [] },
      },
    },
    {
      kind: 'Track',
      doc: {
        ScheduleId: 'AIR_TRAIN_20240101',
        Id: 'out',
        Name: 'P4 - AIRLINK',
        Direction: 'Forward',
        Visible: true,
        Stops: STOPS.map((StopId) => ({ StopId })),
      },
    },
  ]);
  const begun = await product.call(beginEdit, { params: { databaseId: 'test', versionId: base } });
  versionId = begun.body['EditableDbVersionId'] ?? 0;
});
afterAll(async () => {
  await product.close();
  rmSync(folder, { recursive: true, force: true });
});

async function create(kind: string, values: object, recordId?: string): Promise<void> {
  const one = records.createRecord as unknown as AnyEdit;
  const payload = { kind, values, ...(recordId === undefined ? {} : { recordId }) };
  const inPath = pathParts(one);
  const [params, body] = [true, false].map((wanted) =>
    Object.fromEntries(Object.entries(payload).filter(([key]) => inPath.includes(key) === wanted)),
  );
  const { status, text } = await product.call(routeOfEdit(one), { params: { versionId, ...params }, body: body ?? {} }, { ifMatch: '*' });
  expect([kind, status, status === 200 ? '' : text]).toEqual([kind, 200, '']);
}

/** The fields of the rows of a file. */
const rows = (file: string): string[][] => (FILES[file] ?? []).slice(1).map((row) => row.split(','));

async function ask(FromStop: string, ToStop: string, more: object = {}) {
  const { body } = await product.call(checkFares, {
    params: { versionId },
    body: { Rides: [{ Transport: 'AIR_TRAIN', FromStop, ToStop }], Date: '2026-05-04', DepartTime: 28_800, ...more },
  });
  return body['FaresV2'];
}

describe('the fares of an airport train', () => {
  it('has no cost by Fares v2 before there is a leg rule', async () => {
    expect(await ask('P4', 'TERM_A')).toBeUndefined();
  });

  it('are made record by record, and exported as the same rows', async () => {
    for (const [id, Name] of rows('areas.txt')) await create('Area', { Name }, id);
    for (const [AreaId, StopId] of rows('stop_areas.txt')) await create('StopArea', { AreaId, StopId });
    for (const [id, Name, value] of rows('rider_categories.txt')) await create('RiderCategory', { Name, IsDefault: Number(value) }, id);
    for (const [ProductId, Name, Amount, Currency] of rows('fare_products.txt')) await create('FareProduct', { ProductId, Name, Amount, Currency });
    for (const [FromAreaId, ToAreaId, FareProductId] of rows('fare_leg_rules.txt'))
      await create('FareLegRule', { FromAreaId, ToAreaId, FareProductId });
    const path = join(folder, 'out.zip');
    await exportGtfs(product.store, versionId, createWriteStream(path));
    const files = unzipSync(readFileSync(path));
    for (const [file, expected] of Object.entries(FILES)) {
      const [header = '', ...made] = Buffer.from(files[file] ?? [])
        .toString('utf8')
        .trim()
        .split(/\r?\n/);
      const names = header.split(',');
      const wanted = (expected[0] ?? '').split(',');
      const inColumns = made.map((row) => {
        const fields = row.split(',');
        return wanted.map((name) => fields[names.indexOf(name)] ?? '').join(',');
      });
      expect([file, inColumns.toSorted()]).toEqual([file, expected.slice(1).toSorted()]);
    }
  });

  it('cost 0.00 within the airport, and are unknown between the areas', async () => {
    expect(await ask('P4', 'TERM_A')).toMatchObject({
      Legs: [{ FromAreas: ['AIRPORT_AREA'], ToAreas: ['AIRPORT_AREA'] }],
      Options: [
        { Amount: '0.00', Currency: 'USD' },
        { Amount: '0.00', Currency: 'USD' },
      ],
    });
    expect(await ask('TERM_C', 'AIRLINK', { RiderCategoryId: 'ADULT' })).toMatchObject({
      Options: [],
      Unknown: 'No leg rule holds for the journey: the fare is unknown',
    });
  });
});

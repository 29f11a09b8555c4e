import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listFares, readFare } from '../../src/contract/fares.ts';
import type { FareRow } from '../../src/domain/fareDetails.ts';
import { Fare } from '../../src/domain/fares.ts';
import { startTestProduct, type Document, type TestProduct } from './product.ts';

/** A fare with something in every field. */
const FULL = {
  Id: 'zone/1?&',
  Description: 'Short hop',
  Price: '2.40',
  Currency: 'EUR',
  IsApproximatePrice: true,
  Days: 31,
  FareGroupId: 'singles',
  ArrivalTime: 36_000,
  DepartTime: 21_600,
  ValidFromDate: '2026-01-01',
  ValidToDate: '2026-12-31',
  NumberOfTransfers: 1,
  Duration: 5400,
  IsDurationInherited: true,
  NumberOfStops: 4,
  NumberOfZones: 2,
  DistanceInterval: { From: 500, To: 2500 },
  RatePerDistance: '0.15',
  BetweenStops: [{ FromStop: 'a', ToStop: null }],
  ValidAfterFareGroups: ['day'],
  ValidAfterStops: ['b'],
  ValidAfterTransports: ['10'],
  Rules: [{ Transport: '10', FromZone: 'A', ToZone: 'B', ContainsZone: null }],
  Extra: { payment_method: '1' },
};

let product: TestProduct;
let versionId: number;
beforeAll(async () => {
  product = await startTestProduct();
  versionId = await product.version([
    { kind: 'Fare', doc: FULL },
    { kind: 'Fare', doc: { Id: 'day', Price: '8.90', Currency: 'EUR', Rules: [] } },
    { kind: 'Stop', doc: { Id: 'a', Name: 'A', Type: 0, Coordinate: null, WheelchairBoarding: 0 } },
  ]);
});
afterAll(() => product.close());

describe('fares', () => {
  it('are listed with what they cost and when they are valid, their rule rows only counted [E209]', async () => {
    const { body } = await product.call(listFares, { params: { versionId } });
    expect(listFares.reply.parse(body)).toEqual(body);
    expect(body).toEqual({
      Fares: [
        { Id: 'day', Price: '8.90', Currency: 'EUR', RuleCount: 0 },
        {
          Id: 'zone/1?&',
          Description: 'Short hop',
          Price: '2.40',
          Currency: 'EUR',
          IsApproximatePrice: true,
          Days: 31,
          FareGroupId: 'singles',
          ValidFromDate: '2026-01-01',
          ValidToDate: '2026-12-31',
          RuleCount: 1,
        },
      ],
    });
  });

  it('one is read with every field, condition and prior-ride condition, also with a slash in its id [E113 E115 E116 E210]', async () => {
    expect(Object.keys(FULL).toSorted()).toEqual(Object.keys(Fare.shape).toSorted());
    expect((await product.call(readFare, { params: { versionId, fareId: 'zone/1?&' } })).body).toEqual({ Fare: FULL, Rev: 0 });
  });

  it('a fare or a version that is not there is said to be none', async () => {
    expect(await product.call(readFare, { params: { versionId, fareId: 'none' } })).toMatchObject({
      status: 404,
      body: { errors: [{ message: 'There is no fare none.' }] },
    });
    expect((await product.call(listFares, { params: { versionId: 99_999 } })).status).toBe(404);
  });

  it('are shown to those who have access only', async () => {
    expect((await product.call(listFares, { params: { versionId } }, { as: 'viewer' })).status).toBe(200);
    expect((await product.call(listFares, { params: { versionId } }, { as: 'norole' })).status).toBe(403);
    expect((await product.call(readFare, { params: { versionId, fareId: 'day' } }, { as: 'nobody' })).status).toBe(401);
  });

  it('60,000 rule rows on 40 fares do not weigh on the list, and each fare is read whole', async () => {
    const rules = Array.from({ length: 1500 }, (_, i) => ({
      Transport: `line ${i % 7}`,
      FromZone: `${i % 50}`,
      ToZone: `${(i * 7) % 50}`,
      ContainsZone: null,
    }));
    const fares: Document[] = Array.from({ length: 40 }, (_, i) => ({
      kind: 'Fare',
      doc: { Id: `f${i}`, Price: '1', Currency: 'JPY', Rules: rules },
    }));
    const many = await product.version(fares);
    const list = await product.call(listFares, { params: { versionId: many } });
    expect(list.bytes.length).toBeLessThan(4000);
    expect((list.body['Fares'] as unknown as FareRow[]).map(({ RuleCount }) => RuleCount)).toEqual(fares.map(() => 1500));
    const one = await product.call(readFare, { params: { versionId: many, fareId: 'f7' } }, { headers: { 'accept-encoding': 'gzip' } });
    expect(JSON.parse(gunzipSync(one.bytes).toString())).toEqual({ Fare: { Id: 'f7', Price: '1', Currency: 'JPY', Rules: rules }, Rev: 0 });
  });

  it('a version without fares has an empty list', async () => {
    const none = await product.version([{ kind: 'Agency', doc: { Id: 'x' } }]);
    expect((await product.call(listFares, { params: { versionId: none } })).body).toEqual({ Fares: [] });
  });
});

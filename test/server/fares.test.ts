import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { revertChangeset, routeOfEdit } from '../../src/contract/edits.ts';
import { checkFares, fareCompatibility, listFares, readFare } from '../../src/contract/fares.ts';
import { beginEdit } from '../../src/contract/versions.ts';
import * as fares from '../../src/domain/edits/fares.ts';
import type { FareRow } from '../../src/domain/fareDetails.ts';
import { Fare } from '../../src/domain/model/fare.ts';
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
    { kind: 'Stop', doc: { Id: 'a', Name: 'A', Type: 0, Coordinate: null, WheelchairBoarding: 0, ZoneId: 'A' } },
    { kind: 'Stop', doc: { Id: 'b', Name: 'B', Type: 0, Coordinate: null, WheelchairBoarding: 0, ZoneId: 'B' } },
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
          ValidAfterFareGroups: ['day'],
          RuleCount: 1,
        },
      ],
    });
  });

  it('one is read with every field, condition and prior-ride condition, also with a slash in its id [E113 E115 E116 E210]', async () => {
    expect(Object.keys(FULL).toSorted()).toEqual(Object.keys(Fare.shape).toSorted());
    expect((await product.call(readFare, { params: { versionId, fareId: 'zone/1?&' } })).body).toMatchObject({ Fare: FULL, Rev: 0 });
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
    expect(JSON.parse(gunzipSync(one.bytes).toString())).toMatchObject({ Fare: { Id: 'f7', Price: '1', Currency: 'JPY', Rules: rules }, Rev: 0 });
  });

  it('a version without fares has an empty list', async () => {
    const none = await product.version([{ kind: 'Agency', doc: { Id: 'x' } }]);
    expect((await product.call(listFares, { params: { versionId: none } })).body).toEqual({ Fares: [] });
  });
});

describe('fares are edited', () => {
  const any = { ifMatch: '*' };
  let draft = 0;
  const post = (edit: Parameters<typeof routeOfEdit>[0], body: object) =>
    product.call(routeOfEdit(edit), { params: { versionId: draft }, body }, any);
  const fare = async (id: string) => (await product.store.getEntity(draft, 'Fare', id))?.doc;
  const ids = async () =>
    ((await product.call(listFares, { params: { versionId: draft } })).body['Fares'] as unknown as FareRow[]).map(({ Id }) => Id);
  beforeAll(async () => {
    const begun = await product.call(beginEdit, { params: { databaseId: 'test', versionId } });
    draft = begun.body['EditableDbVersionId'] ?? 0;
  });

  it('created, cloned, changed and removed together; an undo brings back all of them [E211 E213 E214]', async () => {
    const made = await post(fares.createFare, { description: 'Evening', price: '2.50', currency: 'EUR' });
    expect(made).toMatchObject({ status: 200, body: { Documents: [{ Kind: 'Fare', Doc: { Description: 'Evening', Price: '2.50', Rules: [] } }] } });
    expect((await post(fares.createFare, { fareId: 'day', price: '1', currency: 'EUR' })).status).toBe(409);
    expect((await post(fares.cloneFare, { fareId: FULL.Id, newId: 'copy' })).status).toBe(200);
    expect(await fare('copy')).toEqual({ ...FULL, Id: 'copy' });
    const before = await ids();
    const removed = await post(fares.removeFares, { fareIds: ['copy', 'day'] });
    expect(await ids()).toEqual(before.filter((id) => id !== 'copy' && id !== 'day'));
    await product.call(revertChangeset, { params: { versionId: draft, rev: Number(removed.body['Rev']) }, body: {} });
    expect(await ids()).toEqual(before);
    expect((await post(fares.removeFares, { fareIds: ['copy', 'none'] })).status).toBe(404);
  });

  it.each([
    ['price', '8.905', 'Enter an amount with up to 2 decimals, such as 8.90'],
    ['price', '-1', 'Enter an amount with up to 2 decimals, such as 8.90'],
    ['price', '', 'A price is required'],
    ['currency', 'DEM', '"DEM" is not a currency of ISO 4217'],
    ['validToDate', '2026-02-30', 'Enter a date as YYYY-MM-DD'],
    ['departTime', 90_000, 'Enter a time from 00:00 to 24:00'],
    ['days', 0, 'Choose at least one day'],
    ['days', 'Mon', 'Not a valid value for days'],
  ])('%s %s is refused at its field, and nothing is done [E164 E212]', async (field, value, message) => {
    const refused = await post(fares.editFareField, { fareId: 'day', field, value });
    expect(refused.status).toBe(400);
    expect(refused.text).toContain(JSON.stringify(message).slice(1, -1));
    expect(await fare('day')).toMatchObject({ Price: '8.90', Currency: 'EUR' });
  });

  it('every field is changed, and the list tells the revision [E113 E212]', async () => {
    const changes = {
      description: 'Day pass',
      price: '9.10',
      currency: 'CHF',
      isApproximatePrice: true,
      days: 96,
      fareGroupId: 'passes',
      departTime: 21_600,
      arrivalTime: 79_200,
      validFromDate: '2026-03-01',
      validToDate: '2026-11-30',
    };
    for (const [field, value] of Object.entries(changes)) expect((await post(fares.editFareField, { fareId: 'day', field, value })).status).toBe(200);
    expect(await fare('day')).toEqual({
      Id: 'day',
      Description: 'Day pass',
      Price: '9.10',
      Currency: 'CHF',
      IsApproximatePrice: true,
      Days: 96,
      FareGroupId: 'passes',
      DepartTime: 21_600,
      ArrivalTime: 79_200,
      ValidFromDate: '2026-03-01',
      ValidToDate: '2026-11-30',
      Rules: [],
    });
    const late = await post(fares.editFareField, { fareId: 'day', field: 'validToDate', value: '2026-02-01' });
    expect([late.status, late.text]).toEqual([400, expect.stringContaining('The last day is before the first, 2026-03-01')]);
    const { body } = await product.call(listFares, { params: { versionId: draft } });
    expect((body['Fares'] as unknown as FareRow[]).find(({ Id }) => Id === 'day')?.Rev).toBeGreaterThan(0);
  });

  it('conditions that cannot stand together are refused; one is removed by itself [E115 E216]', async () => {
    const set = (conditions: object) => post(fares.setFareConditions, { fareId: 'day', conditions });
    expect((await set({ BetweenStops: [{ FromStop: 'a', ToStop: null }], NumberOfTransfers: 1, Duration: { Seconds: 3600 } })).status).toBe(200);
    const zone = { Transport: null, FromZone: 'A', ToZone: 'B', ContainsZone: null };
    const refused = await post(fares.editFareRules, { fareId: 'day', add: [zone], remove: [] });
    expect([refused.status, refused.text]).toEqual([409, expect.stringContaining('Between stops and between zones cannot be combined')]);
    const route = routeOfEdit(fares.removeFareCondition);
    expect((await product.call(route, { params: { versionId: draft, fareId: 'day', condition: 'BetweenStops' }, body: {} }, any)).status).toBe(200);
    expect((await post(fares.editFareRules, { fareId: 'day', add: [zone], remove: [] })).status).toBe(200);
    expect(await fare('day')).toMatchObject({ Rules: [zone], NumberOfTransfers: 1, Duration: 3600 });
    const own = await set({ ValidAfterFareGroups: ['passes'] });
    expect([own.status, own.text]).toEqual([400, expect.stringContaining('The fare group passes cannot be its own predecessor')]);
    expect((await set({ NumberOfStops: 0 })).status).toBe(400);
  });

  it('a zone, a line or a stop that is gone is said at its field, and nothing is done; what named it before can still be changed', async () => {
    const before = await fare('zone/1?&');
    const anywhere = { Transport: null, FromZone: null, ToZone: null, ContainsZone: null };
    const refusals = [
      [
        fares.editFareRules,
        { add: [{ ...anywhere, FromZone: 'A', ToZone: 'Z9' }], remove: [] },
        'ToZone',
        'No stop of this version is in the zone Z9',
      ],
      [fares.editFareRules, { add: [{ ...anywhere, Transport: '77' }], remove: [] }, 'Transport', 'There is no line 77 in this version'],
      [fares.setFareConditions, { conditions: { ValidAfterStops: ['b', 'gone'] } }, 'ValidAfterStops', 'There is no stop gone in this version'],
      [
        fares.setFareConditions,
        { conditions: { ValidAfterTransports: ['10', '77'] } },
        'ValidAfterTransports',
        'There is no line 77 in this version',
      ],
    ] as const;
    for (const [edit, change, Field, Message] of refusals) {
      const refused = await post(edit, { fareId: 'zone/1?&', ...change });
      expect([refused.status, JSON.parse(refused.text)]).toEqual([400, [{ Field, Message }]]);
    }
    expect(await fare('zone/1?&')).toEqual(before);
    // the line 10 is in no schedule either, and stands there
    expect((await post(fares.editFareRules, { fareId: 'zone/1?&', add: [{ ...anywhere, Transport: '10', FromZone: 'B' }], remove: [] })).status).toBe(
      200,
    );
  });

  it('which conditions may stand together is decided on the server, with the reason for the others [E215]', async () => {
    const { body } = await product.call(fareCompatibility, { body: { Conditions: ['BetweenStops', 'RatePerDistance'] } }, { as: 'viewer' });
    const verdicts = body['Conditions'] as unknown as { Condition: string; Compatible: boolean; With?: string; Reason?: string }[];
    expect(verdicts).toHaveLength(12);
    expect(verdicts.filter(({ Compatible }) => !Compatible)).toEqual([
      { Condition: 'BetweenZones', Compatible: false, With: 'BetweenStops', Reason: 'Stops and zones would both say where the ride begins and ends' },
      {
        Condition: 'DistanceInterval',
        Compatible: false,
        With: 'RatePerDistance',
        Reason: 'A rate per distance prices every distance, an interval allows only some',
      },
    ]);
  });

  it('who has read-only rights changes nothing', async () => {
    const route = routeOfEdit(fares.removeFares);
    expect((await product.call(route, { params: { versionId: draft }, body: { fareIds: ['day'] } }, { as: 'viewer', ifMatch: '*' })).status).toBe(
      403,
    );
  });
});

describe('fares are checked against a journey', () => {
  const stop = (Id: string, ZoneId: string | undefined, Lng: number): Document => ({
    kind: 'Stop',
    doc: { Id, Name: Id, Type: 0, Coordinate: { Lat: 52, Lng }, WheelchairBoarding: 0, ...(ZoneId === undefined ? {} : { ZoneId }) },
  });
  let network = 0;
  beforeAll(async () => {
    network = await product.version([
      stop('a', '1', 5),
      stop('b', '1', 5.01),
      stop('c', '2', 5.02),
      {
        kind: 'Schedule',
        doc: {
          Id: 'L1_20260101',
          Name: '1',
          ExternalTransportId: 'L1',
          IsBaseSchedule: true,
          Calendar: { fromDate: '2026-01-01', toDate: '2026-12-31', Exceptions: [] },
        },
      },
      {
        kind: 'Track',
        doc: {
          ScheduleId: 'L1_20260101',
          Id: 'a-b',
          Name: 'a - c',
          Direction: 'Forward',
          Visible: true,
          Stops: ['a', 'b', 'c'].map((StopId) => ({ StopId })),
        },
      },
      { kind: 'Fare', doc: { Id: 'short', Price: '1.20', Currency: 'EUR', NumberOfZones: 1, Rules: [] } },
      { kind: 'Fare', doc: { Id: 'km', Price: '1', Currency: 'EUR', RatePerDistance: '1', Rules: [] } },
      {
        kind: 'Fare',
        doc: { Id: 'zones', Price: '3', Currency: 'EUR', Rules: [{ Transport: 'L1', FromZone: '1', ToZone: '2', ContainsZone: null }] },
      },
    ]);
  });
  const ask = (FromStop: string, ToStop: string) =>
    product.call(
      checkFares,
      { params: { versionId: network }, body: { Rides: [{ Transport: 'L1', FromStop, ToStop }], Date: '2026-05-04', DepartTime: 28_800 } },
      { as: 'viewer' },
    );

  it('with the stops, zones and metres of the track that goes there', async () => {
    const { body } = await ask('a', 'c');
    expect(body).toMatchObject({
      Rides: [{ Stops: 2, Zones: ['1', '2'] }],
      Fares: [
        { Id: 'km', Applies: 'yes', Amount: '2.37' },
        { Id: 'short', Applies: 'no', Checks: [{ Name: 'Number of zones', Holds: 'no', Text: 'At most 1; the journey has 2' }] },
        { Id: 'zones', Applies: 'yes' },
      ],
    });
  });

  it('a ride that no track makes is said to be none', async () => {
    const refused = await ask('c', 'a');
    expect([refused.status, refused.text]).toEqual([400, expect.stringContaining('No track of line L1 goes from c to a')]);
  });
});

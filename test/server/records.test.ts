import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { readAgencyOptions } from '../../src/contract/agencies.ts';
import { listChangesets } from '../../src/contract/changes.ts';
import { revertChangeset, routeOfEdit } from '../../src/contract/edits.ts';
import { listRecords, readUses } from '../../src/contract/records.ts';
import { beginEdit } from '../../src/contract/versions.ts';
import * as edits from '../../src/domain/edits/records.ts';
import { groupStops } from '../../src/domain/edits/stopGroups.ts';
import { fieldValue } from '../../src/domain/model/fieldValues.ts';
import { removeAgencies } from '../../src/domain/edits/agencies.ts';
import type { RecordKind } from '../../src/domain/model/records.ts';
import { startTestProduct, type TestProduct } from './product.ts';
import { smallFeed } from './smallFeed.ts';

const ANY = { ifMatch: '*' };
const category = (Id: string) => ({ kind: 'VehicleCategory' as const, doc: { Id, Name: `Vehicle ${Id}` } });
const coupling = (Id: string, ParentId: string, ChildId: string) => ({
  kind: 'VehicleCoupling' as const,
  doc: { Id, ParentId, ChildId, ChildSequence: 1 },
});

let product: TestProduct;
let base: number;
let versionId: number;

beforeAll(async () => {
  product = await startTestProduct();
  base = await product.version([
    ...smallFeed(),
    { kind: 'Level', doc: { Id: 'L1', Index: 1, Name: 'Hall', Extra: { note: 'x' } } },
    { kind: 'Stop', doc: { Id: 'area', Name: 'Area 1', Type: 4, Coordinate: null, WheelchairBoarding: 0, LevelId: 'L1' } },
    { kind: 'Agency', doc: { Id: 'ferry', Name: 'Ferries' } },
    { kind: 'Attribution', doc: { Id: 'at1', OrganizationName: 'City data', AgencyId: 'ferry' } },
    ...['A', 'B', 'C', 'D'].map(category),
    coupling('k1', 'A', 'B'),
    coupling('k2', 'B', 'C'),
  ]);
});
afterAll(() => product.close());
beforeEach(async () => {
  const begun = await product.call(beginEdit, { params: { databaseId: 'test', versionId: base } });
  versionId = begun.body['EditableDbVersionId'] ?? 0;
});

const create = (kind: RecordKind, values: Record<string, string | number | boolean>, recordId?: string) =>
  product.call(routeOfEdit(edits.createRecord), { params: { versionId, kind }, body: { values, ...(recordId && { recordId }) } }, ANY);
const edit = (kind: RecordKind, recordId: string, field: string, value: string | number | boolean) =>
  product.call(routeOfEdit(edits.editRecordField), { params: { versionId, kind, field }, body: { recordId, value } }, ANY);
const remove = (kind: RecordKind, ...recordIds: string[]) =>
  product.call(routeOfEdit(edits.removeRecords), { params: { versionId, kind }, body: { recordIds } }, ANY);
const list = async (kind: RecordKind) => (await product.call(listRecords, { params: { versionId, kind } })).body['Records'];

it('records of every smaller kind are listed, and others are none of them', async () => {
  expect(await list('Level')).toEqual([{ Id: 'L1', Index: 1, Name: 'Hall', Extra: { note: 'x' } }]);
  expect(await list('Feed')).toEqual([]);
  expect((await product.call(listRecords, { params: { versionId, kind: 'Stop' as 'Level' } })).status).toBe(400);
});

it('a record is made with its typed id or one of the server, changed, cloned with what else it had, and removed; undo brings it back', async () => {
  expect((await create('Level', { Name: 'Roof' }, 'L2')).text).toContain('Index is required');
  expect((await create('Level', { Index: 2 })).text).toContain('Id is required');
  expect((await create('Level', { Index: 2 }, 'L1')).status).toBe(409);
  expect((await create('Level', { Index: 2 }, 'L2')).status).toBe(200);
  const made = await create('TicketingIdentifier', { TicketingStopId: 'x1', StopId: 'area', AgencyId: 'ferry' });
  expect(made).toMatchObject({ status: 200, body: { Documents: [{ Kind: 'TicketingIdentifier', Doc: { TicketingStopId: 'x1' } }] } });
  expect((await edit('Level', 'L2', 'Index', 'high')).text).toContain('Enter a number');
  expect((await edit('Level', 'L2', 'Colour', 'red')).status).toBe(400);
  await edit('Level', 'L2', 'Index', 0.5);
  const clone = routeOfEdit(edits.cloneRecord);
  await product.call(clone, { params: { versionId, kind: 'Level' }, body: { sourceId: 'L1', recordId: 'L3', values: { Index: 3 } } }, ANY);
  expect(await list('Level')).toEqual([
    { Id: 'L1', Index: 1, Name: 'Hall', Extra: { note: 'x' } },
    { Id: 'L2', Index: 0.5 },
    { Id: 'L3', Index: 3, Name: 'Hall', Extra: { note: 'x' } },
  ]);
  const { body } = await remove('Level', 'L2', 'L3');
  expect(await list('Level')).toHaveLength(1);
  const undo = await product.call(revertChangeset, { params: { versionId, rev: body['Rev'] ?? 0 }, body: {} });
  expect(await list('Level')).toHaveLength(3);
  await product.call(revertChangeset, { params: { versionId, rev: undo.body['Rev'] ?? 0 }, body: {} });
  expect(await list('Level')).toHaveLength(1);
  const { Sets } = (await product.call(listChangesets, { query: { databaseId: 'test', dbVersionId: versionId } })).body;
  expect((Sets as unknown as { Message: string }[]).slice(0, 3).map(({ Message }) => Message)).toEqual([
    'Redo: Remove 2 levels',
    'Undo: Remove 2 levels',
    'Remove 2 levels',
  ]);
});

it('couplings have at most 3 levels, no cycle, and each place once; the fourth level is refused [E346]', async () => {
  const four = await create('VehicleCoupling', { ParentId: 'C', ChildId: 'D', ChildSequence: 1 });
  expect([four.status, four.text]).toEqual([409, expect.stringContaining('Vehicle couplings have at most 3 levels: A → B → C → D would be 4')]);
  expect((await create('VehicleCoupling', { ParentId: 'C', ChildId: 'A', ChildSequence: 1 })).text).toContain('C would be a part of itself');
  expect((await create('VehicleCoupling', { ParentId: 'A', ChildId: 'D', ChildSequence: 1 })).text).toContain('is taken by B already');
  expect((await create('VehicleCoupling', { ParentId: 'A', ChildId: 'D', ChildSequence: 2 })).status).toBe(200);
  expect((await edit('VehicleCoupling', 'k1', 'ParentId', 'D')).text).toContain('would be 4');
});

it('a record refers only to what is there, and an attribution to one thing', async () => {
  expect((await create('VehicleBoarding', { BoardingAreaId: 'area', VehicleCategoryId: 'Z' })).text).toContain(
    'There is no vehicle category Z in this version.',
  );
  expect((await create('VehicleBoarding', { BoardingAreaId: 'a', VehicleCategoryId: 'A' })).text).toContain('The stop a is no boarding area.');
  expect((await create('VehicleBoarding', { BoardingAreaId: 'area', VehicleCategoryId: 'A' })).status).toBe(200);
  expect((await edit('Attribution', 'at1', 'TripId', 'T1')).text).toContain('at most');
});

it('what refers to a record is told before it is removed, and then it stays', async () => {
  const uses = await product.call(readUses, { params: { versionId }, body: { Kind: 'Level', Ids: ['L1', 'none'] } });
  expect(uses.body).toEqual({ Uses: [{ Id: 'L1', Count: 1, By: [{ Kind: 'Stop', Id: 'area', Name: 'Area 1' }] }] });
  expect((await remove('Level', 'L1')).text).toContain('Level \\"Hall\\" cannot be removed because there are stops with it: Area 1');
  expect((await remove('VehicleCategory', 'D', 'B')).text).toContain('there are vehicle couplings with it: B → C, A → B');
  expect(await list('VehicleCategory')).toHaveLength(4);
});

it('attributions count as use of an agency; ids of agencies stand in the query of the delete [E285]', async () => {
  const route = routeOfEdit(removeAgencies);
  const gone = (ids: string[]) => product.call(route, { params: { versionId }, query: { agencyIds: ids } }, ANY);
  expect((await gone(['ferry'])).text).toContain('Agency \\"Ferries\\" cannot be removed because there are attributions with it: City data');
  await remove('Attribution', 'at1');
  expect((await gone(['ferry'])).status).toBe(200);
});

it('languages and timezones of an agency are offered with id and name [E094 E286]', async () => {
  const { body } = await product.call(readAgencyOptions, { params: { versionId } });
  expect(body['Languages']).toContainEqual({ Id: 'de', Name: 'German' });
  expect(body['Timezones']).toContainEqual({ Id: 'Europe/Amsterdam', Name: 'Europe/Amsterdam' });
});

it('who has read-only rights changes nothing', async () => {
  const route = routeOfEdit(edits.removeRecords);
  const answer = await product.call(route, { params: { versionId, kind: 'Level' }, body: { recordIds: ['L1'] } }, { ...ANY, as: 'viewer' });
  expect(answer.status).toBe(403);
});

it('fares by areas: a product that is not there, an area in use, and a file that an older import kept are refused in words', async () => {
  expect((await create('Area', { Name: 'Zone A' }, 'za')).status).toBe(200);
  const rule = { FromAreaId: 'za', ToAreaId: 'za', FareProductId: 'single' };
  expect((await create('FareLegRule', rule)).text).toContain('Fare product: there is no fare product with single in this version.');
  expect((await create('FareProduct', { ProductId: 'single', Amount: '2.50', Currency: 'EUR' })).status).toBe(200);
  expect((await create('FareLegRule', rule)).status).toBe(200);
  expect((await create('FareTransferRule', { FareTransferType: 0, FromLegGroupId: 'city' })).text).toContain(
    'From leg group: there is no fare leg rule with city in this version.',
  );
  expect((await remove('Area', 'za')).text).toContain('Fare area \\"Zone A\\" cannot be removed because there are fare leg rules with it: single');

  const writer = await product.store.beginVersion({ databaseId: 'test', name: 'old', source: 'test', author: 'test', state: 'completed' });
  for (const { kind, doc } of smallFeed()) await writer.add(kind, doc);
  await writer.addRawFile('fare_products.txt', Buffer.from('fare_product_id,amount,currency\nold,1,EUR\n'));
  const kept = (await writer.finish()).versionId;
  const { body } = await product.call(beginEdit, { params: { databaseId: 'test', versionId: kept } });
  versionId = body['EditableDbVersionId'] ?? 0;
  expect((await create('FareProduct', { ProductId: 'single', Amount: '2.50', Currency: 'EUR' })).text).toContain(
    'This version keeps fare_products.txt word for word, as it was imported before DMP could edit it. Import the feed again to edit it here.',
  );
});

it('several stops are put into a fare area at once; one that is in it stays, and an area or a stop that is not there is refused', async () => {
  await create('Area', { Name: 'Centre' }, 'centre');
  const put = (groupId: string, stopIds: string[]) =>
    product.call(routeOfEdit(groupStops), { params: { versionId, kind: 'StopArea' }, body: { groupId, stopIds } }, ANY);
  const inArea = async () => {
    const { Records = [] } = (await product.call(listRecords, { params: { versionId, kind: 'StopArea' } })).body;
    return Records.map((one: object) => `${fieldValue(one, 'Id')} ${fieldValue(one, 'StopId')}`);
  };
  expect((await put('centre', ['area'])).status).toBe(200);
  const [first] = await inArea();
  expect((await put('centre', ['area', 'a', 'a'])).status).toBe(200);
  const both = await inArea();
  expect(both.map((one) => one.split(' ')[1] ?? '').toSorted((a, b) => a.localeCompare(b))).toEqual(['a', 'area']);
  expect(both).toContain(first);
  expect((await put('nowhere', ['b'])).status).toBe(400);
  expect((await put('centre', ['b', 'no such stop'])).status).toBe(400);
  expect(await inArea()).toEqual(both);
});

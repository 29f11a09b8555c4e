import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { listStops, listStopUsers, readStopDetails } from '../../src/contract/stops.ts';
import * as pathways from '../../src/domain/edits/pathways.ts';
import * as bulk from '../../src/domain/edits/stopBulk.ts';
import { revertChangeset, routeOfEdit } from '../../src/contract/edits.ts';
import { createStop, deleteStop, editStopCoordinate, editStopField } from './stopCalls.ts';
import { beginEdit, finishEdit, listEdits, readVersion } from '../../src/contract/versions.ts';
import { startTestProduct, type TestProduct } from './product.ts';
import { writeEdit } from '../../server/store/edits.ts';
import { smallFeed, stopDoc } from './smallFeed.ts';

let product: TestProduct;
let base: number;
let versionId: number;

beforeAll(async () => {
  product = await startTestProduct();
  base = await product.version(smallFeed());
});
afterAll(() => product.close());
beforeEach(async () => {
  const begun = await product.call(beginEdit, { params: { databaseId: 'test', versionId: base } });
  versionId = begun.body['EditableDbVersionId'] ?? 0;
});

const rename = (stopId: string, value: string, options: Parameters<TestProduct['call']>[2] = {}) =>
  product.call(editStopField, { params: { versionId, field: 'name' }, body: { stopId, value } }, { ifMatch: 0, ...options });
const remove = (stopId: string, ifMatch = 0) => product.call(deleteStop, { params: { versionId }, body: { stopId } }, { ifMatch });
const move = (stopId: string, coordinate: unknown, ifMatch = 0) =>
  product.call(editStopCoordinate, { params: { versionId }, body: { stopId, coordinate: coordinate as null } }, { ifMatch });
const revert = (rev: number, force?: boolean) =>
  product.call(revertChangeset, { params: { versionId, rev }, body: force === undefined ? {} : { force } });
const stored = async (stopId: string) => (await product.store.getEntity(versionId, 'Stop', stopId))?.doc;

describe('editing stops', () => {
  it('a stop gets another name, and everybody who watches the version is told [E266 R297]', async () => {
    const before = product.told.length;
    const answer = await rename('a', 'Market Street', { key: 'rename-1' });
    expect(answer).toMatchObject({ status: 200, body: { Rev: 1 } });
    expect(await stored('a')).toMatchObject({ Name: 'Market Street' });
    expect(product.told.slice(before)).toEqual([
      {
        target: 'versionChanged',
        message: {
          VersionId: versionId,
          Rev: 1,
          CommandId: 'rename-1',
          Author: 'editor@test.example',
          Edits: [{ Kind: 'Stop', Id: 'a', Rev: 1, Fields: ['Name'], Doc: await stored('a') }],
        },
      },
    ]);
  });

  it('a repeat of the same command answers the same words and changes nothing more', async () => {
    const first = await rename('a', 'Market Street', { key: `repeat-${versionId}` });
    await rename('a', 'Church Lane', { ifMatch: 1 });
    const told = product.told.length;
    const again = await rename('a', 'Market Street', { key: `repeat-${versionId}` });
    expect(again.text).toBe(first.text);
    expect(again.status).toBe(200);
    expect(await stored('a')).toMatchObject({ Name: 'Church Lane' });
    expect(product.told.length).toBe(told);
  });

  it('a refused command is refused alike when it is repeated, even when it would be possible by then', async () => {
    const key = `refused-${versionId}`;
    const create = () =>
      product.call(createStop, { params: { versionId }, body: { stopId: 'lonely', coordinate: { Lat: 1, Lng: 1 }, stopName: 'Second' } }, { key });
    const first = await create();
    expect(first.status).toBe(409);
    await remove('lonely');
    const again = await create();
    expect([again.status, again.text]).toEqual([409, first.text]);
  });

  it('a key that stood for another request is refused', async () => {
    const key = `reused-${versionId}`;
    await rename('a', 'Market Street', { key });
    expect(await rename('a', 'Church Lane', { key, ifMatch: 1 })).toMatchObject({ status: 422, body: { code: 'key_reused' } });
  });

  it('two people may use the same key without meeting', async () => {
    const key = `both-${versionId}`;
    await rename('a', 'Market Street', { key });
    expect(await rename('b', 'Church Lane', { key, as: 'otherEditor' })).toMatchObject({ status: 200, body: { Rev: 2 } });
  });

  it('ten repeats at once are carried out once', async () => {
    const key = `at-once-${versionId}`;
    const answers = await Promise.all(Array.from({ length: 10 }, () => rename('a', 'Market Street', { key })));
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    expect((await product.store.readVersion(versionId))?.Rev).toBe(1);
  });

  it('an edit of what is there without a revision is refused', async () => {
    const { status, body } = await product.call(editStopField, { params: { versionId, field: 'name' }, body: { stopId: 'a', value: 'x' } });
    expect({ status, body }).toMatchObject({ status: 428, body: { code: 'revision_required' } });
    expect((await rename('a', 'x', { ifMatch: 'abc' })).status).toBe(400);
  });

  it('a change based on an older state is refused with the present one', async () => {
    await rename('a', 'Market Street', { as: 'otherEditor' });
    const refused = await rename('a', 'Church Lane');
    expect(refused).toMatchObject({
      status: 412,
      body: { code: 'conflict', Present: { Rev: 1, Documents: [{ Kind: 'Stop', Id: 'a', Doc: { Name: 'Market Street' }, Rev: 1 }] } },
    });
    expect(await stored('a')).toMatchObject({ Name: 'Market Street' });
  });

  it("changes of different stops do not stand in each other's way", async () => {
    await rename('a', 'Market Street', { as: 'otherEditor' });
    expect(await rename('b', 'Church Lane')).toMatchObject({ status: 200, body: { Rev: 2 } });
    const at = await Promise.all(['c', 'd', 'lonely'].map((id) => rename(id, `New ${id}`)));
    expect(at.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect((await product.store.readVersion(versionId))?.Rev).toBe(5);
  });

  it('a value that is there already changes nothing [R248]', async () => {
    expect(await rename('a', 'Stop a')).toMatchObject({ status: 200, body: { Rev: 0 } });
    expect((await product.store.readVersion(versionId))?.Rev).toBe(0);
  });

  it('an empty text takes a field away', async () => {
    const zone = (value: string, ifMatch: number) =>
      product.call(editStopField, { params: { versionId, field: 'zoneId' }, body: { stopId: 'a', value } }, { ifMatch });
    await zone('Z1', 0);
    expect(await stored('a')).toMatchObject({ ZoneId: 'Z1' });
    await zone('', 1);
    expect(await stored('a')).not.toHaveProperty('ZoneId');
  });

  it('a name cannot be emptied and a type must be known', async () => {
    expect(await rename('a', ' ')).toMatchObject({ status: 400, body: [{ Field: 'name', Message: 'Stop name is required' }] });
    const typed = await product.call(editStopField, { params: { versionId, field: 'type' }, body: { stopId: 'a', value: 9 } }, { ifMatch: 0 });
    expect(typed.status).toBe(400);
  });

  it('a text that no database keeps is refused at its field, and nothing is changed', async () => {
    expect(await rename('a', 'Market\0Street')).toMatchObject({
      status: 400,
      body: [{ Field: 'name', Message: 'A name has no control characters' }],
    });
    expect(await rename('a', 'Market\ud800Street')).toMatchObject({
      status: 400,
      body: [{ Field: 'value', Message: 'This text holds a character that cannot be stored' }],
    });
    expect(await stored('a')).toMatchObject({ Name: 'Stop a' });
  });

  it('a stop moves [E020]', async () => {
    expect(await move('a', { Lat: 51.5, Lng: 4.25 })).toMatchObject({ status: 200, body: { Rev: 1 } });
    expect(await stored('a')).toMatchObject({ Coordinate: { Lat: 51.5, Lng: 4.25 } });
  });

  it.each([
    { Lat: 90.1, Lng: 0 },
    { Lat: -90.1, Lng: 0 },
    { Lat: 0, Lng: 180.1 },
    { Lat: 0, Lng: -180.1 },
    { Lat: 'north', Lng: 0 },
    { Lat: null, Lng: 0 },
  ])('a place that is none is refused: $Lat, $Lng [E165 R249]', async (coordinate) => {
    const answer = await move('a', coordinate);
    expect(answer.status).toBe(400);
    expect(answer.body).toEqual([expect.objectContaining({ Field: expect.stringMatching(/^coordinate\/(Lat|Lng)$/), Message: expect.any(String) })]);
    expect(await stored('a')).toMatchObject({ Coordinate: { Lat: 52, Lng: 5 } });
  });
});

describe('making and removing stops', () => {
  const create = (stopId: string, more: object = {}) =>
    product.call(createStop, { params: { versionId }, body: { stopId, coordinate: { Lat: 52.1, Lng: 5.1 }, stopName: 'New stop', ...more } });

  it('a new stop is of type Regular unless it is said otherwise [E174 E267 R298]', async () => {
    expect(await create('new')).toMatchObject({ status: 200, body: { Rev: 1 } });
    expect(await stored('new')).toMatchObject({ Name: 'New stop', Type: 0 });
    expect(await create('new-2', { stopType: 5, stopZoneId: 'Z', stopParentId: 'new' })).toMatchObject({ body: { Rev: 2 } });
    expect(await stored('new-2')).toMatchObject({ Type: 5, ZoneId: 'Z', ParentId: 'new' });
    expect(product.told.at(-1)).toMatchObject({
      message: { Edits: [{ Fields: ['Coordinate', 'Id', 'Name', 'ParentId', 'Type', 'WheelchairBoarding', 'ZoneId'] }] },
    });
  });
  it('a stop made without an id gets one from the server, and the answer tells it', async () => {
    const made = await product.call(createStop, { params: { versionId }, body: { coordinate: { Lat: 52.1, Lng: 5.1 }, stopName: 'New stop' } });
    const id = (made.body['Documents'] as unknown as { Id: string }[])[0]?.Id ?? '';
    expect(id).toMatch(/^S-[0-9a-f]{8}$/);
    expect(await stored(id)).toMatchObject({ Name: 'New stop' });
  });
  it('a new stop needs a name [E173 R242]', async () => {
    expect(await create('new', { stopName: '  ' })).toMatchObject({ status: 400, body: [{ Field: 'stopName', Message: 'Stop name is required' }] });
  });
  it('an id is given only once', async () => {
    expect(await create('a')).toMatchObject({ status: 409, body: { errors: [{ message: 'There is a stop with the id a already.' }] } });
  });

  it.each([
    ['a', 'Stop cannot be removed because it has pathways / there are schedules with it'],
    ['b', 'Stop cannot be removed because it has transfers / pathways / there are schedules with it'],
    ['c', 'Stop cannot be removed because there are schedules with it'],
    ['d', 'Stop cannot be removed because it has transfers / there are schedules with it'],
  ])('stop %s cannot be removed while it is used [E178 E327 R194 R341]', async (stopId, message) => {
    expect(await remove(stopId)).toMatchObject({ status: 409, body: { code: 'in_use', errors: [{ message }] } });
    expect(await stored(stopId)).toBeDefined();
  });

  it('a stop that nothing uses is removed, and the revert of that brings it back as it was [E268]', async () => {
    await rename('lonely', 'Old Mill');
    expect(await remove('lonely', 1)).toMatchObject({ status: 200, body: { Rev: 2 } });
    expect(await stored('lonely')).toBeUndefined();
    expect((await product.call(listStops, { params: { versionId } })).text).not.toContain('"lonely"');
    expect(await revert(2)).toMatchObject({
      status: 200,
      body: { Rev: 3, Documents: [{ Kind: 'Stop', Id: 'lonely', Doc: { Name: 'Old Mill' }, Rev: 3 }] },
    });
    expect(await stored('lonely')).toMatchObject({ Name: 'Old Mill' });
    expect(await revert(99)).toMatchObject({ status: 404 });
  });

  it('a revert puts back only what its change set changed, and is reverted itself', async () => {
    await rename('a', 'Market Street');
    await product.call(editStopField, { params: { versionId, field: 'zoneId' }, body: { stopId: 'a', value: 'Z' } }, { ifMatch: 1 });
    await revert(1);
    expect(await stored('a')).toMatchObject({ Name: 'Stop a', ZoneId: 'Z' });
    await revert(3);
    expect(await stored('a')).toMatchObject({ Name: 'Market Street', ZoneId: 'Z' });
  });

  it('what is undone and its undo do not count among the changes of a version; what is done again does', async () => {
    const undone = async () => readVersion.reply.parse((await product.call(readVersion, { params: { versionId } })).body).Version.Undone;
    const told = () =>
      product.told.flatMap(({ target, message }) => (target === 'versionChanged' ? [(message as { Undone?: number }).Undone] : [])).at(-1);
    await rename('a', 'Other');
    expect(await undone()).toBeUndefined();
    expect((await revert(1)).body).toMatchObject({ Rev: 2, Undone: 2 });
    expect([await undone(), told()]).toEqual([2, 2]);
    expect((await revert(2)).body).toMatchObject({ Rev: 3, Undone: 2 });
    expect([await undone(), told()]).toEqual([2, undefined]);
    expect((await revert(3)).body).toMatchObject({ Rev: 4, Undone: 4 });
    expect((await product.call(listEdits, { params: { versionId }, query: { since: 3 } })).body).toMatchObject({ Rev: 4, Undone: 4 });
  });

  it('a revert of what somebody changed again is refused with both states, and done all the same when forced', async () => {
    await rename('a', 'Market Street');
    await rename('a', 'Church Lane', { as: 'otherEditor', ifMatch: 1 });
    expect(await revert(1)).toMatchObject({
      status: 412,
      body: { Present: { Documents: [{ Id: 'a', Doc: { Name: 'Church Lane' } }], Wanted: [{ Id: 'a', Doc: { Name: 'Stop a' } }] } },
    });
    expect(await revert(1, true)).toMatchObject({ status: 200, body: { Rev: 3 } });
    expect(await stored('a')).toMatchObject({ Name: 'Stop a' });
  });

  it('a stop that was made cannot be taken back once something uses it', async () => {
    await create('new');
    await create('child', { stopParentId: 'new' });
    expect(await revert(1)).toMatchObject({ status: 200 });
    await create('used');
    const by = { author: 'x', subject: 'x', call: 'test', commandId: null };
    const transfer = { Id: 'T9', StopIdFrom: 'used', StopIdTo: 'a', Type: 0 };
    await product.store.sql.db
      .transaction()
      .execute((tx) => writeEdit(tx, versionId, by, [{ kind: 'Transfer', id: 'T9', before: null, doc: transfer }]));
    expect(await revert(4)).toMatchObject({ status: 409, body: { errors: [{ message: 'Stop cannot be removed because it has transfers' }] } });
  });

  it('a removed stop cannot be edited, and an id that was never there is not found', async () => {
    await remove('lonely');
    expect(await rename('lonely', 'x', { ifMatch: 1 })).toMatchObject({ status: 409, body: { code: 'removed' } });
    expect((await rename('nowhere', 'x')).status).toBe(404);
  });

  it('a stop freed by the edit of another document can be removed', async () => {
    const other = await product.version([stopDoc('x'), stopDoc('y', { ParentId: 'x' })], 'editable');
    expect(await product.call(deleteStop, { params: { versionId: other }, body: { stopId: 'x' } }, { ifMatch: 0 })).toMatchObject({ status: 200 });
    const details = await product.call(readStopDetails, { params: { versionId: other }, query: { stopIds: 'y' } });
    expect(details.body).toMatchObject({ Stops: [{ Stop: { ParentId: 'x' }, StopNames: {} }] });
  });
});

describe('where editing is not possible', () => {
  it('a version that is not editable refuses [E136 E191]', async () => {
    const answer = await product.call(
      editStopField,
      { params: { versionId: base, field: 'name' }, body: { stopId: 'a', value: 'x' } },
      { ifMatch: 0 },
    );
    expect(answer).toMatchObject({ status: 409, body: { code: 'not_editable' } });
  });
  it('a finished version refuses', async () => {
    await product.call(finishEdit, { params: { databaseId: 'test', versionId } });
    expect(await rename('a', 'x')).toMatchObject({ status: 409, body: { code: 'not_editable' } });
  });
  it('a read-only database refuses [E191 R267]', async () => {
    const shut = await product.version([stopDoc('a')], 'editable', 'shut');
    const answer = await product.call(
      editStopField,
      { params: { versionId: shut, field: 'name' }, body: { stopId: 'a', value: 'x' } },
      { ifMatch: 0 },
    );
    expect(answer).toMatchObject({ status: 403, body: { code: 'read_only' } });
    expect(await product.call(beginEdit, { params: { databaseId: 'shut', versionId: shut } })).toMatchObject({
      status: 403,
      body: { code: 'read_only' },
    });
  });
  it('a version that is not there is not found', async () => {
    expect((await product.call(readVersion, { params: { versionId: 999_999 } })).status).toBe(404);
    expect((await product.call(listStops, { params: { versionId: 999_999 } })).status).toBe(404);
  });
});

describe('what changed since', () => {
  it('tells the last state of each document changed after a revision, with the fields that differ', async () => {
    await rename('a', 'First');
    await rename('b', 'Second');
    await product.call(editStopField, { params: { versionId, field: 'zoneId' }, body: { stopId: 'a', value: 'Z' } }, { ifMatch: 1 });
    await remove('lonely');
    const since = async (rev: number) => (await product.call(listEdits, { params: { versionId }, query: { since: rev } })).body;
    const short = (body: Record<string, never>) => ({
      ...(body as object),
      Edits: (body['Edits'] as unknown as { Id: string; Rev: number; Fields: string[]; Doc: unknown }[]).map(({ Id, Rev, Fields, Doc }) => [
        Id,
        Rev,
        Fields.join(),
        Doc !== null,
      ]),
    });
    expect(short(await since(0))).toMatchObject({
      Rev: 4,
      More: false,
      Edits: [
        ['b', 2, 'Name', true],
        ['a', 3, 'Name,ZoneId', true],
        ['lonely', 4, 'Coordinate,Id,Name,Type,WheelchairBoarding', false],
      ],
    });
    expect(short(await since(2))).toMatchObject({
      Edits: [
        ['a', 3, 'ZoneId', true],
        ['lonely', 4, expect.any(String), false],
      ],
    });
    expect(await since(4)).toMatchObject({ Rev: 4, More: false, Edits: [] });
  });
});

describe('editing several stops', () => {
  const merge = routeOfEdit(bulk.mergeStops);
  const users = async (stopId: string, into: string) => {
    const { body } = await product.call(listStopUsers, { params: { versionId }, query: { stopId, into } });
    return body['Users'] as unknown as { Kind: string; Id: string }[];
  };

  it('a stop is merged into another: everything that speaks of it follows, in one change set, and comes back with one revert', async () => {
    const found = await users('b', 'a');
    expect(found).toEqual([
      { Kind: 'Track', Id: 'line%2F1/out' },
      { Kind: 'Transfer', Id: 't1' },
      { Kind: 'Pathway', Id: 'p1' },
    ]);
    const body = { keptId: 'a', goneId: 'b', users: found.map(({ Kind, Id }) => ({ kind: Kind, id: Id })) };
    expect(await product.call(merge, { params: { versionId }, body: { ...body, users: body.users.slice(1) } }, { ifMatch: '*' })).toMatchObject({
      status: 409,
      body: { errors: [{ message: 'Stop cannot be removed because there are schedules with it' }] },
    });
    const answer = await product.call(merge, { params: { versionId }, body }, { ifMatch: '*' });
    expect(answer).toMatchObject({ status: 200, body: { Rev: 1 } });
    expect(await stored('b')).toBeUndefined();
    const { doc } = (await product.store.getEntity(versionId, 'Track', 'line%2F1/out')) ?? {};
    expect(doc?.Stops.map(({ StopId }) => StopId)).toEqual(['a', 'a', 'c']);
    expect(await product.store.getEntity(versionId, 'Pathway', 'p1')).toBeUndefined();
    expect((await revert(1)).status).toBe(200);
    expect(await stored('b')).toMatchObject({ Name: 'Stop b' });
    expect(await product.store.getEntity(versionId, 'Pathway', 'p1')).toBeDefined();
  });

  it('one field of several stops is changed, of all or of none', async () => {
    const many = routeOfEdit(bulk.editFieldOfStops);
    const change = (stopIds: readonly string[]) =>
      product.call(many, { params: { versionId, field: 'zoneId' }, body: { stopIds, value: 'Z' } }, { ifMatch: '*' });
    expect((await change(['a', 'nothing'])).status).toBe(404);
    expect((await stored('a'))?.ZoneId).toBeUndefined();
    expect((await change(['a', 'c'])).body).toMatchObject({ Rev: 1 });
    expect([(await stored('a'))?.ZoneId, (await stored('c'))?.ZoneId]).toEqual(['Z', 'Z']);
  });

  it('several stops are made, or none where one has no name or an id that is taken', async () => {
    const make = (stops: readonly object[]) =>
      product.call(routeOfEdit(bulk.createStops), { params: { versionId }, body: { stops } }, { ifMatch: '*' });
    const place = { Lat: 52, Lng: 5 };
    const refused = await make([
      { stopId: 'n1', coordinate: place, stopName: 'One' },
      { stopId: 'a', coordinate: place, stopName: ' ' },
    ]);
    expect([refused.status, refused.body]).toEqual([
      400,
      [
        { Field: 'stops[1]/stopName', Message: 'Stop name is required' },
        { Field: 'stops[1]/stopId', Message: 'There is a stop with the id a already.' },
      ],
    ]);
    expect(await stored('n1')).toBeUndefined();
    expect((await make([{ stopId: 'n1', coordinate: place, stopName: 'One' }])).status).toBe(200);
    expect(await stored('n1')).toMatchObject({ Name: 'One', Type: 0 });
  });
});

describe('editing pathways', () => {
  const call = (edit: Parameters<typeof routeOfEdit>[0], params: object, body: object) =>
    product.call(routeOfEdit(edit), { params: { versionId, ...params }, body }, { ifMatch: '*' });
  const pathway = async (id: string) => (await product.store.getEntity(versionId, 'Pathway', id))?.doc;

  it('a pathway to empty ground makes a node there, which the answer holds [E277 R305]', async () => {
    const answer = await call(pathways.createPathway, { fromStopId: 'a' }, { toCoordinate: { Lat: 52.01, Lng: 5.01 } });
    const made = answer.body['Documents'] as unknown as { Kind: string; Doc: { Type: number; Coordinate: unknown; FromStopId: string } }[];
    expect(made.find(({ Kind }) => Kind === 'Stop')?.Doc).toMatchObject({ Type: 3, Coordinate: { Lat: 52.01, Lng: 5.01 } });
    expect(made.find(({ Kind }) => Kind === 'Pathway')?.Doc).toMatchObject({ FromStopId: 'a', Mode: 1 });
  });

  it('mode, both ways and an end are changed one by one [E278 R306]', async () => {
    await call(pathways.editPathwayField, { field: 'mode' }, { pathwayId: 'p1', value: 2 });
    await call(pathways.editPathwayField, { field: 'isBidirectional' }, { pathwayId: 'p1', value: false });
    await call(pathways.editPathwayField, { field: 'toStopId' }, { pathwayId: 'p1', value: 'c' });
    expect(await pathway('p1')).toMatchObject({ Mode: 2, IsBidirectional: false, FromStopId: 'a', ToStopId: 'c' });
    expect((await call(pathways.editPathwayField, { field: 'toStopId' }, { pathwayId: 'p1', value: 'a' })).status).toBe(400);
  });

  it('a pathway is deleted, and its stops stay [E279 R307]', async () => {
    expect((await call(pathways.removePathway, {}, { pathwayId: 'p1' })).status).toBe(200);
    expect(await pathway('p1')).toBeUndefined();
    expect(await stored('a')).toBeDefined();
  });
});

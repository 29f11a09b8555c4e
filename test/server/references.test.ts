import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { readStopDetails } from '../../src/contract/stops.ts';
import * as transfers from '../../src/domain/edits/transfers.ts';
import { revertChangeset, routeOfEdit } from '../../src/contract/edits.ts';
import { deleteStop, editStopField } from './stopCalls.ts';
import { beginEdit } from '../../src/contract/versions.ts';
import type { Transfer } from '../../src/domain/model/transfer.ts';
import { writeEdit } from '../../server/store/edits.ts';
import { readSlot } from '../../server/store/entities.ts';
import { startTestProduct, type TestProduct } from './product.ts';
import { smallFeed } from './smallFeed.ts';

let product: TestProduct;
let base: number;
let versionId: number;
beforeAll(async () => {
  product = await startTestProduct();
  base = await product.version(smallFeed());
});
afterAll(() => product.close());
beforeEach(async () => {
  versionId = (await product.call(beginEdit, { params: { databaseId: 'test', versionId: base } })).body['EditableDbVersionId'] ?? 0;
});

const by = { author: 'a test', subject: 'test', call: 'test', commandId: null };
const putTransfer = (doc: Transfer | null, id = 't1') =>
  product.store.sql.db.transaction().execute(async (tx) => {
    const slot = await readSlot(tx, versionId, 'Transfer', id);
    await writeEdit(tx, versionId, by, [{ kind: 'Transfer', id, before: slot?.bid ?? null, doc }]);
  });
const transfersOf = async (stopId: string): Promise<string[]> => {
  const { body } = await product.call(readStopDetails, { params: { versionId }, query: { stopIds: stopId } });
  const [details] = body['Stops'] as unknown as { Transfers: Transfer[] }[];
  return (details?.Transfers ?? []).map(({ Id, StopIdTo }) => `${Id} to ${StopIdTo ?? ''}`);
};

describe('what uses a stop', () => {
  it('follows every edit of what uses it, there and back', async () => {
    expect([await transfersOf('b'), await transfersOf('lonely')]).toEqual([['t1 to d'], []]);
    await putTransfer({ Id: 't1', StopIdFrom: 'b', StopIdTo: 'lonely', Type: 0 });
    expect([await transfersOf('b'), await transfersOf('d'), await transfersOf('lonely')]).toEqual([['t1 to lonely'], [], ['t1 to lonely']]);
    await putTransfer({ Id: 't1', StopIdFrom: 'a', StopIdTo: 'c', Type: 0 });
    expect([await transfersOf('b'), await transfersOf('lonely'), await transfersOf('a')]).toEqual([[], [], ['t1 to c']]);
    await putTransfer({ Id: 't1', StopIdFrom: 'b', StopIdTo: 'd', Type: 0 });
    expect([await transfersOf('b'), await transfersOf('a')]).toEqual([['t1 to d'], []]);
    await putTransfer(null);
    expect([await transfersOf('b'), await transfersOf('d')]).toEqual([[], []]);
  });

  it('a stop can be removed once nothing uses it any more, and not as soon as something does [E178]', async () => {
    const remove = () => product.call(deleteStop, { params: { versionId }, body: { stopId: 'lonely' } }, { ifMatch: 0 });
    await putTransfer({ Id: 't2', StopIdFrom: 'lonely', Type: 0 }, 't2');
    expect(await remove()).toMatchObject({ status: 409, body: { errors: [{ message: 'Stop cannot be removed because it has transfers' }] } });
    await putTransfer(null, 't2');
    expect((await remove()).status).toBe(200);
  });
});

describe('lines and trips of a transfer', () => {
  const put = async (field: string, value: string) => {
    const rev = (await readSlot(product.store.sql.db, versionId, 'Transfer', 't1'))?.rev ?? 0;
    return product.call(
      routeOfEdit(transfers.editTransferField),
      { params: { versionId, field }, body: { transferId: 't1', value } },
      { ifMatch: rev },
    );
  };
  const type = async (to: number) => {
    const rev = (await readSlot(product.store.sql.db, versionId, 'Transfer', 't1'))?.rev ?? 0;
    return product.call(routeOfEdit(transfers.editTransferType), { params: { versionId }, body: { transferId: 't1', type: to } }, { ifMatch: rev });
  };
  const message = ({ status, body }: { status: number; body: unknown }): string => `${status} ${JSON.stringify(body)}`;

  it('are looked up; an in-seat transfer names both trips and keeps them', async () => {
    expect(message(await type(4))).toMatch(/^400 .*An in-seat transfer names the trips that it is between: choose both first/);
    expect(message(await put('tripIdFrom', 'nowhere'))).toMatch(/^400 .*There is no trip nowhere in this version/);
    expect(message(await put('routeIdFrom', 'nowhere'))).toMatch(/^400 .*There is no line nowhere in this version/);
    expect((await put('tripIdFrom', 'trip-100')).status).toBe(200);
    expect(message(await put('routeIdFrom', 'line 2'))).toMatch(/^400 .*has no trip/);
    expect((await put('routeIdFrom', 'line/1')).status).toBe(200);
    expect((await put('tripIdTo', 'trip-200')).status).toBe(200);
    expect((await type(4)).status).toBe(200);
    expect(message(await put('tripIdTo', ''))).toMatch(/^400 .*An in-seat transfer names both trips: give it another type first/);
    expect((await readSlot(product.store.sql.db, versionId, 'Transfer', 't1'))?.doc).toEqual({
      Id: 't1',
      StopIdFrom: 'b',
      StopIdTo: 'd',
      Type: 4,
      RouteIdFrom: 'line/1',
      TripIdFrom: 'trip-100',
      TripIdTo: 'trip-200',
    });
  });
});

describe('edits at the same moment', () => {
  it('of eight that saw the same state one wins, and the others are told what it is now', async () => {
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, i) =>
        product.call(
          editStopField,
          { params: { versionId, field: 'name' }, body: { stopId: 'a', value: `Name ${i}` } },
          { ifMatch: 0, as: i % 2 === 0 ? 'editor' : 'otherEditor' },
        ),
      ),
    );
    const [winner, ...more] = answers.filter(({ status }) => status === 200);
    expect(more).toEqual([]);
    const refused = answers.filter(({ status }) => status === 412);
    expect(refused).toHaveLength(7);
    const name = (await product.store.getEntity(versionId, 'Stop', 'a'))?.doc.Name;
    for (const { body } of refused) expect(body['Present']).toMatchObject({ Rev: 1, Documents: [{ Id: 'a', Doc: { Name: name }, Rev: 1 }] });
    expect(winner?.body).toEqual({ Rev: 1 });
  });
});

describe('removing documents that nobody needs', () => {
  it('spares what was edited, and what an undo may bring back', async () => {
    await product.call(
      editStopField,
      { params: { versionId, field: 'name' }, body: { stopId: 'lonely', value: 'Only in the history' } },
      { ifMatch: 0 },
    );
    await product.call(deleteStop, { params: { versionId }, body: { stopId: 'lonely' } }, { ifMatch: 1 });
    await product.call(editStopField, { params: { versionId, field: 'name' }, body: { stopId: 'a', value: 'Only in the overlay' } }, { ifMatch: 0 });
    const writer = await product.store.beginVersion({ databaseId: 'test', name: 'gone', source: 'test', author: 'test', state: 'completed' });
    await writer.abort();
    expect(await product.store.getEntity(versionId, 'Stop', 'a')).toMatchObject({ doc: { Name: 'Only in the overlay' } });
    expect(await product.call(revertChangeset, { params: { versionId, rev: 2 } })).toMatchObject({ status: 200 });
    expect(await product.store.getEntity(versionId, 'Stop', 'lonely')).toMatchObject({ doc: { Name: 'Only in the history' } });
  });
});

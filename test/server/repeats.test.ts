/** Writes that are sent again, and who is told of them by catching up. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { routeOfEdit } from '../../src/contract/edits.ts';
import { editSheet } from '../../src/domain/edits/timetables.ts';
import { editCall } from './scheduleCalls.ts';
import { editStopField } from './stopCalls.ts';
import { listEdits } from '../../src/contract/versions.ts';
import { startTestProduct, type CallOptions, type TestProduct } from './product.ts';
import { smallFeed, stopDoc } from './smallFeed.ts';

let product: TestProduct;
beforeAll(async () => (product = await startTestProduct()));
afterAll(() => product.close());

const draft = () => product.version([stopDoc('a'), stopDoc('b')], 'editable');
const rename = (versionId: number, value: string, options: CallOptions) =>
  product.call(editStopField, { params: { versionId, field: 'name' }, body: { stopId: 'a', value } }, options);

describe('a write that is sent again', () => {
  it('after its 412 was lost gets that answer again, whichever revision it now knows', async () => {
    const versionId = await draft();
    await rename(versionId, 'Theirs', { as: 'otherEditor', ifMatch: 0 });
    const lost = await rename(versionId, 'Mine', { key: 'lost-1', ifMatch: 0 });
    expect(lost.status).toBe(412);
    const again = await rename(versionId, 'Mine', { key: 'lost-1', ifMatch: 1 });
    expect([again.status, again.text]).toEqual([412, lost.text]);
    expect((await rename(versionId, 'Other', { key: 'lost-1', ifMatch: 1 })).status).toBe(422);
  });

  it('after its 412 was lost gets that answer again, also where it names the revisions of a track and its timetables', async () => {
    const versionId = await product.version(smallFeed(), 'editable');
    const LINE = { scheduleId: 'line/1', trackId: 'out' };
    await editCall(product, 'timetable.create', versionId, { ...LINE, days: 64 });
    await editCall(product, 'timetable.editDays', versionId, { ...LINE, number: 2, days: 32 });
    const cells = { of: { timetable: 1, time: 21_600, trip: 'trip-100' }, cells: [[1, 21_660, 21_700]] };
    const sheet = (Rev: number, cell: object = cells) =>
      product.call(
        routeOfEdit(editSheet),
        {
          params: { versionId },
          body: { ...LINE, act: 'type', edit: { columns: [cell] }, Seen: [{ Kind: 'Timetable', Id: 'line%2F1/out/2', Rev }] },
        },
        { key: 'lost-sheet' },
      );
    const lost = await sheet(1);
    expect(lost.status).toBe(412);
    expect(await sheet(2)).toMatchObject({ status: 412, text: lost.text });
    expect((await sheet(2, { ...cells, cells: [[1, 21_660, 21_730]] })).status).toBe(422);
  });

  it('after its answer was lost is answered as the first time', async () => {
    const versionId = await draft();
    const lost = await rename(versionId, 'Mine', { key: 'lost-2', ifMatch: 0 });
    expect(lost.status).toBe(200);
    expect(await rename(versionId, 'Mine', { key: 'lost-2', ifMatch: 1 })).toMatchObject({ status: 200, text: lost.text });
  });

  it('needs a key only where it may be repeated', async () => {
    const versionId = await draft();
    expect((await rename(versionId, 'One', { key: null, ifMatch: 0 })).status).toBe(200);
    expect((await rename(versionId, 'Two', { key: null, ifMatch: 1 })).status).toBe(200);
    expect((await rename(versionId, 'Three', { key: 'a b', ifMatch: 2 })).status).toBe(400);
  });
});

describe('what a live message carries', () => {
  it('a document up to 4 kB rides along; of a larger one it is said that it changed, and it is read by those who show it', async () => {
    const versionId = await draft();
    await rename(versionId, 'Small', { ifMatch: 0 });
    const told = () => product.told.findLast(({ target }) => target === 'versionChanged');
    expect(told()).toMatchObject({ message: { Edits: [{ Id: 'a', Rev: 1, Doc: { Name: 'Small' } }] } });
    const LINE = { scheduleId: 'line/1', trackId: 'out' };
    const lines = await product.version(smallFeed(), 'editable');
    const departuresEncoded = Array.from(
      { length: 300 },
      (_, i) => `${String(6 + Math.floor(i / 60)).padStart(2, '0')}:${String(i % 60).padStart(2, '0')}`,
    ).join(' ');
    expect((await editCall(product, 'timetable.editDepartures', lines, { ...LINE, number: 1, departuresEncoded })).text).toContain('"Rev":1');
    expect(told()).toMatchObject({ message: { Edits: [{ Kind: 'Timetable', Id: 'line%2F1/out/1', Rev: 1, Doc: null, Large: true }] } });
  });
});

describe('edits after a revision', () => {
  it('name who made them and by which command', async () => {
    const versionId = await draft();
    await rename(versionId, 'One', { key: 'first', ifMatch: 0 });
    await rename(versionId, 'Two', { key: 'second', as: 'otherEditor', ifMatch: 1 });
    const read = async (since: number) => (await product.call(listEdits, { params: { versionId }, query: { since } })).body;
    expect(await read(0)).toMatchObject({
      Rev: 2,
      Edits: [{ Id: 'a', Rev: 2, Doc: { Name: 'Two' } }],
      Changes: [
        { Rev: 1, CommandId: 'first', Edits: [{ Kind: 'Stop', Id: 'a', Fields: ['Name'] }] },
        { Rev: 2, CommandId: 'second', Edits: [{ Kind: 'Stop', Id: 'a', Fields: ['Name'] }] },
      ],
    });
    const changes = (await read(0))['Changes'] as unknown as { Author: string }[];
    expect(new Set(changes.map(({ Author }) => Author)).size).toBe(2);
    expect((await read(1))['Changes']).toHaveLength(1);
  });
});

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readNetwork } from '../../src/contract/network.ts';
import { listPathways, readPathways } from '../../src/contract/pathways.ts';
import { listTransfers, readTransfersBetween } from '../../src/contract/transfers.ts';
import type { Route } from '../../src/contract/route.ts';
import { beginEdit } from '../../src/contract/versions.ts';
import { routeOfEdit } from '../../src/contract/edits.ts';
import { editCatalogue } from '../../src/domain/edits/catalogue.ts';
import * as pathwayEdits from '../../src/domain/edits/pathways.ts';
import * as shapeEdits from '../../src/domain/edits/shapes.ts';
import * as transferEdits from '../../src/domain/edits/transfers.ts';
import { decodeShape, encodeShape } from '../../src/domain/shapes.ts';
import type { Track } from '../../src/domain/model/track.ts';
import { aNetwork } from '../builders/network.ts';
import { startTestProduct, type TestProduct } from './product.ts';

let product: TestProduct;
let versionId: number;

const WAY = encodeShape([
  { Lat: 48, Lng: 9 },
  { Lat: 48.00001, Lng: 9.003 },
  { Lat: 48.002, Lng: 9.006 },
  { Lat: 48, Lng: 9.0108 },
]);

beforeAll(async () => {
  product = await startTestProduct();
  const network = aNetwork()
    .withStops(3)
    .withStop('X', { Coordinate: null })
    .withLine('1', ['S1', 'S2', 'S3'], { track: { Shape: WAY }, schedule: { Color: 'E30613' } })
    .withLine('2', ['S1', 'S3'])
    .withLine('3', ['S1', 'S2'], { track: { Visible: false } })
    .withTransfer('S1', 'S2')
    .withTransfer('S2', 'S1', { Type: 0 })
    .withTransfer('S1', 'X', { Type: 3 })
    .withPathway('S2', 'S3', { Mode: 2, StairCount: 30 })
    .withPathway('S3', 'X');
  versionId = await product.version(network.build());
}, 60_000);

afterAll(() => product.close());

test('the network holds visible tracks, generalised by zoom, straight between stops where a track has no shape', async () => {
  const at = async (zoom: 8 | 11 | 15) => (await product.call(readNetwork, { params: { versionId }, query: { zoom } })).body as unknown as Network;
  const [street, region] = [await at(15), await at(8)];
  expect(street.Lines.map(({ Name, Color }) => [Name, Color])).toEqual([
    ['1', 'E30613'],
    ['2', undefined],
    ['3', undefined],
  ]);
  expect(street.Shapes).toEqual([
    { Shape: WAY, Tracks: [[0, 'a-b']] },
    { Shape: straight, Tracks: [[1, 'a-b']] },
  ]);
  // At zoom 8 a pixel is 300 m: the bend of 220 m is gone.
  expect(region.Shapes.map(({ Shape }) => Shape)).toEqual([straight, straight]);
});

test('an unchanged network, and unchanged overlays, are answered 304', async () => {
  for (const route of [readNetwork, listTransfers, listPathways]) {
    const ask = (headers: Record<string, string>) => product.call<Route>(route, { params: { versionId }, query: { zoom: 11 } }, { headers });
    const first = await ask({});
    expect(first.status).toBe(200);
    expect((await ask({ 'if-none-match': String(first.headers['etag']) })).status).toBe(304);
    expect((await ask({ 'if-none-match': '"another"' })).status).toBe(200);
  }
});

test('transfers are grouped by pairs of places, whichever way they go [E108 E269 R299]', async () => {
  const { body } = await product.call(listTransfers, { params: { versionId } });
  const { Stops, Transfers } = body as unknown as { Stops: { Id: string }[]; Transfers: { Transfers: { Id: string }[]; ToCoords: unknown }[] };
  expect(Stops.map(({ Id }) => Id).toSorted()).toEqual(['S1', 'S2', 'X']);
  expect(Transfers.map((group) => group.Transfers.map(({ Id }) => Id))).toEqual([['S1~S2', 'S2~S1'], ['S1~X']]);
  expect(Transfers[0]).toMatchObject({
    FromCoords: { Lat: 48, Lng: 9 },
    ToCoords: { Lat: 48, Lng: 9.0054 },
    Transfers: [{ Id: 'S1~S2', StopIdFrom: 'S1', StopIdTo: 'S2', Type: 2 }, {}],
  });
  expect(Transfers.find((group) => group.Transfers[0]?.Id === 'S1~X')?.ToCoords).toBeNull();
});

test('the transfers between two stops are found from either end [E270 R300]', async () => {
  for (const query of [
    { stopIdFrom: 'S1', stopIdTo: 'S2' },
    { stopIdFrom: 'S2', stopIdTo: 'S1' },
  ]) {
    const { body } = await product.call(readTransfersBetween, { params: { versionId }, query });
    const { Transfers } = body as unknown as { Transfers: { Transfer: { Id: string } }[] };
    expect(Transfers.map(({ Transfer }) => Transfer.Id).toSorted()).toEqual(['S1~S2', 'S2~S1']);
  }
});

test('pathways come with the places of their ends, details by ids joined with a bar [E275 E276 R303 R304]', async () => {
  const overlay = (await product.call(listPathways, { params: { versionId } })).body as unknown as { Pathways: Record<string, unknown>[] };
  expect(overlay.Pathways).toMatchObject([
    { Id: 'S2>S3', Mode: 2, FromCoords: { Lat: 48, Lng: 9.0054 }, ToCoords: { Lat: 48, Lng: 9.0108 } },
    { Id: 'S3>X', ToCoords: null },
  ]);
  const { body } = await product.call(readPathways, { params: { versionId }, query: { ids: 'S3>X|nothing|S2>S3' } });
  const { Pathways } = body as unknown as { Pathways: { Pathway: { Id: string; StairCount?: number } }[] };
  expect(Pathways.map(({ Pathway }) => [Pathway.Id, Pathway.StairCount])).toEqual([
    ['S3>X', undefined],
    ['S2>S3', 30],
  ]);
});

describe('edits', () => {
  let draft: number;
  beforeAll(async () => {
    const begun = await product.call(beginEdit, { params: { databaseId: 'test', versionId } });
    draft = begun.body['EditableDbVersionId'] ?? 0;
  });
  /** `ifMatch` is null where several documents are seen, each as the version began. */
  const edit = (declared: Pick<AnyEdit, 'type'>, body: object, params: object = {}, ifMatch: number | null = 0) =>
    product.call<Route>(routeNamed(declared), { params: { versionId: draft, ...params }, body }, ifMatch === null ? {} : { ifMatch });
  const stored = async <K extends 'Transfer' | 'Pathway' | 'Track'>(kind: K, id: string) =>
    (await product.store.getEntity(draft, kind, id))?.doc as Record<string, unknown> | null | undefined;

  test('a transfer is made between two stops, gets another time and type, and goes [E271 E272 E273 E274]', async () => {
    const made = await edit(
      transferEdits.createTransfer,
      { ...seen('S2', 'S3'), transferId: 'T1', stopFrom: 'S2', stopTo: 'S3', transferTime: 180, transferType: 2 },
      {},
      null,
    );
    expect(made.status).toBe(200);
    expect(await stored('Transfer', 'T1')).toEqual({ Id: 'T1', StopIdFrom: 'S2', StopIdTo: 'S3', Type: 2, Time: 180 });
    expect((await edit(transferEdits.editTransferTime, { transferId: 'T1', time: 240 }, {}, 1)).body).toMatchObject({ Rev: 2 });
    expect((await edit(transferEdits.editTransferType, { transferId: 'T1', type: 0 }, {}, 2)).body).toMatchObject({ Rev: 3 });
    expect(await stored('Transfer', 'T1')).toMatchObject({ Type: 0, Time: 240 });
    expect((await edit(transferEdits.removeTransfer, { transferId: 'T1' }, {}, 3)).status).toBe(200);
    expect((await stored('Transfer', 'T1')) ?? null).toBeNull();
  });

  test('their calls are edit/transfer/time, type, delete and create/v2 below the version [R301 R302]', () => {
    const paths = [transferEdits.editTransferTime, transferEdits.editTransferType, transferEdits.removeTransfer, transferEdits.createTransfer];
    expect(paths.map(routeNamed).map(({ method, path }) => [method, path])).toEqual(
      ['time', 'type', 'delete', 'create/v2'].map((end) => ['POST', `/storage/ui/db/version/:versionId/edit/transfer/${end}`]),
    );
    expect(Object.keys(transferEdits.createTransfer.payload.shape)).toEqual(
      expect.arrayContaining(['stopFrom', 'stopTo', 'transferTime', 'transferType']),
    );
  });

  test('a timed transfer without a time is refused, and a pathway to the stop it begins at', async () => {
    const timed = await edit(
      transferEdits.createTransfer,
      { ...seen('S1', 'S2'), transferId: 'T2', stopFrom: 'S1', stopTo: 'S2', transferType: 2 },
      {},
      null,
    );
    expect([timed.status, timed.body]).toEqual([400, [{ Field: 'transferTime', Message: 'You can’t create a transfer without duration' }]]);
    const loop = await edit(pathwayEdits.createPathway, { ...seen('S1'), pathwayId: 'P9', toStopId: 'S1' }, { fromStopId: 'S1' }, null);
    expect([loop.status, loop.text]).toEqual([409, expect.stringContaining('A pathway cannot lead to the stop it begins at.')]);
    const far = await edit(
      pathwayEdits.createPathway,
      { ...seen('S1'), pathwayId: 'P9', toStopId: 'N9', toCoordinate: { Lat: 91, Lng: 181 } },
      { fromStopId: 'S1' },
      null,
    );
    expect(far.status).toBe(400);
    expect((await stored('Pathway', 'P9')) ?? null).toBeNull();
  });

  test('a pathway has its ends, mode, time, length, stairs, slope, width and signposts, and the places of its ends on the map [E110]', async () => {
    await edit(
      pathwayEdits.createPathway,
      { ...seen('S1'), pathwayId: 'P1', toStopId: 'N1', toCoordinate: { Lat: 48.001, Lng: 9.001 } },
      { fromStopId: 'S1' },
      null,
    );
    const fields = {
      mode: 1,
      isBidirectional: false,
      traversalTime: 30,
      length: 24.5,
      maxSlope: 0.04,
      minWidth: 1.5,
      labelSignpostFront: 'Exit A',
      labelSignpostBack: 'To the trains',
    };
    let rev = (await product.store.readVersion(draft))?.Rev ?? 0;
    for (const [field, value] of Object.entries(fields)) {
      const { body } = await edit(pathwayEdits.editPathwayField, { pathwayId: 'P1', value }, { field }, rev);
      rev = body['Rev'] ?? rev;
    }
    expect(await stored('Pathway', 'P1')).toMatchObject({
      Id: 'P1',
      FromStopId: 'S1',
      ToStopId: 'N1',
      Mode: 1,
      IsBidirectional: false,
      TraversalTime: 30,
      Length: 24.5,
      MaxSlope: 0.04,
      MinWidth: 1.5,
      LabelSignpostFront: 'Exit A',
      LabelSignpostBack: 'To the trains',
    });
    await edit(pathwayEdits.editPathwayField, { pathwayId: 'P1', value: 2 }, { field: 'mode' }, rev);
    expect((await edit(pathwayEdits.editPathwayField, { pathwayId: 'P1', value: -30 }, { field: 'stairCount' }, rev + 1)).status).toBe(200);
    const { Pathways } = (await product.call(listPathways, { params: { versionId: draft } })).body as unknown as { Pathways: { Id: string }[] };
    expect(Pathways.find(({ Id }) => Id === 'P1')).toMatchObject({ FromCoords: { Lat: 48, Lng: 9 }, ToCoords: { Lat: 48.001, Lng: 9.001 } });
  });

  test('a track gets another shape, an encoded polyline, and its stops their points of it [E101 E250]', async () => {
    const shape = encodeShape(decodeShape(WAY).toSpliced(2, 1));
    const { status } = await edit(
      shapeEdits.editShape,
      { ...LINE, shape, sequences: [0, null, 2], recalculateTimes: false, ...seenWay(0) },
      {},
      null,
    );
    expect(status).toBe(200);
    const track = (await stored('Track', '1_20260101/a-b')) as unknown as Track;
    expect(track.Shape).toBe(shape);
    expect(track.Stops.map(({ ShapeSequence }) => ShapeSequence)).toEqual([0, undefined, 2]);
  });

  test('a part of it is redrawn: a segment with Stops and Shape, between two points of the shape before [E251 E252]', async () => {
    const rev = (await product.store.readVersion(draft))?.Rev ?? 0;
    const bend = [decodeShape(WAY)[1], { Lat: 48.004, Lng: 9.004 }, { Lat: 48, Lng: 9.0108 }].flatMap((at) => at ?? []);
    const segment = { Stops: [{ Position: 2, ShapeSequence: 2 }], Shape: encodeShape(bend) };
    const body = { ...LINE, ...seenWay(rev), segment, recalculateTimes: false, startOriginalSequence: 1, endOriginalSequence: 2 };
    expect((await edit(shapeEdits.replaceShape, body, {}, null)).status).toBe(200);
    const track = (await stored('Track', '1_20260101/a-b')) as unknown as Track;
    expect(decodeShape(track.Shape ?? '')).toEqual([decodeShape(WAY)[0], ...bend]);
    expect(track.Stops.map(({ ShapeSequence }) => ShapeSequence)).toEqual([0, undefined, 3]);
  });

  test('a shape of one point, or with stops beyond its end, is refused', async () => {
    const rev = (await product.store.readVersion(draft))?.Rev ?? 0;
    const dot = encodeShape([{ Lat: 48, Lng: 9 }]);
    const way = { ...LINE, ...seenWay(rev), recalculateTimes: false };
    const refused = await edit(shapeEdits.editShape, { ...way, shape: dot, sequences: [0, null, null] }, {}, null);
    expect([refused.status, refused.body]).toEqual([400, [{ Field: 'shape', Message: 'A shape needs at least two points' }]]);
    const beyond = await edit(shapeEdits.editShape, { ...way, shape: WAY, sequences: [0, 1, 9] }, {}, null);
    expect([beyond.status, beyond.text]).toEqual([409, expect.stringContaining('A stop lies beyond the end of the shape.')]);
  });
});

type AnyEdit = (typeof editCatalogue)[number];

function routeNamed({ type }: Pick<AnyEdit, 'type'>): Route {
  const declared = editCatalogue.find((one) => one.type === type);
  if (!declared) throw new Error(`No edit is called ${type}`);
  return routeOfEdit(declared);
}

/** The revisions of stops that nobody has changed. */
/** The track as it was at a revision, and its line, which nobody changed: an edit of a shape names both. */
function seenWay(Rev: number): { Seen: readonly object[] } {
  return {
    Seen: [
      { Kind: 'Track', Id: '1_20260101/a-b', Rev },
      { Kind: 'Schedule', Id: '1_20260101', Rev: 0 },
    ],
  };
}

function seen(...ids: readonly string[]): { Seen: readonly object[] } {
  return { Seen: ids.map((Id) => ({ Kind: 'Stop', Id, Rev: 0 })) };
}

const LINE = { scheduleId: '1_20260101', trackId: 'a-b' };

const straight = encodeShape([
  { Lat: 48, Lng: 9 },
  { Lat: 48, Lng: 9.0108 },
]);

interface Network {
  readonly Lines: { readonly Name: string; readonly Color?: string }[];
  readonly Shapes: { readonly Shape: string; readonly Tracks: unknown }[];
}

import { afterAll, beforeAll, expect, test } from 'vitest';
import { readNetwork } from '../../src/contract/network.ts';
import { listPathways, readPathways } from '../../src/contract/pathways.ts';
import { listTransfers, readTransfersBetween } from '../../src/contract/transfers.ts';
import type { Route } from '../../src/contract/route.ts';
import { encodeShape } from '../../src/domain/shapes.ts';
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

test('transfers are grouped by pairs of places, whichever way they go [E269 R299]', async () => {
  const { body } = await product.call(listTransfers, { params: { versionId } });
  const { Stops, Transfers } = body as unknown as { Stops: { Id: string }[]; Transfers: { Transfers: { Id: string }[]; ToCoords: unknown }[] };
  expect(Stops.map(({ Id }) => Id).toSorted()).toEqual(['S1', 'S2', 'X']);
  expect(Transfers.map((group) => group.Transfers.map(({ Id }) => Id))).toEqual([['S1~S2', 'S2~S1'], ['S1~X']]);
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

test('pathways come with the places of their ends, details by ids joined with a bar [E275 E276 R304]', async () => {
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

const straight = encodeShape([
  { Lat: 48, Lng: 9 },
  { Lat: 48, Lng: 9.0108 },
]);

interface Network {
  readonly Lines: { readonly Name: string; readonly Color?: string }[];
  readonly Shapes: { readonly Shape: string; readonly Tracks: unknown }[];
}

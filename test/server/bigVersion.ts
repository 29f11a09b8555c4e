import { prepareDocument, type PreparedDocument } from '../../server/store/prepare.ts';
import { batchOf } from '../builders/batchOf.ts';
import { startTestProduct, type TestProduct } from './product.ts';

/** A server that listens, with a version of many stops, each with a transfer to the next where `transfers` is set. */
export interface BigProduct {
  readonly product: TestProduct;
  readonly url: string;
  readonly versionId: number;
  /** Authorization header of an editor. */
  readonly authorization: string;
  close(): Promise<void>;
}

/** Starts the server on the embedded database with a version of `stops` stops (and as many transfers). */
export async function startBigProduct(
  { stops, transfers, more = [] }: { stops: number; transfers: boolean; more?: readonly PreparedDocument[] },
  say: (line: string) => void,
): Promise<BigProduct> {
  const product = await startTestProduct();
  const began = performance.now();
  const writer = await product.store.beginVersion({ databaseId: 'test', name: 'big', source: 'bench', author: 'bench', state: 'completed' });
  let batch: PreparedDocument[] = [...more];
  for (let i = 0; i < stops; i++) {
    batch.push(
      prepareDocument('Stop', {
        Id: `NL:S:${10_000_000 + i}`,
        Name: `${STREETS[i % STREETS.length] ?? ''} ${i % 977}`,
        Type: i % 17 === 0 ? 5 : 0,
        Coordinate: { Lat: 50.7 + ((i * 7919) % 2_900_000) / 1e6, Lng: 3.3 + ((i * 104_729) % 3_900_000) / 1e6 },
        WheelchairBoarding: i % 3,
        ZoneId: `zone ${i % 40}`,
        StopCode: String(30_000_000 + i),
      }),
    );
    if (transfers)
      batch.push(
        prepareDocument('Transfer', {
          Id: `T${i}`,
          StopIdFrom: `NL:S:${10_000_000 + i}`,
          StopIdTo: `NL:S:${10_000_000 + ((i + 1) % stops)}`,
          Type: 0,
        }),
      );
    if (batch.length >= 2000) {
      await writer.addBatch(batchOf(batch));
      batch = [];
    }
  }
  await writer.addBatch(batchOf(batch));
  const { versionId } = await writer.finish();
  say(`wrote ${stops * (transfers ? 2 : 1)} documents in ${((performance.now() - began) / 1000).toFixed(1)} s`);
  const url = await product.app.listen({ host: '127.0.0.1', port: 0 });
  return { product, url, versionId, authorization: `Bearer ${await product.token('editor')}`, close: () => product.close() };
}

/** Median and 95th percentile, rounded to hundredths. */
export function percentiles(times: readonly number[]): { p50_ms: number; p95_ms: number } {
  const sorted = times.toSorted((a, b) => a - b);
  const at = (share: number): number => Math.round((sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0) * 100) / 100;
  return { p50_ms: at(0.5), p95_ms: at(0.95) };
}

const STREETS = [
  'Marktplein',
  'Stationsstraat',
  'Kerklaan',
  'Molenweg',
  'Havenkade',
  'Schoolstraat',
  'Dorpsplein',
  'Industrieweg',
  'Parkzicht',
  'Eikenlaan',
  'Zuiderpoort',
];

import type { FareRow } from '../../src/domain/fareDetails.ts';
import { compareFares } from '../../src/domain/fareDetails.ts';
import * as edits from '../../src/domain/edits/fares.ts';
import { routeOfEdit } from '../../src/contract/edits.ts';
import { listFares } from '../../src/contract/fares.ts';
import { beginEdit } from '../../src/contract/versions.ts';
import { filterFares } from '../../src/projections/fareList.ts';
import { percentiles } from '../server/bigVersion.ts';
import { startTestProduct } from '../server/product.ts';

const FARES = 5000;
const EDITS = 60;

/**
 * 5,000 fares on a product in this process, on the embedded database: the list by its call, put in order and searched as the client does,
 * and a condition that is set and acknowledged.
 */
export async function run(): Promise<Record<string, unknown>> {
  const product = await startTestProduct();
  try {
    const base = await product.version([
      { kind: 'Agency', doc: { Id: 'A', Name: 'A' } },
      ...Array.from({ length: FARES }, (_, n) => ({
        kind: 'Fare' as const,
        doc: {
          Id: `fare-${n}`,
          Description: `Ticket of group ${n % 40}, number ${n}`,
          Price: `${n % 90}.50`,
          Currency: 'EUR',
          Rules: Array.from({ length: 4 }, (_zone, at) => ({ Transport: String(at), FromZone: 'A', ToZone: 'B', ContainsZone: null })),
        },
      })),
    ]);
    const begun = await product.call(beginEdit, { params: { databaseId: 'test', versionId: base } });
    const versionId: number = begun.body['EditableDbVersionId'] ?? 0;
    const lists: number[] = [];
    const filters: number[] = [];
    for (let n = 0; n < 12; n++) {
      let began = performance.now();
      const { body } = await product.call(listFares, { params: { versionId } });
      const fares = (body['Fares'] as unknown as FareRow[]).toSorted(compareFares);
      if (fares.length !== FARES) throw new Error(`The list has ${fares.length} fares`);
      lists.push(performance.now() - began);
      began = performance.now();
      if (filterFares(fares, `number ${n}`).length === 0) throw new Error('Nothing was found');
      filters.push(performance.now() - began);
    }
    const route = routeOfEdit(edits.setFareConditions);
    const acks: number[] = [];
    for (let n = -10; n < EDITS; n++) {
      const began = performance.now();
      const body = { fareId: `fare-${2500 + n}`, conditions: { NumberOfTransfers: 1 + (n & 3), Duration: { Seconds: 3600 } } };
      const { status, text } = await product.call(route, { params: { versionId }, body }, { ifMatch: 0 });
      if (status !== 200) throw new Error(`The edit was answered ${status}: ${text}`);
      if (n >= 0) acks.push(performance.now() - began);
    }
    const ack = percentiles(acks);
    return {
      value: ack.p50_ms,
      unit: 'ms',
      ack_p50_ms: ack.p50_ms,
      ack_p95_ms: ack.p95_ms,
      list_p50_ms: percentiles(lists).p50_ms,
      filter_p50_ms: percentiles(filters).p50_ms,
      fares: FARES,
      n: EDITS,
    };
  } finally {
    await product.close();
  }
}

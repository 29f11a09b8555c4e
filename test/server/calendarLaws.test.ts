/** Calendars on real feeds: no trip runs on another date. The quick form of calendarLaws.long.test.ts. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { lawsOfCalendars } from './calendarLaws.ts';
import { startTestProduct, type TestProduct } from './product.ts';

const folder = join(import.meta.dirname, '../../../shared/feeds');
const present = existsSync(folder);
if (!present) console.log(`Real feeds are not in ${folder}: the laws of calendars are not tried on them.`);

let product: TestProduct;
beforeAll(async () => {
  product = await startTestProduct();
});
afterAll(() => product.close());

/** Schedules of each feed; those of the calendar that many share, and its dates; schedules that become simpler, with their exceptions before and after. */
const FEEDS: Readonly<Record<string, readonly number[]>> = {
  caltrain_2017: [31, 6, 6, 0, 0, 0],
  cairns_2014: [58, 36, 4, 22, 82, 40],
};

describe.skipIf(!present)('real feeds', () => {
  test.each(Object.entries(FEEDS))('%s keeps every trip on its dates', async (name, expected) => {
    const { differing, schedules, shared, simplified } = await lawsOfCalendars(product, join(folder, `${name}.zip`));
    expect(differing).toEqual([]);
    expect([schedules, ...shared, ...simplified]).toEqual(expected);
  });
});

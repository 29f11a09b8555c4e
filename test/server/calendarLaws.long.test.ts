/** Calendars on real feeds: following, leaving and simplifying leave every trip on its dates. */
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

const FEEDS = [
  'amtrak_2021',
  'bart_2016',
  'cairns_2014',
  'caltrain_2017',
  'cdmx_2018',
  'chattanooga-carta_2026',
  'fujieda-calendar-dates-only_2017',
  'google-sample-feed-1',
  'hart_2020',
  'kuopio_2016',
  'santamonica-bbb_2020',
  'transcollines_2026',
];

describe.skipIf(!present)('real feeds', () => {
  test.each(FEEDS)('%s keeps every trip on its dates', async (name) => {
    const { differing, ...tried } = await lawsOfCalendars(product, join(folder, `${name}.zip`));
    console.log(`${name}: ${JSON.stringify(tried)}`);
    expect(differing).toEqual([]);
  });
});

/** Times on the pages of lines of real feeds, compared with their files by an independent reader. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { compareTimetables } from './compareTimetables.ts';

const FEEDS = process.env['FEEDS'] ?? join(import.meta.dirname, '../../../shared/feeds');

test.each([
  'amtrak_2021',
  'bart_2018',
  'cairns_2014',
  'caltrain_2017',
  'cdmx_2018',
  'chattanooga-carta_2026',
  'detroit-people-mover_2023',
  'donanbus_2020',
  'google-sample-feed-1',
  'hart_2020',
  'kuopio_2016',
  'santamonica-bbb_2020',
])('%s: every trip is shown once on each of its dates, with its times', async (name) => {
  const path = join(FEEDS, `${name}.zip`);
  if (!existsSync(path)) return;
  const { differences, trips } = await compareTimetables(path);
  expect(differences).toEqual([]);
  expect(trips).toBeGreaterThan(100);
});

import { afterAll, beforeAll, expect, it } from 'vitest';
import { startPostgres, type Postgres } from '../drivers/postgres.ts';
import { costsOfReads } from './bigReads.ts';

let postgres: Postgres;
const given = process.env['DATABASE_URL'];
beforeAll(async () => {
  postgres = await startPostgres();
  process.env['DATABASE_URL'] = postgres.url;
});
afterAll(async () => {
  if (given === undefined) delete process.env['DATABASE_URL'];
  await postgres.stop();
});

/** Stop times of the feed; a country has 10 to 120 million. */
const STOP_TIMES = Number(process.env['DMP_BIG_READS'] ?? 10_000_000);

it('no read of the contract takes more than 300 MB or 2 s on a country, and others are answered within 300 ms', async () => {
  const costs = await costsOfReads(STOP_TIMES);
  console.table(costs.toSorted((a, b) => b.ms - a.ms).slice(0, 12));
  expect(costs.filter(({ status, megabytes, ms, othersMs }) => status >= 500 || megabytes > 300 || ms > 2000 || othersMs > 300)).toEqual([]);
});

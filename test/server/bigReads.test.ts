import { expect, it } from 'vitest';
import { costsOfReads } from './bigReads.ts';

// The quick form of bigReads.long.test.ts: what grows with a feed shows here as well, and others are only held up for longer on the embedded database.
it('no read of the contract takes much memory, or keeps others waiting', async () => {
  const costs = await costsOfReads(100_000);
  expect(costs.filter(({ status, megabytes, ms, othersMs }) => status >= 500 || megabytes > 150 || ms > 5000 || othersMs > 2000)).toEqual([]);
  expect(costs.filter(({ call, status }) => status !== 200 && /overlay|schedules|stops|service|calendars|journeys|driven/.test(call))).toEqual([]);
}, 180_000);

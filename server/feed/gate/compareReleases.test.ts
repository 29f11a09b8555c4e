/** What the gate of a public feed sees in a GTFS zip and in the one that is served. */
import { afterAll, expect, it } from 'vitest';
import { daysOf } from '../../../src/domain/date.ts';
import { aFeed, removeFeeds, type FeedBuilder } from '../../../test/builders/gtfsZip.ts';
import { compareReleases } from './compareReleases.ts';
import { IdTable } from './idTable.ts';

afterAll(removeFeeds);

const compare = (next: FeedBuilder, served: FeedBuilder | undefined, day: string) =>
  Promise.all([next.write(), served?.write()]).then(([path, against]) =>
    compareReleases(path, against, { unpackedLimit: 9e9, day: daysOf(day) ?? 0, signal: new AbortController().signal }),
  );

const NONE = { count: 0, first: [] };
const CALENDAR = 'service_id,monday,tuesday,wednesday,thursday,friday,saturday,sunday,start_date,end_date\n';

it('lists the ids of the served feed that the new one does not have, each once', async () => {
  const next = aFeed()
    .with('stops.txt', 'stop_id,stop_name,stop_lat,stop_lon\nA,Alpha,48.00,9.00\nD,Delta,48.00,9.01\n')
    .with('agency.txt', 'agency_id,agency_name,agency_url,agency_timezone\nOTHER,Agency,https://agency.example,Europe/Berlin\n')
    .with('trips.txt', 'route_id,service_id,trip_id\nR1,WD,T1\n');
  const served = aFeed().with('trips.txt', 'route_id,service_id,trip_id\nR1,WD,T1\nR1,WD,T2\nR1,WD,T2\n');
  const { ids } = await compare(next, served, '2026-01-12');
  expect(ids).toEqual({
    trip: { count: 1, first: ['T2'] },
    stop: { count: 2, first: ['B', 'C'] },
    route: NONE,
    agency: { count: 1, first: ['AG'] },
  });
});

it('does not miss trips that are over on the day of the switch', async () => {
  const next = aFeed().with('trips.txt', 'route_id,service_id,trip_id\nR1,WD,T9\n');
  const calendar = `${CALENDAR}WD,1,1,1,1,1,0,0,20260105,20260111\n`;
  const served = aFeed().with('calendar.txt', calendar);
  expect((await compare(next, served, '2026-01-12')).ids.trip).toEqual(NONE);
  expect((await compare(next, served, '2026-01-11')).ids.trip).toEqual({ count: 2, first: ['T1', 'T2'] });
  const withException = served.with('calendar_dates.txt', 'service_id,date,exception_type\nWD,20260117,1\n');
  expect((await compare(next, withException, '2026-01-12')).ids.trip).toEqual({ count: 2, first: ['T1', 'T2'] });
});

it('compares no ids where nothing is served', async () => {
  expect((await compare(aFeed(), undefined, '2026-01-12')).ids).toEqual({ trip: NONE, stop: NONE, route: NONE, agency: NONE });
});

it('counts the trips of the next 7 and 30 days, and the days on which there usually are some', async () => {
  // weekdays, two trips each, until Sunday 1 February
  const { coverage } = await compare(aFeed(), aFeed(), '2026-01-26');
  expect(coverage[0]).toEqual({ days: 7, without: [], trips: 10, usual: 10 });
  // the served feed ends on the same day: nobody knows yet that there is no service after it
  expect(coverage[1]).toMatchObject({ days: 30, trips: 10, usual: 44 });
  expect(coverage[1]?.without.slice(0, 3)).toEqual(['2026-02-02', '2026-02-03', '2026-02-04']);
  expect(coverage[1]?.without).toHaveLength(17);
});

it('takes a day without service as known where the served feed has none either', async () => {
  const closed = 'service_id,date,exception_type\nWD,20260128,2\n';
  const next = aFeed().with('calendar_dates.txt', closed);
  expect((await compare(next, aFeed(), '2026-01-26')).coverage[0]).toEqual({ days: 7, without: ['2026-01-28'], trips: 8, usual: 10 });
  expect((await compare(next, next, '2026-01-26')).coverage[0]).toEqual({ days: 7, without: [], trips: 8, usual: 8 });
});

it('takes what is usual from the new feed where the served one has no service around that day', async () => {
  const old = aFeed().with('calendar.txt', `${CALENDAR}WD,1,1,1,1,1,0,0,20240101,20240201\n`);
  expect((await compare(aFeed(), old, '2026-01-26')).coverage[0]).toEqual({ days: 7, without: [], trips: 10, usual: 10 });
});

it('refuses a zip that is no feed', async () => {
  const [path, served] = await Promise.all([aFeed().write(), aFeed().write()]);
  const options = { unpackedLimit: 10, day: 0, signal: new AbortController().signal };
  await expect(compareReleases(path, served, options)).rejects.toThrow('unpacks to more than');
});

it('compares 500,000 trips in a few megabytes, and keeps the first 50 ids', async () => {
  const trips = (name: string): string =>
    `route_id,service_id,trip_id\n${Array.from({ length: 500_000 }, (_, n) => `R1,WD,${n < 499_000 ? 'trip' : name}-2026-01-05-${n}`).join('\n')}\n`;
  const [next, served] = await Promise.all([aFeed().with('trips.txt', trips('new')).write(), aFeed().with('trips.txt', trips('old')).write()]);
  const before = process.memoryUsage().arrayBuffers;
  const { ids, coverage } = await compareReleases(next, served, {
    unpackedLimit: 9e9,
    day: daysOf('2026-01-26') ?? 0,
    signal: new AbortController().signal,
  });
  expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(80e6);
  expect(ids.trip.count).toBe(1000);
  expect(ids.trip.first).toHaveLength(50);
  expect(ids.trip.first[0]).toBe('old-2026-01-05-499000');
  expect(coverage[0]?.trips).toBe(2_500_000);
}, 60_000);

it('numbers a million ids in 30 MB without taking two for one', () => {
  const table = new IdTable();
  for (let n = 0; n < 1_000_000; n++) table.add(`trip:${n}`);
  expect(table.size).toBe(1_000_000);
  expect(table.bytes).toBeLessThan(30e6);
  expect([table.find('trip:0'), table.find('trip:999999'), table.find('trip:1000000')]).toEqual([0, 999_999, -1]);
});

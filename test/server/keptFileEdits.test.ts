/** What a file that is kept word for word names cannot be removed; what it does not name can. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { routeOfEdit } from '../../src/contract/edits.ts';
import { revertChangeset } from '../../src/contract/edits.ts';
import { beginEdit } from '../../src/contract/versions.ts';
import type { AnyEdit } from '../../src/domain/edits/catalogue.ts';
import { deleteSchedules } from '../../src/domain/edits/schedules.ts';
import { removeStop } from '../../src/domain/edits/stops.ts';
import { deleteTimetable } from '../../src/domain/edits/timetables.ts';
import { deleteTrack } from '../../src/domain/edits/tracks.ts';
import { importFeed } from '../../server/feed/importFeed.ts';
import { readNames } from '../../server/services/keptFileChecks.ts';
import { aFeed, removeFeeds, type FeedBuilder } from '../builders/gtfsZip.ts';
import { startTestProduct, type TestProduct } from './product.ts';

let product: TestProduct;
beforeAll(async () => {
  product = await startTestProduct();
  await product.version([]);
});
afterAll(async () => {
  await product.close();
  removeFeeds();
});

/** Two lines, R1 of the base feed and R2 with trip T9 of service WE, and a stop D that no trip calls at. */
const feed = aFeed()
  .withRows('stops.txt', 'D,Delta,48.00,9.03', 'E,Epsilon,48.00,9.04')
  .withRows('routes.txt', 'R2,AG,2,Two,3')
  .withRows('calendar.txt', 'WE,0,0,0,0,0,1,1,20260105,20260201')
  .withRows('trips.txt', 'R2,WE,T9,Gamma,0')
  .withRows('stop_times.txt', 'T9,10:00:00,10:00:00,A,1', 'T9,10:05:00,10:05:00,B,2');

let count = 0;
async function draftOf(builder: FeedBuilder): Promise<number> {
  const { versionId } = await importFeed({
    file: await builder.write(),
    databaseId: 'test',
    name: `${++count}`,
    author: 'test',
    store: product.store,
  });
  return (await product.call(beginEdit, { params: { databaseId: 'test', versionId } })).body['EditableDbVersionId'] as unknown as number;
}

async function edit(versionId: number, one: AnyEdit, payload: object): Promise<{ status: number; text: string; rev: number }> {
  const { status, text, body } = await product.call(routeOfEdit(one as never), { params: { versionId }, body: { ...payload } }, { ifMatch: '*' });
  return { status, text, rev: (body as { Rev?: number })['Rev'] ?? 0 };
}

const timetable = { scheduleId: 'R2_20260105', trackId: 'a-b', number: 1 };

test.each<[what: string, file: string, content: string, one: AnyEdit, payload: object, words: string]>([
  [
    'a stop',
    'stop_notes.txt',
    'note,stop_id\nX,C\nX,D\n',
    removeStop,
    { stopId: 'D' },
    'The stop "Delta" (D) cannot be removed: stop_notes.txt, line 3, names it',
  ],
  [
    'a stop of a fare area, and of no other',
    'stop_areas.txt',
    'area_id,stop_id\nX,C\nX,D\n',
    removeStop,
    { stopId: 'D' },
    'Stop "Delta" cannot be removed because there are stops of fare areas with it: X',
  ],
  [
    'a line',
    'route_notes.txt',
    'note,route_id\nN,R2\n',
    deleteSchedules,
    { scheduleIds: ['R2_20260105'] },
    'The line "2" (R2) cannot be removed: route_notes.txt, line 2, names it',
  ],
  [
    'a line of a fare network, and of no other',
    'route_networks.txt',
    'network_id,route_id\nN,R2\n',
    deleteSchedules,
    { scheduleIds: ['R2_20260105'] },
    'The line "2" (R2) cannot be removed: the fare network N names it. Take it out of the network first.',
  ],
  [
    'a service, with its timetable',
    'service_notes.txt',
    'note,service_id\nG,WE\n',
    deleteTimetable,
    timetable,
    'The service WE cannot be removed: service_notes.txt, line 2, names it',
  ],
  [
    'a service of a timeframe, with its timetable',
    'timeframes.txt',
    'timeframe_group_id,service_id\nG,WE\n',
    deleteTimetable,
    timetable,
    'The service WE cannot be removed: a timeframe of the group G holds on its days',
  ],
  [
    'a service of a booking rule, with its track',
    'booking_rules.txt',
    'booking_rule_id,booking_type,prior_notice_service_id\nB,2,WE\n',
    deleteTrack,
    { scheduleId: 'R2_20260105', trackId: 'a-b' },
    'The service WE cannot be removed: the booking rule B counts its days',
  ],
  [
    'a trip',
    'trip_notes.txt',
    'note,trip_id\n"a\nb",T1\nb,T9\n',
    deleteTimetable,
    timetable,
    'The trip T9 cannot be removed: trip_notes.txt, line 4, names it',
  ],
])('%s that a kept file names is not removed', async (_what, file, content, one, payload, words) => {
  const draft = await draftOf(feed.with(file, content));
  const refused = await edit(draft, one, payload);
  expect([refused.status, refused.text]).toEqual([409, expect.stringContaining(JSON.stringify(words).slice(1, -1))]);
  const other = await draftOf(feed.with(file, content.replaceAll(/\b(D|R2|WE|T9)\b/g, 'Z9')));
  expect((await edit(other, one, payload)).status).toBe(200);
});

test('a stop of a kept row is not removed, and another is; undo and redo of it go on', async () => {
  const draft = await draftOf(feed.withRows('trips.txt', 'R1,WD,ONE,Gamma,0').withRows('stop_times.txt', 'ONE,10:00:00,10:00:00,D,1'));
  expect((await edit(draft, removeStop, { stopId: 'D' })).text).toContain(
    'cannot be removed: a row of stop_times.txt that is kept as it is, line 2, names it',
  );
  const removed = await edit(draft, removeStop, { stopId: 'E' });
  expect(removed.status).toBe(200);
  expect((await product.call(revertChangeset, { params: { versionId: draft, rev: removed.rev }, body: {} })).status).toBe(200);
});

test('a service that other timetables have too may lose one of them', async () => {
  const draft = await draftOf(
    feed
      .with('timeframes.txt', 'timeframe_group_id,service_id\nG,WD\n')
      .withRows('trips.txt', 'R2,WD,T8,Gamma,0')
      .withRows('stop_times.txt', 'T8,11:00:00,11:00:00,A,1', 'T8,11:07:00,11:07:00,B,2'),
  );
  expect((await edit(draft, deleteSchedules, { scheduleIds: ['R2_20260105'] })).status).toBe(200);
  expect((await edit(draft, deleteSchedules, { scheduleIds: ['R1_20260105'] })).text).toContain('The service WD cannot be removed');
});

test('names are found by their columns, with the first line', () => {
  const names = readNames(
    'x.txt',
    Buffer.from('a,from_stop_id,to_stop_id,Trip_ID,route_id,prior_notice_service_id,bus_stop_ids\n1,S1,S2,T,R,V,no\n2,S2,S1,T,,V,no\n'),
  );
  expect(Object.fromEntries(Object.entries(names).map(([what, ids]) => [what, [...ids]]))).toEqual({
    stop: [
      ['S1', 2],
      ['S2', 2],
    ],
    trip: [['T', 2]],
    route: [['R', 2]],
    service: [['V', 2]],
    booking_rule: [],
    location_group: [],
    location: [],
  });
  expect([...readNames('odd.txt', Buffer.from('stop_id\n"never closed')).stop]).toEqual([]);
});

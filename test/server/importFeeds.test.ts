/**
 * Real feeds of real agencies, read and compared trip by trip with what a plain reading of the same files says. They lie
 * beside the repository and are no part of it; where they are not, these tests are skipped.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { ENTITY_SCHEMAS, entityId, isEntityKind } from '../../src/domain/entities.ts';
import { collectFeed } from '../builders/gtfsZip.ts';
import { modelTrips } from '../builders/modelTrips.ts';
import { ListBook, plainFeed } from '../builders/plainFeed.ts';

const folder = join(import.meta.dirname, '../../../shared/feeds');
const present = existsSync(folder);
if (!present) console.log(`Real feeds are not in ${folder}: the tests on them are skipped.`);

/** Of each feed: trips, those rejected, stop times kept, and how many schedules, tracks and timetables they make. */
const COUNTS: Readonly<
  Record<string, readonly [trips: number, rejected: number, kept: number, schedules: number, tracks: number, timetables: number]>
> = {
  amtrak_2021: [3181, 32, 39_334, 804, 1917, 2369],
  bart_2016: [2513, 0, 31_932, 6, 33, 87],
  bart_2018: [2525, 0, 33_167, 6, 42, 109],
  cairns_2014: [1339, 0, 37_790, 58, 113, 129],
  caltrain_20160406: [218, 0, 3103, 9, 49, 66],
  caltrain_2017: [185, 0, 2853, 31, 91, 122],
  cdmx_2018: [1741, 0, 70_714, 145, 345, 942],
  'chattanooga-carta_2026': [1848, 0, 82_644, 14, 62, 222],
  'detroit-people-mover_2023': [448, 0, 6272, 1, 1, 10],
  donanbus_2020: [541, 0, 20_594, 74, 74, 161],
  'fujieda-calendar-dates-only_2017': [153, 0, 3390, 11, 49, 57],
  'google-sample-feed-1': [11, 0, 28, 5, 9, 9],
  hart_2020: [13_217, 0, 438_421, 66, 170, 2118],
  kuopio_2016: [2149, 0, 79_123, 75, 256, 365],
  'newark-airtrain-faresv2_2024': [2, 0, 10, 1, 2, 2],
  'riogrande-citybus_2018': [13, 0, 1099, 10, 10, 13],
  'santamonica-bbb_2020': [3563, 2, 129_354, 24, 75, 1014],
  transcollines_2026: [58, 0, 2800, 16, 38, 42],
};

describe.skipIf(!present)('real feeds', () => {
  test.each(Object.keys(COUNTS))(
    '%s keeps every trip with its days, times, stops, headsigns and way, in documents the product can hold',
    async (name) => {
      const path = join(folder, `${name}.zip`);
      const feed = await collectFeed(path);
      const { trips, rejectedTrips, stopTimesKept } = feed.summary;
      expect([trips, rejectedTrips, stopTimesKept, feed.all('Schedule').length, feed.all('Track').length, feed.all('Timetable').length]).toEqual(
        COUNTS[name],
      );

      const book = new ListBook();
      const plain = await plainFeed(path, book);
      const model = modelTrips(feed, book);
      const rejected = new Set(feed.notes.flatMap((note) => (note.file === 'trips.txt' && note.row ? [note.row['trip_id'] ?? ''] : [])));
      expect(rejected.size).toBe(rejectedTrips);
      expect(model.size + rejected.size).toBe(plain.size);
      const different: string[] = [];
      for (const [id, expected] of plain) {
        const found = model.get(id);
        if (rejected.has(id) ? found !== undefined : JSON.stringify(found) !== JSON.stringify(expected))
          different.push(`${id}\n${JSON.stringify(found)}\n${JSON.stringify(expected)}`);
      }
      expect(different.length, different[0]).toBe(0);

      for (const kind of Object.keys(ENTITY_SCHEMAS).filter(isEntityKind)) {
        const documents = feed.all(kind);
        expect(new Set(documents.map((doc) => entityId(kind, doc))).size, kind).toBe(documents.length);
        expect(
          documents.find((doc) => !ENTITY_SCHEMAS[kind].safeParse(doc).success),
          kind,
        ).toBeUndefined();
      }
    },
    180_000,
  );

  test('a date that is none leaves out its row, naming file, line and value', async () => {
    const { notes, summary } = await collectFeed(join(folder, 'napa-broken-date_2018.zip'));
    expect(summary).toMatchObject({ trips: 531, rejectedTrips: 0 });
    expect(notes.filter(({ result }) => result === 'refused')).toMatchObject([
      {
        file: 'calendar_dates.txt',
        line: 3,
        reason:
          'date "2018112" is not a date (YYYYMMDD). On which days the service "bd6e404d-6e02-45c1-826c-a569ca947fce" runs cannot be known; the row is left out',
      },
    ]);
  });

  test('a feed without agencies is read, and says so', async () => {
    const { notes, summary } = await collectFeed(join(folder, 'santiago-no-agency-file_2020.zip'));
    expect(summary.trips).toBe(1483);
    expect(notes.find(({ file }) => file === 'agency.txt')).toMatchObject({
      severity: 'error',
      reason: expect.stringContaining('The file is missing'),
    });
  });
});

/**
 * Real feeds of real agencies, read and compared trip by trip with what a plain reading of the same files says. They lie
 * beside the repository and are no part of it; where they are not, these tests are skipped.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import polyline from '@mapbox/polyline';
import { describe, expect, test } from 'vitest';
import { ENTITY_SCHEMAS, entityId, isEntityKind, type Entity } from '../../src/domain/entities.ts';
import { datesOfTimetable } from '../../server/feed/gtfs/calendars.ts';
import { collectFeed, refusalOf, type CollectedFeed } from '../builders/gtfsZip.ts';
import { ListBook, plainFeed, type PlainTrip } from '../builders/plainFeed.ts';

const folder = join(import.meta.dirname, '../../../shared/feeds');
const present = existsSync(folder);
if (!present) console.log(`Real feeds are not in ${folder}: the tests on them are skipped.`);

/** Of each feed: trips, those rejected, stop times kept, and how many schedules, tracks and timetables they make. */
const COUNTS: Readonly<Record<string, readonly [trips: number, rejected: number, kept: number, schedules: number, tracks: number, timetables: number]>> = {
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
  test.each(Object.keys(COUNTS))('%s keeps every trip with its days, times, stops, headsigns and way, in documents the product can hold', async (name) => {
    const path = join(folder, `${name}.zip`);
    const feed = await collectFeed(path);
    const { trips, rejectedTrips, stopTimesKept } = feed.summary;
    expect([trips, rejectedTrips, stopTimesKept, feed.all('Schedule').length, feed.all('Track').length, feed.all('Timetable').length]).toEqual(COUNTS[name]);

    const book = new ListBook();
    const plain = await plainFeed(path, book);
    const model = tripsOf(feed, book);
    const rejected = new Set(feed.notes.flatMap((note) => (note.file === 'trips.txt' && note.row ? [note.row['trip_id'] ?? ''] : [])));
    expect(rejected.size).toBe(rejectedTrips);
    expect(model.size + rejected.size).toBe(plain.size);
    const different: string[] = [];
    for (const [id, expected] of plain) {
      const found = model.get(id);
      if (rejected.has(id) ? found !== undefined : JSON.stringify(found) !== JSON.stringify(expected)) different.push(`${id}\n${JSON.stringify(found)}\n${JSON.stringify(expected)}`);
    }
    expect(different.length, different[0]).toBe(0);

    for (const kind of Object.keys(ENTITY_SCHEMAS).filter(isEntityKind)) {
      const documents = feed.all(kind);
      expect(new Set(documents.map((doc) => entityId(kind, doc))).size, kind).toBe(documents.length);
      expect(documents.find((doc) => !ENTITY_SCHEMAS[kind].safeParse(doc).success), kind).toBeUndefined();
    }
  }, 180_000);

  test('a feed with a date that is none is refused, naming file, line and value', async () => {
    expect(await refusalOf(join(folder, 'napa-broken-date_2018.zip'))).toEqual([
      'calendar_dates.txt line 3: date "2018112" is not a date (YYYYMMDD). On which days the service "bd6e404d-6e02-45c1-826c-a569ca947fce" runs cannot be known.',
    ]);
  });

  test('a feed without agencies is refused', async () => {
    expect(await refusalOf(join(folder, 'santiago-no-agency-file_2020.zip'))).toEqual([
      'agency.txt is missing. Who runs the lines and in which time zone the times are cannot be known without it.',
    ]);
  });
});

/** Every trip of the model in the form of a plain reading. */
function tripsOf(feed: CollectedFeed, book: ListBook): Map<string, PlainTrip> {
  const schedules = new Map(feed.all('Schedule').map((schedule) => [schedule.Id, schedule]));
  const tracks = new Map(feed.all('Track').map((track) => [entityId('Track', track), track]));
  const trips = new Map<string, PlainTrip>();
  for (const timetable of feed.all('Timetable')) {
    const schedule = schedules.get(timetable.ScheduleId);
    const track = tracks.get(`${encodeURIComponent(timetable.ScheduleId)}/${encodeURIComponent(timetable.TrackId)}`);
    if (!schedule || !track) throw new Error('A timetable belongs to no track');
    const dates = book.numberOf(datesOfTimetable(schedule.Calendar, timetable.Days));
    const shape = track.Shape === undefined ? null : book.numberOf(polyline.decode(track.Shape, 5).flatMap(([lat, lng]) => [Math.round(lat * 1e5), Math.round(lng * 1e5)]));
    for (const departure of timetable.Departures) {
      const id = departure.TripId ?? '';
      const known = trips.get(id);
      const start = departure.Time ?? departure.TemplateStart ?? NaN;
      const trip = known ?? { ...tripOf(schedule, track, timetable, departure, start), dates, shape, frequencies: [] };
      if (departure.Type === 'Interval') {
        trip.frequencies.push([departure.FromTime ?? 0, departure.ToTime ?? 0, departure.Frequency ?? 0, departure.isFrequencyScheduled === true ? 1 : 0]);
        trip.frequencies.sort(([a], [b]) => a - b);
      } else if (known) throw new Error(`The trip ${id} departs twice`);
      trips.set(id, trip);
    }
  }
  return trips;
}

function tripOf(
  schedule: Entity<'Schedule'>,
  track: Entity<'Track'>,
  timetable: Entity<'Timetable'>,
  departure: Entity<'Timetable'>['Departures'][number],
  start: number,
): Omit<PlainTrip, 'dates' | 'shape' | 'frequencies'> {
  let destination = '';
  const kindAt = (intervals: readonly (readonly [number, number, number])[] | undefined, i: number, usual: number): number =>
    intervals?.find(([from, to]) => i >= from && i < to)?.[2] ?? usual;
  const time = (offset: number | null | undefined): number | null => (offset === null || offset === undefined ? null : start + offset);
  const last = track.Stops.length - 1;
  return {
    route: schedule.ExternalTransportId ?? '',
    direction: { Forward: '0', Backward: '1', Unknown: '' }[track.Direction],
    block: departure.blockId ?? timetable.BlockId ?? '',
    shortName: departure.tripShortName ?? timetable.TripShortName ?? '',
    wheelchair: departure.wheelchairAccessibility ?? timetable.WheelchairAccessibility ?? 0,
    bikes: departure.bikesAllowed ?? timetable.BikesAllowed ?? 0,
    stops: track.Stops.map((stop, i) => {
      destination = stop.Destination ?? destination;
      return [
        stop.StopId,
        time(timetable.ArrivalOffsets[i]),
        time(timetable.DepartureOffsets[i]),
        kindAt(timetable.PickupIntervals, i, 0),
        kindAt(timetable.DropOffIntervals, i, 0),
        timetable.Timepoints?.[i] ?? null,
        destination,
        i === last ? null : kindAt(timetable.ContinuousPickupIntervals, i, 1),
        i === last ? null : kindAt(timetable.ContinuousDropOffIntervals, i, 1),
      ];
    }),
  };
}

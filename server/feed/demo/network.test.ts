import { createHash } from 'node:crypto';
import polyline from '@mapbox/polyline';
import { expect, test } from 'vitest';
import { metresBetween } from '../../../src/domain/coordinate.ts';
import { ENTITY_SCHEMAS, entityId, stopsReferredTo, type Entity, type EntityKind } from '../../../src/domain/entities.ts';
import { datesOfTimetable } from '../../../src/domain/activeDates.ts';
import { calendarAround, edition } from './demo.ts';
import { easterSunday } from './days.ts';
import type { NetworkDocument } from './document.ts';
import { PLANTED } from './faults.ts';
import { generateNetwork, networkDocuments } from './network.ts';

test('the same seed gives the same network, another one another', () => {
  const print = (seed: number): string =>
    createHash('sha256')
      .update(JSON.stringify([...networkDocuments({ seed })]))
      .digest('hex');
  expect(print(1)).toBe(print(1));
  expect(print(2)).not.toBe(print(1));
});

test('a network has exactly as many stops as are asked for', () => {
  for (const stops of [40, 41, 79, 80, 99, 400, 439, 440, 441, 1234]) expect(all(networkDocuments({ stops }), 'Stop')).toHaveLength(stops);
  expect(() => [...networkDocuments({ stops: 39 })]).toThrow(RangeError);
});

test('a network of many towns comes document by document', async () => {
  let stops = 0;
  for await (const { kind } of generateNetwork({ stops: 100_000 })) {
    if (kind === 'Stop') stops++;
    if (stops > 2000) break;
  }
  expect(stops).toBe(2001);
});

test.each([40, 80, 400, 1000])('each of the documents of %i stops can be held, has an id of its own and speaks of stops that are there', (stops) => {
  const documents = [...networkDocuments({ stops, faults: false })];
  const ids = documents.map(({ kind, doc }) => `${kind} ${entityId(kind, doc)}`);
  expect(new Set(ids).size).toBe(ids.length);
  for (const { kind, doc } of documents)
    expect(ENTITY_SCHEMAS[kind].safeParse(doc), `${kind} ${entityId(kind, doc)}`).toMatchObject({ success: true });
  const known = new Set(all(documents, 'Stop').map((stop) => stop.Id));
  for (const { kind, doc } of documents) for (const id of stopsReferredTo(kind, doc)) expect(known).toContain(id);
  const tracks = all(documents, 'Track');
  const used = new Set(tracks.flatMap((track) => track.Stops.map((stop) => stop.StopId)));
  const served = all(documents, 'Stop').filter((stop) => stop.Type === 0 || stop.Type === 2);
  // Very small towns lack the outer ring's way back.
  if (stops >= 80) expect(served.filter((stop) => !used.has(stop.Id)).map((stop) => stop.Id)).toEqual([]);
});

test('stops lie at their place on the shape, and the shape runs along streets without jumps', () => {
  const documents = [...networkDocuments({ faults: false })];
  const places = new Map(all(documents, 'Stop').map((stop) => [stop.Id, stop.Coordinate]));
  for (const track of all(documents, 'Track')) {
    const points = polyline.decode(track.Shape ?? '', 5).map(([Lat, Lng]) => ({ Lat, Lng }));
    for (const stop of track.Stops) {
      const [at, point] = [places.get(stop.StopId), points[stop.ShapeSequence ?? -1]];
      if (!at || !point) throw new Error(`${track.ScheduleId} ${stop.StopId} has no place`);
      expect(metresBetween(at, point)).toBeLessThan(60);
    }
    for (const [i, point] of points.slice(1).entries()) expect(metresBetween(points[i] ?? point, point)).toBeLessThan(600);
  }
});

test('times rise along every track, some pass midnight, some come by frequency, each schedule runs', () => {
  const documents = [...networkDocuments({ faults: false })];
  const timetables = all(documents, 'Timetable');
  for (const { ArrivalOffsets, DepartureOffsets } of timetables) {
    for (const [i, arrival] of ArrivalOffsets.entries()) {
      expect(DepartureOffsets[i]).toBeGreaterThanOrEqual(arrival ?? NaN);
      if (i > 0) expect(arrival).toBeGreaterThanOrEqual((DepartureOffsets[i - 1] ?? NaN) + 60);
    }
  }
  const departures = timetables.flatMap((timetable) => timetable.Departures);
  expect(departures.some((departure) => (departure.Time ?? 0) > 24 * 3600)).toBe(true);
  expect(departures.some((departure) => departure.Type === 'Interval')).toBe(true);
  expect(new Set(departures.map((departure) => departure.TripId)).size).toBe(departures.length);
  for (const schedule of all(documents, 'Schedule')) {
    const days = timetables.filter((timetable) => timetable.ScheduleId === schedule.Id).map((timetable) => timetable.Days);
    expect(
      days.some((mask) => datesOfTimetable(schedule.Calendar, mask).length > 0),
      schedule.Id,
    ).toBe(true);
  }
  expect(new Set(all(documents, 'Schedule').map((schedule) => schedule.Name)).size).toBe(30);
});

test('the planted faults are there, and nothing else is changed by planting them', () => {
  const [sound, faulty] = [documentsById({ faults: false }), documentsById({ faults: true })];
  expect([...faulty.keys()]).toEqual([...sound.keys()]);
  const changed = [...faulty].filter(([id, document]) => JSON.stringify(document) !== JSON.stringify(sound.get(id))).map(([id]) => id);
  expect(changed.toSorted()).toEqual(
    [
      `Stop ${PLANTED.stopWithoutName}`,
      `Stop ${PLANTED.stopTooClose}`,
      `Stop ${PLANTED.stopFarFromStation}`,
      `Agency ${PLANTED.agencyWithUnknownTimezone}`,
      'Track 12_20260101/a-b',
      'Timetable 13_20260101/b-a/1',
      `Schedule ${PLANTED.unreadableColours}_20260101`,
      `Transfer ${PLANTED.transferWithoutTime}`,
      `Pathway ${PLANTED.pathwayInFeet}`,
      `Fare ${PLANTED.farePriceWithThreeDecimals}`,
    ].toSorted(),
  );
  const [a, b] = [faulty.get('Stop V0025A'), faulty.get(`Stop ${PLANTED.stopTooClose}`)];
  if (a?.kind !== 'Stop' || b?.kind !== 'Stop' || !a.doc.Coordinate || !b.doc.Coordinate) throw new Error('The stops are not there');
  expect(metresBetween(a.doc.Coordinate, b.doc.Coordinate)).toBeLessThan(2);
});

test('older editions of the demo have fewer lines and other stops', () => {
  const newest = [...networkDocuments()];
  const lines = (age: 0 | 1 | 2): number => new Set(all(edition(newest, age), 'Schedule').map((schedule) => schedule.Name)).size;
  expect([lines(0), lines(1), lines(2)]).toEqual([30, 29, 28]);
  const names = (age: 0 | 1 | 2): string =>
    all(edition(newest, age), 'Stop')
      .map((stop) => stop.Name)
      .join();
  expect(new Set([names(0), names(1), names(2)]).size).toBe(3);
});

test('the calendars of the demo hold today and end months after it', () => {
  expect(calendarAround('2026-11-21')).toEqual(['2026-07-01', '2027-12-30']);
  expect(calendarAround('2026-02-03')).toEqual(['2025-10-01', '2027-04-01']);
  expect([2024, 2025, 2026, 2027].map(easterSunday)).toEqual(['2024-03-31', '2025-04-20', '2026-04-05', '2027-03-28']);
  const [from, to] = calendarAround('2026-11-21');
  const documents = [...networkDocuments({ from, to })];
  for (const schedule of all(documents, 'Schedule')) expect(schedule.Calendar.fromDate <= schedule.Calendar.toDate).toBe(true);
  expect(all(documents, 'Schedule').filter((schedule) => schedule.Calendar.toDate >= '2027-06-01').length).toBeGreaterThan(25);
});

function documentsById(options: { faults: boolean }): Map<string, NetworkDocument> {
  return new Map([...networkDocuments(options)].map((document) => [`${document.kind} ${entityId(document.kind, document.doc)}`, document]));
}

function all<K extends EntityKind>(documents: Iterable<NetworkDocument>, kind: K): Entity<K>[] {
  return [...documents].flatMap((document) => (document.kind === kind ? [document.doc as Entity<K>] : []));
}

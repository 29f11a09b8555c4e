import { expect, it } from 'vitest';
import { blocksOfDay } from './blocks.ts';
import type { DayStop, DayTrip } from './day.ts';
import { inSeatChoice } from './inSeat.ts';

const STOPS: readonly DayStop[] = ['A', 'B'].map((Id) => ({ Id, Name: Id, Coordinate: null }));
const trip = (id: string | undefined, from: number, to: number, starts: number, ends: number, isRun = false): DayTrip => ({
  key: `${id ?? ''} ${starts}`,
  line: 0,
  from,
  to,
  starts,
  ends,
  block: '7',
  scheduleId: 'L1',
  trackId: 'a-b',
  ref: { timetable: 1, time: starts, ...(id === undefined ? {} : { trip: id }) },
  isRun,
});
const TRIPS = [
  trip('T1', 0, 1, 0, 600),
  trip('T2', 1, 0, 900, 1500),
  // at the other stop
  trip('T3', 1, 0, 1800, 2400),
  trip(undefined, 0, 1, 2500, 3000),
  trip('T5', 1, 0, 5000, 5600),
  trip('T6', 0, 1, 5700, 6300),
];
const { rows } = blocksOfDay(TRIPS, { deadRuns: [new Map(), new Map()], layover: 0 });

it('takes pairs at the same stop with a short layover, leaves those that are known and counts those without an id', () => {
  expect(inSeatChoice(rows, STOPS, 600, ({ tripFrom }) => tripFrom === 'T5')).toEqual({
    pairs: [{ tripFrom: 'T1', tripTo: 'T2', stopId: 'B' }],
    known: 1,
    unnamed: 1,
  });
  expect(inSeatChoice(rows, STOPS, 200, () => false).pairs).toEqual([{ tripFrom: 'T5', tripTo: 'T6', stopId: 'A' }]);
});

it('takes no pair of two modes', () => {
  const mixed = TRIPS.slice(0, 2).map((one, nth) => ({ ...one, mode: nth === 0 ? 0 : 3 }));
  const { rows: ofMixed } = blocksOfDay(mixed, { deadRuns: [new Map(), new Map()], layover: 0 });
  expect(inSeatChoice(ofMixed, STOPS, 600, () => false).pairs).toEqual([]);
});

it('takes the pair of one trip alone', () => {
  expect(inSeatChoice(rows, STOPS, Infinity, () => false, TRIPS[4]).pairs).toEqual([{ tripFrom: 'T5', tripTo: 'T6', stopId: 'A' }]);
  expect(inSeatChoice(rows, STOPS, Infinity, () => false, TRIPS[1])).toEqual({ pairs: [], known: 0, unnamed: 0 });
});

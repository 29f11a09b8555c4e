import { expect, it } from 'vitest';
import type { Calendar } from '../model/schedule.ts';
import type { Timetable } from '../model/timetable.ts';
import type { Track } from '../model/track.ts';
import { costOf, ratesOf } from './costs.ts';
import { dayFigures, typicalDate } from './dayTypes.ts';
import { changeOf, derivedOf, figuresOf, hoursOf, runningGroups, tripGroupsOf } from './figures.ts';

// one degree of longitude at the equator is 111.195 km
const PLACES = new Map([
  ['a', { Lat: 0, Lng: 0 }],
  ['b', { Lat: 0, Lng: 0.1 }],
  ['c', { Lat: 0, Lng: 0.2 }],
]);
const placeOf = (id: string) => PLACES.get(id);

function track(Direction: Track['Direction'], ...stops: string[]): Track {
  return { ScheduleId: 'L', Id: Direction, Name: '', Direction, Visible: true, Stops: stops.map((StopId) => ({ StopId })) };
}

function timetable(TrackId: string, Days: number, ...times: number[]): Timetable {
  return {
    ScheduleId: 'L',
    TrackId,
    Number: 1,
    Days,
    ArrivalOffsets: [0, 900, 1800],
    DepartureOffsets: [0, 900, 1800],
    Departures: times.map((Time) => ({ Type: 'Exact', Time })),
  };
}

const H = 3600;
const OUT = { Track: track('Forward', 'a', 'b', 'c'), Timetables: [timetable('Forward', 31, 8 * H, 9 * H, 8 * H + 900)] };
const BACK = { Track: track('Backward', 'c', 'b', 'a'), Timetables: [timetable('Backward', 31, 8 * H + 1800, 10 * H)] };

it('counts trips, time, distance and the most trips at once of a line', () => {
  const all = figuresOf(tripGroupsOf([OUT, BACK], placeOf));
  expect({ ...all, Metres: Math.round(all.Metres) }).toEqual({
    Trips: 5,
    First: 28800,
    Last: 36000,
    Seconds: 9000,
    Metres: 111195,
    Unmeasured: 0,
    Vehicles: 2,
  });
  expect(derivedOf(all)).toEqual({ headway: 1800, running: 1800, speed: expect.closeTo(44.48, 2) });
});

it('says departures and vehicles in service of each hour', () => {
  expect(hoursOf(tripGroupsOf([OUT, BACK], placeOf))).toEqual([
    { hour: 8, departures: 3, vehicles: 2 },
    { hour: 9, departures: 1, vehicles: 1 },
    { hour: 10, departures: 1, vehicles: 1 },
  ]);
});

it('needs no vehicle more where a trip begins as another ends', () => {
  const service = [{ Track: OUT.Track, Timetables: [timetable('Forward', 31, 0, 1800, 3600)] }];
  expect(figuresOf(tripGroupsOf(service, placeOf)).Vehicles).toBe(1);
});

it('goes through a trip that takes no time', () => {
  const still = { ...timetable('Forward', 31, 600, 600), ArrivalOffsets: [0, 0, 0], DepartureOffsets: [0, 0, 0] };
  const groups = tripGroupsOf([{ Track: OUT.Track, Timetables: [still] }], placeOf);
  expect(figuresOf(groups)).toMatchObject({ Trips: 2, Seconds: 0, Vehicles: 0 });
  expect(hoursOf(groups)).toEqual([{ hour: 0, departures: 2, vehicles: 0 }]);
});

it('counts trips without a known distance on their own', () => {
  const figures = figuresOf(tripGroupsOf([OUT, { Track: track('Backward', 'c', 'x', 'a'), Timetables: BACK.Timetables }], placeOf));
  expect({ ...figures, Metres: Math.round(figures.Metres) }).toMatchObject({ Trips: 5, Unmeasured: 2, Metres: 66717 });
  expect(derivedOf(figures).speed).toBeUndefined();
});

it('is nothing without trips', () => {
  expect(figuresOf([])).toEqual({ Trips: 0, First: null, Last: null, Seconds: 0, Metres: 0, Unmeasured: 0, Vehicles: 0 });
  expect(hoursOf([])).toEqual([]);
});

const JANUARY: Calendar = { fromDate: '2026-01-01', toDate: '2026-01-31', Exceptions: [] };

it('takes the busiest date of a day type, and an exception only where no other date has trips', () => {
  const weekdays = tripGroupsOf(
    [{ Track: OUT.Track, Timetables: [timetable('Forward', 31, 0), { ...timetable('Forward', 16, 0, 900), Number: 2 }] }],
    placeOf,
  );
  expect(typicalDate(JANUARY, weekdays, 'weekday')).toBe('2026-01-02'); // a Friday
  expect(typicalDate(JANUARY, weekdays, 'saturday')).toBeUndefined();
  const holiday = { ...JANUARY, Exceptions: [{ Date: '2026-01-02', RunAs: 0 }] };
  expect(typicalDate(holiday, weekdays, 'weekday')).toBe('2026-01-09');
  const market = { ...JANUARY, Exceptions: [{ Date: '2026-01-11', RunAs: 16 }] };
  expect(typicalDate(market, weekdays, 'sunday')).toBe('2026-01-11');
  expect(dayFigures(market, weekdays).map(({ DayType, Date: date, Trips }) => [DayType, date, Trips])).toEqual([
    ['weekday', '2026-01-02', 3],
    ['sunday', '2026-01-11', 3],
  ]);
});

it('runs on a date what the calendar says', () => {
  const groups = tripGroupsOf([OUT, BACK], placeOf);
  expect(runningGroups(JANUARY, groups, '2026-01-05')).toHaveLength(2);
  expect(runningGroups(JANUARY, groups, '2026-01-04')).toHaveLength(0);
  expect(runningGroups(JANUARY, groups, '2026-02-02')).toHaveLength(0);
});

it('costs hours, kilometres and vehicles by their rates', () => {
  const figures = { Seconds: 9000, Metres: 100_000, Vehicles: 2 };
  expect(costOf(figures, { CostPerHour: 80, CostPerKilometre: 1.5, CostPerVehicle: 100 })).toBe(550);
  expect(costOf(figures, { CostPerVehicle: 100 })).toBe(200);
  expect(costOf(figures, {})).toBeUndefined();
});

it('takes the rates of the agency of the schedule, of the only one where it names none', () => {
  const [one, two] = [
    { Id: 'A', CostPerHour: 80 },
    { Id: 'B', CostPerHour: 90 },
  ];
  expect(ratesOf([one], undefined)).toBe(one);
  expect(ratesOf([one, two], 'B')).toBe(two);
  expect(ratesOf([one, two], undefined)).toEqual({});
});

it('says what changed', () => {
  const before = figuresOf(tripGroupsOf([OUT], placeOf));
  const after = figuresOf(tripGroupsOf([OUT, BACK], placeOf));
  const { metres, ...change } = changeOf(before, after);
  expect(change).toEqual({ trips: 2, seconds: 3600, vehicles: 0 });
  expect(Math.round(metres)).toBe(44478);
});

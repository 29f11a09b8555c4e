import { expect, it } from 'vitest';
import { assignmentsOf, blocksOfDay, chainDay, cutAfter, joinTo, newBlockId } from './blocks.ts';
import { straightRuns } from './chain.ts';
import { type ServiceDay, tripsOfDay } from './day.ts';

// two stops some 1,112 m from each other, and one that nobody knows where it is
const PLACES = [{ Lat: 52, Lng: 5 }, { Lat: 52.01, Lng: 5 }, null];
const RULES = { deadRuns: straightRuns(PLACES, { factor: 1.5, kmh: 20, longest: 600 }), layover: 120 };

const DAY: ServiceDay = {
  Date: '2026-09-14',
  Lines: [{ Id: 'L1', Name: '1' }],
  Stops: PLACES.map((Coordinate, nth) => ({ Id: `S${nth}`, Name: `Stop ${nth}`, Coordinate })),
  Timetables: [
    {
      Line: 0,
      TrackId: 'a-b',
      Number: 1,
      From: 0,
      To: 1,
      Starts: 0,
      Ends: 1200,
      Departures: [
        [28_800, null, 0, '7', 1, 0],
        [28_800, null, 1, null, 1, 0],
        [32_400, 'T9', 0, '7', 1, 0],
        [36_000, null, 0, '8', 3, 600],
      ],
    },
    { Line: 0, TrackId: 'b-a', Number: 1, From: 1, To: 0, Starts: 60, Ends: 1200, Departures: [[30_000, null, 0, '7', 1, 0]] },
    { Line: 0, TrackId: 'b-c', Number: 1, From: 1, To: 2, Starts: 0, Ends: 600, Departures: [[33_000, null, 0, '7', 1, 0]] },
  ],
  OtherBlocks: ['1'],
};
const TRIPS = tripsOfDay(DAY);

it('shows each run of an interval as a trip, with the block that they share', () => {
  expect(TRIPS.filter(({ isRun }) => isRun).map(({ starts, ends, block }) => [starts, ends, block])).toEqual([
    [36_000, 37_200, '8'],
    [36_600, 37_800, '8'],
    [37_200, 38_400, '8'],
  ]);
});

it('says what lies between the trips of a vehicle: layovers, overlaps, layovers too short, dead runs and such as are not allowed', () => {
  const { rows, unassigned, overlaps, tooShort, tooFar } = blocksOfDay(TRIPS, RULES);
  expect(unassigned.trips.map(({ starts, ref }) => [starts, ref.nth])).toEqual([[28_800, 1]]);
  expect(
    rows.map(({ block, trips, gaps }) => [block, trips.map(({ starts }) => starts), gaps.map((gap) => gap && [gap.seconds, gap.fault])]),
  ).toEqual([
    ['7', [28_800, 30_060, 32_400, 33_000], [undefined, [60, 'short'], [1200, undefined], [-600, 'overlap']]],
    ['8', [36_000, 36_600, 37_200], [undefined, [-600, 'overlap'], [-600, 'overlap']]],
  ]);
  expect([overlaps, tooShort, tooFar]).toEqual([3, 1, 0]);
  const [first, last] = [TRIPS[0], TRIPS[2]];
  const again = first && last && blocksOfDay([first, { ...last, block: '7' }], RULES).rows[0]?.gaps[1];
  // 1,112 m of straight line are 1,668 m and 301 s
  expect(again).toEqual({ seconds: 2400, isDeadRun: true, metres: 1668, deadSeconds: 301, fault: undefined });
  const lost = TRIPS.find(({ trackId }) => trackId === 'b-c');
  const far = lost && last && blocksOfDay([lost, { ...last, starts: 40_000, ends: 41_200 }], RULES);
  expect(far?.tooFar).toBe(1);
});

it('cuts a block after a trip, joins blocks and names the new one as none is called', () => {
  const row = blocksOfDay(TRIPS, RULES).rows[0];
  const second = row?.trips[1];
  expect(row && second && cutAfter(row, second, '2').map(({ trip, block }) => [trip.starts, block])).toEqual([
    [32_400, '2'],
    [33_000, '2'],
  ]);
  expect(row && joinTo(row, '8').map(({ block }) => block)).toEqual(['8', '8', '8', '8']);
  expect(newBlockId(new Set(['1', '2', '7']))).toBe('3');
});

it('makes one edit of moves: by timetable, with the block that was seen, the runs of an interval once', () => {
  expect(assignmentsOf(TRIPS.map((trip) => ({ trip, block: '7' })))).toEqual([
    {
      scheduleId: 'L1',
      trackId: 'a-b',
      number: 1,
      departures: [
        { time: 28_800, nth: 1, block: '7', seen: null },
        { time: 36_000, block: '7', seen: '8' },
      ],
    },
  ]);
});

it('chains what is no interval, keeps the blocks that trips have and takes none that others have', () => {
  const { moves, vehicles, deadMetres } = chainDay(TRIPS, RULES, new Set(['1']));
  // both trips of 08:00 come too late for the one of 08:21; each of two vehicles finds its next trip where it stands
  expect([vehicles, deadMetres]).toEqual([3, 0]);
  const after = TRIPS.map((trip) => ({ ...trip, block: moves.find((one) => one.trip.key === trip.key)?.block ?? trip.block }));
  const { rows, overlaps, tooShort, tooFar } = blocksOfDay(
    after.filter(({ isRun }) => !isRun),
    RULES,
  );
  expect([rows.length, overlaps, tooShort, tooFar]).toEqual([3, 0, 0, 0]);
  expect(new Set(after.map(({ block }) => block))).toEqual(new Set(['7', '2', '3', '8']));
});

it('has vehicles come from depots and go back to them, and says how many have no place', () => {
  const ways = (...metres: readonly number[]) => metres.map((one) => ({ metres: one, seconds: one / 10 }));
  const depots = [
    { vehicles: 1, pullOuts: ways(100, 900, 500), pullIns: ways(100, 900, 500) },
    { vehicles: 9, pullOuts: ways(700, 200, 500), pullIns: ways(700, 200, 500) },
  ];
  const { rows, withoutDepot, deadMetres } = blocksOfDay(TRIPS, { ...RULES, depots });
  // block 7 goes from stop 0 to 2, block 8 from stop 0 to 1: the first depot has room for one, and either could be it
  expect(withoutDepot).toBe(0);
  // with twice 1,668 m between runs of the interval
  expect(deadMetres).toBe(100 + 500 + 700 + 200 + 2 * 1668);
  expect(rows.map(({ pullOut, pullIn }) => [pullOut, pullIn])).toEqual([
    [
      { depot: 0, metres: 100, seconds: 10 },
      { depot: 0, metres: 500, seconds: 50 },
    ],
    [
      { depot: 1, metres: 700, seconds: 70 },
      { depot: 1, metres: 200, seconds: 20 },
    ],
  ]);
  expect(blocksOfDay(TRIPS, { ...RULES, depots: depots.slice(0, 1) }).withoutDepot).toBe(1);
});

it('counts the vehicles of intervals and of other lines where the depots have too little room', () => {
  const near = Array.from({ length: 3 }, () => ({ metres: 1000, seconds: 100 }));
  const depots = [{ vehicles: 3, pullOuts: near, pullIns: near }];
  const others = TRIPS.filter(({ trackId }) => trackId === 'b-a');
  const trips = TRIPS.filter(({ trackId }) => trackId !== 'b-a');
  const { vehicles, allVehicles, withoutDepot } = chainDay(trips, { ...RULES, depots }, new Set(['7']), undefined, others);
  // two for the trips of 08:00, 09:00 and 09:10; block 8 of the interval; block 7 of the other line
  expect([vehicles, allVehicles, withoutDepot]).toEqual([2, 4, 1]);
});

it('gives a vehicle trips of one mode, marks a block that mixes them, and fills depots with vehicles of all modes', () => {
  const tram = TRIPS.find(({ trackId }) => trackId === 'b-a');
  const bus = TRIPS.find(({ ref }) => ref.trip === 'T9');
  if (!tram || !bus) throw new Error('The trips are not there');
  const trips = [
    { ...tram, key: 'tram 1', starts: 28_000, ends: 29_000, from: 0, to: 0, mode: 0 },
    { ...bus, key: 'bus 1', starts: 29_500, ends: 30_000, from: 0, to: 0, mode: 3 },
    { ...tram, key: 'tram 2', starts: 30_500, ends: 31_000, from: 0, to: 0, mode: 0 },
  ];
  const { rows, mixed, overlaps, tooShort } = blocksOfDay(trips, RULES);
  expect(rows.map(({ gaps }) => gaps.map((gap) => gap?.fault))).toEqual([[undefined, 'modes', 'modes']]);
  expect({ mixed, overlaps, tooShort }).toEqual({ mixed: 2, overlaps: 0, tooShort: 0 });
  const ways = PLACES.map(() => ({ metres: 100, seconds: 60 }));
  const depots = [{ vehicles: 1, pullOuts: ways, pullIns: ways }];
  const { moves, vehicles, withoutDepot } = chainDay(trips, { ...RULES, depots }, new Set());
  expect({ vehicles, withoutDepot }).toEqual({ vehicles: 2, withoutDepot: 1 });
  expect(moves.map(({ trip, block }) => [trip.key, block])).toEqual([['bus 1', '1']]);
});

import { describe, expect, test } from 'vitest';
import type { Pathway } from '../domain/model/pathway.ts';
import type { StopDetails } from '../domain/stopDetails.ts';
import type { Transfer } from '../domain/model/transfer.ts';
import { canHaveParent, directionText, durationText, pathwayRows, stopTypeOptions, transferRows } from './stopUses.ts';

const details = (Transfers: Transfer[], Pathways: Pathway[] = []): StopDetails => ({
  Stop: { Id: 'A', Name: 'Market', Type: 0, Coordinate: null, WheelchairBoarding: 0 },
  Rev: 0,
  Transfers,
  Pathways,
  Schedules: [],
  Agencies: [],
  StopNames: { B: 'Harbour', C: '' },
});
const pathway = (more: Partial<Pathway>): Pathway => ({ Id: 'p', FromStopId: 'A', ToStopId: 'B', Mode: 1, IsBidirectional: false, ...more });
const facts = (more: Partial<Pathway>): readonly string[] | undefined => pathwayRows(details([], [pathway(more)]))[0]?.facts;

describe('the transfers of a stop', () => {
  test('name the other stop and the way, from whichever end one looks', () => {
    const rows = transferRows(
      details([
        { Id: '1', StopIdFrom: 'A', StopIdTo: 'B', Type: 0 },
        { Id: '2', StopIdFrom: 'C', StopIdTo: 'A', Type: 3 },
        { Id: '3', StopIdFrom: 'A', Type: 1 },
      ]),
    );
    expect(rows.map(({ label, other }) => [label, other.direction, other.stopId, other.name])).toEqual([
      ['Recommended', 'to', 'B', 'Harbour'],
      ['Restricted', 'from', 'C', 'C'],
      ['Expected to wait', 'to', undefined, 'any stop'],
    ]);
  });

  test('tell a time only where the type has one [R131, E109]', () => {
    const rows = transferRows(
      details([
        { Id: '1', StopIdTo: 'B', StopIdFrom: 'A', Type: 2, Time: 90 },
        { Id: '2', StopIdFrom: 'A', StopIdTo: 'B', Type: 1, Time: 90 },
      ]),
    );
    expect(rows.map((row) => row.facts)).toEqual([['1 min 30 s'], []]);
  });
});

describe('the pathways of a stop', () => {
  test('count stairs only for stairs, about 15 to a floor, down from the upper end [R259, R361, R133]', () => {
    expect(facts({ Mode: 2, StairCount: 30 })).toEqual(['30 stairs up, about 2 floors']);
    expect(facts({ Mode: 2, StairCount: 30, FromStopId: 'B', ToStopId: 'A' })).toEqual(['30 stairs down, about 2 floors']);
    expect(facts({ Mode: 2, StairCount: 6 })).toEqual(['6 stairs up']);
    expect(facts({ Mode: 1, StairCount: 30 })).toEqual([]);
  });

  test('tell a slope only for walkways and moving sidewalks [R260]', () => {
    expect([1, 2, 3, 4].map((Mode) => facts({ Mode, MaxSlope: 0.06 }))).toEqual([['slope 6 %'], [], ['slope 6 %'], []]);
  });

  test('tell length in metres and time in seconds', () => {
    expect(facts({ Length: 120.456, TraversalTime: 75, MinWidth: 1.2 })).toEqual(['120.46 m', '1 min 15 s', '1.2 m wide']);
  });

  test('say whether they can be walked both ways', () => {
    const directions = pathwayRows(details([], [pathway({}), pathway({ IsBidirectional: true }), pathway({ FromStopId: 'B', ToStopId: 'A' })]));
    expect(directions.map(({ other }) => `${other.direction} ${other.name}`)).toEqual(['to Harbour', 'both ways with Harbour', 'from Harbour']);
  });
});

test("a direction reads 'Towards ...' [R094]", () => {
  expect([directionText('Harbour'), directionText('Towards Mill'), directionText(' '), directionText(undefined)]).toEqual([
    'Towards Harbour',
    'Towards Mill',
    undefined,
    undefined,
  ]);
});

test('an unknown stop type stays choosable and is shown with its number [R129, E330]', () => {
  expect(stopTypeOptions(9)[0]).toEqual({ value: '9', label: 'Unknown stop type 9' });
  expect(stopTypeOptions(5)).toHaveLength(6);
});

test('a station has no parent, every other stop may have one [R095, R245]', () => {
  expect([0, 1, 2, 3, 4, 5, 9].map(canHaveParent)).toEqual([true, true, true, true, true, false, true]);
});

test('durations are said as people say them', () => {
  expect([0, 45, 180, 90, 3900].map(durationText)).toEqual(['0 s', '45 s', '3 min', '1 min 30 s', '1 h 5 min']);
});

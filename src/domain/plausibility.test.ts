import { expect, test } from 'vitest';
import { areaOf, doubts, type NetworkFacts } from './plausibility.ts';

const HART: NetworkFacts = {
  agencies: [{ id: 'HART', name: 'Hillsborough Area Regional Transit' }],
  lines: 40,
  tripsADay: 1000,
  area: { south: 27.7, west: -82.6, north: 28.2, east: -82.2 },
};

test('the next version of a network is no reason to doubt, nor is one with another id of its agency', () => {
  expect(doubts(HART, HART, 50)).toEqual([]);
  expect(doubts(HART, { ...HART, agencies: [{ id: '1', name: 'hillsborough area regional transit ' }], lines: 44, tripsADay: 1400 }, 50)).toEqual([]);
  expect(doubts({ ...HART, lines: 2, tripsADay: 15 }, { ...HART, lines: 5, tripsADay: 30 }, 50)).toEqual([]);
});

test('the feed of another agency is doubted for its agencies, its area, its lines and its trips', () => {
  const bart: NetworkFacts = {
    agencies: [{ id: 'BART', name: 'Bay Area Rapid Transit' }],
    lines: 6,
    tripsADay: 300,
    area: { south: 37.5, west: -122.5, north: 38.1, east: -121.8 },
  };
  expect(doubts(HART, bart, 50)).toEqual([
    'Other agencies: Bay Area Rapid Transit; before: Hillsborough Area Regional Transit',
    'Another area: its stops are 3,839 km from those before',
    'Lines: 6; before: 40 (−85 %)',
    'Trips on the busiest day: 300; before: 1,000 (−70 %)',
  ]);
});

test('more trips than are allowed are doubted; a first version is not', () => {
  expect(doubts(HART, { ...HART, tripsADay: 2000 }, 50)).toEqual(['Trips on the busiest day: 2,000; before: 1,000 (+100 %)']);
  expect(doubts(HART, { ...HART, tripsADay: 2000 }, 100)).toEqual([]);
  expect(doubts({ agencies: [], lines: 0, tripsADay: 0, area: null }, HART, 50)).toEqual([]);
  expect(doubts(HART, { ...HART, area: null }, 50)).toEqual(['No stops with a place']);
});

test('one stop far away does not widen the area of a hundred', () => {
  const places = Array.from({ length: 99 }, (_, i) => ({ Lat: 50 + i / 1000, Lng: 5 + i / 1000 }));
  const area = areaOf([...places, { Lat: 0, Lng: 0 }]);
  expect(area?.south).toBeGreaterThanOrEqual(50);
  expect(areaOf([])).toBeNull();
});

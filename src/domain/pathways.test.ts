import { expect, test } from 'vitest';
import { loopError } from './edits/pathways.ts';
import { fieldError } from './model/fieldValues.ts';
import { PATHWAY_ORIGINS, pathwayModeLabel, pathwayOriginLabel } from './pathways.ts';
import type { Pathway } from './model/pathway.ts';

const stairs: Pathway = { Id: 'P', FromStopId: 'A', ToStopId: 'B', Mode: 2, IsBidirectional: true };

test('modes 1 to 7 have their words, any other shows its number [E079 R134 R135]', () => {
  expect([1, 2, 3, 4, 5, 6, 7, 8].map(pathwayModeLabel)).toEqual([
    'Walkway',
    'Stairs',
    'Moving Sidewalk',
    'Escalator',
    'Elevator',
    'Fare Gate',
    'Exit Gate',
    'Unknown pathway mode 8',
  ]);
});

test('stairs go up and down, a time does not go back, and a pathway needs two stops [E111 E112]', () => {
  expect(fieldError('Pathway', 'StairCount', -30)).toBeUndefined();
  expect(fieldError('Pathway', 'StairCount', 30)).toBeUndefined();
  expect(fieldError('Pathway', 'TraversalTime', -1)).toBeDefined();
  expect(loopError(stairs, 'toStopId', 'A')).toBe('A pathway cannot lead to the stop it begins at');
});

test('a pathway says where it comes from: the feed, the map, or other data [E080]', () => {
  expect(PATHWAY_ORIGINS).toEqual({ Feed: 0, Drawn: 1, Derived: 2 });
  expect([undefined, 0, 1, 2, 9].map(pathwayOriginLabel)).toEqual([
    'Feed',
    'Feed',
    'Drawn on the map',
    'Derived from other data',
    'Unknown origin 9',
  ]);
});

import { expect, test } from 'vitest';
import { legendOf } from './legendOf.ts';
import { emptyPicture, type MapPicture } from './mapPicture.ts';

const at = { Lat: 52, Lng: 5 };
const points = [at, { Lat: 52, Lng: 5.1 }];
const line = (label: string, color?: string) => ({ label, color, schedules: [label] });
const lines = {
  joined: {
    lines: [line('1', '#09346d'), line('2', '#09346d'), line('3', '#a01020')],
    stretches: [{ points, lines: [0, 1].map((place) => ({ line: place, goes: 3 as const })) }],
  },
  kept: undefined,
};
const stops = [[0, 5, 0].map((Type, i) => ({ Id: `S${i}`, Name: '', Type, ...at }))];
const words = (picture: Partial<MapPicture>, zoom: number) => legendOf({ ...emptyPicture, ...picture }, zoom).map(({ text }) => text);

test('the legend says what is on the map, and nothing else', () => {
  expect(words({}, 14)).toEqual([]);
  expect(words({ stops, lines }, 12)).toEqual(['Regular stop', 'Station', 'Lines 1, 2', 'Line 3', 'Lines that share a section']);
  expect(words({ stops, lines: { ...lines, kept: new Set(['3']) }, dimmed: true, selectedStops: ['S1'] }, 13)).toEqual([
    'Stop that is open',
    'Regular stop',
    'Station',
    'Stop that is left out',
    'Line 3',
    'Line that is left out',
    'Lines go one way',
    'Lines go both ways',
  ]);
});

test('a layer that is off says nothing', () => {
  expect(words({ stops, lines, layers: { stops: false } }, 12)).toEqual(['Lines 1, 2', 'Line 3', 'Lines that share a section']);
  expect(words({ stops, lines, layers: { network: false } }, 12)).toEqual(['Regular stop', 'Station']);
});

test('a track tells its line, its direction and its stops', () => {
  const track = { shape: points, stops: [{ StopId: 'S1', Number: 1, ...at }] };
  expect(words({ data: { track, trackDirection: track, trackStops: track } }, 12)).toEqual([
    'Stop of the track, in its order',
    'Direction of the track',
    'Track that is open',
  ]);
});

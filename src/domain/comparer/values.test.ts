import { expect, test } from 'vitest';
import { valueText } from './values.ts';

test.each([
  [[1, 0, 0, 1], 'exact at 1, 4; others approximate'],
  [[1, null, null], 'exact at 1; others not said'],
  [[1, null, 0], 'exact at 1; others vary'],
  [[1, 1], 'all exact'],
  [[0, 0], 'all approximate'],
])('the timepoints %j of a timetable are described as "%s"', (points, text) => {
  expect(valueText('Timetable', 'Timepoints', points)).toBe(text);
});

test('pick-up and drop-off are described by stops counted from 1, and how', () => {
  const intervals = [
    [0, 1, 1],
    [3, 6, 2],
  ];
  expect(valueText('Timetable', 'PickupIntervals', intervals)).toBe('stop 1 not available, stops 4–6 phone the agency');
});

test.each([
  ['Schedule', 'VehicleType', 3, 'Bus'],
  ['Timetable', 'WheelchairAccessibility', 2, 'No'],
  ['Stop', 'Type', 5, 'Station'],
  ['Fare', 'ArrivalTime', 90_000, '25:00'],
  ['Track', 'Visible', false, 'No'],
] as const)('%s %s %j is described as "%s"', (kind, name, value, text) => {
  expect(valueText(kind, name, value)).toBe(text);
});

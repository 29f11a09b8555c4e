import { expect, test } from 'vitest';
import { columnProblem, otherColumns, withColumn } from './otherColumns.ts';

test('known columns come first, given or not, then those of this feed; notes of the import and columns of fields are none', () => {
  const extra = { my_note: 'x', stop_access: '1', stop_lat: '91', 'rows/stops.txt': '{}' };
  expect(otherColumns('Stop', { Extra: extra }).map(({ column, value }) => [column, value])).toEqual([
    ['stop_desc', ''],
    ['stop_timezone', ''],
    ['tts_stop_name', ''],
    ['stop_access', '1'],
    ['my_note', 'x'],
  ]);
  const trips = { service_id: 'WK', shape_id: 'S', block_id: '7', cars_allowed: '1', note: 'n', 'stop_times/stop_desc': '["a"]' };
  expect(otherColumns('Timetable', { Extra: trips }).map(({ column }) => column)).toEqual(['cars_allowed', 'note']);
});

test.each([
  ['Stop', 'stop_access', '2', 'Choose one of the values'],
  ['Stop', 'stop_access', '1', undefined],
  ['Stop', 'stop_access', 'street', 'Choose one of the values'],
  ['Stop', 'stop_access', '', undefined],
  ['Stop', 'stop_timezone', 'Mars/North', 'Choose one of the timezones'],
  ['Schedule', 'route_sort_order', '-1', 'Enter a whole number, 0 or more'],
  ['Schedule', 'route_id', 'R1', 'The column route_id is not kept beside the fields of a schedule'],
  ['Timetable', 'trip_id', 'T1', 'The column trip_id is not kept beside the fields of a timetable'],
  ['Stop', 'stop_name', 'Hall', 'The column stop_name is not kept beside the fields of a stop'],
  ['Stop', 'My Column', 'x', 'A new column has a name of small letters, digits and underscores'],
  ['Stop', 'my_column', 'x', undefined],
  ['Stop', '__proto__', 'x', 'A new column has a name of small letters, digits and underscores'],
  ['Stop', 'constructor', 'x', undefined],
  ['Fare', 'agency_id', 'A1', 'Agency is kept as the source has it'],
] as const)('%s %s "%s": %s', (kind, column, value, problem) => {
  expect(columnProblem(kind, null, column, value)).toBe(problem);
});

test('a column that the source named otherwise can be changed', () => {
  expect(columnProblem('Stop', { Extra: { 'My Column': 'x' } }, 'My Column', 'y')).toBeUndefined();
});

test('the last column taken away leaves nothing behind; the same value is no change', () => {
  const stop = { Id: 'S1', Extra: { stop_access: '1' } };
  expect(withColumn(stop, 'stop_access', '')).toEqual({ Id: 'S1' });
  expect(withColumn(stop, 'note', 'x')).toEqual({ Id: 'S1', Extra: { stop_access: '1', note: 'x' } });
  expect(withColumn(stop, 'stop_access', '1')).toBe(stop);
});

import { expect, test } from 'vitest';
import { KIND_NAMES } from './model/catalogue.ts';
import { kindsWithTexts, TEXT_GROUPS, textProblem, textsOf, withTexts } from './versionTexts.ts';

const ALL = new Set(TEXT_GROUPS);

const stop = {
  Id: 'S1',
  Name: 'Main St',
  Type: 0,
  Coordinate: { Lat: 52.1, Lng: 5.1 },
  WheelchairBoarding: 0,
  ZoneId: 'Z1',
  Url: 'https://old.example/s1',
  Extra: { stop_desc: 'At Main St', wheelchair_note: 'none' },
};

const track = {
  ScheduleId: 'L1',
  Id: 'a-b',
  Name: 'A - B',
  Direction: 'Forward' as const,
  Visible: true,
  Stops: [{ StopId: 'S1', Destination: 'Harbour' }, { StopId: 'S2' }, { StopId: 'S3', Destination: 'Depot' }],
};

test('the texts of a stop are its words, addresses, codes and known columns', () => {
  expect(textsOf('Stop', stop, ALL)).toEqual([
    { path: 'Name', group: 'names', text: 'Main St' },
    { path: 'ZoneId', group: 'ids', text: 'Z1' },
    { path: 'Url', group: 'addresses', text: 'https://old.example/s1' },
    { path: 'Extra/stop_desc', group: 'descriptions', text: 'At Main St' },
  ]);
  expect(textsOf('Stop', stop, new Set(['names'] as const))).toEqual([{ path: 'Name', group: 'names', text: 'Main St' }]);
});

test('destinations of a track and numbers of trips are texts of their positions', () => {
  expect(textsOf('Track', track, ALL)).toEqual([
    { path: 'Stops/0/Destination', group: 'headsigns', text: 'Harbour' },
    { path: 'Stops/2/Destination', group: 'headsigns', text: 'Depot' },
  ]);
  const timetable = {
    BlockId: 'B1',
    Departures: [
      { Type: 'Exact', Time: 60, tripShortName: '101' },
      { Type: 'Exact', Time: 90, blockId: 'B2' },
    ],
  };
  expect(textsOf('Timetable', timetable, ALL).map(({ path, text }) => [path, text])).toEqual([
    ['BlockId', 'B1'],
    ['Departures/0/tripShortName', '101'],
    ['Departures/1/blockId', 'B2'],
  ]);
});

test('amounts, codes of languages and made ids are no texts', () => {
  expect(textsOf('Fare', { Id: 'F1', Price: '2.50', Currency: 'EUR', Description: 'Single' }, ALL).map(({ path }) => path)).toEqual(['Description']);
  const translation = { Id: 'T1', CategoryName: 'stops', FieldName: 'stop_name', LanguageName: 'de', Translation: 'Markt', FieldValue: 'Market' };
  expect(textsOf('Translation', translation, ALL).map(({ path }) => path)).toEqual(['Translation', 'FieldValue']);
});

test('texts are replaced in fields, columns and lists; an empty one takes away what need not be there', () => {
  const changed = withTexts('Stop', stop, [
    { path: 'Name', to: 'Main Street' },
    { path: 'ZoneId', to: '' },
    { path: 'Extra/stop_desc', to: 'At Main Street' },
  ]);
  const { ZoneId: _gone, ...rest } = stop;
  expect(changed).toEqual({ ...rest, Name: 'Main Street', Extra: { stop_desc: 'At Main Street', wheelchair_note: 'none' } });
  expect(
    withTexts('Track', track, [
      { path: 'Stops/0/Destination', to: 'Port' },
      { path: 'Stops/2/Destination', to: '' },
    ]).Stops,
  ).toEqual([{ StopId: 'S1', Destination: 'Port' }, { StopId: 'S2' }, { StopId: 'S3' }]);
});

test('a text is refused where its field would refuse it', () => {
  expect(textProblem('Stop', null, 'Url', 'not an address')).toBe('Enter a full address starting with http:// or https://');
  expect(textProblem('Schedule', null, 'Name', '')).toBe('Schedule name is required');
  expect(textProblem('Stop', null, 'Name', 'x'.repeat(2001))).toBe('The text is longer than 2,000 characters');
  expect(textProblem('Stop', null, 'Name', 'Quay')).toBeUndefined();
});

test('every kind that people edit has texts, but those that name others alone', () => {
  const without = KIND_NAMES.filter((kind) => !kindsWithTexts(ALL).includes(kind));
  expect(without).toEqual(['VehicleBoarding', 'DayType', 'NetworkCalendar', 'StopArea', 'RouteNetwork', 'LocationGroupStop', 'FileRow']);
});

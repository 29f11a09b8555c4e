import { describe, expect, test } from 'vitest';
import { STOP_TYPES, stopRemovalError, stopTypeLabel, WHEELCHAIR_WITHIN, wheelchairWithinLabel } from './stops.ts';
import { fieldError, withValues } from './model/fieldValues.ts';
import { Stop, STOP_FIELDS } from './model/stop.ts';

describe('stop types', () => {
  test('are Regular=0, Exit=1, Platform=2, GenericNode=3, BoardingArea=4, Station=5 [E081 R127]', () => {
    expect(STOP_TYPES).toEqual({ Regular: 0, Exit: 1, Platform: 2, GenericNode: 3, BoardingArea: 4, Station: 5 });
  });

  test('each has a label of its own, an unknown one shows its number [E330 R128 R129]', () => {
    const labels = Object.values(STOP_TYPES).map(stopTypeLabel);
    expect(new Set(labels).size).toBe(6);
    expect(labels.join()).not.toContain('Unknown');
    expect(stopTypeLabel(6)).toBe('Unknown stop type 6');
    expect(stopTypeLabel(-1)).toBe('Unknown stop type -1');
  });
});

describe('fields of a stop', () => {
  test('the ones edited one by one are those of the edit calls [R297 E266]', () => {
    const named = ['name', 'type', 'direction', 'parentId', 'platformCode', 'stopCode', 'zoneId', 'url', 'signpostedAs', 'wheelchairBoarding'];
    expect(Object.keys(STOP_FIELDS)).toEqual(expect.arrayContaining(named));
  });

  test('an emptied text goes away, but a name is needed [E173 R242]', () => {
    const stop = { Id: 's', Name: 'Stop', Type: 0, Coordinate: null, WheelchairBoarding: 0, ZoneId: 'A' };
    expect(withValues('Stop', stop, { ZoneId: '' })).not.toHaveProperty('ZoneId');
    expect(withValues('Stop', stop, { ZoneId: 'B' })).toMatchObject({ ZoneId: 'B' });
    expect(fieldError('Stop', 'Name', '  ')).toBe('Stop name is required');
    expect(fieldError('Stop', 'ZoneId', '')).toBeUndefined();
  });
});

describe('removing a stop', () => {
  test.each([
    [1, 1, 1, 'Stop cannot be removed because it has transfers / pathways / there are schedules with it'],
    [1, 0, 0, 'Stop cannot be removed because it has transfers'],
    [0, 2, 0, 'Stop cannot be removed because it has pathways'],
    [0, 0, 3, 'Stop cannot be removed because there are schedules with it'],
    [1, 0, 1, 'Stop cannot be removed because it has transfers / there are schedules with it'],
    [1, 1, 0, 'Stop cannot be removed because it has transfers / pathways'],
    [0, 0, 0, undefined],
  ])('is blocked by %i transfers, %i pathways, %i schedules, each cause named [E178 E327 R194 R341]', (transfers, pathways, schedules, said) => {
    expect(stopRemovalError({ transfers, pathways, schedules })).toBe(said);
  });
});

test('inside a station wheelchair boarding is possible, impossible or inherited [E085]', () => {
  expect(WHEELCHAIR_WITHIN).toEqual({ Inherit: 0, Possible: 1, Impossible: 2 });
  expect([0, 1, 2, 3].map(wheelchairWithinLabel)).toEqual(['Inherit from the station', 'Possible', 'Impossible', 'Unknown value 3']);
});

test('a stop has the fields of the specification; agencies are joined to it, its region is that of its database [E096 R126]', () => {
  const stop = {
    Id: 'S1',
    Name: 'Market',
    Type: 2,
    Direction: 'Harbour',
    Coordinate: { Lat: 52.1, Lng: 5.1 },
    ParentId: 'ST',
    ZoneId: '1',
    StopCode: '7001',
    Url: 'https://stop.example/1',
    WheelchairBoarding: 1,
    SignpostedAs: 'Market A',
    AreaName: 'Centre',
    GroupId: 'G1',
    PlatformCode: 'A',
  };
  expect(Stop.parse(stop)).toEqual(stop);
  expect(Object.keys(Stop.shape)).toEqual(expect.arrayContaining(Object.keys(stop)));
});

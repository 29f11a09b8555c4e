import { expect, test } from 'vitest';
import { parseStops } from './stopPaste.ts';

const taken = (id: string): boolean => id === 'S1';

test('a pasted table is read with titles of GTFS in any order, tabs and quotes [E173 E174 R244]', () => {
  const { stops, faults } = parseStops(
    'stop_id\tstop_lat\tstop_lon\tstop_name\tzone_id\tlocation\nS9\t48.5\t-9.25\t"Mill ""Old"" Lane"\tA\tx\n\n\t1\t2\tHill\t\t\n',
    taken,
  );
  expect(faults).toEqual([]);
  expect(stops).toEqual([
    { line: 2, stopId: 'S9', stopName: 'Mill "Old" Lane', coordinate: { Lat: 48.5, Lng: -9.25 }, stopType: 0, stopZoneId: 'A' },
    { line: 4, stopName: 'Hill', coordinate: { Lat: 1, Lng: 2 }, stopType: 0 },
  ]);
});

test('without titles the columns are name, latitude, longitude, id and zone', () => {
  expect(parseStops('Market, 48.1, 9.2\n"Hill, upper",48,9,H1,B', taken)).toMatchObject({
    faults: [],
    stops: [{ stopName: 'Market' }, { stopName: 'Hill, upper', stopId: 'H1', stopZoneId: 'B' }],
  });
});

test('every fault names its line: no name, no place, an id that is taken or comes twice [R242 R249]', () => {
  const { faults } = parseStops('name;lat;lng;id;type\n;48;9;A\nMarket;91;9;B\nHill;48;9;S1\nMill;48;9;A\nWell;48,5;9;C\nDam;48;9;D;7', taken);
  expect(faults).toEqual([
    { line: 2, message: 'Stop name is required' },
    { line: 3, message: 'Latitude must be within ±90 and longitude within ±180' },
    { line: 4, message: 'There is a stop with the id S1 already.' },
    { line: 5, message: 'The id A is that of line 2 too' },
    { line: 6, message: 'Latitude must be within ±90 and longitude within ±180' },
    { line: 7, message: 'Type 7 is none of 0 to 5' },
  ]);
});

import { describe, expect, test } from 'vitest';
import type { Database, Region } from '../../domain/versions.ts';
import { databasesByRegion } from './byRegion.ts';

const region = (Key: string, Name: string): Region => ({
  Key,
  Name,
  CountryCode: 'NL',
  LanguageCode: 'nl',
  Timezone: 'Europe/Amsterdam',
  Currency: 'EUR',
  Bounds: null,
  Databases: [],
  Permissions: { ReadOnly: false },
});
const database = (Id: string, Name: string, RegionKey: string): Database => ({
  Id,
  Name,
  RegionKey,
  RegionName: RegionKey.toUpperCase(),
  Permissions: { ReadOnly: false },
});

const regions = [region('west', 'Westland'), region('east', 'Oostland'), region('north', 'Noordland')];
const databases = [database('tram', 'Tram 10', 'west'), database('bus', 'Tram 9', 'west'), database('ferry', 'Ferries', 'east')];
const shape = (search?: string) => databasesByRegion(regions, databases, search).map((group) => [group.name, group.databases.map((one) => one.Id)]);

describe('databases by region', () => {
  test('each region has its databases, in the order of their names and numbers [R004] [R001]', () => {
    expect(shape()).toEqual([
      ['Noordland', []],
      ['Oostland', ['ferry']],
      ['Westland', ['bus', 'tram']],
    ]);
  });

  test('a search leaves the databases that answer it', () => {
    expect(shape('ferr')).toEqual([['Oostland', ['ferry']]]);
    expect(shape('TRAM')).toEqual([['Westland', ['bus', 'tram']]]);
    expect(shape('nothing')).toEqual([]);
  });

  test('a search for a region keeps all its databases', () => {
    expect(shape('westl')).toEqual([['Westland', ['bus', 'tram']]]);
  });

  test('a database of a region that is not in the list is not lost', () => {
    expect(databasesByRegion([], [database('bus', 'Bus', 'west')])).toMatchObject([{ name: 'WEST', region: undefined, databases: [{ Id: 'bus' }] }]);
  });
});

import { describe, expect, it } from 'vitest';
import * as regions from './regions.ts';

describe('rules of the region wizard', () => {
  it.each([
    ['', 'Id cannot be empty'],
    ['ab1', 'Id can only contain latin alphabet letters'],
    ['é', 'Id can only contain latin alphabet letters'],
    ['a b', 'Id can only contain latin alphabet letters'],
    ['a', 'Id length should be 2 to 8 characters'],
    ['abcdefghi', 'Id length should be 2 to 8 characters'],
    ['DEMO', 'Database id with this key already exists'],
    ['version', 'Database id with this key already exists'],
    ['Newone', 'Database id with this key already added to the list'],
    ['ab', undefined],
    ['abcdefgh', undefined],
  ])('database id %j: %s [R203 R204 R205]', (id, message) => {
    expect(regions.databaseIdError(id, ['demo'], ['newone'])).toBe(message);
  });

  it('a database id that is there or added is refused whatever its case [R206 R207]', () => {
    expect(regions.databaseIdError('deMO', ['Demo'], [])).toBe('Database id with this key already exists');
    expect(regions.databaseIdError('neW', [], ['New'])).toBe('Database id with this key already added to the list');
  });

  it.each([
    ['', undefined],
    ['Groß-Zürich_1, (old).', undefined],
    ['a/b', 'Name can only contain letters, numbers, spaces and special characters -_,.()'],
    ['a\nb', 'Name can only contain letters, numbers, spaces and special characters -_,.()'],
    ['x'.repeat(128), undefined],
    ['x'.repeat(129), 'Name can not be longer than 128 characters'],
  ])('database name %j: %s [R208 R209 R210]', (name, message) => {
    expect(regions.databaseNameError(name)).toBe(message);
  });

  it.each([
    ['', 'Region key cannot be empty'],
    ['north1', 'Region key can only contain latin alphabet letters'],
    ['n'.repeat(41), 'Region key can not be longer than 40 characters'],
    ['NORTH', 'Region with this key already exists'],
    ['n'.repeat(40), undefined],
  ])('region key %j: %s [R211 R212 R213]', (key, message) => {
    expect(regions.regionKeyError(key, ['north'])).toBe(message);
  });

  it('a region key is taken whatever its case [R214]', () => {
    expect(regions.regionKeyError('north', ['North'])).toBe('Region with this key already exists');
  });

  it.each([
    ['', 'Region name cannot be empty'],
    ['  ', 'Region name cannot be empty'],
    ['North; South', 'Name can only contain letters, numbers, spaces and special characters -_,.()'],
    ['x'.repeat(129), 'Region name can not be longer than 128 characters'],
    ['North & Co', 'Name can only contain letters, numbers, spaces and special characters -_,.()'],
    ['Île-de-France (east)', undefined],
  ])('region name %j: %s [R215 R216 R217]', (name, message) => {
    expect(regions.regionNameError(name)).toBe(message);
  });

  it('country, timezone, language and currency are each required [R218]', () => {
    const errors = regions.generalErrors({ Name: 'North', CountryCode: '', LanguageCode: '', Timezone: '', Currency: '' });
    expect(errors).toEqual([
      { Field: 'CountryCode', Message: 'Country cannot be empty' },
      { Field: 'Timezone', Message: 'Timezone cannot be empty' },
      { Field: 'LanguageCode', Message: 'Language cannot be empty' },
      { Field: 'Currency', Message: 'Currency cannot be empty' },
    ]);
  });

  it.each([
    ['52.1,5.1', undefined],
    [' -1 , 180 ', undefined],
    ['', 'Not valid coordinate'],
    ['52.1', 'Not valid coordinate'],
    ['90.1,0', 'Not valid coordinate'],
    ['52.1N,5.1E', 'Not valid coordinate'],
  ])('corner %j: %s [R219]', (text, message) => {
    expect(regions.cornerError(text)).toBe(message);
  });

  it.each([
    [1, 1, 0, 0, undefined],
    [0, 1, 0, 0, 'Invalid the pair of north east & south west coordinates'],
    [1, 0, 0, 0, 'Invalid the pair of north east & south west coordinates'],
    [-1, 1, 0, 0, 'Invalid the pair of north east & south west coordinates'],
  ])('north east %d,%d over south west %d,%d: %s [R220]', (neLat, neLng, swLat, swLng, message) => {
    expect(regions.boxError({ NorthEast: { Lat: neLat, Lng: neLng }, SouthWest: { Lat: swLat, Lng: swLng } })).toBe(message);
  });

  it('a region begins with the default box, and with ±0.3 by ±0.9 degrees round a place [R150 R346]', () => {
    expect(regions.DEFAULT_BOUNDS).toEqual({ NorthEast: { Lat: 72.675656, Lng: 123.421885 }, SouthWest: { Lat: -19.757305, Lng: -114.234365 } });
    const { NorthEast, SouthWest } = regions.boundsAround({ Lat: 52, Lng: 5 });
    expect([NorthEast.Lat, NorthEast.Lng, SouthWest.Lat, SouthWest.Lng].map((degrees) => Math.round(degrees * 10) / 10)).toEqual([
      52.3, 5.9, 51.7, 4.1,
    ]);
  });

  it('errors of a database go with it, and those of later ones move up [R160]', () => {
    const errors = [
      { Field: 'Name', Message: 'n' },
      { Field: 'Databases[0]/Id', Message: 'a' },
      { Field: 'Databases[1]/Name', Message: 'b' },
      { Field: 'Databases[2]/Id', Message: 'c' },
    ];
    expect(regions.withoutDatabaseErrors(errors, 1)).toEqual([
      { Field: 'Name', Message: 'n' },
      { Field: 'Databases[0]/Id', Message: 'a' },
      { Field: 'Databases[1]/Id', Message: 'c' },
    ]);
  });

  it.each([
    ['Key', 'general'],
    ['Currency', 'general'],
    ['Bounds/NorthEast', 'bounds'],
    ['Databases[3]/Name', 'databases'],
    ['Else', undefined],
  ])('an error of %s belongs to the step %s [R163]', (Field, step) => {
    expect(regions.stepOfError({ Field, Message: '' })).toBe(step);
  });
});

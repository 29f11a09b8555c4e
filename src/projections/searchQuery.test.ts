import { expect, test } from 'vitest';
import { type TagSearch, tagSearchOf, withTagSearch } from './searchQuery.ts';

const written = (search: string, change: Partial<TagSearch> = {}): string =>
  withTagSearch('stops', search, { ...tagSearchOf('stops', search), ...change });

test('one parameter stands for each tag, and one query for each text [E050 E051 E052]', () => {
  const tags = [
    { field: 'query', value: 'harbour' },
    { field: 'query', value: 'a&b' },
    { field: 'ZoneId', value: 'A' },
  ];
  expect(written('', { tags })).toBe('?query=harbour&query=a%26b&ZoneId=A&condition=And');
  expect(tagSearchOf('stops', '?query=harbour&query=a%26b&ZoneId=A&condition=And').tags).toEqual(tags);
});

test('match and condition stand in the address by name [E053, E054]', () => {
  const search = '?Name=a&Name=b&match=Exact&condition=Or';
  expect(tagSearchOf('stops', search)).toMatchObject({ match: 'Exact', condition: 'Or' });
  expect(written(search)).toBe(search);
  expect(written(search, { match: 'Contains', condition: 'And' })).toBe('?Name=a&Name=b&condition=And');
  expect(tagSearchOf('stops', '?Name=a')).toMatchObject({ match: 'Contains', condition: 'And' });
});

test('an unfinished tag stands behind draft- and comes back [E055 E143]', () => {
  expect(written('', { draft: { field: 'Name', value: 'mar' } })).toBe('?draft-Name=mar');
  expect(tagSearchOf('stops', '?draft-Name=mar').draft).toEqual({ field: 'Name', value: 'mar' });
  expect(tagSearchOf('stops', '?draft-Name=').draft).toEqual({ field: 'Name', value: '' });
  expect(written('?draft-Name=mar', { draft: undefined })).toBe('');
});

test('what else the address asks for stays, and is no tag', () => {
  expect(written('?rule=stops.4&list=stops&Name=a', { tags: [] })).toBe('?rule=stops.4&list=stops');
  expect(tagSearchOf('stops', '?rule=stops.4&TripId=x').tags).toEqual([]);
});

import { expect, test } from 'vitest';
import { withQuery } from './query.ts';

test('a search is kept in the address beside what else is there', () => {
  expect(withQuery('', 'search', 'market & quay')).toBe('?search=market+%26+quay');
  expect(withQuery('?list=stops&search=a', 'search', 'b')).toBe('?list=stops&search=b');
  expect(withQuery('?search=a', 'search', '')).toBe('');
});

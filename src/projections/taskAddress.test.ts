import { describe, expect, test } from 'vitest';
import { integerError, levelsShown, logViewOf, searchWith, taskQueryOf, taskViewOf } from './taskAddress.ts';

describe('the filter of the Tasks screen', () => {
  test('version fields take integers only, and a page is of 200 [H079 H229 H354]', () => {
    expect([integerError('12'), integerError(''), integerError('12.5'), integerError('x')]).toEqual([
      undefined,
      undefined,
      'Enter an integer',
      'Enter an integer',
    ]);
    expect(taskQueryOf(taskViewOf('?input_version=5&output_version=x&filter=Night&page=3'))).toEqual({
      input_version: 5,
      filter: 'Night',
      limit: 200,
      offset: 400,
    });
  });

  test('change id, database version id and set id take integers too [H079]', () => {
    expect(taskQueryOf(taskViewOf('?change_id=12&db_version_id=3&set_id=4.5'))).toEqual({ change_id: 12, db_version_id: 3, limit: 200, offset: 0 });
  });

  test('stands in the address, and goes from it where it is empty', () => {
    expect(searchWith('?filter=a&task=4', { filter: '', type: '2' })).toBe('?task=4&type=2');
  });
});

describe('the levels of a log', () => {
  const counts = { information: 3, warnings: 0, errors: 1 };
  test('are those that have rows, limited to the requested ones [H213 H214]', () => {
    expect(levelsShown(logViewOf(''), counts)).toEqual([1, 3]);
    expect(levelsShown(logViewOf('?levels=2,3'), counts)).toEqual([3]);
    expect(levelsShown(logViewOf(''), null)).toEqual([]);
  });
});

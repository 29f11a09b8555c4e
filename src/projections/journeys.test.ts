import { expect, test } from 'vitest';
import { brokenSearch, journeyForm, questionOf } from './journeys.ts';

const asked = (search: string) => questionOf(journeyForm(search, '2026-05-06'), 20);

test('broken connections are asked for of all edits, of the last ones, or of those after a revision', () => {
  const question = { part: 'broken', date: '2026-05-06', minutes: 10 };
  expect(asked('?part=broken')).toEqual({ question: { ...question, since: 0 } });
  expect(asked('?part=broken&since=5')).toEqual({ question: { ...question, since: 15 } });
  expect(asked('?part=broken&since=50')).toEqual({ question: { ...question, since: 0 } });
  expect(asked(brokenSearch('2026-05-06', 12))).toEqual({ question: { ...question, since: 12 } });
  expect(brokenSearch(undefined, 12)).toBe('?part=broken&since=after-12');
});

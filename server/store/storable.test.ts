import { expect, test } from 'vitest';
import { unstorableIn } from './storable.ts';

test.each([
  ['x'.repeat(1_000_000), []],
  ['x'.repeat(1_000_001), ['This text has more than 1,000,000 characters']],
  ['a\0b', ['This text holds a character that cannot be stored']],
  ['a\ud800b', ['This text holds a character that cannot be stored']],
  ['a\u{1f68b}b', []],
])('a text as long or as odd as case %# may be kept or not, wherever it stands', (text, messages) => {
  expect([...unstorableIn({ Name: 'A', Notes: [{ Text: text }] })]).toEqual(messages.map((message) => ({ path: ['Notes', 0, 'Text'], message })));
});

import { expect, test } from 'vitest';
import { contrast, hexColour, readableOn, seenOn } from './colours.ts';

test('a colour of a feed is read with or without its sign', () => {
  expect(hexColour('00ABcd')).toBe('#00ABcd');
  expect(hexColour('#00abcd')).toBe('#00abcd');
  expect(['', '00abc', 'red', undefined].map(hexColour)).toEqual([undefined, undefined, undefined, undefined]);
});

test('text on a dark line is white, on a light one black', () => {
  expect(readableOn('#1b1464')).toBe('#ffffff');
  expect(readableOn('#ffe066')).toBe('#000000');
});

test.each([
  ['a dark line on the dark map', '#1b1464', '#22272c'],
  ['a black one', '#000000', '#22272c'],
  ['a yellow line on the light map', '#ffee00', '#f7f6f2'],
  ['a white one', '#ffffff', '#f7f6f2'],
])('%s is made so that it can be seen', (_what, color, ground) => {
  expect(contrast(color, ground)).toBeLessThan(2);
  expect(contrast(seenOn(color, ground, 2), ground)).toBeGreaterThanOrEqual(2);
});

test('one that can be seen stays as it is', () => {
  expect(seenOn('#0b7285', '#f7f6f2', 2)).toBe('#0b7285');
});

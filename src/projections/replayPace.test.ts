import { expect, test } from 'vitest';
import { nextDue } from './replayPace.ts';

const AT = [0, 1000, 1004, 1008, 9000, 8000];

test('the pause before a record is the recorded one, divided by the speed', () => {
  expect(nextDue(AT, 0, '1')).toEqual({ wait: 0, to: 1, cut: 0 });
  expect(nextDue(AT, 1, '1')).toEqual({ wait: 1000, to: 4, cut: 0 });
  expect(nextDue(AT, 1, '4')).toEqual({ wait: 250, to: 4, cut: 0 });
});

test('a long pause takes two seconds and says how long it was', () => {
  expect(nextDue(AT, 4, '1')).toEqual({ wait: 2000, to: 6, cut: 7992 });
  expect(nextDue(AT, 4, '4')).toEqual({ wait: 1998, to: 6, cut: 0 });
});

test('a frame that is over is not waited for with the next records', () => {
  expect(nextDue([0, 10, 20, 30], 0, '1')).toEqual({ wait: 0, to: 2, cut: 0 });
  expect(nextDue([0, 10, 20, 30], 0, '4')).toEqual({ wait: 0, to: 4, cut: 0 });
});

test('without pauses everything is due at once, and nothing at the end', () => {
  expect(nextDue(AT, 2, 'max')).toEqual({ wait: 0, to: 6, cut: 0 });
  expect(nextDue(AT, 6, '1')).toBeUndefined();
  expect(nextDue([], 0, 'max')).toBeUndefined();
});

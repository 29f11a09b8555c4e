import { expect, test } from 'vitest';
import { formatServiceTime, parseRunningTime, parseServiceTime } from './time.ts';

test.each([
  ['805', 29_100],
  ['8:05', 29_100],
  ['0805', 29_100],
  ['80530', 29_130],
  ['8:05:30', 29_130],
  ['080530', 29_130],
  ['25:10', 90_600],
  ['2510', 90_600],
  ['0:05', 300],
  ['99:59:59', 359_999],
  [' 8:05 ', 29_100],
  ['8.05', 29_100],
  ['8h05', 29_100],
  ['8.05.30', 29_130],
  ['7:35am', 27_300],
  ['7:35 PM', 70_500],
  ['12:10am', 600],
  ['12pm', 43_200],
])('a typed time %s is %d seconds of the service day [E163]', (text, seconds) => {
  expect(parseServiceTime(text)).toBe(seconds);
});

test.each([
  [29_100, '08:05'],
  [86_400, '24:00'],
  [90_600, '25:10'],
  [29_130, '08:05:30'],
  [-600, '-00:10'],
])('%d seconds of the service day are shown as %s: after midnight the hours go on', (seconds, text) => {
  expect(formatServiceTime(seconds)).toBe(text);
});

test.each(['25:61', '8:5', '8', '80', 'noon', '8:05:60', '100:00', '8.5', '8h', '13:05pm', '0:05am', '-8:05', '1234567', ''])(
  '%s is no time',
  (text) => {
    expect(parseServiceTime(text)).toBeUndefined();
  },
);

test.each([
  ['5', 300],
  ['1:05', 3900],
  ['0:02:30', 150],
  ['0:61', undefined],
  ['x', undefined],
])('a running time %s is %s seconds', (text, seconds) => {
  expect(parseRunningTime(text)).toBe(seconds);
});

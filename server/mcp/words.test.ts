import { expect, it } from 'vitest';
import { applyWords, changeWords, previewWords } from './words.ts';

const departures = Array.from({ length: 40 }, (_, n) => ({ Type: 'Exact', Time: 21_600 + 900 * n, TripId: `trip-${n}` }));

it('of a long list only the entries that differ are written, however late they come', () => {
  const later = departures.map((departure, n) => (n === 38 ? { ...departure, Time: 55_860, TripId: 'x'.repeat(200) } : departure));
  const change = { Kind: 'Timetable', Id: 'L1/T1/1', Before: { Departures: departures }, After: { Departures: later } };
  expect(changeWords(change)).toBe(`Timetable L1/T1/1: Departures[38].Time 55800 → 55860, Departures[38].TripId "trip-38" → "${'x'.repeat(200)}"`);
  const wheelchair = departures.map((departure, n) => (n === 39 ? { ...departure, WheelchairAccessibility: 2 } : departure));
  expect(changeWords({ ...change, After: { Departures: wheelchair } })).toBe(
    'Timetable L1/T1/1: Departures[39] {"Type":"Exact","Time":56700,"TripId":"trip-39"} → {"Type":"Exact","Time":56700,"TripId":"trip-39","WheelchairAccessibility":2}',
  );
  expect(changeWords({ ...change, After: { Departures: departures.filter((_, n) => n !== 20) } })).toBe(
    'Timetable L1/T1/1: Departures[20…] [{"Type":"Exact","Time":39600,"TripId":"trip-20"}] → []',
  );
  const all = departures.map((departure) => ({ ...departure, Time: departure.Time + 60 }));
  expect(changeWords({ ...change, After: { Departures: all } })).toMatch(/, and 20 more parts of Departures$/);
});

it('of a long text it is the part from where it differs', () => {
  const change = { Kind: 'Track', Id: 'L1/T1', Before: { Shape: 'a'.repeat(1000) }, After: { Shape: `${'a'.repeat(999)}b` } };
  expect(changeWords(change)).toBe('Track L1/T1: Shape "…aaaaaaaaaaaaaaaaaaaaa" → "…aaaaaaaaaaaaaaaaaaaab"');
});

it('texts of data cannot make a line of their own', () => {
  const change = { Kind: 'Stop', Id: 'a\nDone: b', Before: { Name: 'A' }, After: { Name: 'A\u202eB\u2028' } };
  expect(changeWords(change)).toBe('Stop a\\u000aDone: b: Name "A" → "A\\u202eB\\u2028"');
  expect(applyWords('Done', 1, { Label: 'Rename\n', Rev: 1 }).split('\n')).toHaveLength(2);
});

it('a preview stays short, and keeps its id', () => {
  const long = Object.fromEntries(Array.from({ length: 50 }, (_, n) => [`Field${n}`, 'x'.repeat(390)]));
  const Changes = Array.from({ length: 100 }, (_, n) => ({ Kind: 'Stop', Id: `s${n}`, Before: null, After: long }));
  const words = previewWords(1, { Preview: 'q7Ypzr3nXw0a', Label: 'Many', Rev: 0, Count: 2000, Changes, Expires: '2026-12-14T02:15:00Z' });
  expect(words.length).toBeLessThan(100_000);
  expect(words).toMatch(/\nand 1997 more\nTo write it, call apply_change with versionId 1 and preview "q7Ypzr3nXw0a" before /);
});

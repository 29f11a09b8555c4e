import { expect, test } from 'vitest';
import { placeOf } from '../../domain/locations.ts';
import { sheetKeyOf } from '../timetables/sheetKeys.ts';
import { localKeys } from './localKeys.ts';

const groups = (path: string): readonly string[] => localKeys(placeOf(path)).map(({ group }) => group);

test.each([
  ['/data', []],
  ['/pipelines', []],
  ['/changes/demo', []],
  ['/data/db/demo/v/7/stops', ['In the search', 'On the map']],
  ['/data/db/demo/v/7/fares', ['In the search', 'On the map']],
  ['/data/db/demo/v/7/schedules/S1', ['In the search', 'In the calendar', 'On the map']],
  ['/data/db/demo/v/7/schedules/S1/T1/map', ['In the stops of a track', 'On the map']],
  ['/data/db/demo/v/7/schedules/S1/T1/timetables/1', ['In the sheet', 'Times of the timetable', 'In the stringline']],
  ['/data/db/demo/v/7/schedules/S1/T1/access', ['In the sheet', 'Access and timepoints']],
  ['/data/db/demo/v/7/schedules/S1/T1/access/1', ['In the stops of a track', 'On the map']],
  ['/data/db/demo/v/7/translations', ['In the sheet']],
])('%s shows the keys of what stands there', (path, particular) => {
  expect(groups(path)).toEqual([...particular, 'In lists', 'In fields', 'On the screen']);
});

/** A key of the overlay as a press of the keyboard. */
const PRESSES: Readonly<Record<string, Readonly<Record<string, string | boolean>>>> = {
  '+': { key: '+', code: 'NumpadAdd' },
  '-': { key: '-', code: 'NumpadSubtract' },
  S: { key: 's', code: 'KeyS' },
  I: { key: 'i', code: 'KeyI' },
  Ins: { key: 'Insert', code: 'Insert' },
  X: { key: 'x', code: 'KeyX' },
  'Ctrl+R': { key: 'r', code: 'KeyR', ctrlKey: true },
  'Ctrl+F': { key: 'f', code: 'KeyF', ctrlKey: true },
  'Ctrl+Space': { key: ' ', code: 'Space', ctrlKey: true },
  'Shift+Space': { key: ' ', code: 'Space', shiftKey: true },
  'Ctrl+Del': { key: 'Delete', code: 'Delete', ctrlKey: true },
  Esc: { key: 'Escape', code: 'Escape' },
};

test('every key of the sheet that the overlay names does something there', () => {
  const none = { key: '', code: '', ctrlKey: false, metaKey: false, altKey: false, shiftKey: false };
  const named = localKeys(placeOf('/data/db/demo/v/7/schedules/S1/T1/timetables/1')).find(({ group }) => group === 'Times of the timetable');
  // digits and Alt+Enter belong to the entry
  const keys = (named?.keys ?? []).flatMap(([words]) => words).filter((key) => key !== '0–9' && key !== 'Alt+Enter');
  expect(keys.map((key) => [key, sheetKeyOf({ ...none, ...PRESSES[key] })])).toEqual([
    ['+', 'later'],
    ['-', 'earlier'],
    ['S', 'shiftBy'],
    ['I', 'interpolate'],
    ['Ins', 'add'],
    ['X', 'notServed'],
    ['Ctrl+R', 'fillRight'],
    ['Ctrl+F', 'find'],
    ['Ctrl+Space', 'selectColumns'],
    ['Shift+Space', 'selectRows'],
    ['Ctrl+Del', 'remove'],
    ['Esc', 'collapse'],
  ]);
});

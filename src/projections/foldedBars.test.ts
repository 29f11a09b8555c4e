import { expect, test } from 'vitest';
import { DEFAULT_SETTINGS } from '../domain/settings.ts';
import { canFold, isFolded } from './foldedBars.ts';
import type { AppState } from './state.ts';

const at = (path: string, barsFolded: boolean): AppState =>
  ({ location: { path, search: '' }, settings: { ...DEFAULT_SETTINGS, barsFolded } }) as AppState;

test('the bars are folded on the pages of a track alone: every other page keeps its header', () => {
  const track = '/data/db/demo/v/7/schedules/S1/a-b/timetables';
  expect([canFold(at(track, false)), isFolded(at(track, false)), isFolded(at(track, true))]).toEqual([true, false, true]);
  for (const path of ['/data', '/data/db/demo/v/7/schedules', '/data/db/demo/v/7/schedules/S1', '/tasks'])
    expect([canFold(at(path, true)), isFolded(at(path, true))], path).toEqual([false, false]);
});

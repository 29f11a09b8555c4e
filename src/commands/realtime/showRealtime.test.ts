import { expect, test } from 'vitest';
import { createDraft, finishDraft } from 'immer';
import { goTo } from '../shell/goTo.ts';
import { keptRealtime, turnOn } from '../../projections/realtime.ts';
import { type AppState, initialState } from '../../projections/state.ts';

const RANGE = { from: '2026-03-01', to: '2026-03-03' };
const at = (path: string, search = ''): AppState => changed(initialState, (state) => goTo(state, { path, search }));

function changed(state: AppState, change: (draft: never) => void): AppState {
  const draft = createDraft(state);
  change(draft as never);
  return finishDraft(draft);
}

test('the address says which vehicles are shown, and an address with a range shows them', () => {
  const on = changed(at('/data/db/demo/v/1/schedules', '?Name=10'), (state) => turnOn(state, RANGE));
  expect(on.location.search).toBe('?Name=10&realtime=2026-03-01..2026-03-03');
  expect(on.realtime).toMatchObject({ range: RANGE, place: { databaseId: 'demo', versionId: 1 } });
  expect(at(on.location.path, on.location.search).realtime.range).toEqual(RANGE);
  const off = changed(on, (state) => turnOn(state, null));
  expect([off.location.search, off.realtime.range]).toEqual(['?Name=10', null]);
});

test('they stay from page to page of the version, follow the open track, and go with another version [R200]', () => {
  const on = at('/data/db/demo/v/1/stops', '?realtime=2026-03-01..2026-03-03');
  const to = (path: string): string => keptRealtime(on as never, { path, search: '' });
  expect(to('/data/db/demo/v/1/schedules/L1/a-b/map')).toBe('?realtime=2026-03-01..2026-03-03');
  expect([to('/data/db/demo/v/2/stops'), to('/tasks')]).toEqual(['', '']);
  const track = changed(on, (state) => goTo(state, { path: '/data/db/demo/v/1/schedules/L1/a-b/map', search: on.location.search }));
  expect(track.realtime.place).toEqual({ databaseId: 'demo', versionId: 1, schedule: 'L1', track: 'a-b' });
  expect(changed(on, (state) => goTo(state, { path: '/data/db/demo/v/2/stops', search: '' })).realtime.range).toBeNull();
});

test.each(['2026-03-01..2026-03-16', '2026-02-30..2026-03-01', '2026-03-03..2026-03-01', 'x', '1..2'])('%s in the address is no range', (text) => {
  expect(at('/data/db/demo/v/1/stops', `?realtime=${text}`).realtime.range).toBeNull();
});

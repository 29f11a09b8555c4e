import { expect, test } from 'vitest';
import type { Colleague, PresencePlace } from '../domain/presence.ts';
import { tableOf } from '../kernel/table.ts';
import { peopleOnMap } from './peopleOnMap.ts';
import { emptyVersion, initialState } from './state.ts';

const at = { Lat: 52.1, Lng: 5.2 };
const stops = [
  { Id: 'A/1', Name: 'Market', Type: 0, Coordinate: at },
  { Id: 'B', Name: 'Nowhere', Type: 0, Coordinate: null },
];
const empty = emptyVersion(7);
const view = {
  ...initialState,
  location: { ...initialState.location, path: '/data/db/demo/v/7/schedules' },
  versions: { 7: { ...empty, stops: { ...empty.stops, value: tableOf(stops, ({ Id }) => Id) } } },
};

function pointOf(place: PresencePlace): unknown {
  const iris: Colleague = { person: 'p', name: 'Iris Smit', initials: 'IS', colour: 3, place, places: [place] };
  return peopleOnMap(view, [iris])[0]?.at;
}

test('a colleague is at the point of the map, or at the stop, that they work on', () => {
  expect(pointOf({ path: '/data/db/demo/v/7/stops/A%2F1' })).toEqual(at);
  expect(pointOf({ path: '/data/db/demo/v/7/schedules/1/a-b/timetables', stopId: 'A/1' })).toEqual(at);
  expect(pointOf({ path: '/data/db/demo/v/7/stops/A%2F1', at: { Lat: 1, Lng: 2 } })).toEqual({ Lat: 1, Lng: 2 });
});

test('somebody at no place of the version in view is not on its map', () => {
  expect(pointOf({ path: '/data/db/demo/v/8/stops/A%2F1' })).toBeUndefined();
  expect(pointOf({ path: '/data/db/demo/v/7/agencies/B' })).toBeUndefined();
  expect(pointOf({ path: '/data/db/demo/v/7/stops/B' })).toBeUndefined();
  expect(pointOf({ path: '/data/db/demo/v/7/stops/gone' })).toBeUndefined();
  expect(pointOf({ path: '/changes/db/demo', stopId: 'A/1' })).toBeUndefined();
  expect(peopleOnMap({ ...view, location: initialState.location }, [])).toEqual([]);
});

import { expect, test } from 'vitest';
import type { Region } from '../../domain/versions.ts';
import { type AppState, initialState } from '../../projections/state.ts';
import { regionsLayer } from './regions.ts';

const region = (Key: string, west: number, east: number) => ({
  Key,
  Name: Key,
  Bounds: { SouthWest: { Lat: 48, Lng: west }, NorthEast: { Lat: 49, Lng: east } },
});

/** Where the name of each region stands, and to which side of that place it runs. */
function namesOf(...regions: readonly ReturnType<typeof region>[]): readonly unknown[] {
  const view: AppState = {
    ...initialState,
    location: { path: '/data', search: '' },
    regions: { status: 'succeeded', value: regions as unknown as readonly Region[], messages: [] },
  };
  const shown = regionsLayer.data?.({ view, drafts: {}, workflows: {} });
  return (regionsLayer.sources['regions']?.(shown ?? [], 3) ?? []).flatMap(({ shape, properties }) =>
    shape.type === 'Point' ? [[properties['name'], shape.at.Lng, properties['anchor']]] : [],
  );
}

test('the name of a region runs from its corner towards the middle of all, so that the edge of the map cuts none', () => {
  expect(namesOf(region('Velmar', 9, 10), region('Far east', 140, 141))).toEqual([
    ['Velmar', 9, 'top-left'],
    ['Far east', 141, 'top-right'],
  ]);
  expect(namesOf(region('Velmar', 9, 10))).toEqual([['Velmar', 9, 'top-left']]);
});

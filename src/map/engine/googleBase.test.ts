import { expect, it } from 'vitest';
import { GoogleBase, type GoogleMap } from './openGoogle.ts';

/** A stand-in for Google's map, which no test can reach: it writes down what it is told. */
function recorded(): { readonly map: GoogleMap; readonly calls: unknown[] } {
  const calls: unknown[] = [];
  const tell =
    (name: string) =>
    (value: unknown): void =>
      void calls.push([name, value]);
  return { calls, map: { moveCamera: tell('moveCamera'), setMapTypeId: tell('setMapTypeId') } };
}

it('Google shows the same place one zoom number on [E351, R357]', () => {
  const { map, calls } = recorded();
  new GoogleBase(map).viewSettled({ center: { Lat: 52, Lng: 5 }, zoom: 12.5 });
  expect(calls).toEqual([['moveCamera', { center: { lat: 52, lng: 5 }, zoom: 13.5 }]]);
});

it('the tile choices are types of map of Google', () => {
  const { map, calls } = recorded();
  const base = new GoogleBase(map);
  for (const tiles of ['default-tile', 'satellite', 'openstreetmap', 'streets'] as const) base.show({ theme: 'light', tiles });
  expect(calls).toEqual([
    ['setMapTypeId', 'roadmap'],
    ['setMapTypeId', 'satellite'],
    ['setMapTypeId', 'terrain'],
    ['setMapTypeId', 'roadmap'],
  ]);
});

import { expect, it } from 'vitest';
import { toMercator } from '../viewport.ts';
import { columnsOf } from './stopTilesClient.ts';
import { StopTileIndex, tilesShowing } from './stopTiles.ts';
import type { StopRow } from './stopTable.ts';

const row = (slot: number, Lat: number, Lng: number, Type = 0): StopRow => ({ slot, stop: { Id: `s${slot}`, Name: `Stop ${slot}`, Type, Lat, Lng } });
const stuttgart = { Lat: 48.78, Lng: 9.18 };

function tileAt(index: StopTileIndex, at: { Lat: number; Lng: number }, z: number) {
  const address = tilesShowing(at).find((tile) => tile.z === z);
  return address ? index.stopsIn(address) : [];
}

it('a tile holds its stops with their slot and type, and with their names from zoom 14', () => {
  const index = new StopTileIndex();
  index.load(columnsOf([row(7, 48.78, 9.18, 5)]));
  expect(tileAt(index, stuttgart, 13)[0]).not.toHaveProperty('name');
  expect(tileAt(index, stuttgart, 13)).toMatchObject([{ slot: 7, type: 5 }]);
  expect(tileAt(index, stuttgart, 14)).toMatchObject([{ slot: 7, type: 5, name: 'Stop 7' }]);
});

it('a tile without stops is empty', () => {
  const index = new StopTileIndex();
  index.load(columnsOf([row(1, 48.78, 9.18)]));
  expect(index.tile({ z: 6, x: 0, y: 0 })).toBeUndefined();
  expect(index.tile({ z: 0, x: 0, y: 0 })?.byteLength).toBeGreaterThan(0);
});

it('a moved stop leaves the old tile and comes into the new one', () => {
  const index = new StopTileIndex();
  const there = { Lat: 40, Lng: -3 };
  index.load(columnsOf([row(1, 48.78, 9.18), row(2, 48.78, 9.18)]));
  index.patch(columnsOf([row(1, there.Lat, there.Lng)]), new Uint32Array());
  expect(tileAt(index, stuttgart, 12).map(({ slot }) => slot)).toEqual([2]);
  expect(tileAt(index, there, 12).map(({ slot }) => slot)).toEqual([1]);
});

it('stops are put in and taken out, also beyond the size it started with', () => {
  const index = new StopTileIndex();
  index.load(columnsOf([row(1, 48.78, 9.18)]));
  index.patch(columnsOf([row(500, 48.78, 9.18)]), Uint32Array.of(1));
  expect(tileAt(index, stuttgart, 12).map(({ slot }) => slot)).toEqual([500]);
});

it('far out, stops on the same spot are drawn once; from zoom 10 every one is', () => {
  const index = new StopTileIndex();
  index.load(columnsOf(Array.from({ length: 50 }, (_, i) => row(i + 1, 48.78 + i * 1e-6, 9.18))));
  expect(tileAt(index, stuttgart, 9)).toHaveLength(1);
  expect(tileAt(index, stuttgart, 10)).toHaveLength(50);
});

it('a stop near the edge of a tile is in the neighbour too, and both are redrawn when it moves', () => {
  const index = new StopTileIndex();
  const nearEdge = { Lat: 48.78, Lng: 0.0001 }; // the edge of two tiles runs along longitude 0
  index.load(columnsOf([row(1, nearEdge.Lat, nearEdge.Lng)]));
  const concerned = tilesShowing(nearEdge).filter((tile) => tile.z === 8);
  expect(concerned).toHaveLength(2);
  for (const tile of concerned) expect(index.stopsIn(tile)).toHaveLength(1);
});

it('at the deepest tiles a stop is drawn within a quarter of a px', () => {
  const index = new StopTileIndex();
  index.load(columnsOf([row(1, stuttgart.Lat, stuttgart.Lng)]));
  const address = tilesShowing(stuttgart).findLast(({ z }) => z === 20);
  const [drawn] = address ? index.stopsIn(address) : [];
  const exact = (toMercator(stuttgart).x * 2 ** 20 - (address?.x ?? 0)) * 8192;
  // One unit is 1/16 px at zoom 20 and a quarter of a px at zoom 22, where the map ends.
  expect(Math.abs((drawn?.x ?? 0) - exact)).toBeLessThanOrEqual(0.5);
});

it('the tiles that show a place are those of every zoom that is made', () => {
  expect(tilesShowing(stuttgart).filter((tile) => tile.z === 0)).toEqual([{ z: 0, x: 0, y: 0 }]);
  expect(new Set(tilesShowing(stuttgart).map((tile) => tile.z)).size).toBe(21);
});

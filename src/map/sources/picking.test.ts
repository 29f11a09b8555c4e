import { expect, it } from 'vitest';
import type { MapLink } from '../mapPicture.ts';
import { toMercator } from '../viewport.ts';
import { distanceToSegment, linksAt, stopsAt, type Projection } from './picking.ts';
import { boxAround, boxOfPlace, PlaceIndex } from './placeIndex.ts';
import type { StopRow } from './stopTable.ts';

/** A flat view of 512 * 2^14 px across the world. */
const size = 512 * 2 ** 14;
const surface: Projection = {
  project: (at) => {
    const { x, y } = toMercator(at);
    return { x: x * size, y: y * size };
  },
  unproject: ({ x, y }) => ({ Lng: (x / size - 0.5) * 360, Lat: (Math.atan(Math.sinh(Math.PI * (1 - (2 * y) / size))) * 180) / Math.PI }),
};

function row(id: string, x: number, y: number, slot = 1): StopRow {
  const { Lat, Lng } = surface.unproject({ x, y });
  return { slot, stop: { Id: id, Name: id, Type: 0, Lat, Lng } };
}

function indexed(rows: StopRow[]): PlaceIndex<StopRow> {
  const index = new PlaceIndex<StopRow>(({ stop }) => boxOfPlace(stop));
  index.load(rows);
  return index;
}

const [x0, y0] = [4_200_000, 2_900_000];
const ids = (rows: StopRow[]) => rows.map(({ stop }) => stop.Id);

it('a click means the stops within 5 px, measured as a circle [E339] [R366]', () => {
  const index = indexed([row('in', x0 + 4.9, y0), row('corner', x0 + 4, y0 + 4), row('out', x0 + 5.1, y0)]);
  expect(ids(stopsAt(index, surface, { x: x0, y: y0 }))).toEqual(['in']);
});

it('several stops at a place come nearest first, and by id where they lie on each other', () => {
  const index = indexed([row('far', x0 + 3, y0), row('b', x0, y0), row('a', x0, y0), row('near', x0 + 1, y0)]);
  expect(ids(stopsAt(index, surface, { x: x0, y: y0 }))).toEqual(['a', 'b', 'near', 'far']);
});

it('a moved stop is found at its new place and no longer at the old one', () => {
  const before = row('s', x0, y0);
  const after = row('s', x0 + 100, y0);
  const index = indexed([before, row('t', x0 + 500, y0)]);
  index.change([before], [after]);
  expect(ids(stopsAt(index, surface, { x: x0, y: y0 }))).toEqual([]);
  expect(ids(stopsAt(index, surface, { x: x0 + 100, y: y0 }))).toEqual(['s']);
  index.change([after], [before]);
  expect(ids(stopsAt(index, surface, { x: x0, y: y0 }))).toEqual(['s']);
  expect(ids(stopsAt(index, surface, { x: x0 + 100, y: y0 }))).toEqual([]);
});

it('thousands of changes still leave every stop found once', () => {
  const rows = Array.from({ length: 1500 }, (_, i) => row(`s${i}`, x0 + i * 20, y0, i));
  const moved = rows.map(({ stop, slot }, i) => row(stop.Id, x0 + i * 20, y0 + 50, slot));
  const index = indexed(rows);
  rows.forEach((old, i) => index.change([old], [moved[i] ?? old]));
  expect(ids(stopsAt(index, surface, { x: x0 + 20 * 700, y: y0 + 50 }))).toEqual(['s700']);
  expect(ids(stopsAt(index, surface, { x: x0 + 20 * 700, y: y0 }))).toEqual([]);
});

it('an empty map has nothing under the pointer', () => {
  expect(stopsAt(indexed([]), surface, { x: x0, y: y0 })).toEqual([]);
});

it('a transfer is hit along its whole line, not only at its ends', () => {
  const index = new PlaceIndex<MapLink>((link) => boxAround([link.From, link.To]));
  index.load([{ Id: 'line', From: surface.unproject({ x: x0, y: y0 }), To: surface.unproject({ x: x0 + 400, y: y0 + 400 }) }]);
  const hit = (x: number, y: number) => linksAt(index, surface, { x: x0 + x, y: y0 + y }).map((link) => link.Id);
  expect(hit(200, 206)).toEqual(['line']); // 4.2 px beside it
  expect(hit(200, 208)).toEqual([]); // 5.7 px
  expect(hit(404, 404)).toEqual([]); // beyond its end
});

it('the distance to a line without length is the distance to its point', () => {
  expect(distanceToSegment({ x: 3, y: 4 }, { x: 0, y: 0 }, { x: 0, y: 0 })).toBe(5);
});

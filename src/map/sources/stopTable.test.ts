import { expect, it } from 'vitest';
import type { MapStop } from '../mapPicture.ts';
import { StopTable } from './stopTable.ts';

const stop = (Id: string, Lat = 1, Name = Id): MapStop => ({ Id, Name, Type: 0, Lat, Lng: 2 });
const names = (rows: readonly { stop: MapStop }[]) => rows.map((row) => row.stop.Id).toSorted();

it('the first stops are all new', () => {
  const table = new StopTable();
  const { put, before, removed } = table.update([[stop('a'), stop('b')], [stop('c')]]);
  expect(names(put)).toEqual(['a', 'b', 'c']);
  expect([before.length, removed.length, table.size]).toEqual([0, 0, 3]);
});

it('an edit of one stop is one change, and the stop keeps its slot', () => {
  const table = new StopTable();
  const same = [stop('a'), stop('b')];
  table.update([same, [stop('c'), stop('d')]]);
  const slot = table.of('c')?.slot;
  const { put, before, removed } = table.update([same, [stop('c', 9), stop('d')]]);
  expect(names(put)).toEqual(['c']);
  expect(before.map((row) => row.stop.Lat)).toEqual([1]);
  expect(removed).toEqual([]);
  expect(table.of('c')?.slot).toBe(slot);
  expect(table.of('c')?.stop.Lat).toBe(9);
});

it('a chunk that is the same array is not looked at', () => {
  const table = new StopTable();
  const chunk = [stop('a')];
  table.update([chunk]);
  chunk.push(stop('b'));
  expect(table.update([chunk, []]).put).toEqual([]);
});

it('a removed stop is gone, and its slot serves another one later', () => {
  const table = new StopTable();
  table.update([[stop('a'), stop('b')]]);
  const slot = table.of('a')?.slot ?? 0;
  const { removed } = table.update([[stop('b')]]);
  expect(names(removed)).toEqual(['a']);
  expect([table.of('a'), table.at(slot), table.size]).toEqual([undefined, undefined, 1]);
  table.update([[stop('b'), stop('c')]]);
  expect(table.of('c')?.slot).toBe(slot);
  expect(table.at(slot)?.stop.Id).toBe('c');
});

it('a stop that went to another chunk did not change', () => {
  const table = new StopTable();
  table.update([[stop('a')], [stop('b')]]);
  const { put, removed } = table.update([[stop('b')], [stop('a')]]);
  expect([put, removed]).toEqual([[], []]);
});

it('a stop without a valid coordinate is not on the map [R336]', () => {
  const table = new StopTable();
  expect(table.update([[stop('a', 91), stop('b', Number.NaN), stop('c')]]).put).toHaveLength(1);
  expect(names(table.update([[stop('c', 95)]]).removed)).toEqual(['c']);
});

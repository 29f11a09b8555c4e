import { produce } from 'immer';
import { describe, expect, test } from 'vitest';
import type { OverlayStop } from '../domain/stopDetails.ts';
import { putRow, removeRow, type Table, tableOf } from '../kernel/table.ts';
import { stopList } from './stopList.ts';

const stop = (Id: string, Name: string, more: Partial<OverlayStop> = {}): OverlayStop => ({ Id, Name, Type: 0, Coordinate: null, ...more });
const table = (...stops: OverlayStop[]): Table<OverlayStop> => tableOf(stops, ({ Id }) => Id);
const names = (of: Table<OverlayStop>): string[] => stopList(of).map(({ row }) => row.Name);

describe('the list of stops', () => {
  test('counts as people do: stop 2 stands before stop 10 [E040]', () => {
    expect(names(table(stop('a', 'Stop 10'), stop('b', 'Stop 2'), stop('c', 'stop 1')))).toEqual(['stop 1', 'Stop 2', 'Stop 10']);
  });

  test('stops of one name stand in order of their ids', () => {
    expect(stopList(table(stop('p10', 'Quay'), stop('p9', 'Quay'))).map(({ row }) => row.Id)).toEqual(['p9', 'p10']);
  });

  test('the same table is read once', () => {
    const stops = table(stop('a', 'A'));
    expect(stopList(stops)).toBe(stopList(stops));
  });

  test('after any edits it is what a fresh sort would give', () => {
    const random = mulberry(20_260_401);
    let present = table(...Array.from({ length: 700 }, (_, i) => stop(`s${i}`, `Stop ${Math.floor(random() * 300)}`)));
    stopList(present);
    for (let round = 0; round < 60; round++) {
      present = produce(present, (draft) => {
        for (let change = 0; change < 1 + random() * 3; change++) {
          const id = `s${Math.floor(random() * 720)}`;
          if (random() < 0.25) removeRow(draft, id);
          else putRow(draft, id, stop(id, `Stop ${Math.floor(random() * 300)}`, { Rev: round + 1 }));
        }
      });
      const fresh = table(...stopList(present).map(({ row }) => row));
      expect(stopList(present).map(({ row }) => row)).toEqual(sortedRows(fresh));
      expect(stopList(present)).toHaveLength(present.size);
    }
  });
});

function sortedRows(of: Table<OverlayStop>): OverlayStop[] {
  const collator = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });
  return of.buckets.flatMap((bucket) => Object.values(bucket)).toSorted((a, b) => collator.compare(a.Name, b.Name) || collator.compare(a.Id, b.Id));
}

function mulberry(seed: number): () => number {
  let a = seed;
  return () => {
    a = (a + 0x6d2b79f5) | 0;
    let t = Math.imul(a ^ (a >>> 15), 1 | a);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
}

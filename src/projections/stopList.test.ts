import { produce } from 'immer';
import { describe, expect, test } from 'vitest';
import type { OverlayStop } from '../domain/stopDetails.ts';
import { putRow, removeRow, type Table, tableOf } from '../kernel/table.ts';
import { filterStops, searchWithStopFilter, stopFilterOf, stopFilterText, stopTextFilter } from './stopFilter.ts';
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

describe('the filter of an address', () => {
  const stops = stopList(
    table(
      stop('S1', 'Zürich Harbour', { StopCode: '7001', ZoneId: 'A' }),
      stop('s10', 'Market', { StopCode: '7002', ZoneId: 'B', Type: 5 }),
      stop('S100', 'Harbour Market', { ZoneId: 'AB' }),
    ),
  );
  const found = (search: string): string[] => filterStops(stops, stopFilterOf(search), { S1: ['GVB'] }).map(({ row }) => row.Id);

  test.each([
    ['', ['S100', 's10', 'S1']],
    ['?Name=harb', ['S100', 'S1']],
    ['?Name=zurich', ['S1']],
    ['?Name=Z%C3%BCRICH', ['S1']],
    ['?Name=market&Name=harbour', ['S100']],
    ['?Name=zurich&Id=s10&condition=Or', ['S100', 's10', 'S1']],
    ['?Type=5', ['s10']],
    ['?Type=station', ['s10']],
    ['?ZoneId=A&match=Exact', ['S1']],
    ['?AgencyIds=gvb', ['S1']],
    ['?StopCode=7002', ['s10']],
    ['?rule=stops.4&list=stops', ['S100', 's10', 'S1']],
    ['?Name=nowhere', []],
  ])('%s finds %j', (search, ids) => {
    expect(found(search)).toEqual(ids);
  });

  test('a link to one stop shows that stop alone, not those whose id holds it [E042]', () => {
    expect(found('?list=stops&Id=S1&match=Exact&condition=And')).toEqual(['S1']);
    expect(found('?list=stops&Id=S1')).toEqual(['S100', 's10', 'S1']);
  });

  test('the search box looks in name, id and code, and its text comes back from the address', () => {
    const search = searchWithStopFilter('?rule=stops.4', stopTextFilter(' 700 '));
    expect(search).toBe('?rule=stops.4&Name=700&Id=700&StopCode=700&condition=Or');
    expect(found(search)).toEqual(['s10', 'S1']);
    expect(stopFilterText(stopFilterOf(search))).toBe('700');
    expect(searchWithStopFilter(search, stopTextFilter(''))).toBe('?rule=stops.4');
  });

  test('a composed filter is no text of the search box', () => {
    expect(stopFilterText(stopFilterOf('?Id=S1&match=Exact&condition=And'))).toBeUndefined();
    expect(stopFilterText(stopFilterOf(''))).toBe('');
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

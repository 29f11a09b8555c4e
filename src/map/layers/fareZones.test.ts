import { expect, test } from 'vitest';
import type { Fare } from '../../domain/model/fare.ts';
import type { OverlayStop } from '../../domain/stopDetails.ts';
import { emptyTable, putRow, type TableDraft } from '../../kernel/table.ts';
import { type AppState, emptyVersion, initialState } from '../../projections/state.ts';
import { fareZonesLayer } from './fareZones.ts';

const stop = (Id: string, ZoneId?: string): OverlayStop => ({
  Id,
  Name: Id,
  Type: 0,
  Coordinate: { Lat: 52, Lng: 5 },
  ...(ZoneId === undefined ? {} : { ZoneId }),
});

function viewOf(path: string, rules: Fare['Rules']): AppState {
  const table = emptyTable<OverlayStop>();
  for (const row of [stop('a', '10'), stop('b', '2'), stop('c', '2'), stop('d')]) putRow(table as TableDraft<OverlayStop>, row.Id, row);
  const Fare = { Id: 'day', Price: '1', Currency: 'EUR', Rules: rules };
  return {
    ...initialState,
    location: { path, search: '' },
    versions: {
      1: {
        ...emptyVersion(1),
        stops: { status: 'succeeded', value: table, messages: [] },
        fareDetails: { day: { status: 'succeeded', value: { Fare, Rev: 0 }, messages: [] } },
      },
    },
  };
}

function zonesAt(path: string, rules: Fare['Rules'] = []): readonly unknown[] {
  const shown = fareZonesLayer.data?.({ view: viewOf(path, rules), drafts: {}, workflows: {} });
  return (fareZonesLayer.sources['fare-zones']?.(shown, 10) ?? [])
    .map(({ properties }) => [properties['zone'], properties['color'], properties['meant']])
    .toSorted((a, b) => String(a).localeCompare(String(b)));
}

test('beside fares every stop in a zone has the colour of its zone, in the order of their names', () => {
  expect(zonesAt('/data/db/demo/v/1/fares')).toEqual([
    ['10', '#e8590c', true],
    ['2', '#1c7ed6', true],
    ['2', '#1c7ed6', true],
  ]);
  expect(zonesAt('/data/db/demo/v/1/stops')).toEqual([]);
});

test('the zones of the fare that is open stand out', () => {
  const rules = [{ Transport: null, FromZone: '10', ToZone: null, ContainsZone: null }];
  expect(zonesAt('/data/db/demo/v/1/fares/day', rules)).toEqual([
    ['10', '#e8590c', true],
    ['2', '#1c7ed6', false],
    ['2', '#1c7ed6', false],
  ]);
  expect(zonesAt('/data/db/demo/v/1/fares/day')).toHaveLength(3);
});

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

test('beside areas of Fares v2 stops have the colour of their area, platforms that of their station; those of an open leg rule stand out', () => {
  const table = emptyTable<OverlayStop>();
  for (const row of [stop('a'), stop('s'), { ...stop('p'), ParentId: 's' }, stop('x')]) putRow(table as TableDraft<OverlayStop>, row.Id, row);
  const list = (value: readonly object[]) => ({ status: 'succeeded', value, messages: [] }) as never;
  const view = (path: string): AppState => {
    const before = viewOf(path, []);
    const version = before.versions[1] ?? emptyVersion(1);
    const lists = {
      Area: list([{ Id: 'A', Name: 'Airport' }, { Id: 'C' }]),
      StopArea: list([
        { Id: '1', AreaId: 'A', StopId: 'a' },
        { Id: '2', AreaId: 'C', StopId: 's' },
      ]),
      FareLegRule: list([{ Id: 'L', FareProductId: 'single', FromAreaId: 'A' }]),
    };
    return {
      ...before,
      versions: { 1: { ...version, stops: { status: 'succeeded', value: table, messages: [] }, records: { ...version.records, lists } } },
    };
  };
  const at = (path: string): readonly unknown[] => {
    const shown = fareZonesLayer.data?.({ view: view(path), drafts: {}, workflows: {} });
    return (fareZonesLayer.sources['fare-zones']?.(shown, 10) ?? []).map(({ properties }) => [
      properties['zone'],
      properties['color'],
      properties['meant'],
    ]);
  };
  expect(at('/data/db/demo/v/1/fare-areas')).toEqual([
    ['Airport', '#1c7ed6', true],
    ['C', '#e8590c', true],
    ['C', '#e8590c', true],
  ]);
  expect(at('/data/db/demo/v/1/fare-leg-rules/L')).toEqual([
    ['Airport', '#1c7ed6', true],
    ['C', '#e8590c', false],
    ['C', '#e8590c', false],
  ]);
  expect(at('/data/db/demo/v/1/fare-media')).toEqual([]);
});

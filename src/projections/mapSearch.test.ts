import { expect, test } from 'vitest';
import { tableOf } from '../kernel/table.ts';
import { mapFinds } from './mapSearch.ts';
import { emptyVersion, initialState, type AppState } from './state.ts';

const stop = (Id: string, Name: string, more: object = {}) => ({ Id, Name, Type: 0, Coordinate: { Lat: 52, Lng: 5 }, ...more });
const loaded = <T>(value: T) => ({ status: 'succeeded' as const, value, messages: [] });
const version = emptyVersion(1);
const view: AppState = {
  ...initialState,
  location: { path: '/data/db/demo/v/1/stops', search: '' },
  versions: {
    1: {
      ...version,
      stops: loaded(
        tableOf(
          [
            stop('S1', 'Old Market'),
            stop('S2', 'Market', { ZoneId: 'B1' }),
            stop('market', 'Quay'),
            stop('S3', 'Hill', { StopCode: '77', Coordinate: { Lat: 53, Lng: 5 } }),
          ],
          ({ Id }) => Id,
        ),
      ),
      overlays: {
        ...version.overlays,
        pathways: loaded(tableOf([{ Id: 'P-market-1', FromStopId: 'S1', ToStopId: 'S2', Mode: 1, IsBidirectional: true }], ({ Id }) => Id)),
      },
    },
  },
};

test('the map is searched by a field of a stop, by the id of a pathway, or by a coordinate [R316]', () => {
  const market = mapFinds(view, ' Märket ');
  expect(market.stops.map(({ Id }) => Id)).toEqual(['market', 'S2', 'S1']);
  expect(market).toMatchObject({ stopCount: 3, at: undefined, pathways: ['P-market-1'] });
  expect(mapFinds(view, '77').stops.map(({ Id }) => Id)).toEqual(['S3']);
  expect(mapFinds(view, 'b1')).toMatchObject({ stopCount: 0, zone: 'B1' });
  expect(mapFinds(view, '52.0001,5')).toMatchObject({ at: { Lat: 52.0001, Lng: 5 }, near: 3, stopCount: 0 });
  expect(mapFinds(view, '')).toMatchObject({ stopCount: 0, pathways: [] });
});

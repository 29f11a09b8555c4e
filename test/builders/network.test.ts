import { expect, test } from 'vitest';
import { stopsReferredTo } from '../../src/domain/entities.ts';
import { aNetwork } from './network.ts';

test('a network said in one breath is sound and takes what is said differently', () => {
  const network = aNetwork()
    .withStops(3)
    .withLine('1', ['S1', 'S2', 'S3'], { departures: [28_800, 32_400], track: { Direction: 'Backward' } })
    .withTransfer('S1', 'S2')
    .withPathway('S2', 'S3');
  const stops = new Set(network.all('Stop').map((stop) => stop.Id));
  for (const { kind, doc } of network.build()) for (const id of stopsReferredTo(kind, doc)) expect(stops).toContain(id);
  expect(network.all('Track')[0]?.Direction).toBe('Backward');
  expect(network.all('Timetable')[0]?.Departures.map((departure) => departure.Time)).toEqual([28_800, 32_400]);
});

test('a beginning is shared between tests and a document of the same id is replaced', () => {
  const beginning = aNetwork().withStop('A');
  expect(
    beginning
      .withStop('A', { Name: 'Other' })
      .all('Stop')
      .map((stop) => stop.Name),
  ).toEqual(['Other']);
  expect(beginning.all('Stop').map((stop) => stop.Name)).toEqual(['Stop A']);
  expect(() => beginning.withStop('B', { Coordinate: { Lat: 91, Lng: 0 } })).toThrow('Lat');
});

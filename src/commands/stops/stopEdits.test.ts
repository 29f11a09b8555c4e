import { expect, test } from 'vitest';
import { openProduct } from '../../../test/builders/productKernel.ts';
import { editStopField, moveStop } from './stopEdits.ts';

const stop = { Id: 'S1', Name: 'One', Type: 0, Coordinate: { Lat: 52.1, Lng: 5.1 }, WheelchairBoarding: 0 };
const details = { Stop: stop, Rev: 4, Transfers: [], Pathways: [], Schedules: [], Agencies: [], StopNames: {} };

function openStop(): ReturnType<typeof openProduct> {
  const product = openProduct('/data/db/demo/v/1/stops/S1');
  product.call('listStops').answer({ Rev: 4, Stops: [{ Id: 'S1', Name: 'One', Type: 0, Coordinate: { Lat: 52.1, Lng: 5.1 }, Rev: 4 }] });
  product.call('readStopDetails').answer({ Stops: [details] });
  return product;
}

test('an edit is sent when the value differs from the stored one, and not when it is the same [E170 R248]', () => {
  const { kernel, calls } = openStop();
  const edits = () => calls.filter(({ call }) => call.call === 'stop.editField').map(({ call }) => call);
  kernel.dispatch(editStopField({ versionId: 1, stopId: 'S1', field: 'name', value: 'One' }));
  expect(edits()).toEqual([]);
  kernel.dispatch(editStopField({ versionId: 1, stopId: 'S1', field: 'name', value: 'Two' }));
  expect(edits()).toEqual([
    { call: 'stop.editField', input: { params: { versionId: 1, field: 'name' }, body: { stopId: 'S1', value: 'Two' } }, ifMatch: 4 },
  ]);
});

test('a move to where the stop is already sends nothing [R247]', () => {
  const { kernel, calls } = openStop();
  kernel.dispatch(moveStop({ versionId: 1, stopId: 'S1', coordinate: { Lat: 52.1, Lng: 5.1 } }));
  expect(calls.map(({ call }) => call.call)).not.toContain('stop.move');
});

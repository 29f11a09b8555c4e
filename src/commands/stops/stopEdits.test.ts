import { expect, test } from 'vitest';
import { openProduct } from '../../../test/builders/productKernel.ts';
import { stopDetails } from '../../projections/stops.ts';
import { transferRows } from '../../projections/stopUses.ts';
import { createPathway } from '../pathways/pathwayEdits.ts';
import { loadStopDetails } from './loadStopDetails.ts';
import { editStopField, moveStop, removeStop } from './stopEdits.ts';

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

test('what an edit only reads keeps its revision: the next pathway from a stop is not refused for the one before', () => {
  const { kernel, call, calls } = openProduct('/data/db/demo/v/1/stops');
  const row = (Id: string, Rev: number) => ({ Id, Name: Id, Type: 0, Coordinate: { Lat: 52.1, Lng: 5.1 }, Rev });
  call('listStops').answer({ Rev: 4, Stops: [row('S1', 4), row('S2', 2)] });
  const pathway = (pathwayId: string) => createPathway({ versionId: 1, fromStopId: 'S1', pathwayId, toStopId: 'S2' });
  kernel.dispatch(pathway('P1'));
  const Doc = { Id: 'P1', FromStopId: 'S1', ToStopId: 'S2', Mode: 1, IsBidirectional: true, DataOrigin: 1 };
  call('pathway.create').answer({ Rev: 6, Documents: [{ Kind: 'Pathway', Id: 'P1', Rev: 6, Doc, Fields: [] }] });
  kernel.dispatch(pathway('P2'));
  const seen = calls.filter((one) => one.call.call === 'pathway.create').map(({ call: { input } }) => input);
  const Seen = [
    { Kind: 'Stop', Id: 'S1', Rev: 4 },
    { Kind: 'Stop', Id: 'S2', Rev: 2 },
  ];
  expect(seen).toEqual([
    expect.objectContaining({ body: expect.objectContaining({ Seen }) }),
    expect.objectContaining({ body: expect.objectContaining({ Seen }) }),
  ]);
});

test('the details of another stop follow a rename, and go back with one that is refused', () => {
  const { kernel, call } = openStop();
  kernel.dispatch(loadStopDetails({ versionId: 1, stopId: 'S2' }));
  const transfer = { Id: 'T1', StopIdFrom: 'S2', StopIdTo: 'S1', Type: 0 };
  // the server names both ends
  const StopNames = { S1: 'One', S2: 'One' };
  call('readStopDetails').answer({ Stops: [{ ...details, Stop: { ...stop, Id: 'S2' }, Transfers: [transfer], StopNames }] });
  const leadsTo = () => transferRows(stopDetails(kernel.snapshot().view, 1, 'S2') ?? details)[0]?.other.name;
  expect(leadsTo()).toBe('One');
  kernel.dispatch(editStopField({ versionId: 1, stopId: 'S1', field: 'name', value: 'Two' }));
  expect(leadsTo()).toBe('Two');
  call('stop.editField').fail({ status: 400, messages: ['No'] });
  expect(leadsTo()).toBe('One');
});

test('details that name their own stop can arrive before the list of stops', () => {
  const { kernel, call } = openProduct('/data/db/demo/v/1/stops/S1');
  call('readStopDetails').answer({ Stops: [{ ...details, StopNames: { S1: 'One' } }] });
  expect(kernel.snapshot().errors).toEqual([]);
  expect(stopDetails(kernel.snapshot().view, 1, 'S1')?.StopNames).toEqual({ S1: 'One' });
});

test('a move to where the stop is already sends nothing [R247]', () => {
  const { kernel, calls } = openStop();
  kernel.dispatch(moveStop({ versionId: 1, stopId: 'S1', coordinate: { Lat: 52.1, Lng: 5.1 } }));
  expect(calls.map(({ call }) => call.call)).not.toContain('stop.move');
});

test('an edit of a closed tab that is answered before its stop is here: an older state of the stop does not stay', () => {
  const { kernel, call, calls } = openProduct('/data/db/demo/v/1/stops/S1');
  kernel.dispatch(editStopField({ versionId: 1, stopId: 'S1', field: 'name', value: 'Two' }));
  call('stop.editField').answer({ Rev: 6 });
  expect(calls.map((one) => one.call)).toContainEqual({
    call: 'readDocuments',
    input: { params: { versionId: 1 }, query: { key: ['Stop/S1'] } },
  });
  // the stop was read on the server before the edit, and arrives after it
  call('readStopDetails').answer({ Stops: [{ ...details, Rev: 5 }] });
  call('readDocuments').answer({ Rev: 6, Documents: [{ Kind: 'Stop', Id: 'S1', Rev: 6, Doc: { ...stop, Name: 'Two' }, Fields: ['Name'] }] });
  expect(kernel.snapshot().view.versions[1]?.stopDetails['S1']?.value).toMatchObject({ Rev: 6, Stop: { Name: 'Two' } });
});

test('a stop that a closed tab removed does not come back with what was read before', () => {
  const { kernel, call } = openProduct('/data/db/demo/v/1/stops/S1');
  kernel.dispatch(removeStop({ versionId: 1, stopId: 'S1' }));
  call('stop.remove').answer({ Rev: 6 });
  call('readStopDetails').answer({ Stops: [{ ...details, Rev: 5 }] });
  expect(kernel.snapshot().view.versions[1]?.stopDetails['S1']?.value).toMatchObject({ Rev: 5 });
  call('readDocuments').answer({ Rev: 6, Documents: [] });
  expect(kernel.snapshot().view.versions[1]?.stopDetails['S1']).toBeUndefined();
});

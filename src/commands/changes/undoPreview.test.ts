import { expect, test } from 'vitest';
import { openProduct } from '../../../test/builders/productKernel.ts';
import { undoEntry } from '../../kernel/builtIn.ts';
import { undoScopeOf } from '../../projections/versions.ts';
import { versionChanged } from '../notifications/versionChanged.ts';
import { editStopField, moveStop } from '../stops/stopEdits.ts';
import { undoPreview } from './undoPreview.ts';

const SCOPE = undoScopeOf(1);
const document = (Id: string, Name: string) => ({ Id, Name, Type: 0, Coordinate: { Lat: 52, Lng: 5 }, WheelchairBoarding: 0 });
const stop = (Id: string, Name: string) => ({ ...document(Id, Name), Rev: 0 });

/** A version with two stops, one of them renamed twice and moved in between. */
function edited() {
  const product = openProduct('/data/db/demo/v/1/stops');
  const { kernel, call } = product;
  call('listStops').answer({ Rev: 0, Stops: [stop('S1', 'Market'), stop('S2', 'Quay')] });
  // their details were looked at
  const seen = ['S1', 'S2'].map((id) => ({ Kind: 'Stop', Id: id, Rev: 1, Doc: document(id, id === 'S1' ? 'Market' : 'Quay'), Fields: ['Url'] }));
  kernel.receive(versionChanged({ VersionId: 1, Rev: 1, CommandId: 'anna:1', Author: 'anna@x.org', Edits: seen }));
  let rev = 1;
  const answer = (name: string): void => call(name).answer({ Rev: ++rev });
  const rename = (stopId: string, value: string): string => {
    const id = kernel.dispatch(editStopField({ versionId: 1, stopId, field: 'name', value, rev }));
    answer('stop.editField');
    return id;
  };
  const first = rename('S1', 'Harbour');
  kernel.dispatch(moveStop({ versionId: 1, stopId: 'S1', coordinate: { Lat: 53, Lng: 6 }, rev }));
  answer('stop.move');
  const other = rename('S2', 'Wharf');
  rename('S1', 'Port');
  return { ...product, first, other };
}

test('what an undo would touch is shown before: the later act that builds on it, and the document as it would be', () => {
  const { kernel, first } = edited();
  const { along, documents } = undoPreview(kernel.snapshot(), SCOPE, first);
  expect(along.map(({ label }) => label)).toEqual(['Rename stop Harbour to Port']);
  expect(documents).toMatchObject([
    {
      kind: 'Stop',
      id: 'S1',
      title: 'Market',
      // the move in between stays: it touches another field
      states: { is: { Name: 'Port', Coordinate: { Lat: 53, Lng: 6 } }, becomes: { Name: 'Market', Coordinate: { Lat: 53, Lng: 6 } } },
    },
  ]);
});

test('an act that nothing builds on touches its own document alone', () => {
  const { kernel, other } = edited();
  expect(undoPreview(kernel.snapshot(), SCOPE, other)).toMatchObject({
    along: [],
    documents: [{ id: 'S2', states: { is: { Name: 'Wharf' }, becomes: { Name: 'Quay' } } }],
  });
});

test('of a document that is not loaded the fields to restore are listed', () => {
  const { kernel, call } = openProduct('/data/db/demo/v/1/stops');
  call('listStops').answer({ Rev: 0, Stops: [stop('S1', 'Market')] });
  const id = kernel.dispatch(editStopField({ versionId: 1, stopId: 'S1', field: 'name', value: 'Harbour', rev: 0 }));
  call('stop.editField').answer({ Rev: 1 });
  expect(undoPreview(kernel.snapshot(), SCOPE, id)).toMatchObject({ along: [], documents: [{ kind: 'Stop', id: 'S1', fields: ['Name'] }] });
});

test('an undo along with what builds on it takes both back, the later one first', () => {
  const { kernel, calls, first } = edited();
  kernel.dispatch(undoEntry({ scope: SCOPE, entry: first, along: true }));
  const reverts = (): readonly unknown[] => calls.flatMap(({ call }) => (call.call === 'revertChangeset' ? [Object(call.input).params.rev] : []));
  // the last of the four revisions at once, the first of them once that is answered
  expect(reverts()).toEqual([5]);
  calls.findLast(({ call }) => call.call === 'revertChangeset')?.answer({ Rev: 6 });
  expect(reverts()).toEqual([5, 2]);
});

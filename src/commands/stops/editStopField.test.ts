import { expect, test } from 'vitest';
import { openProduct } from '../../../test/builders/productKernel.ts';
import { editStopField } from './editStopField.ts';
import { moveStop } from './moveStop.ts';

const edit = { versionId: 1, stopId: 'S1', field: 'name' as const, from: 'One', rev: 0 };

test('an edit is sent when the value differs from the stored one, and not when it is the same [E170 R248]', () => {
  const { kernel, calls } = openProduct('/data/db/demo/v/1/stops');
  const edits = () => calls.filter(({ call }) => call.call === 'editStopField').map(({ call }) => call.input);
  kernel.dispatch(editStopField({ ...edit, to: 'One' }));
  expect(edits()).toEqual([]);
  kernel.dispatch(editStopField({ ...edit, to: 'Two' }));
  expect(edits()).toMatchObject([{ params: { field: 'name' }, body: { stopId: 'S1', value: 'Two' } }]);
});

test('a move to where the stop is already sends nothing [R247]', () => {
  const { kernel, calls } = openProduct('/data/db/demo/v/1/stops');
  const [sample] = moveStop.definition.samples();
  if (!sample) throw new Error('stop.move has no sample');
  kernel.dispatch(moveStop({ ...sample, to: sample.from ?? sample.to }));
  expect(calls.map(({ call }) => call.call)).not.toContain('editStopCoordinate');
});

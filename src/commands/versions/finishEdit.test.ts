import { expect, test } from 'vitest';
import { databases, openProduct, versionOf } from '../../../test/builders/productKernel.ts';
import { versionState } from '../../domain/versions.ts';
import { presentVersion } from '../../projections/versions.ts';
import { finishEdit } from './finishEdit.ts';

function editing() {
  const product = openProduct('/data/db/demo/v/2');
  product.call('listDatabases').answer(databases());
  product.call('listVersions').answer({ Versions: [versionOf(2, { Editable: true })] });
  const state = () => {
    const version = presentVersion(product.kernel.snapshot().view);
    return version && versionState(version);
  };
  return { ...product, state };
}

test('a version whose edit is being finished shows as not completed until the server has answered [H132 H178]', () => {
  const { kernel, call, state } = editing();
  expect(state()).toBe('Editable');
  kernel.dispatch(finishEdit({ databaseId: 'demo', versionId: 2 }));
  expect(state()).toBe('Saving');
  call('finishEdit').answer({ Version: versionOf(2) });
  expect(state()).toBe('Completed');
});

test('an edit that could not be finished continues, and the error is shown', () => {
  const { kernel, call, state } = editing();
  kernel.dispatch(finishEdit({ databaseId: 'demo', versionId: 2 }));
  call('finishEdit').fail({ messages: ['Busy'] });
  expect(state()).toBe('Editable');
  expect(kernel.snapshot().errors).toMatchObject([{ messages: ['Busy'] }]);
});

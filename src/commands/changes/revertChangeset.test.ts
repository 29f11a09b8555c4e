import { expect, test } from 'vitest';
import { openProduct, versionOf } from '../../../test/builders/productKernel.ts';
import { Version } from '../../domain/versions.ts';
import { editAgencyField } from '../agencies/agencyEdits.ts';
import { versionListed } from '../notifications/versionListed.ts';
import { builtIn, undoList } from './undoRedo.ts';

test('what was changed in a version that a colleague has finished since is not undone, and stays in the list', () => {
  const { kernel, call, calls } = openProduct('/data/db/demo/v/1/agencies');
  call('listVersions').answer({ Versions: [versionOf(1, { Editable: true })] });
  call('listAgencies').answer({ Agencies: [{ Id: 'A1', Name: 'Trams', Language: 'nl' }], Revs: {} });
  const scope = 'version/1';
  kernel.dispatch(editAgencyField({ versionId: 1, agencyId: 'A1', field: 'name', value: 'City trams' }), { scope });
  calls.at(-1)?.answer({ Rev: 1 });
  kernel.receive(versionListed({ DatabaseId: 'demo', Version: Version.parse(versionOf(1, { Editable: false })) }));
  const made = calls.length;

  const [line] = undoList(kernel.snapshot(), scope);
  expect(line).toMatchObject({ label: 'Rename agency Trams to City trams', state: 'ready' });
  kernel.dispatch(builtIn.undoEntry({ scope, entry: line?.id ?? '', along: true }));
  expect(calls).toHaveLength(made);
  expect(kernel.snapshot().errors).toMatchObject([{ kind: 'refused', messages: ['This version is finished: nothing in it can be changed'] }]);
  expect(undoList(kernel.snapshot(), scope)).toEqual([line]);
});

import { expect, test } from 'vitest';
import { databases, openProduct, versionOf } from '../../../test/builders/productKernel.ts';
import { Version } from '../../domain/versions.ts';
import { versionListed } from '../notifications/versionListed.ts';
import { unArchiveVersion } from './unArchiveVersion.ts';

function inTheArchive() {
  const product = openProduct('/data/db/demo/v/1/stops');
  product.call('listDatabases').answer(databases());
  product.call('listStops').fail({ status: 409, messages: ['This version is archived'] });
  product.call('listVersions').answer({ Versions: [versionOf(1, { Archived: true })] });
  const asked = () => product.calls.filter(({ call }) => call.call === 'listStops').length;
  const stops = () => product.kernel.snapshot().view.versions[1]?.stops;
  const announce = () => product.kernel.receive(versionListed({ DatabaseId: 'demo', Version: Version.parse(versionOf(1)) }));
  return { ...product, asked, stops, announce };
}

test('a version that is back before the answer to its un-archiving came has its pages read', () => {
  const { kernel, call, asked, announce } = inTheArchive();
  expect(asked()).toBe(1);
  kernel.dispatch(unArchiveVersion({ databaseId: 'demo', versionId: 1 }));
  announce();
  call('unArchiveVersion').answer({ Version: versionOf(1, { Archived: true, Completed: false, Saving: 'unArchiving' }) });
  expect(asked()).toBe(2);
});

test('a page that got “not now” just before the version was back offers a retry', () => {
  const { kernel, call, stops, announce } = inTheArchive();
  expect(stops()?.status).toBe('idle');
  kernel.dispatch(unArchiveVersion({ databaseId: 'demo', versionId: 1 }));
  call('unArchiveVersion').answer({ Version: versionOf(1, { Archived: true, Completed: false, Saving: 'unArchiving' }) });
  announce();
  call('listStops').fail({ status: 409, messages: ['This version is archived'] });
  expect(stops()).toMatchObject({ status: 'failed', messages: ['This version is archived'] });
});

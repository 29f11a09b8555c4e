import { expect, test } from 'vitest';
import { databases, openProduct, versionOf } from '../../../test/builders/productKernel.ts';
import { openUpload } from './openUpload.ts';
import { uploadProgress, uploadSent } from './uploadProgress.ts';
import { chooseUploadFile, hideUpload, submitUpload } from './uploadSteps.ts';

/** An upload to the database in view that is being sent. */
function sending({ readOnly = false } = {}) {
  const product = openProduct('/data/db/demo');
  product.call('listDatabases').answer(databases({ readOnly }));
  product.call('listVersions').answer({ Versions: [versionOf(1)] });
  const { kernel } = product;
  kernel.dispatch(openUpload({ databaseId: 'demo' }));
  kernel.dispatch(chooseUploadFile({ fileId: 'f1', files: [{ name: 'feed.json', size: 1200 }] }));
  kernel.dispatch(submitUpload({}));
  const state = () => String(kernel.workflow('upload').getSnapshot().value);
  const versions = () => kernel.snapshot().view.versionLists['demo']?.value?.map(({ Id }) => Id);
  return { ...product, state, versions };
}

test('the call carries database and name, and names the file by its id only [R124 R292]', () => {
  const { call } = sending();
  expect(call('uploadSource').call.input).toEqual({
    params: { databaseId: 'demo', versionName: 'Manually uploaded version' },
    body: { fileId: 'f1' },
  });
});

test('the new version stands in the list as soon as it is answered [R293]', () => {
  const { call, versions, state } = sending();
  call('uploadSource').answer({ DbVersionId: 9, Version: versionOf(9) });
  expect(state()).toBe('successful');
  expect(versions()).toEqual([9, 1]);
});

test('a failure is shown by the upload itself, and not a second time in the error popup [R079]', () => {
  const { kernel, call, state } = sending();
  call('uploadSource').fail({ status: 400, messages: ['One', 'Two'] });
  expect(state()).toBe('failed');
  expect(kernel.workflow('upload').getSnapshot().context).toMatchObject({ messages: ['One', 'Two'] });
  expect(kernel.snapshot().errors).toEqual([]);
});

test('a database that has become read-only is not uploaded to, and the upload says so', () => {
  const { kernel, calls } = sending({ readOnly: true });
  expect(calls.some(({ call }) => call.call === 'uploadSource')).toBe(false);
  expect(kernel.workflow('upload').getSnapshot().context).toMatchObject({ messages: ['You have read-only rights'] });
  expect(kernel.snapshot().errors).toEqual([]);
});

test('its end is reported by a toast if the upload is not on the screen', () => {
  const { kernel, call } = sending();
  kernel.dispatch(hideUpload({}));
  call('uploadSource').answer({ DbVersionId: 9, Version: versionOf(9) });
  expect(kernel.snapshot().view.notices).toMatchObject([{ kind: 'done', text: 'Upload successful: feed.json' }]);
});

test('on the screen there is no toast', () => {
  const { kernel, call } = sending();
  call('uploadSource').answer({ DbVersionId: 9, Version: versionOf(9) });
  expect(kernel.snapshot().view.notices).toEqual([]);
});

test('how far somebody else’s upload is, is not shown as one’s own', () => {
  const { kernel } = sending();
  const reading = () => kernel.snapshot().view.upload?.reading;
  kernel.receive(uploadSent({ uploadId: 't:5', done: 1200, total: 1200, elapsedMs: 10 }));
  kernel.receive(uploadProgress({ UploadId: 'other:5', Phase: 'reading', Done: 1, Total: 2 }));
  expect(reading()).toBeNull();
  kernel.receive(uploadProgress({ UploadId: 't:5', Phase: 'reading', Done: 600, Total: 2400 }));
  kernel.receive(uploadSent({ uploadId: 't:5', done: 1200, total: 1200, elapsedMs: 1000 }));
  expect(reading()).toEqual({ phase: 'reading', done: 600, total: 2400 });
});

test('the database in view is chosen also before the list of databases is here; one that is read-only is not', () => {
  const { kernel, call } = openProduct('/data/db/demo');
  const chosen = () => openUpload.definition.action?.payload?.(kernel.snapshot().view, kernel.snapshot());
  expect(chosen()).toEqual({ databaseId: 'demo' });
  call('listDatabases').answer(databases({ readOnly: true }));
  expect(chosen()).toEqual({ databaseId: null });
});

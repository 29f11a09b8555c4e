import { expect, test } from 'vitest';
import { openProduct } from '../../test/builders/productKernel.ts';
import { versionChanged } from '../commands/notifications/versionChanged.ts';
import { editStopField } from '../commands/stops/stopEdits.ts';
import { authorOf } from './changedBy.ts';

const stop = { Id: 'S1', Name: 'Theirs', Type: 0, Coordinate: null, WheelchairBoarding: 0 };
const changedBy = (author: string, field = 'Name', id = 'S1') =>
  versionChanged({
    VersionId: 1,
    Rev: 7,
    CommandId: null,
    Author: author,
    Edits: [{ Kind: 'Stop', Id: id, Rev: 7, Doc: { ...stop, Id: id }, Fields: [field] }],
  });

function conflicted() {
  const product = openProduct('/data/db/demo/v/1/stops');
  const conflict = (): void => {
    product.kernel.dispatch(editStopField({ versionId: 1, stopId: 'S1', field: 'name', value: 'Mine', rev: 0 }));
    product
      .call('stop.editField')
      .fail({ status: 412, present: { Rev: 7, Documents: [{ Kind: 'Stop', Id: 'S1', Rev: 7, Doc: stop, Fields: ['Name'] }] } });
  };
  const author = (): string | undefined => {
    const { conflicts, view } = product.kernel.snapshot();
    return authorOf(view, 1, conflicts[0]?.touches ?? []);
  };
  return { kernel: product.kernel, conflict, author };
}

test('a conflict names who has changed the same, whether the message comes before or after', () => {
  const before = conflicted();
  before.kernel.receive(changedBy('anna.smit@demo.example'));
  before.conflict();
  expect(before.kernel.snapshot().conflicts).toHaveLength(1);
  expect(before.author()).toBe('Anna Smit');

  const after = conflicted();
  after.conflict();
  expect(after.author()).toBeUndefined();
  after.kernel.receive(changedBy('anna.smit@demo.example'));
  expect(after.author()).toBe('Anna Smit');
});

test('who changed another field, or another stop, is not named; of several the last one is', () => {
  const { kernel, conflict, author } = conflicted();
  conflict();
  kernel.receive(changedBy('tom@demo.example', 'Url'));
  kernel.receive(changedBy('tom@demo.example', 'Name', 'S10'));
  expect(author()).toBeUndefined();
  kernel.receive(changedBy('anna.smit@demo.example'));
  kernel.receive(changedBy('ole.berg@demo.example'));
  expect(author()).toBe('Ole Berg');
  kernel.receive(changedBy('tom@demo.example', 'Url'));
  expect(author()).toBe('Ole Berg');
  expect(authorOf(kernel.snapshot().view, 1, ['stop/S1'])).toBe('Tom');
});

test('a message of thousands of edits is remembered in part only', () => {
  const { kernel } = conflicted();
  for (let i = 0; i < 400; i++) kernel.receive(changedBy('anna.smit@demo.example', 'Name', `S${i}`));
  const { view } = kernel.snapshot();
  expect(Object.keys(view.versions[1]?.changedBy ?? {})).toHaveLength(300);
  expect(authorOf(view, 1, ['stop/S399'])).toBe('Anna Smit');
  expect(authorOf(view, 1, ['stop/S1/Name'])).toBeUndefined();
});

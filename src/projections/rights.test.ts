import { describe, expect, test } from 'vitest';
import { databases, openProduct, versionOf } from '../../test/builders/productKernel.ts';
import { canEdit, editRefusal, rightsIn, undoRefusal } from './rights.ts';

function looking({
  account = false,
  database = false,
  ...version
}: {
  account?: boolean;
  database?: boolean;
  Editable?: boolean;
  Completed?: boolean;
}) {
  const product = openProduct('/data/db/demo/v/1/stops', { readOnly: account });
  product.call('listDatabases').answer(databases({ readOnly: database }));
  product.call('listVersions').answer({ Versions: [versionOf(1, version)] });
  return product.kernel.snapshot().view;
}

describe('who may edit', () => {
  test('a version marked Editable in a database that is not read-only [E136 E191 R268]', () => {
    expect(canEdit(looking({ Editable: true }))).toBe(true);
    expect(canEdit(looking({ Editable: false }))).toBe(false);
    expect(canEdit(looking({ Editable: true, database: true }))).toBe(false);
    expect(editRefusal(looking({ Editable: true }))).toBeUndefined();
    expect(editRefusal(looking({ Editable: false }))).toBe('Begin an edit to change anything');
    expect(editRefusal(looking({ Editable: true, Completed: false }))).toBe('This version is still being saved');
    expect(editRefusal(looking({ Editable: false, database: true }))).toBe('You have read-only rights');
    expect(editRefusal(looking({ Editable: false, account: true }))).toBe('You have read-only rights');
  });

  test('not a read-only account, wherever it is [E194 H012 H246]', () => {
    const view = looking({ Editable: true, account: true });
    expect(canEdit(view)).toBe(false);
    expect(rightsIn(view, 'demo')).toEqual({ readOnly: true });
    expect(rightsIn(view, undefined)).toEqual({ readOnly: true });
  });

  test('not a version that is being saved, and not before it is known', () => {
    expect(canEdit(looking({ Editable: true, Completed: false }))).toBe(false);
    expect(canEdit(openProduct('/data/db/demo/v/1/stops').kernel.snapshot().view)).toBe(false);
    expect(rightsIn(looking({}), 'unknown')).toEqual({ readOnly: true });
  });
});

test('nothing is undone where nothing may be edited, and it is said why', () => {
  expect(undoRefusal(looking({ Editable: true }), 1)).toBeUndefined();
  expect(undoRefusal(looking({ Editable: false }), 1)).toBe('This version is finished: nothing in it can be changed');
  expect(undoRefusal(looking({ Editable: true, database: true }), 1)).toBe('You have read-only rights');
  expect(undoRefusal(looking({ Editable: true, account: true }), 1)).toBe('You have read-only rights');
  // what is not known yet the server decides
  expect(undoRefusal(openProduct('/data/db/demo/v/1/stops').kernel.snapshot().view, 1)).toBeUndefined();
});

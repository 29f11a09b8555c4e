import { expect, it } from 'vitest';
import { snapshotId, snapshotOf, storedVersionId } from './snapshots.ts';

it('a version as of a revision has an id of its own, and gives both back', () => {
  for (const snapshot of [
    { versionId: 1, rev: 0 },
    { versionId: 2_147_483_647, rev: 10_000 },
    { versionId: 5, rev: 120 },
  ])
    expect(snapshotOf(snapshotId(snapshot))).toEqual(snapshot);
  expect(snapshotOf(2_147_483_647)).toBeUndefined();
  expect(storedVersionId(snapshotId({ versionId: 5, rev: 0 }))).toBe(5);
  expect(storedVersionId(5)).toBe(5);
  expect(snapshotId({ versionId: 5, rev: 0 })).not.toBe(snapshotId({ versionId: 5, rev: 1 }));
});

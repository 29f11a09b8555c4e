import { expect, it } from 'vitest';
import { momentId, momentOf, storedVersionId } from './moments.ts';

it('a version as of a revision has an id of its own, and gives both back', () => {
  for (const moment of [
    { versionId: 1, rev: 0 },
    { versionId: 2_147_483_647, rev: 10_000 },
    { versionId: 5, rev: 120 },
  ])
    expect(momentOf(momentId(moment))).toEqual(moment);
  expect(momentOf(2_147_483_647)).toBeUndefined();
  expect(storedVersionId(momentId({ versionId: 5, rev: 0 }))).toBe(5);
  expect(storedVersionId(5)).toBe(5);
  expect(momentId({ versionId: 5, rev: 0 })).not.toBe(momentId({ versionId: 5, rev: 1 }));
});

/**
 * A version as of one of its revisions has an id of its own, made of both, so that whatever reads a version reads it as it was in
 * the same way. Ids of stored versions are 32-bit integers; the revision stands above them.
 */

/** A version as of a revision: 0 before its first change. */
export interface Moment {
  readonly versionId: number;
  readonly rev: number;
}

const STORED = 2 ** 31;
/** Revisions above this are not told apart. */
const LAST_REV = 2 ** 21;

/** The id of a version as of a revision. */
export function momentId({ versionId, rev }: Moment): number {
  return (Math.min(rev, LAST_REV) + 1) * STORED + versionId;
}

/** The version and revision that an id names; undefined for the id of a version as it is now. */
export function momentOf(id: number): Moment | undefined {
  if (!Number.isSafeInteger(id) || id < STORED) return undefined;
  return { versionId: id % STORED, rev: Math.floor(id / STORED) - 1 };
}

/** The id of the version itself, also where an id names it as it was. */
export function storedVersionId(id: number): number {
  return momentOf(id)?.versionId ?? id;
}

/** Why nothing can be done with a version as it was. */
export const LOOKING_BACK = 'This is the version as it was: go back to now to change it';

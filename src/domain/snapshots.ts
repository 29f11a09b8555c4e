/**
 * A snapshot is a version at one of its revisions. Its id is made of both, so that every read call of a version also reads
 * snapshots. Ids of stored versions are 32-bit integers; the higher bits hold the revision.
 */

/** A version at a revision; 0 is the state before its first change. */
export interface VersionSnapshot {
  readonly versionId: number;
  readonly rev: number;
}

const STORED = 2 ** 31;
/** Higher revisions share the id of this one. */
const LAST_REV = 2 ** 21;

/** The id of a version at a revision. */
export function snapshotId({ versionId, rev }: VersionSnapshot): number {
  return (Math.min(rev, LAST_REV) + 1) * STORED + versionId;
}

/** The version and revision that an id names; undefined for the id of a stored version. */
export function snapshotOf(id: number): VersionSnapshot | undefined {
  if (!Number.isSafeInteger(id) || id < STORED) return undefined;
  return { versionId: id % STORED, rev: Math.floor(id / STORED) - 1 };
}

/** The id of the stored version, also for the id of a snapshot. */
export function storedVersionId(id: number): number {
  return snapshotOf(id)?.versionId ?? id;
}

/** Why a snapshot cannot be edited. */
export const SNAPSHOT_IS_READ_ONLY = 'This is an earlier state of the version. Go back to the present state to edit it';

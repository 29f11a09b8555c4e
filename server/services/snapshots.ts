/** Snapshots: read calls whose version id names a revision read the version at that revision. */
import { SNAPSHOT_IS_READ_ONLY, snapshotOf, type VersionSnapshot } from '../../src/domain/snapshots.ts';
import { openSnapshot } from '../store/snapshots.ts';
import type { Db } from '../store/tables.ts';
import { readVersion } from '../store/versions.ts';
import { noVersion, readable } from './editing.ts';
import { Refusal } from '../refusal.ts';

/** Replaces the id of a snapshot in the parameters of a call by the id of the hidden version that holds it. */
export async function resolveSnapshots<Params>(db: Db, params: Params): Promise<Params> {
  const snapshot = snapshotIn(params);
  return snapshot === undefined ? params : { ...params, versionId: await snapshotVersion(db, snapshot) };
}

/** The snapshot that the version of an address names; undefined for the present state. */
export function snapshotIn(params: unknown): VersionSnapshot | undefined {
  const id: unknown = typeof params === 'object' && params !== null ? Reflect.get(params, 'versionId') : undefined;
  return typeof id === 'number' ? snapshotOf(id) : undefined;
}

/** Refuses (409) a write to a snapshot. */
export function requirePresent(params: unknown, body: unknown): void {
  const ids = [params, body].map((part: unknown): unknown =>
    typeof part === 'object' && part !== null ? (Reflect.get(part, 'versionId') ?? Reflect.get(part, 'DbVersionId')) : undefined,
  );
  if (ids.some((id) => typeof id === 'number' && snapshotOf(id))) throw new Refusal(409, 'looking_back', SNAPSHOT_IS_READ_ONLY);
}

async function snapshotVersion(db: Db, { versionId, rev }: VersionSnapshot): Promise<number> {
  const version = await readVersion(db, versionId);
  if (!version) throw noVersion(versionId);
  await readable(db, versionId);
  if (rev > version.Rev) throw new Refusal(404, 'not_found', `Version ${versionId} has no revision ${rev}: its last is ${version.Rev}.`);
  return openSnapshot(db, versionId, rev);
}

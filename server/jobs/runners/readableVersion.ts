import type { Version } from '../../../src/domain/versions.ts';
import { readSource, readVersion } from '../../store/versions.ts';
import type { TaskContext } from './runner.ts';
import { TaskFailed } from '../../taskFailed.ts';

/** The version, if its documents can be read. Throws TaskFailed where they cannot. */
export async function readableVersion({ place }: Pick<TaskContext, 'place'>, versionId: number): Promise<Version> {
  const { db } = place.store.sql;
  // Read first: a version removed in between is reported as removed, not as empty.
  const source = await readSource(db, versionId);
  const version = await readVersion(db, versionId);
  if (version === undefined) throw new TaskFailed(`The version ${versionId} no longer exists.`);
  if (source === undefined)
    throw new TaskFailed(
      version.Archived ? `The version ${versionId} is archived. Bring it back first.` : `The version ${versionId} is still being saved.`,
    );
  return version;
}

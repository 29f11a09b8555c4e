/** What the acts of a version's life have in common. */
import { z } from 'zod';
import { READ_ONLY, type Version, VersionId } from '../../domain/versions.ts';
import type { Unavailable } from '../../kernel/command.ts';
import { rightsIn } from '../../projections/rights.ts';
import type { AppState } from '../../projections/state.ts';
import { presentVersion } from '../../projections/versions.ts';

/** The version an act is about. */
export const VersionAct = z.object({ databaseId: z.string(), versionId: VersionId });

/** The version in view as an act's payload; why not, where there is none, rights are missing or `refuse` names a reason. */
export function presentVersionAct(view: AppState, refuse: (version: Version) => string | undefined): z.infer<typeof VersionAct> | Unavailable {
  const version = presentVersion(view);
  if (!version) return { why: 'Open a version first' };
  if (rightsIn(view, version.DatabaseId).readOnly) return { why: READ_ONLY };
  const why = refuse(version);
  return why === undefined ? { databaseId: version.DatabaseId, versionId: version.Id } : { why };
}

/** Acts of one version's life wait for each other. */
export function lifecycleLane(act: z.infer<typeof VersionAct>): string {
  return `version/${act.versionId}/lifecycle`;
}

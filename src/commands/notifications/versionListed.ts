import { VersionListed } from '../../contract/notifications.ts';
import type { CommandInput } from '../../kernel/command.ts';
import type { AppState } from '../../projections/state.ts';
import { putVersion } from '../../projections/versions.ts';
import { defineEvent } from '../define.ts';
import { neededLoads } from '../shell/neededLoads.ts';
import { loadVersion } from '../versions/loadVersion.ts';
import { loadVersions } from '../versions/loadVersions.ts';
import { foldEnds } from '../versions/longActs.ts';
import { idKey } from '../../kernel/table.ts';

/** A version appeared in a database or changed its state. A long act that this screen waits for has come to its end. */
export const versionListed = defineEvent('live.versionListed', {
  payload: VersionListed,
  samples: () => [
    {
      DatabaseId: 'demo',
      Version: {
        Id: 9,
        DatabaseId: 'demo',
        Version: 'Summer',
        Source: 'Edit',
        Editable: true,
        Published: false,
        Current: false,
        Archived: false,
        Completed: true,
        Saving: null,
        Stored: false,
        Date: '2026-06-01T08:00:00.000Z',
        ParentId: 1,
        Rev: 0,
      },
    },
  ],
  apply: (base, { DatabaseId, Version }) => {
    if (base.versionLists[idKey(DatabaseId)]?.value) putVersion(base, Version);
    foldEnds(base, Version);
  },
  // its pages can be read now, where they could not before
  next: (listed, view) => [...neededLoads(view), ...readingsOf(listed, view)],
  keep: 'all',
});

/** Readings of this version that are under way: they may answer what it was before, so they are asked for anew. */
function readingsOf({ DatabaseId, Version }: VersionListed, view: AppState): readonly CommandInput[] {
  return [
    ...(view.versionLists[idKey(DatabaseId)]?.status === 'loading' ? [loadVersions({ databaseId: DatabaseId })] : []),
    ...(view.versions[Version.Id]?.counts.status === 'loading' ? [loadVersion({ versionId: Version.Id })] : []),
  ];
}

import { VersionListed } from '../../contract/notifications.ts';
import { noteLive, missingSince } from '../../projections/syncPosition.ts';
import { isReadable, putVersion } from '../../projections/versions.ts';
import { defineEvent } from '../define.ts';
import { neededLoads } from '../shell/neededLoads.ts';
import { foldEnds } from '../versions/longActs.ts';
import { catchUp } from './loadEdits.ts';
import { readingsOf } from '../versions/readingsOf.ts';
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
    if (isReadable(Version)) noteLive(base, Version.Id, Version.Rev, false);
    if (base.versionLists[idKey(DatabaseId)]?.value) putVersion(base, Version);
    foldEnds(base, Version);
  },
  // its pages can be read now, where they could not before
  next: ({ DatabaseId, Version }, view) => {
    const since = missingSince(view, Version.Id);
    return [...neededLoads(view), ...readingsOf(view, DatabaseId, Version.Id), ...(since === undefined ? [] : [catchUp(view, Version.Id, since)])];
  },
  keep: 'all',
});

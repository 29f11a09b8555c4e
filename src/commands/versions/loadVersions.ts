import { z } from 'zod';
import { request } from '../../contract/route.ts';
import { listVersions } from '../../contract/versions.ts';
import { IDLE } from '../../projections/state.ts';
import { defineLoad } from '../defineLoad.ts';

/** Loads the versions of a database. */
export const loadVersions = defineLoad('version.loadAll', {
  payload: z.object({ databaseId: z.string() }),
  samples: () => [{ databaseId: 'demo' }],
  label: ({ databaseId }) => `Load versions of ${databaseId}`,
  lane: ({ databaseId }) => databaseId,
  slot: (state, { databaseId }) => (state.versionLists[databaseId] ??= { ...IDLE, messages: [] }),
  call: ({ databaseId }) => request(listVersions, { params: { databaseId } }),
  reply: listVersions.reply,
  value: (reply) => reply.Versions,
});

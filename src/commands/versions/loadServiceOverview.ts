import { castDraft } from 'immer';
import { z } from 'zod';
import { request } from '../../contract/route.ts';
import { readServiceOverview } from '../../contract/versions.ts';
import { VersionId } from '../../domain/versions.ts';
import { IDLE } from '../../projections/state.ts';
import { defineLoad } from '../defineLoad.ts';

/** Loads what runs in a version. */
export const loadServiceOverview = defineLoad('version.loadService', {
  payload: z.object({ versionId: VersionId }),
  samples: () => [{ versionId: 1 }],
  label: () => 'Look at what runs in a version',
  lane: ({ versionId }) => String(versionId),
  slot: (state, { versionId }) => ((state.serviceOverviews ??= {})[String(versionId)] ??= castDraft({ ...IDLE, messages: [] })),
  call: ({ versionId }) => request(readServiceOverview, { params: { versionId } }),
  reply: readServiceOverview.reply,
  value: (reply) => reply,
  quiet: ({ status }) => status === 404,
});

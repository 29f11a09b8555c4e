import { castDraft } from 'immer';
import { z } from 'zod';
import { request } from '../../contract/route.ts';
import { readVersionOutlook } from '../../contract/validation.ts';
import { VersionId } from '../../domain/versions.ts';
import { IDLE } from '../../projections/state.ts';
import { defineLoad } from '../defineLoad.ts';

/** Loads what putting a version out would mean. */
export const loadOutlook = defineLoad('version.loadOutlook', {
  payload: z.object({ versionId: VersionId }),
  samples: () => [{ versionId: 1 }],
  label: () => 'Look at what is found in a version',
  lane: ({ versionId }) => String(versionId),
  slot: (state, { versionId }) => ((state.outlooks ??= {})[String(versionId)] ??= castDraft({ ...IDLE, messages: [] })),
  call: ({ versionId }) => request(readVersionOutlook, { params: { versionId } }),
  reply: readVersionOutlook.reply,
  value: (reply) => reply,
  // the version was removed while it was asked about: the question says so
  quiet: ({ status }) => status === 404,
});

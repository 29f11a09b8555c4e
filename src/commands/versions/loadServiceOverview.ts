import { castDraft } from 'immer';
import { readServiceOverview } from '../../contract/versions.ts';
import { IDLE } from '../../projections/state.ts';
import { defineVersionLoad } from '../defineLoad.ts';

/** Loads what runs in a version. */
export const loadServiceOverview = defineVersionLoad('version.loadService', 'Look at what runs in a version', readServiceOverview, {
  slot: (state, { versionId }) => ((state.serviceOverviews ??= {})[String(versionId)] ??= castDraft({ ...IDLE, messages: [] })),
  value: (reply) => reply,
  quiet: ({ status }) => status === 404,
});

import { castDraft } from 'immer';
import { readVersionOutlook } from '../../contract/validation.ts';
import { IDLE } from '../../projections/state.ts';
import { defineVersionLoad } from '../defineLoad.ts';

/** Loads what putting a version out would mean. */
export const loadOutlook = defineVersionLoad('version.loadOutlook', 'Look at what is found in a version', readVersionOutlook, {
  slot: (state, { versionId }) => ((state.outlooks ??= {})[String(versionId)] ??= castDraft({ ...IDLE, messages: [] })),
  value: (reply) => reply,
  // the version was removed while it was asked about: the question says so
  quiet: ({ status }) => status === 404,
});

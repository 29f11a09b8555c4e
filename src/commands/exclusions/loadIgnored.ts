import { readIgnoreSummary } from '../../contract/validation.ts';
import { defineVersionLoad } from '../defineLoad.ts';

/** Loads every exclusion that holds in a version. */
export const loadIgnored = defineVersionLoad('exclusion.loadAll', 'Load exclusions', readIgnoreSummary, {
  slot: (state, { versionId }) => state.versions[versionId]?.validation.ignored,
  value: (reply) => reply,
});

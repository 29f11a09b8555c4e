import { readValidationSummary } from '../../contract/validation.ts';
import { defineVersionLoad } from '../defineLoad.ts';

/** Loads the errors and warnings of a version by group, rule and entity. */
export const loadValidationSummary = defineVersionLoad('validation.loadSummary', 'Load validation summary', readValidationSummary, {
  background: true,
  slot: (state, { versionId }) => state.versions[versionId]?.validation.summary,
  value: (reply) => reply,
});

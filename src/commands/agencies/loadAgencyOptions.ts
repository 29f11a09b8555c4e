import { readAgencyOptions } from '../../contract/agencies.ts';
import { defineVersionLoad } from '../defineLoad.ts';

/** Loads the languages and timezones that are offered for an agency. */
export const loadAgencyOptions = defineVersionLoad('agency.loadOptions', 'Load languages and timezones', readAgencyOptions, {
  slot: (state, { versionId }) => state.versions[versionId]?.agencyOptions,
  value: (reply) => reply,
});

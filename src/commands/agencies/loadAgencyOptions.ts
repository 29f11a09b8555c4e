import { z } from 'zod';
import { readAgencyOptions } from '../../contract/agencies.ts';
import { request } from '../../contract/route.ts';
import { VersionId } from '../../domain/versions.ts';
import { defineLoad } from '../defineLoad.ts';

/** Loads the languages and timezones that are offered for an agency. */
export const loadAgencyOptions = defineLoad('agency.loadOptions', {
  payload: z.object({ versionId: VersionId }),
  samples: () => [{ versionId: 1 }],
  label: () => 'Load languages and timezones',
  lane: ({ versionId }) => String(versionId),
  slot: (state, { versionId }) => state.versions[versionId]?.agencyOptions,
  call: ({ versionId }) => request(readAgencyOptions, { params: { versionId } }),
  reply: readAgencyOptions.reply,
  value: (reply) => reply,
});

import { castDraft } from 'immer';
import { z } from 'zod';
import { listHolidays } from '../../contract/holidays.ts';
import { request } from '../../contract/route.ts';
import type { Holidays } from '../../domain/holidays.ts';
import { VersionId } from '../../domain/versions.ts';
import { IDLE } from '../../projections/state.ts';
import { defineLoad } from '../defineLoad.ts';

const Asked = z.object({
  versionId: VersionId,
  country: z.string(),
  state: z.string(),
  timezone: z.string(),
  from: z.int(),
  to: z.int(),
  language: z.string(),
});

/** Loads the holidays of a country in some years, and which countries there are. */
export const loadHolidays = defineLoad<z.infer<typeof Asked>, Holidays, Holidays>('calendar.loadHolidays', {
  payload: Asked,
  samples: () => [{ versionId: 1, country: 'NL', state: '', timezone: 'Europe/Amsterdam', from: 2026, to: 2026, language: 'en' }],
  label: () => 'Load holidays',
  lane: ({ versionId }) => String(versionId),
  slot: (state, { versionId }) => {
    const version = state.versions[versionId];
    return version && (version.holidays ??= castDraft({ ...IDLE, messages: [] }));
  },
  call: ({ versionId, ...query }) => request(listHolidays, { params: { versionId }, query }),
  reply: listHolidays.reply,
  value: (reply) => reply,
});

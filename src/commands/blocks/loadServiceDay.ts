import { castDraft } from 'immer';
import { z } from 'zod';
import { request } from '../../contract/route.ts';
import { readServiceDay } from '../../contract/serviceDay.ts';
import { CalendarDate } from '../../domain/date.ts';
import type { ServiceDay } from '../../domain/service/day.ts';
import { VersionId } from '../../domain/versions.ts';
import { IDLE } from '../../projections/state.ts';
import { defineLoad } from '../defineLoad.ts';

const Asked = z.object({ versionId: VersionId, date: CalendarDate });

/** Loads the trips of a date. One date is held at a time: those of a large network are some megabytes. */
export const loadServiceDay = defineLoad<z.infer<typeof Asked>, ServiceDay, ServiceDay>('service.loadDay', {
  payload: Asked,
  samples: () => [{ versionId: 1, date: '2026-09-14' }],
  label: ({ date }) => `Load the trips of ${date}`,
  lane: ({ versionId }) => String(versionId),
  slot: (state, { versionId, date }) => {
    const version = state.versions[versionId];
    if (!version) return undefined;
    const known = version.serviceDays?.[date];
    if (known) return known;
    const made = castDraft({ ...IDLE, messages: [] });
    version.serviceDays = { [date]: made };
    return version.serviceDays[date];
  },
  call: ({ versionId, date }) => request(readServiceDay, { params: { versionId, date } }),
  reply: readServiceDay.reply,
  value: (reply) => reply,
});

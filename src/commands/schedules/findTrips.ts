import { z } from 'zod';
import { request } from '../../contract/route.ts';
import { listSchedules } from '../../contract/schedules.ts';
import { GUIDED_LIMIT } from '../../domain/searchTags.ts';
import { VersionId } from '../../domain/versions.ts';
import { defineLoad } from '../defineLoad.ts';

const Texts = z.array(z.string()).max(GUIDED_LIMIT);

/** Finds the schedules that have trips with certain ids, or departures at certain times. */
export const findTrips = defineLoad('schedule.findTrips', {
  payload: z.object({
    versionId: VersionId,
    tripIds: Texts,
    departures: Texts.default([]),
    condition: z.enum(['Or', 'And']),
    match: z.enum(['Exact', 'Contains']),
  }),
  samples: () => [{ versionId: 1, tripIds: ['T100'], departures: ['08:05'], condition: 'Or' as const, match: 'Contains' as const }],
  label: ({ tripIds, departures }) => `Search for trips ${[...tripIds, ...departures].join(', ')}`,
  lane: ({ versionId }) => String(versionId),
  slot: (state, { versionId, tripIds, departures, condition, match }) => {
    const search = state.versions[versionId]?.tripSearch;
    if (!search) return undefined;
    Object.assign(search, { tripIds, departures, condition, match });
    return search.found;
  },
  call: ({ versionId, tripIds, departures, condition, match }) =>
    request(listSchedules, {
      params: { versionId },
      query: { ...(tripIds.length === 0 ? {} : { tripIds }), ...(departures.length === 0 ? {} : { departures }), condition, match },
    }),
  reply: listSchedules.reply,
  value: (reply) => ({ ids: reply.Schedules.map(({ Id }) => Id), tooMany: reply.TooManyResultsForSearch }),
});

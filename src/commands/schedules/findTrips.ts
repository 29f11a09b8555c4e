import { z } from 'zod';
import { request } from '../../contract/route.ts';
import { listSchedules } from '../../contract/schedules.ts';
import { VersionId } from '../../domain/versions.ts';
import { defineLoad } from '../defineLoad.ts';

/** Finds the schedules that have trips with certain ids; no id ends the search. */
export const findTrips = defineLoad('schedule.findTrips', {
  payload: z.object({
    versionId: VersionId,
    tripIds: z.array(z.string()).max(100),
    condition: z.enum(['Or', 'And']),
    match: z.enum(['Exact', 'Contains']),
  }),
  samples: () => [{ versionId: 1, tripIds: ['T100'], condition: 'Or' as const, match: 'Contains' as const }],
  label: ({ tripIds }) => `Search for trips ${tripIds.join(', ')}`,
  lane: ({ versionId }) => String(versionId),
  slot: (state, { versionId, tripIds, condition, match }) => {
    const search = state.versions[versionId]?.tripSearch;
    if (!search) return undefined;
    Object.assign(search, { tripIds, condition, match });
    return search.found;
  },
  call: ({ versionId, tripIds, condition, match }) =>
    request(listSchedules, { params: { versionId }, query: { ...(tripIds.length === 0 ? {} : { tripIds }), condition, match } }),
  reply: listSchedules.reply,
  value: (reply, { tripIds }) =>
    tripIds.length === 0 ? { ids: [], tooMany: false } : { ids: reply.Schedules.map(({ Id }) => Id), tooMany: reply.TooManyResultsForSearch },
});

import { z } from 'zod';
import { fareCompatibility } from '../../contract/fares.ts';
import { request } from '../../contract/route.ts';
import { FareCondition } from '../../domain/fareConditions.ts';
import { VersionId } from '../../domain/versions.ts';
import { defineLoad } from '../defineLoad.ts';

/** Asks which conditions may be combined with those that a fare has. */
export const loadCompatibility = defineLoad('fare.loadCompatibility', {
  payload: z.object({ versionId: VersionId, conditions: z.array(FareCondition) }),
  samples: () => [{ versionId: 1, conditions: ['BetweenStops' as const] }],
  label: () => 'Load which conditions may be combined',
  slot: (state, { versionId }) => state.versions[versionId]?.fareWork.compatibility,
  call: ({ conditions }) => request(fareCompatibility, { body: { Conditions: conditions } }),
  reply: fareCompatibility.reply,
  value: (reply) => reply.Conditions,
});

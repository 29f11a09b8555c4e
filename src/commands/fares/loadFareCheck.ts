import { z } from 'zod';
import { checkFares } from '../../contract/fares.ts';
import { request } from '../../contract/route.ts';
import { AskedJourney } from '../../domain/fareCheck.ts';
import { VersionId } from '../../domain/versions.ts';
import { defineLoad } from '../defineLoad.ts';

/** Asks which fares apply to a journey, and why the others do not. */
export const loadFareCheck = defineLoad('fare.check', {
  payload: z.object({ versionId: VersionId, journey: AskedJourney }),
  samples: () => [{ versionId: 1, journey: { Rides: [{ Transport: '1', FromStop: 'S1', ToStop: 'S2' }], Date: '2026-05-04', DepartTime: 28_800 } }],
  label: () => 'Check which fares apply',
  slot: (state, { versionId }) => state.versions[versionId]?.fareWork.check,
  call: ({ versionId, journey }) => request(checkFares, { params: { versionId }, body: journey }),
  reply: checkFares.reply,
  value: (reply) => reply,
  // a refusal is shown below the form of the journey
  quiet: ({ status }) => status === 400,
});

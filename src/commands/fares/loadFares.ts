import { z } from 'zod';
import { listFares } from '../../contract/fares.ts';
import { request } from '../../contract/route.ts';
import { compareFares } from '../../domain/fareDetails.ts';
import { VersionId } from '../../domain/versions.ts';
import { foldHeldRows } from '../../projections/documents.ts';
import { defineLoad } from '../defineLoad.ts';

/** Loads the fares of a version in short, sorted by description as people count. */
export const loadFares = defineLoad('fare.loadAll', {
  payload: z.object({ versionId: VersionId }),
  samples: () => [{ versionId: 1 }],
  label: () => 'Load fares',
  lane: ({ versionId }) => String(versionId),
  slot: (state, { versionId }) => state.versions[versionId]?.fares,
  call: ({ versionId }) => request(listFares, { params: { versionId } }),
  reply: listFares.reply,
  value: (reply) => reply.Fares.toSorted(compareFares),
  answered: (base, { versionId }) => foldHeldRows(base, versionId, 'Fare'),
});

import { listFares } from '../../contract/fares.ts';
import { compareFares } from '../../domain/fareDetails.ts';
import { foldHeldRows } from '../../projections/documents.ts';
import { defineVersionLoad } from '../defineLoad.ts';

/** Loads the fares of a version in short, sorted by description as people count. */
export const loadFares = defineVersionLoad('fare.loadAll', 'Load fares', listFares, {
  slot: (state, { versionId }) => state.versions[versionId]?.fares,
  value: (reply) => reply.Fares.toSorted(compareFares),
  answered: (base, { versionId }) => foldHeldRows(base, versionId, 'Fare'),
});

import { z } from 'zod';
import { readFare } from '../../contract/fares.ts';
import { request } from '../../contract/route.ts';
import { FareDetails } from '../../domain/fareDetails.ts';
import { VersionId } from '../../domain/versions.ts';
import { foldHeldRows, holdDocuments } from '../../projections/documents.ts';
import { IDLE } from '../../projections/state.ts';
import { defineLoad } from '../defineLoad.ts';
import { idKey } from '../../kernel/table.ts';

/** Loads one fare with its conditions and rule rows. */
export const loadFare = defineLoad('fare.load', {
  payload: z.object({ versionId: VersionId, fareId: z.string() }),
  samples: () => [{ versionId: 1, fareId: 'single' }],
  label: ({ fareId }) => `Load fare ${fareId}`,
  lane: ({ versionId, fareId }) => `${versionId}/${fareId}`,
  slot: (state, { versionId, fareId }) => {
    const version = state.versions[versionId];
    return version && (version.fareDetails[idKey(fareId)] ??= { ...IDLE, messages: [] });
  },
  call: ({ versionId, fareId }) => request(readFare, { params: { versionId, fareId } }),
  reply: FareDetails,
  value: (reply) => reply,
  answered: (base, { versionId }, { Fare, Rev }) => {
    holdDocuments(base, versionId, 'Fare', [{ doc: Fare, rev: Rev }]);
    foldHeldRows(base, versionId, 'Fare', Fare.Id);
  },
});

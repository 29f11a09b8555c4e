import { z } from 'zod';
import { request } from '../../contract/route.ts';
import { readTransfersBetween } from '../../contract/transfers.ts';
import { VersionId } from '../../domain/versions.ts';
import { holdDocuments } from '../../projections/documents.ts';
import { defineLoad } from '../defineLoad.ts';

/** Loads the transfers between two stops, either way, to read and to edit. */
export const loadTransfersBetween = defineLoad('transfer.loadBetween', {
  payload: z.object({ versionId: VersionId, stopIdFrom: z.string(), stopIdTo: z.string() }),
  samples: () => [{ versionId: 1, stopIdFrom: 'S1', stopIdTo: 'S2' }],
  label: () => 'Load transfers between two stops',
  lane: ({ versionId }) => String(versionId),
  slot: (state, { versionId }) => state.versions[versionId]?.overlays.transfersBetween,
  call: ({ versionId, ...query }) => request(readTransfersBetween, { params: { versionId }, query }),
  reply: readTransfersBetween.reply,
  value: (reply) => reply.Transfers.map(({ Transfer }) => Transfer.Id),
  answered: (base, { versionId }, reply) =>
    holdDocuments(
      base,
      versionId,
      'Transfer',
      reply.Transfers.map(({ Transfer, Rev }) => ({ doc: Transfer, rev: Rev })),
    ),
});

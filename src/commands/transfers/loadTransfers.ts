import { z } from 'zod';
import { request } from '../../contract/route.ts';
import { listTransfers } from '../../contract/transfers.ts';
import { VersionId } from '../../domain/versions.ts';
import { tableOf } from '../../kernel/table.ts';
import { foldHeldRows } from '../../projections/documents.ts';
import { defineLoad } from '../defineLoad.ts';

/** Loads every transfer of a version for map and list. */
export const loadTransfers = defineLoad('transfer.loadAll', {
  payload: z.object({ versionId: VersionId }),
  samples: () => [{ versionId: 1 }],
  label: () => 'Load transfers',
  lane: ({ versionId }) => String(versionId),
  slot: (state, { versionId }) => state.versions[versionId]?.overlays.transfers,
  call: ({ versionId }) => request(listTransfers, { params: { versionId } }),
  reply: listTransfers.reply,
  value: (reply) =>
    tableOf(
      reply.Transfers.flatMap((group) => group.Transfers),
      (transfer) => transfer.Id,
    ),
  answered: (base, { versionId }) => foldHeldRows(base, versionId, 'Transfer'),
});

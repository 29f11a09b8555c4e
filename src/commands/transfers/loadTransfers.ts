import { listTransfers } from '../../contract/transfers.ts';
import { tableOf } from '../../kernel/table.ts';
import { foldHeldRows } from '../../projections/documents.ts';
import { defineVersionLoad } from '../defineLoad.ts';

/** Loads every transfer of a version for map and list. */
export const loadTransfers = defineVersionLoad('transfer.loadAll', 'Load transfers', listTransfers, {
  slot: (state, { versionId }) => state.versions[versionId]?.overlays.transfers,
  value: (reply) =>
    tableOf(
      reply.Transfers.flatMap((group) => group.Transfers),
      (transfer) => transfer.Id,
    ),
  answered: (base, { versionId }) => foldHeldRows(base, versionId, 'Transfer'),
});

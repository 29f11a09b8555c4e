import { listPathways } from '../../contract/pathways.ts';
import { tableOf } from '../../kernel/table.ts';
import { foldHeldRows } from '../../projections/documents.ts';
import { defineVersionLoad } from '../defineLoad.ts';

/** Loads every pathway of a version for map and list. */
export const loadPathways = defineVersionLoad('pathway.loadAll', 'Load pathways', listPathways, {
  slot: (state, { versionId }) => state.versions[versionId]?.overlays.pathways,
  value: (reply) =>
    tableOf(
      // where the ends lie is read from the stops, so that a moved stop takes its pathways along
      reply.Pathways.map(({ FromCoords: _from, ToCoords: _to, ...row }) => row),
      (pathway) => pathway.Id,
    ),
  answered: (base, { versionId }) => foldHeldRows(base, versionId, 'Pathway'),
});

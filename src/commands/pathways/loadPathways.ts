import { z } from 'zod';
import { listPathways } from '../../contract/pathways.ts';
import { request } from '../../contract/route.ts';
import { VersionId } from '../../domain/versions.ts';
import { tableOf } from '../../kernel/table.ts';
import { foldHeldRows } from '../../projections/documents.ts';
import { defineLoad } from '../defineLoad.ts';

/** Loads every pathway of a version for map and list. */
export const loadPathways = defineLoad('pathway.loadAll', {
  payload: z.object({ versionId: VersionId }),
  samples: () => [{ versionId: 1 }],
  label: () => 'Load pathways',
  lane: ({ versionId }) => String(versionId),
  slot: (state, { versionId }) => state.versions[versionId]?.overlays.pathways,
  call: ({ versionId }) => request(listPathways, { params: { versionId } }),
  reply: listPathways.reply,
  value: (reply) =>
    tableOf(
      // where the ends lie is read from the stops, so that a moved stop takes its pathways along
      reply.Pathways.map(({ FromCoords: _from, ToCoords: _to, ...row }) => row),
      (pathway) => pathway.Id,
    ),
  answered: (base, { versionId }) => foldHeldRows(base, versionId, 'Pathway'),
});

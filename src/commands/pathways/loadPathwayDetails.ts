import { z } from 'zod';
import { readPathways } from '../../contract/pathways.ts';
import { request } from '../../contract/route.ts';
import { Pathway } from '../../domain/model/pathway.ts';
import { VersionId } from '../../domain/versions.ts';
import { holdDocuments } from '../../projections/documents.ts';
import { defineLoad } from '../defineLoad.ts';

/** Loads pathways by their ids, to read and to edit. */
export const loadPathwayDetails = defineLoad('pathway.loadDetails', {
  payload: z.object({ versionId: VersionId, ids: z.array(z.string()).min(1).max(100) }),
  samples: () => [{ versionId: 1, ids: ['P1', 'P2'] }],
  label: ({ ids }) => `Load ${ids.length === 1 ? 'a pathway' : `${ids.length} pathways`}`,
  lane: ({ versionId }) => String(versionId),
  slot: (state, { versionId }) => state.versions[versionId]?.overlays.pathwayDetails,
  call: ({ versionId, ids }) => request(readPathways, { params: { versionId }, query: { ids: ids.join('|') } }),
  reply: z.object({ Pathways: z.array(z.object({ Pathway, Rev: z.int().min(0) })) }),
  value: (reply) => reply.Pathways.map(({ Pathway }) => Pathway.Id),
  answered: (base, { versionId }, reply) =>
    holdDocuments(
      base,
      versionId,
      'Pathway',
      reply.Pathways.map(({ Pathway, Rev }) => ({ doc: Pathway, rev: Rev })),
    ),
});

import { z } from 'zod';
import { request } from '../../contract/route.ts';
import { readStopDetails } from '../../contract/stops.ts';
import { StopDetails } from '../../domain/stopDetails.ts';
import { VersionId } from '../../domain/versions.ts';
import { foldHeldRows, holdDocuments } from '../../projections/documents.ts';
import { idKey } from '../../kernel/table.ts';
import { IDLE } from '../../projections/state.ts';
import { defineLoad } from '../defineLoad.ts';

/** Loads a stop with its transfers, pathways, schedules and agencies. */
export const loadStopDetails = defineLoad('stop.loadDetails', {
  payload: z.object({ versionId: VersionId, stopId: z.string() }),
  samples: () => [{ versionId: 1, stopId: 'S1' }],
  label: ({ stopId }) => `Load stop ${stopId}`,
  lane: ({ versionId, stopId }) => `${versionId}/${stopId}`,
  slot: (state, { versionId, stopId }) => {
    const version = state.versions[versionId];
    return version && (version.stopDetails[idKey(stopId)] ??= { ...IDLE, messages: [] });
  },
  call: ({ versionId, stopId }) => request(readStopDetails, { params: { versionId }, query: { stopIds: stopId } }),
  reply: z.object({ Stops: z.array(StopDetails) }),
  value: (reply) => reply.Stops[0] ?? null,
  answered: (base, { versionId, stopId }, reply) => {
    holdDocuments(
      base,
      versionId,
      'Stop',
      reply.Stops.map(({ Stop, Rev }) => ({ doc: Stop, rev: Rev })),
    );
    foldHeldRows(base, versionId, 'Stop', stopId);
    foldHeldRows(base, versionId, 'Transfer');
    foldHeldRows(base, versionId, 'Pathway');
  },
});

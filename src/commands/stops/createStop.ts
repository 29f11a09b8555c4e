import { castDraft } from 'immer';
import { z } from 'zod';
import { request } from '../../contract/route.ts';
import { createStop as call, NewStopId } from '../../contract/stops.ts';
import { Coordinate } from '../../domain/coordinate.ts';
import type { OverlayStop } from '../../domain/stopDetails.ts';
import { VersionId } from '../../domain/versions.ts';
import type { CommandInput } from '../../kernel/command.ts';
import { putRow } from '../../kernel/table.ts';
import { foldStop } from '../../projections/stops.ts';
import { undoScopeOf } from '../../projections/versions.ts';
import { defineCommand } from '../define.ts';
import { removeStop } from './removeStop.ts';

/** Makes a stop at a place on the map. The id is proposed by the caller, so that the stop can be shown at once. */
export const createStop = defineCommand('stop.create', {
  payload: z.object({
    versionId: VersionId,
    stopId: NewStopId,
    coordinate: Coordinate,
    stopName: z.string(),
    stopZoneId: z.string().optional(),
    stopParentId: z.string().optional(),
    stopType: z.int().min(0).max(5),
  }),
  samples: () => [{ versionId: 1, stopId: 'N1', coordinate: { Lat: 52.1, Lng: 5.1 }, stopName: 'New Street', stopType: 0 }],
  label: (p) => `Create stop ${p.stopName}`,
  decide: (_view, p) => (p.stopName.trim() === '' ? { code: 'stop.nameRequired', message: 'Stop name is required' } : undefined),
  lane: (p) => `stop/${p.versionId}/${p.stopId}`,
  policy: 'queue',
  write: true,
  preview: (view, p) => {
    const table = view.versions[p.versionId]?.stops.value;
    if (!table) return;
    const row: OverlayStop = {
      Id: p.stopId,
      Name: p.stopName,
      Type: p.stopType,
      Coordinate: p.coordinate,
      ...(p.stopZoneId ? { ZoneId: p.stopZoneId } : {}),
      ...(p.stopParentId ? { ParentId: p.stopParentId } : {}),
    };
    putRow(table, p.stopId, castDraft(row));
  },
  call: ({ versionId, ...body }) => request(call, { params: { versionId }, body }),
  reply: call.reply,
  answered: (base, p, reply) => foldStop(base, p.versionId, reply),
  inverse: (p, reply): CommandInput => removeStop({ versionId: p.versionId, stopId: p.stopId, name: p.stopName, rev: reply.Rev }),
  undoScope: (p) => undoScopeOf(p.versionId),
  touches: (p) => [`stop/${p.stopId}`],
  keep: 'all',
  keepReply: 'all',
});

import { z } from 'zod';
import { request } from '../../contract/route.ts';
import { editStopCoordinate } from '../../contract/stops.ts';
import { Coordinate, samePlace } from '../../domain/coordinate.ts';
import { StopState } from '../../domain/stopDetails.ts';
import { VersionId } from '../../domain/versions.ts';
import type { CommandInput } from '../../kernel/command.ts';
import { revealStop } from '../../projections/camera.ts';
import { foldStop, previewStop, stopName, stopRow } from '../../projections/stops.ts';
import { undoScopeOf } from '../../projections/versions.ts';
import { defineCommand } from '../define.ts';

/** Puts a stop somewhere else on the map. Journeys keep their times. */
export const moveStop = defineCommand('stop.move', {
  payload: z.object({
    versionId: VersionId,
    stopId: z.string(),
    from: Coordinate.nullable(),
    to: Coordinate.nullable(),
    rev: z.int().min(0),
    /** Brings the stop into view once it is done: for undo and redo. */
    reveal: z.boolean().optional(),
  }),
  samples: () => [
    { versionId: 1, stopId: 'S1', from: { Lat: 52.1, Lng: 5.1 }, to: { Lat: 52.2, Lng: 5.2 }, rev: 0 },
    { versionId: 1, stopId: 'S2', from: null, to: { Lat: 52.3, Lng: 5.3 }, rev: 0 },
  ],
  label: (p, view) => `Move stop ${stopName(view, p.versionId, p.stopId)}`,
  decide: (_view, p) => (samePlace(p.from, p.to) ? { code: 'stop.samePlace', message: 'The stop is already there' } : undefined),
  lane: (p) => `stop/${p.versionId}/${p.stopId}`,
  policy: 'queue',
  write: true,
  preview: (view, p) => previewStop(view, p.versionId, p.stopId, { Coordinate: p.to }),
  call: (p, base) => {
    const row = stopRow(base, p.versionId, p.stopId);
    const rev = row && samePlace(row.Coordinate, p.from) ? (row.Rev ?? 0) : p.rev;
    return request(editStopCoordinate, { params: { versionId: p.versionId }, body: { stopId: p.stopId, coordinate: p.to } }, rev);
  },
  reply: editStopCoordinate.reply,
  answered: (base, p, reply) => {
    foldStop(base, p.versionId, reply);
    if (p.reveal) revealStop(base, p.stopId);
  },
  conflict: (base, p, present) => foldStop(base, p.versionId, StopState.parse(present)),
  commutes: (p, present) => {
    const { Stop } = StopState.parse(present);
    return Stop !== null && samePlace(Stop.Coordinate, p.from);
  },
  rebase: (p, present) => {
    const { Stop, Rev } = StopState.parse(present);
    return { ...p, from: Stop?.Coordinate ?? p.from, rev: Rev };
  },
  inverse: (p, reply): CommandInput => moveStop({ ...p, from: p.to, to: p.from, rev: reply.Rev, reveal: true }),
  undoScope: (p) => undoScopeOf(p.versionId),
  touches: (p) => [`stop/${p.stopId}/Coordinate`],
  keep: 'all',
  keepReply: 'all',
});

import { z } from 'zod';
import { request } from '../../contract/route.ts';
import { deleteStop, restoreStop as restore } from '../../contract/stops.ts';
import { dataPath } from '../../domain/locations.ts';
import { StopState } from '../../domain/stopDetails.ts';
import { stopRemovalError } from '../../domain/stops.ts';
import { VersionId } from '../../domain/versions.ts';
import type { CommandInput } from '../../kernel/command.ts';
import { removeRow } from '../../kernel/table.ts';
import { revealStop } from '../../projections/camera.ts';
import { foldStop, stopDetails, stopRow } from '../../projections/stops.ts';
import { presentPlace, undoScopeOf } from '../../projections/versions.ts';
import { defineCommand } from '../define.ts';
import { openPlace } from '../shell/openPlace.ts';

const StopAtRevision = z.object({ versionId: VersionId, stopId: z.string(), name: z.string(), rev: z.int().min(0) });

/** Removes a stop that nothing uses; refused with the reasons while something does. */
export const removeStop = defineCommand('stop.remove', {
  payload: StopAtRevision,
  samples: () => [{ versionId: 1, stopId: 'S3', name: 'Old Quay', rev: 0 }],
  label: (p) => `Remove stop ${p.name || p.stopId}`,
  decide: (view, p) => {
    const details = stopDetails(view, p.versionId, p.stopId);
    const message =
      details &&
      stopRemovalError({
        transfers: details.Transfers.length,
        pathways: details.Pathways.length,
        schedules: details.Schedules.length,
      });
    return message === undefined ? undefined : { code: 'stop.inUse', message };
  },
  lane: (p) => `stop/${p.versionId}/${p.stopId}`,
  policy: 'queue',
  write: true,
  preview: (view, p) => {
    const table = view.versions[p.versionId]?.stops.value;
    if (table) removeRow(table, p.stopId);
  },
  call: (p, base) => {
    const rev = stopDetails(base, p.versionId, p.stopId)?.Rev ?? stopRow(base, p.versionId, p.stopId)?.Rev ?? p.rev;
    return request(deleteStop, { params: { versionId: p.versionId }, body: { stopId: p.stopId } }, rev);
  },
  reply: deleteStop.reply,
  answered: (base, p, reply) => foldStop(base, p.versionId, reply),
  conflict: (base, p, present) => foldStop(base, p.versionId, StopState.parse(present)),
  rebase: (p, present) => ({ ...p, rev: StopState.parse(present).Rev }),
  inverse: (p, reply): CommandInput => restoreStop({ ...p, rev: reply.Rev }),
  undoScope: (p) => undoScopeOf(p.versionId),
  touches: (p) => [`stop/${p.stopId}`],
  next: (p, _reply, view) => {
    const place = presentPlace(view);
    if (place.page !== 'stops' || place.itemId !== p.stopId || place.versionId !== p.versionId) return [];
    const { itemId: _closed, ...list } = place;
    return [openPlace({ path: dataPath(list), search: view.location.search, replace: true })];
  },
  keep: 'all',
  keepReply: 'all',
});

/** Brings a removed stop back as it was: the mirror of `removeStop`, in one file because each undoes the other. */
export const restoreStop = defineCommand('stop.restore', {
  payload: StopAtRevision,
  samples: () => [{ versionId: 1, stopId: 'S3', name: 'Old Quay', rev: 1 }],
  label: (p) => `Restore stop ${p.name || p.stopId}`,
  lane: (p) => `stop/${p.versionId}/${p.stopId}`,
  policy: 'queue',
  write: true,
  call: (p) => request(restore, { params: { versionId: p.versionId }, body: { stopId: p.stopId } }, p.rev),
  reply: restore.reply,
  answered: (base, p, reply) => {
    foldStop(base, p.versionId, reply);
    revealStop(base, p.stopId);
  },
  conflict: (base, p, present) => foldStop(base, p.versionId, StopState.parse(present)),
  rebase: (p, present) => ({ ...p, rev: StopState.parse(present).Rev }),
  inverse: (p, reply): CommandInput => removeStop({ ...p, rev: reply.Rev }),
  undoScope: (p) => undoScopeOf(p.versionId),
  touches: (p) => [`stop/${p.stopId}`],
  keep: 'all',
  keepReply: 'all',
});

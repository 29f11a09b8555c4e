import { z } from 'zod';
import { request } from '../../contract/route.ts';
import { listSchedules } from '../../contract/schedules.ts';
import { compareSchedules } from '../../domain/schedules.ts';
import { VersionId } from '../../domain/versions.ts';
import { foldHeldRows } from '../../projections/documents.ts';
import { defineLoad } from '../defineLoad.ts';

/** Loads the schedules of a version, sorted by name as people count. */
export const loadSchedules = defineLoad('schedule.loadAll', {
  payload: z.object({ versionId: VersionId }),
  samples: () => [{ versionId: 1 }],
  label: () => 'Load schedules',
  lane: ({ versionId }) => String(versionId),
  slot: (state, { versionId }) => state.versions[versionId]?.schedules,
  call: ({ versionId }) => request(listSchedules, { params: { versionId } }),
  reply: listSchedules.reply,
  value: (reply) => reply.Schedules.toSorted(compareSchedules),
  answered: (base, { versionId }) => foldHeldRows(base, versionId, 'Schedule'),
});

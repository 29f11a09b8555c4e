import { listSchedules } from '../../contract/schedules.ts';
import { compareSchedules } from '../../domain/schedules.ts';
import { foldHeldRows } from '../../projections/documents.ts';
import { defineVersionLoad } from '../defineLoad.ts';

/** Loads the schedules of a version, sorted by name as people count. */
export const loadSchedules = defineVersionLoad('schedule.loadAll', 'Load schedules', listSchedules, {
  slot: (state, { versionId }) => state.versions[versionId]?.schedules,
  value: (reply) => reply.Schedules.toSorted(compareSchedules),
  answered: (base, { versionId }) => foldHeldRows(base, versionId, 'Schedule'),
});

import { z } from 'zod';
import { request } from '../../contract/route.ts';
import { readSchedule } from '../../contract/schedules.ts';
import { LoadedSchedule } from '../../domain/scheduleDetails.ts';
import { VersionId } from '../../domain/versions.ts';
import { holdDocuments, holdWhole } from '../../projections/documents.ts';
import { IDLE } from '../../projections/state.ts';
import { defineLoad } from '../defineLoad.ts';
import { idKey } from '../../kernel/table.ts';

/** Loads one schedule with its tracks and timetables. */
export const loadSchedule = defineLoad('schedule.load', {
  payload: z.object({ versionId: VersionId, scheduleId: z.string() }),
  samples: () => [{ versionId: 1, scheduleId: 'L1' }],
  label: ({ scheduleId }) => `Load schedule ${scheduleId}`,
  lane: ({ versionId, scheduleId }) => `${versionId}/${scheduleId}`,
  slot: (state, { versionId, scheduleId }) => {
    const version = state.versions[versionId];
    return version && (version.scheduleDetails[idKey(scheduleId)] ??= { ...IDLE, messages: [] });
  },
  call: ({ versionId, scheduleId }) => request(readSchedule, { params: { versionId, scheduleId } }),
  reply: LoadedSchedule,
  value: () => true as const,
  answered: (base, { versionId, scheduleId }, { Schedule, Rev, Tracks }) => {
    holdDocuments(base, versionId, 'Schedule', [{ doc: Schedule, rev: Rev }]);
    holdDocuments(
      base,
      versionId,
      'Track',
      Tracks.map(({ Track, Rev: rev }) => ({ doc: Track, rev })),
    );
    holdDocuments(
      base,
      versionId,
      'Timetable',
      Tracks.flatMap(({ Timetables, TimetableRevs }) => Timetables.map((doc, at) => ({ doc, rev: TimetableRevs[at] ?? 0 }))),
    );
    holdWhole(base, versionId, 'Track', scheduleId);
    holdWhole(base, versionId, 'Timetable', scheduleId);
  },
});

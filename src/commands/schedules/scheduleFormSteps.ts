/** The steps of making, cloning and deleting schedules; `machines/scheduleFormMachine.ts` follows them and issues the edits. */
import { z } from 'zod';
import { VersionId } from '../../domain/versions.ts';
import { defineCommand } from '../define.ts';
import { openPageFirst } from '../shell/openPlace.ts';

const Ask = z.object({ versionId: VersionId, scheduleIds: z.array(z.string()).max(2000) });

/** Opens the form for a new schedule. */
export const askCreateSchedule = defineCommand('scheduleForm.create', {
  payload: z.object({ versionId: VersionId }),
  samples: () => [{ versionId: 1 }],
  label: () => 'Open the form for a new schedule',
  inverse: 'none',
  keep: 'all',
  next: ({ versionId }, _reply, view) => openPageFirst(view, versionId, 'schedules'),
});

/** Opens the form for a clone of a schedule. */
export const askCloneSchedule = defineCommand('scheduleForm.clone', {
  payload: Ask,
  samples: () => [{ versionId: 1, scheduleIds: ['L1'] }],
  label: () => 'Open the form for a clone',
  inverse: 'none',
  keep: 'all',
});

/** Asks whether schedules shall be deleted. */
export const askDeleteSchedules = defineCommand('scheduleForm.delete', {
  payload: Ask,
  samples: () => [{ versionId: 1, scheduleIds: ['L1'] }],
  label: () => 'Ask to delete schedules',
  inverse: 'none',
  keep: 'all',
});

/** Sends the form. */
export const submitScheduleForm = defineCommand('scheduleForm.submit', {
  payload: z.object({ id: z.string().max(255), name: z.string().max(1000), fromDate: z.string(), toDate: z.string() }),
  samples: () => [
    { id: 'N1', name: 'N1', fromDate: '2026-01-01', toDate: '2026-12-31' },
    { id: ' ', name: '', fromDate: '2026-01-01', toDate: '2026-12-31' },
  ],
  label: (p) => `Submit schedule ${p.id}`,
  inverse: 'none',
  keep: 'all',
});

/** Says yes to the deletion. */
export const confirmScheduleForm = defineCommand('scheduleForm.confirm', {
  payload: z.object({}),
  samples: () => [{}],
  label: () => 'Confirm the deletion',
  inverse: 'none',
  keep: 'all',
});

/** Closes the form; nothing happens. */
export const cancelScheduleForm = defineCommand('scheduleForm.cancel', {
  payload: z.object({}),
  samples: () => [{}],
  label: () => 'Close the schedule form',
  inverse: 'none',
  keep: 'all',
});

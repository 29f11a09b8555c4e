/** The steps of making, cloning and deleting schedules; `machines/scheduleFormMachine.ts` follows them and issues the edits. */
import { z } from 'zod';
import { VersionId } from '../../domain/versions.ts';
import { openPageFirst } from '../shell/openPlace.ts';
import { defineStep } from '../defineStep.ts';

const Ask = z.object({ versionId: VersionId, scheduleIds: z.array(z.string()).max(2000) });

/** Opens the form for a new schedule. */
export const askCreateSchedule = defineStep('scheduleForm.create', 'Open the form for a new schedule', {
  payload: z.object({ versionId: VersionId }),
  samples: [{ versionId: 1 }],
  next: ({ versionId }, _reply, view) => openPageFirst(view, versionId, 'schedules'),
});

/** Opens the form for a clone of a schedule. */
export const askCloneSchedule = defineStep('scheduleForm.clone', 'Open the form for a clone', {
  payload: Ask,
  samples: [{ versionId: 1, scheduleIds: ['L1'] }],
});

/** Asks whether schedules shall be deleted. */
export const askDeleteSchedules = defineStep('scheduleForm.delete', 'Ask to delete schedules', {
  payload: Ask,
  samples: [{ versionId: 1, scheduleIds: ['L1'] }],
});

/** Sends the form. */
export const submitScheduleForm = defineStep('scheduleForm.submit', (p) => `Submit schedule ${p.id}`, {
  payload: z.object({ id: z.string().max(255), name: z.string().max(1000), fromDate: z.string(), toDate: z.string() }),
  samples: [
    { id: 'N1', name: 'N1', fromDate: '2026-01-01', toDate: '2026-12-31' },
    { id: ' ', name: '', fromDate: '2026-01-01', toDate: '2026-12-31' },
  ],
});

/** Says yes to the deletion. */
export const confirmScheduleForm = defineStep('scheduleForm.confirm', 'Confirm the deletion');

/** Closes the form; nothing happens. */
export const cancelScheduleForm = defineStep('scheduleForm.cancel', 'Close the schedule form');

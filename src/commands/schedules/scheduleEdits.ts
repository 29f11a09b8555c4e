/** The edits of schedules as commands. */
import * as edits from '../../domain/edits/schedules.ts';
import { dataPath } from '../../domain/locations.ts';
import { presentPlace } from '../../projections/versions.ts';
import { defineEdit } from '../defineEdit.ts';
import { openPlace } from '../shell/openPlace.ts';

export const createSchedule = defineEdit(edits.createSchedule);
export const cloneSchedule = defineEdit(edits.cloneSchedule);

/** Deleting the schedule that is open returns to the list. */
export const deleteSchedules = defineEdit(edits.deleteSchedules, {
  next: ({ versionId, scheduleIds }, _reply, view) => {
    const { databaseId, page, itemId, versionId: shown } = presentPlace(view);
    const open = page === 'schedules' && shown === versionId && itemId !== undefined && scheduleIds.includes(itemId);
    return open && databaseId !== undefined
      ? [openPlace({ path: dataPath({ databaseId, versionId, page: 'schedules' }), search: '', replace: true })]
      : [];
  },
});
export const editScheduleField = defineEdit(edits.editScheduleField);
export const orderTracks = defineEdit(edits.orderTracks);

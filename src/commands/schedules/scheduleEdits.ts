/** The edits of schedules as commands. Lists and the validation summary are read again after each. */
import * as edits from '../../domain/edits/schedules.ts';
import { dataPath } from '../../domain/locations.ts';
import { presentPlace } from '../../projections/versions.ts';
import { defineEdit } from '../defineEdit.ts';
import { openPlace } from '../shell/openPlace.ts';
import { readAgain } from './readAgain.ts';

export const createSchedule = defineEdit(edits.createSchedule, { next: readAgain });
export const cloneSchedule = defineEdit(edits.cloneSchedule, { next: readAgain });

/** Deleting the schedule that is open returns to the list. */
export const deleteSchedules = defineEdit(edits.deleteSchedules, {
  next: ({ versionId, scheduleIds }, reply, view) => {
    const { databaseId, page, itemId, versionId: shown } = presentPlace(view);
    const open = page === 'schedules' && shown === versionId && itemId !== undefined && scheduleIds.includes(itemId);
    const back =
      open && databaseId !== undefined
        ? [openPlace({ path: dataPath({ databaseId, versionId, page: 'schedules' }), search: '', replace: true })]
        : [];
    return [...back, ...readAgain({ versionId }, reply, view)];
  },
});
export const editScheduleField = defineEdit(edits.editScheduleField, { next: readAgain });
export const orderTracks = defineEdit(edits.orderTracks, { next: readAgain });

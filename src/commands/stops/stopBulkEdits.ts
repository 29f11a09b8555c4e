/** The edits of several stops as commands. */
import * as edits from '../../domain/edits/stopBulk.ts';
import * as groups from '../../domain/edits/stopGroups.ts';
import { dataPath } from '../../domain/locations.ts';
import { presentPlace } from '../../projections/versions.ts';
import { defineEdit } from '../defineEdit.ts';
import { openPlace } from '../shell/openPlace.ts';
import { closeMergeStops, selectStops } from './stopSelectionSteps.ts';

export const editFieldOfStops = defineEdit(edits.editFieldOfStops);
export const groupStops = defineEdit(groups.groupStops);
export const createStops = defineEdit(edits.createStops);

/** The stop that went is no longer selected, and its page is that of the one that stayed. */
export const mergeStops = defineEdit(edits.mergeStops, {
  next: ({ versionId, keptId, goneId }, _reply, view) => {
    const place = presentPlace(view);
    const open = place.page === 'stops' && place.itemId === goneId && place.versionId === versionId;
    return [
      closeMergeStops({}),
      selectStops({ versionId, stopIds: view.stopWork.selected.filter((id) => id !== goneId) }),
      ...(open ? [openPlace({ path: dataPath({ ...place, itemId: keptId }), search: view.location.search, replace: true })] : []),
    ];
  },
});

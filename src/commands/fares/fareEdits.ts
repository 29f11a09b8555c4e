/** The edits of fares as commands. */
import * as edits from '../../domain/edits/fares.ts';
import { dataPath } from '../../domain/locations.ts';
import { presentPlace } from '../../projections/versions.ts';
import { defineEdit } from '../defineEdit.ts';
import { openPlace } from '../shell/openPlace.ts';

export const editFareField = defineEdit(edits.editFareField);
export const createFare = defineEdit(edits.createFare);
export const removeFares = defineEdit(edits.removeFares);
export const setFareConditions = defineEdit(edits.setFareConditions);
export const removeFareCondition = defineEdit(edits.removeFareCondition);
export const editFareRules = defineEdit(edits.editFareRules);

/** The copy is opened where its source is looked at. */
export const cloneFare = defineEdit(edits.cloneFare, {
  next: ({ versionId, fareId, newId }, _reply, view) => {
    const place = presentPlace(view);
    if (newId === undefined || place.page !== 'fares' || place.itemId !== fareId || place.versionId !== versionId) return [];
    return [openPlace({ path: dataPath({ ...place, itemId: newId }), search: view.location.search })];
  },
});

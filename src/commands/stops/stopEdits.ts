/** The edits of stops as commands. */
import * as edits from '../../domain/edits/stops.ts';
import { dataPath } from '../../domain/locations.ts';
import { stopRemovalError } from '../../domain/stops.ts';
import { stopDetails } from '../../projections/stops.ts';
import { presentPlace } from '../../projections/versions.ts';
import { defineEdit } from '../defineEdit.ts';
import { openPlace } from '../shell/openPlace.ts';

export const editStopField = defineEdit(edits.editStopField);
export const moveStop = defineEdit(edits.moveStop);
export const createStop = defineEdit(edits.createStop);

/** What uses the stop is known here once its details are loaded; else the server says it. Its page is left. */
export const removeStop = defineEdit(edits.removeStop, {
  decide: (view, { versionId, stopId }) => {
    const uses = stopDetails(view, versionId, stopId);
    const message = uses && stopRemovalError({ transfers: uses.Transfers.length, pathways: uses.Pathways.length, schedules: uses.Schedules.length });
    return message === undefined ? undefined : { code: 'stop.inUse', message };
  },
  next: ({ versionId, stopId }, _reply, view) => {
    const place = presentPlace(view);
    if (place.page !== 'stops' || place.itemId !== stopId || place.versionId !== versionId) return [];
    const { itemId: _closed, ...list } = place;
    return [openPlace({ path: dataPath(list), search: view.location.search, replace: true })];
  },
});

/** The edits of tracks and their stops as commands. The list shows how many tracks a schedule has, so it is read again. */
import * as edits from '../../domain/edits/tracks.ts';
import { defineEdit } from '../defineEdit.ts';
import { loadSchedules } from '../schedules/loadSchedules.ts';

const readAgain = { next: ({ versionId }: { readonly versionId: number }) => [loadSchedules({ versionId })] };

export const createTrack = defineEdit(edits.createTrack, readAgain);
export const cloneTrack = defineEdit(edits.cloneTrack, readAgain);
export const moveTrack = defineEdit(edits.moveTrack, readAgain);
export const deleteTrack = defineEdit(edits.deleteTrack, readAgain);
export const editTrackField = defineEdit(edits.editTrackField);
export const editDestinations = defineEdit(edits.editDestinations);
export const createTrackStop = defineEdit(edits.createTrackStop);
export const deleteTrackStop = defineEdit(edits.deleteTrackStop);
export const moveTrackStop = defineEdit(edits.moveTrackStop);
export const orderTrackStops = defineEdit(edits.orderTrackStops);
export const editStopSequence = defineEdit(edits.editStopSequence);
export const ignoreTrackStop = defineEdit(edits.ignoreTrackStop);

/** The edits of tracks and their stops as commands. The list and the validation summary are read again after each. */
import * as edits from '../../domain/edits/tracks.ts';
import { defineEdit } from '../defineEdit.ts';
import { readAgain } from '../schedules/readAgain.ts';

const after = { next: readAgain };

export const createTrack = defineEdit(edits.createTrack, after);
export const cloneTrack = defineEdit(edits.cloneTrack, after);
export const moveTrack = defineEdit(edits.moveTrack, after);
export const deleteTrack = defineEdit(edits.deleteTrack, after);
export const editTrackField = defineEdit(edits.editTrackField, after);
export const editDestinations = defineEdit(edits.editDestinations, after);
export const createTrackStop = defineEdit(edits.createTrackStop, after);
export const deleteTrackStop = defineEdit(edits.deleteTrackStop, after);
export const moveTrackStop = defineEdit(edits.moveTrackStop, after);
export const orderTrackStops = defineEdit(edits.orderTrackStops, after);
export const editStopSequence = defineEdit(edits.editStopSequence, after);
export const ignoreTrackStop = defineEdit(edits.ignoreTrackStop, after);

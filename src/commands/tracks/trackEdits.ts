/** The edits of tracks and their stops as commands. */
import * as edits from '../../domain/edits/tracks.ts';
import { defineEdit } from '../defineEdit.ts';

export const createTrack = defineEdit(edits.createTrack);
export const cloneTrack = defineEdit(edits.cloneTrack);
export const moveTrack = defineEdit(edits.moveTrack);
export const deleteTrack = defineEdit(edits.deleteTrack);
export const editTrackField = defineEdit(edits.editTrackField);
export const editDestinations = defineEdit(edits.editDestinations);
export const createTrackStop = defineEdit(edits.createTrackStop);
export const createTrackStops = defineEdit(edits.createTrackStops);
export const deleteTrackStop = defineEdit(edits.deleteTrackStop);
export const moveTrackStop = defineEdit(edits.moveTrackStop);
export const orderTrackStops = defineEdit(edits.orderTrackStops);
export const editStopSequence = defineEdit(edits.editStopSequence);
export const ignoreTrackStop = defineEdit(edits.ignoreTrackStop);

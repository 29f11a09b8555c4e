/** The edits of calls of flexible trips as commands. */
import * as edits from '../../domain/edits/flexTrips.ts';
import { defineEdit } from '../defineEdit.ts';

export const addFlexCall = defineEdit(edits.addFlexCall);
export const editFlexCall = defineEdit(edits.editFlexCall);
export const editFlexTimes = defineEdit(edits.editFlexTimes);
export const removeFlexCall = defineEdit(edits.removeFlexCall);

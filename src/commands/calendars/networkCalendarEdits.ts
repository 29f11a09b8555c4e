/** The edits of calendars of the network, and of who follows them, as commands. */
import * as edits from '../../domain/edits/networkCalendars.ts';
import { defineEdit } from '../defineEdit.ts';

export const createNetworkCalendar = defineEdit(edits.createNetworkCalendar);
export const changeNetworkCalendar = defineEdit(edits.changeNetworkCalendar);
export const deleteNetworkCalendar = defineEdit(edits.deleteNetworkCalendar);
export const followCalendar = defineEdit(edits.followCalendar);
export const createDayType = defineEdit(edits.createDayType);
export const changeDayType = defineEdit(edits.changeDayType);
export const deleteDayType = defineEdit(edits.deleteDayType);

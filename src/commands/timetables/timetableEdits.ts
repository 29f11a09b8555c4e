/** The edits of timetables and departures as commands. */
import * as edits from '../../domain/edits/timetables.ts';
import * as stops from '../../domain/edits/timetableStops.ts';
import { joinedShifts } from '../../domain/timetableSheet/sheetActs.ts';
import { defineEdit } from '../defineEdit.ts';

export const editSheet = defineEdit(edits.editSheet, {
  joined: (earlier, later) => ({ ...later, edit: joinedShifts(earlier.edit, later.edit) }),
});
export const tidyTimetables = defineEdit(edits.tidyTimetables);
export const createTimetable = defineEdit(edits.createTimetable);
export const editTimetableDays = defineEdit(edits.editTimetableDays);
export const cloneTimetable = defineEdit(edits.cloneTimetable);
export const deleteTimetable = defineEdit(edits.deleteTimetable);
export const editDepartures = defineEdit(edits.editDepartures);
export const editDeparturesOfDays = defineEdit(edits.editDeparturesOfDays);
export const editDepartureField = defineEdit(edits.editDepartureField);
export const editTimetableField = defineEdit(edits.editTimetableField);
export const editAccess = defineEdit(stops.editAccess);
export const editTimepoints = defineEdit(stops.editTimepoints);
export const editStopValues = defineEdit(stops.editStopValues);

/** The edits of calendars as commands. */
import * as edits from '../../domain/edits/calendars.ts';
import { defineEdit } from '../defineEdit.ts';

export const editInterval = defineEdit(edits.editInterval);
export const editExceptions = defineEdit(edits.editExceptions);

/** The edits of rows of kept files as commands. */
import * as edits from '../../domain/edits/fileRows.ts';
import { defineEdit } from '../defineEdit.ts';

export const editFileRow = defineEdit(edits.editFileRow);
export const editAddedRow = defineEdit(edits.editAddedRow);
export const addFileRow = defineEdit(edits.addFileRow);
export const removeFileRow = defineEdit(edits.removeFileRow);
export const restoreFileRow = defineEdit(edits.restoreFileRow);

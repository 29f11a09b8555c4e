/** The edits that a workbook amounts to, as commands. */
import { importRows as rows } from '../../domain/edits/importRows.ts';
import { importTimes as times } from '../../domain/edits/importTimes.ts';
import { defineEdit } from '../defineEdit.ts';

export const importTimes = defineEdit(times);
export const importRows = defineEdit(rows);

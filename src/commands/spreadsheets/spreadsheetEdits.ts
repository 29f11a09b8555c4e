/** The edits that a workbook amounts to, as commands. */
import { importTimes as times } from '../../domain/edits/importTimes.ts';
import { defineEdit } from '../defineEdit.ts';

export const importTimes = defineEdit(times);

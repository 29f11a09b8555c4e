import * as edits from '../../domain/edits/quickFixes.ts';
import { defineEdit } from '../defineEdit.ts';

export const fixCases = defineEdit(edits.fixCases);

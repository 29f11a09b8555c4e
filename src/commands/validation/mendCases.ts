import * as edits from '../../domain/edits/mends.ts';
import { defineEdit } from '../defineEdit.ts';

export const mendCases = defineEdit(edits.mendCases);

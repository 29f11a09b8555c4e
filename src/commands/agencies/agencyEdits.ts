/** The edits of agencies as commands. */
import * as edits from '../../domain/edits/agencies.ts';
import { defineEdit } from '../defineEdit.ts';

export const editAgencyField = defineEdit(edits.editAgencyField);
export const createAgency = defineEdit(edits.createAgency);
export const removeAgencies = defineEdit(edits.removeAgencies);

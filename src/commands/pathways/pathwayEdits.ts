/** The edits of pathways as commands. */
import * as edits from '../../domain/edits/pathways.ts';
import { linkGone } from '../shell/linkGone.ts';
import { defineEdit } from '../defineEdit.ts';

export const createPathway = defineEdit(edits.createPathway);
export const editPathwayField = defineEdit(edits.editPathwayField);
export const reversePathway = defineEdit(edits.reversePathway);
/** The address stops speaking of what was removed. */
export const removePathway = defineEdit(edits.removePathway, { next: ({ pathwayId }, _reply, view) => linkGone(view, 'pathways', pathwayId) });

/** The edits of zones as commands. */
import * as edits from '../../domain/edits/zones.ts';
import { defineEdit } from '../defineEdit.ts';

export const editZoneGeometry = defineEdit(edits.editZoneGeometry);

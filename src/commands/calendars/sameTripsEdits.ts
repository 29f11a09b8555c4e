/** The edits that rewrite calendars and leave every trip on its dates, as commands. */
import * as edits from '../../domain/edits/sameTrips.ts';
import { defineEdit } from '../defineEdit.ts';

export const simplifyCalendars = defineEdit(edits.simplifyCalendars);
export const shareExceptions = defineEdit(edits.shareExceptions);

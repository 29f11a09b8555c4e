/** The edits of transfers as commands. */
import * as edits from '../../domain/edits/transfers.ts';
import { linkGone } from '../shell/linkGone.ts';
import { defineEdit } from '../defineEdit.ts';

export const createTransfer = defineEdit(edits.createTransfer);
export const stayInVehicle = defineEdit(edits.stayInVehicle);
export const editTransferField = defineEdit(edits.editTransferField);
export const editTransferType = defineEdit(edits.editTransferType);
export const editTransferTime = defineEdit(edits.editTransferTime);
/** The address stops speaking of what was removed. */
export const removeTransfer = defineEdit(edits.removeTransfer, { next: ({ transferId }, _reply, view) => linkGone(view, 'transfers', transferId) });

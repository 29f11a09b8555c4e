import * as edits from '../../domain/edits/levels.ts';
import { defineEdit } from '../defineEdit.ts';

export const orderLevels = defineEdit(edits.orderLevels);

/** The edits of vehicle blocks as commands. */
import * as edits from '../../domain/edits/blocks.ts';
import { defineEdit } from '../defineEdit.ts';

export const assignBlocks = defineEdit(edits.assignBlocks);

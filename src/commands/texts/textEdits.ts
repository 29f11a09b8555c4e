import * as edits from '../../domain/edits/texts.ts';
import { defineEdit } from '../defineEdit.ts';

export const replaceTexts = defineEdit(edits.replaceTexts);

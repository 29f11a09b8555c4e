/** The edits of a track's shape as commands. */
import * as detours from '../../domain/edits/detours.ts';
import * as edits from '../../domain/edits/shapes.ts';
import { defineEdit } from '../defineEdit.ts';

export const editShape = defineEdit(edits.editShape);
export const replaceShape = defineEdit(edits.replaceShape);
export const matchShapes = defineEdit(edits.matchShapes);
export const takeDetours = defineEdit(detours.takeDetours);

import type { z } from 'zod';
import * as templates from '../../../src/domain/taskTemplates/transforms.ts';
import type { TaskTemplate } from '../../../src/domain/taskTemplates/template.ts';
import { joinStops, merge } from './combination.ts';
import { runScript } from './script.ts';
import { cutValidity, dropUnused, keepOnly } from './selection.ts';
import { buildShapes, recomputeSequence, simplifyShapes } from './shapes.ts';
import type { Transform } from './transform.ts';
import { replaceTexts, setFields, shiftDates } from './values.ts';

/** What each transform does, by the address of its template. */
export const TRANSFORMS: Readonly<Record<string, Transform<unknown>>> = Object.fromEntries([
  entry(templates.keepOnly, keepOnly),
  entry(templates.mergeDatabase, merge),
  entry(templates.joinDuplicateStops, joinStops),
  entry(templates.dropUnused, dropUnused),
  entry(templates.cutToValidity, cutValidity),
  entry(templates.shiftDates, shiftDates),
  entry(templates.setFields, setFields),
  entry(templates.replaceTexts, replaceTexts),
  entry(templates.recomputeShapeSequence, recomputeSequence),
  entry(templates.simplifyShapes, simplifyShapes),
  entry(templates.buildMissingShapes, buildShapes),
  entry(templates.script, runScript),
]);

function entry<P extends z.ZodObject>(template: TaskTemplate & { parameters: P }, transform: Transform<z.infer<P>>): [string, Transform<unknown>] {
  return [template.s3_url, (context) => transform({ ...context, values: template.parameters.parse(context.values) })];
}

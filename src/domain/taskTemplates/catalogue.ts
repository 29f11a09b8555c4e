/** Every kind of task that the product brings with it. */
import type { z } from 'zod';
import type { TaskCommand } from '../pipelines.ts';
import { deliverExport } from './deliverExport.ts';
import * as exports from './exports.ts';
import * as gates from './gates.ts';
import * as imports from './imports.ts';
import * as transforms from './transforms.ts';
import type { TaskTemplate } from './template.ts';

export const TASK_TEMPLATES: readonly TaskTemplate[] = [imports, [gates.applyCorrections], transforms, [gates.check], exports].flatMap((group) =>
  Object.values(group),
);

/** Those and the ones that only the product itself makes tasks of. */
const RUN_TEMPLATES: readonly TaskTemplate[] = [...TASK_TEMPLATES, deliverExport];

/** The template of a task; undefined where this build has none of that address. */
export function templateOf(s3_url: string): TaskTemplate | undefined {
  return TASK_TEMPLATES.find((template) => template.s3_url === s3_url);
}

/** The parameters of a task that a person has made, or why they cannot be used: one sentence for each field. */
export function readCommand(task: AnyTask): ReadCommand {
  return readBy(TASK_TEMPLATES, task);
}

/** Names of the secrets that a task uses. */
export function secretsUsed({ s3_url, command }: { readonly s3_url: string; readonly command: TaskCommand }): readonly string[] {
  const shape: Readonly<Record<string, z.ZodType>> = templateOf(s3_url)?.parameters.shape ?? {};
  return Object.entries(shape).flatMap(([name, parameter]) => {
    const value = command[name];
    return parameter.meta()?.['control'] === 'secret' && typeof value === 'string' && value !== '' ? [value] : [];
  });
}

/** The parameters of any task that is run, as its runner gets them. */
export function readRunCommand(task: AnyTask): ReadCommand {
  return readBy(RUN_TEMPLATES, task);
}

interface AnyTask {
  readonly s3_url: string;
  readonly command: TaskCommand;
}

type ReadCommand = { readonly values: TaskCommand } | { readonly faults: readonly { readonly field: string; readonly message: string }[] };

function readBy(templates: readonly TaskTemplate[], { s3_url, command }: AnyTask): ReadCommand {
  const template = templates.find((one) => one.s3_url === s3_url);
  if (template === undefined) return { faults: [{ field: 's3_url', message: `There is no task template ${s3_url}` }] };
  const read = template.parameters.safeParse(command);
  if (read.success) return { values: read.data as TaskCommand };
  return { faults: read.error.issues.map((issue: z.core.$ZodIssue) => ({ field: String(issue.path[0] ?? ''), message: issue.message })) };
}

/** A task that is about to be run by hand: what the form holds, and what is wrong with it. */
import { z } from 'zod';
import { type PipelineTask, TaskCommand, TaskName } from './pipelines.ts';
import type { FieldError } from './regions.ts';
import { readCommand, TASK_TEMPLATES } from './taskTemplates/catalogue.ts';

export const TaskRunForm = z.object({
  /** Id of the template; empty: none is chosen yet. */
  template: z.string(),
  db_id: z.string(),
  /** Empty: that of the template. */
  name: z.string(),
  /** The input version as it is typed; empty: the current one, else the newest. */
  version: z.string(),
  command: TaskCommand,
});
export type TaskRunForm = z.infer<typeof TaskRunForm>;

/** What is sent to run a task. */
export type TaskToRun = PipelineTask & { readonly db_id: string };

/** An empty form; of no template where there is none of that id. */
export function newTaskRunForm(templateId: string | undefined): TaskRunForm {
  return { template: templateOfForm({ template: templateId ?? '' })?.id ?? '', db_id: '', name: '', version: '', command: {} };
}

/** The template that a form is about; undefined where none is chosen. */
export function templateOfForm({ template }: Pick<TaskRunForm, 'template'>): (typeof TASK_TEMPLATES)[number] | undefined {
  return TASK_TEMPLATES.find(({ id }) => id === template);
}

/** What is wrong with a form, by field: `db_id`, `name`, `version`, `command/url`, `command/` for the parameters together. */
export function taskRunFaults(form: TaskRunForm): readonly FieldError[] {
  const template = templateOfForm(form);
  if (template === undefined) return [{ Field: 'template', Message: 'Choose a task' }];
  const read = readCommand({ s3_url: template.s3_url, command: form.command });
  const nameError = TaskName.safeParse(form.name || template.name).error?.issues[0]?.message;
  return [
    ...(form.db_id === '' ? [{ Field: 'db_id', Message: 'Choose a database' }] : []),
    ...(nameError === undefined ? [] : [{ Field: 'name', Message: nameError }]),
    ...(/^([1-9]\d{0,8})?$/.test(form.version.trim()) ? [] : [{ Field: 'version', Message: 'Enter an integer' }]),
    ...('faults' in read ? read.faults.map(({ field, message }) => ({ Field: `command/${field}`, Message: message })) : []),
  ];
}

/** What is sent of a form; undefined where something is missing or wrong. */
export function taskToRunOf(form: TaskRunForm): TaskToRun | undefined {
  const template = templateOfForm(form);
  if (template === undefined || taskRunFaults(form).length > 0) return undefined;
  const read = readCommand({ s3_url: template.s3_url, command: form.command });
  if ('faults' in read) return undefined;
  const version = form.version.trim();
  return {
    db_id: form.db_id,
    name: form.name || template.name,
    original_name: template.name,
    s3_url: template.s3_url,
    command: read.values,
    task_type: template.task_type,
    input_version_id: version === '' || template.task_type === 1 ? null : Number(version),
    notes: '',
  };
}

/** Databases that a task can be run on: those that may be written. */
export function databasesForTasks<D extends { readonly Permissions: { readonly ReadOnly: boolean } }>(databases: readonly D[]): readonly D[] {
  return databases.filter(({ Permissions }) => !Permissions.ReadOnly);
}

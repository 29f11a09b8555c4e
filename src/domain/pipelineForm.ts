/** A pipeline while it is made or changed: what the form holds, and what is wrong with it. */
import { z } from 'zod';
import type { FieldError } from './regions.ts';
import { orderFaults, type Pipeline, PipelineInput, PipelineTask, TaskCommand } from './pipelines.ts';
import { TASK_TYPES } from './runs.ts';
import { readCommand, TASK_TEMPLATES } from './taskTemplates/catalogue.ts';
import { fieldsOf } from './taskTemplates/fields.ts';

/** A task in the form. `key` tells it from the others while it is moved; it is not sent. */
const FormTask = PipelineTask.extend({ key: z.int(), name: z.string(), command: TaskCommand });
export type FormTask = z.infer<typeof FormTask>;

export const PipelineForm = z.object({
  /** Null for a pipeline that is to be made. */
  id: z.int().nullable(),
  /** Revision that a change is based on. */
  rev: z.int(),
  name: z.string(),
  db_id: z.string(),
  tags: z.array(z.string()),
  /** HH:mm, in the time zone of the region. Empty: it does not run by itself. */
  times_of_day: z.array(z.string()),
  /** Seven characters, 0 or 1, Monday first. */
  days_of_week: z.string(),
  tasks: z.array(FormTask),
});
export type PipelineForm = z.infer<typeof PipelineForm>;

/** Monday to Friday. */
const WORKDAYS = '1111100';

/** The form of a pipeline that is there, or of a new one. */
export function pipelineFormOf(pipeline: Pipeline | undefined, databaseId = ''): PipelineForm {
  if (pipeline === undefined) return { id: null, rev: 0, name: '', db_id: databaseId, tags: [], times_of_day: [], days_of_week: WORKDAYS, tasks: [] };
  const { id, rev, name, db_id, tags, schedule, tasks } = pipeline;
  return {
    id,
    rev,
    name,
    db_id,
    tags: [...tags],
    times_of_day: [...(schedule?.times_of_day ?? [])],
    days_of_week: schedule?.days_of_week ?? WORKDAYS,
    tasks: tasks.map((task, key) => ({ ...task, key })),
  };
}

/** What is sent of a form. */
export function pipelineInputOf({ name, db_id, tags, times_of_day, days_of_week, tasks }: PipelineForm): PipelineInput {
  return {
    name,
    db_id,
    tags: [...tags],
    schedule: times_of_day.length === 0 ? null : { times_of_day: [...times_of_day], days_of_week },
    tasks: tasks.map(({ key: _key, ...task }) => task),
  };
}

/** What is wrong with a pipeline, by fields as the server names them (`name`, `tasks[1]/command/url`); none where it can be saved. */
export function pipelineFaults(input: PipelineInput): readonly FieldError[] {
  const read = PipelineInput.safeParse(input);
  return [
    ...(read.error?.issues ?? []).map(({ path, message }) => ({ Field: fieldName(path), Message: message })),
    ...orderFaults(input.tasks).map((Message) => ({ Field: 'tasks', Message })),
    ...input.tasks.flatMap((task, i) => commandFaults(task, `tasks[${i}]/`)),
    ...(input.schedule !== null && !input.schedule.days_of_week.includes('1')
      ? [{ Field: 'schedule/days_of_week', Message: 'Choose at least one day' }]
      : []),
  ];
}

/** What is wrong with the parameters of a task, by field. */
export function commandFaults(task: Parameters<typeof readCommand>[0], prefix = ''): readonly FieldError[] {
  const read = readCommand(task);
  return 'faults' in read ? read.faults.map(({ field, message }) => ({ Field: `${prefix}command/${field}`, Message: message })) : [];
}

/** A task of a template with its standard parameters. Returns undefined where there is no such template. */
export function newTask(templateId: string, key: number): FormTask | undefined {
  const template = TASK_TEMPLATES.find(({ id }) => id === templateId);
  if (template === undefined) return undefined;
  const { name, s3_url, task_type } = template;
  const command = Object.fromEntries(fieldsOf(template).flatMap((field) => (field.standard === undefined ? [] : [[field.name, field.standard]])));
  return { key, name, original_name: name, s3_url, task_type, command, input_version_id: null, notes: '' };
}

/** Where a new task of that type stands: an Import first, the others last. */
export function placeOfNew(tasks: readonly FormTask[], { task_type }: Pick<FormTask, 'task_type'>): number {
  return task_type === TASK_TYPES.Import ? 0 : tasks.length;
}

/** Whether a task is the Import of the pipeline: to remove it is asked about, and clears the schedule. */
export function isImport({ task_type }: Pick<FormTask, 'task_type'>): boolean {
  return task_type === TASK_TYPES.Import;
}

/** Whether two forms say the same of a pipeline. */
export function sameForm(a: PipelineForm, b: PipelineForm): boolean {
  return JSON.stringify(pipelineInputOf(a)) === JSON.stringify(pipelineInputOf(b));
}

/** A typed time of day as it is kept: `805`, `8:05` and `0805` are `08:05`; undefined where it is none. */
export function timeOfDay(text: string): string | undefined {
  const match = /^(\d{1,2}):(\d{2})$/.exec(text.trim()) ?? /^(\d{1,2})(\d{2})$/.exec(text.trim());
  if (!match || Number(match[1]) > 23 || Number(match[2]) > 59) return undefined;
  return `${(match[1] ?? '').padStart(2, '0')}:${match[2]}`;
}

function fieldName(path: readonly PropertyKey[]): string {
  return path.reduce<string>(
    (text, part) => (typeof part === 'number' ? `${text}[${part}]` : text === '' ? String(part) : `${text}/${String(part)}`),
    '',
  );
}

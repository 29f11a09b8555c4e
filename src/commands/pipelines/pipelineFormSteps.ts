/** The steps of making, changing and removing a pipeline; `machines/pipelineFormMachine.ts` follows them, the draft keeps what was done. */
import { z } from 'zod';
import { isImport, newTask, PipelineForm, pipelineFormOf, placeOfNew } from '../../domain/pipelineForm.ts';
import { PipelineTask } from '../../domain/pipelines.ts';
import { TASK_TEMPLATES } from '../../domain/taskTemplates/catalogue.ts';
import { READ_ONLY } from '../../domain/versions.ts';
import { defineDraft } from '../../kernel/draftKind.ts';
import { placeOf } from '../../domain/locations.ts';
import { pipelineViewOf } from '../../projections/pipelineState.ts';
import { pipelineRefusal } from '../../projections/pipelineRights.ts';
import { defineCommand } from '../define.ts';

export const pipelineDraft = defineDraft('pipeline', PipelineForm);

/** Undo scope of the pipeline that is made or changed: there is one at most. */
export const PIPELINE_SCOPE = 'pipeline';

const scope = (): string => PIPELINE_SCOPE;
const Nothing = z.object({});
const Key = z.object({ key: z.int() });

/** Opens the form of a pipeline, or of a new one. */
export const openPipelineForm = defineCommand('pipelineForm.open', {
  payload: z.object({ id: z.int().positive().nullable() }),
  samples: () => [{ id: null }],
  label: ({ id }) => (id === null ? 'Create pipeline' : 'Edit pipeline'),
  decide: (view, { id }) => {
    if (id !== null && view.pipelines.details[String(id)]?.value == null)
      return { code: 'pipeline.missing', message: 'This pipeline is not loaded yet' };
    return pipelineRefusal(view, 'pipelineForm.open', id ?? undefined);
  },
  draft: {
    kind: pipelineDraft,
    scope,
    open: ({ id }, base) => pipelineFormOf(id === null ? undefined : (base.pipelines.details[String(id)]?.value ?? undefined)),
  },
  inverse: 'none',
  keep: 'all',
});

/** What button, key and palette dispatch. */
export const newPipeline = defineCommand('pipelineForm.new', {
  payload: Nothing,
  samples: () => [{}],
  label: () => 'Create pipeline',
  action: {
    title: 'Create pipeline',
    icon: 'plus',
    key: 'Alt+KeyN',
    group: 'Pipelines',
    payload: (view, { drafts }) => {
      if (placeOf(view.location.path).section !== 'pipelines') return { why: 'Open the pipelines first' };
      if (PIPELINE_SCOPE in drafts) return { why: 'Save or cancel the open pipeline first' };
      return pipelineRefusal(view, 'pipelineForm.new') ? { why: READ_ONLY } : {};
    },
  },
  inverse: 'none',
  next: () => [openPipelineForm({ id: null })],
  keep: 'all',
});

/** Opens the form of the selected pipeline. */
export const editPipeline = defineCommand('pipelineForm.edit', {
  payload: z.object({ id: z.int().positive() }),
  samples: () => [{ id: 1 }],
  label: () => 'Edit pipeline',
  action: {
    title: 'Edit pipeline',
    icon: 'pencil',
    key: 'Alt+KeyI',
    group: 'Pipelines',
    payload: (view, { drafts }) => {
      const { pipeline: id } = pipelineViewOf(view.location.search);
      if (placeOf(view.location.path).section !== 'pipelines' || id === undefined) return { why: 'Select a pipeline first' };
      if (PIPELINE_SCOPE in drafts) return { why: 'Save or cancel the open pipeline first' };
      if (view.pipelines.details[String(id)]?.value == null) return { why: 'This pipeline is not loaded yet' };
      return pipelineRefusal(view, 'pipelineForm.edit', id) ? { why: READ_ONLY } : { id };
    },
  },
  inverse: 'none',
  next: ({ id }) => [openPipelineForm({ id })],
  keep: 'all',
});

const Changes = z
  .object({ name: z.string(), db_id: z.string(), tags: z.array(z.string()), times_of_day: z.array(z.string()), days_of_week: z.string() })
  .partial();
const WORDS: Readonly<Record<keyof z.infer<typeof Changes>, string>> = {
  name: 'name',
  db_id: 'database',
  tags: 'tags',
  times_of_day: 'times of day',
  days_of_week: 'days of week',
};

/** Changes fields of the pipeline in the form. */
export const changePipelineForm = defineCommand('pipelineForm.change', {
  payload: Changes,
  samples: () => [{ name: 'Nightly' }, { times_of_day: ['03:30'], days_of_week: '1111100' }],
  label: (changes) =>
    `Change ${Object.entries(WORDS)
      .flatMap(([field, words]) => (field in changes ? [words] : []))
      .join(', ')}`,
  draft: { kind: pipelineDraft, scope, edit: (doc, changes) => void Object.assign(doc, changes) },
  inverse: 'draft',
  keep: 'all',
});

/** Adds a task of a template: an Import first, the others last. */
export const addPipelineTask = defineCommand('pipelineForm.addTask', {
  payload: z.object({ template: z.string() }),
  samples: () => [{ template: 'import-url' }, { template: 'drop-unused' }],
  label: ({ template }) => `Add task ${TASK_TEMPLATES.find(({ id }) => id === template)?.name ?? template}`,
  draft: {
    kind: pipelineDraft,
    scope,
    edit: (doc, { template }) => {
      const task = newTask(template, Math.max(-1, ...doc.tasks.map(({ key }) => key)) + 1);
      if (task) doc.tasks.splice(placeOfNew(doc.tasks, task), 0, task);
    },
  },
  inverse: 'draft',
  keep: 'all',
});

const TaskChanges = PipelineTask.pick({ command: true, notes: true, input_version_id: true }).extend({ name: z.string() }).partial();

/** Changes a task of the form: its name, its notes, its input or its parameters. */
export const changePipelineTask = defineCommand('pipelineForm.changeTask', {
  payload: Key.extend({ changes: TaskChanges }),
  samples: () => [{ key: 0, changes: { name: 'Fetch' } }],
  label: ({ changes }) => (changes.command ? 'Change parameters of a task' : `Change ${Object.keys(changes).join(', ')} of a task`),
  draft: {
    kind: pipelineDraft,
    scope,
    edit: (doc, { key, changes }) => {
      const task = doc.tasks.find((one) => one.key === key);
      if (task) Object.assign(task, changes);
    },
  },
  inverse: 'draft',
  keep: ['key', 'changes.name'],
});

/** Moves a task to another place in the order; `to` counts from 0. */
export const movePipelineTask = defineCommand('pipelineForm.moveTask', {
  payload: Key.extend({ to: z.int().min(0) }),
  samples: () => [{ key: 1, to: 0 }],
  label: () => 'Move a task',
  draft: {
    kind: pipelineDraft,
    scope,
    edit: (doc, { key, to }) => {
      const at = doc.tasks.findIndex((task) => task.key === key);
      const [task] = at < 0 ? [] : doc.tasks.splice(at, 1);
      if (task) doc.tasks.splice(to, 0, task);
    },
  },
  inverse: 'draft',
  keep: 'all',
});

/** Wants to remove a task; the Import is asked about. */
export const askRemoveTask = defineCommand('pipelineForm.askRemoveTask', {
  payload: Key,
  samples: () => [{ key: 0 }],
  label: () => 'Remove a task',
  inverse: 'none',
  keep: 'all',
});

/** Removes a task. With the Import goes the schedule: without it there is nothing to fetch by itself. */
export const removePipelineTask = defineCommand('pipelineForm.removeTask', {
  payload: Key,
  samples: () => [{ key: 0 }],
  label: () => 'Remove a task',
  draft: {
    kind: pipelineDraft,
    scope,
    edit: (doc, { key }) => {
      const task = doc.tasks.find((one) => one.key === key);
      if (!task) return;
      doc.tasks = doc.tasks.filter((one) => one !== task);
      if (isImport(task)) doc.times_of_day = [];
    },
  },
  inverse: 'draft',
  keep: 'all',
});

/** Has the form saved. */
export const submitPipelineForm = defineCommand('pipelineForm.submit', {
  payload: Nothing,
  samples: () => [{}],
  label: () => 'Save pipeline',
  inverse: 'none',
  keep: 'all',
});

/** Asks whether a pipeline shall be removed. */
export const askDeletePipeline = defineCommand('pipelineForm.askDelete', {
  payload: z.object({ id: z.int().positive() }),
  samples: () => [{ id: 1 }],
  label: () => 'Delete pipeline',
  decide: (view, { id }) => pipelineRefusal(view, 'pipelineForm.askDelete', id),
  inverse: 'none',
  keep: 'all',
});

/** Says yes to the question. */
export const confirmPipelineForm = defineCommand('pipelineForm.confirm', {
  payload: Nothing,
  samples: () => [{}],
  label: () => 'Confirm',
  inverse: 'none',
  keep: 'all',
});

/** Says no to the question, or leaves the form; unsaved changes are asked about. */
export const cancelPipelineForm = defineCommand('pipelineForm.cancel', {
  payload: Nothing,
  samples: () => [{}],
  label: () => 'Cancel',
  inverse: 'none',
  keep: 'all',
});

/** Drops the draft. */
export const closePipelineForm = defineCommand('pipelineForm.close', {
  payload: Nothing,
  samples: () => [{}],
  label: () => 'Close the pipeline form',
  draft: { kind: pipelineDraft, scope, close: true },
  inverse: 'none',
  keep: 'all',
});

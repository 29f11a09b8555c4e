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
import { defineStep, stepsOn } from '../defineStep.ts';

export const pipelineDraft = defineDraft('pipeline', PipelineForm);

/** Undo scope of the pipeline that is made or changed: there is one at most. */
export const PIPELINE_SCOPE = 'pipeline';

const pipelineStep = stepsOn(pipelineDraft, () => PIPELINE_SCOPE);
const Nothing = z.object({});
const Key = z.object({ key: z.int() });

/** Opens the form of a pipeline, or of a new one. */
export const openPipelineForm = pipelineStep('pipelineForm.open', ({ id }) => (id === null ? 'Create pipeline' : 'Edit pipeline'), {
  payload: z.object({ id: z.int().positive().nullable() }),
  samples: [{ id: null }],
  decide: (view, { id }) => {
    if (id !== null && view.pipelines.details[String(id)]?.value == null)
      return { code: 'pipeline.missing', message: 'This pipeline is not loaded yet' };
    return pipelineRefusal(view, 'pipelineForm.open', id ?? undefined);
  },
  open: ({ id }, base) => pipelineFormOf(id === null ? undefined : (base.pipelines.details[String(id)]?.value ?? undefined)),
});

/** What button, key and palette dispatch. */
export const newPipeline = defineStep('pipelineForm.new', 'Create pipeline', {
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
  next: () => [openPipelineForm({ id: null })],
});

/** Opens the form of the selected pipeline. */
export const editPipeline = defineStep('pipelineForm.edit', 'Edit pipeline', {
  payload: z.object({ id: z.int().positive() }),
  samples: [{ id: 1 }],
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
  next: ({ id }) => [openPipelineForm({ id })],
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
export const changePipelineForm = pipelineStep(
  'pipelineForm.change',
  (changes) =>
    `Change ${Object.entries(WORDS)
      .flatMap(([field, words]) => (field in changes ? [words] : []))
      .join(', ')}`,
  {
    payload: Changes,
    samples: [{ name: 'Nightly' }, { times_of_day: ['03:30'], days_of_week: '1111100' }],
    edit: (doc, changes) => void Object.assign(doc, changes),
  },
);

/** Adds a task of a template: an Import first, the others last. */
export const addPipelineTask = pipelineStep(
  'pipelineForm.addTask',
  ({ template }) => `Add task ${TASK_TEMPLATES.find(({ id }) => id === template)?.name ?? template}`,
  {
    payload: z.object({ template: z.string() }),
    samples: [{ template: 'import-url' }, { template: 'drop-unused' }],
    edit: (doc, { template }) => {
      const task = newTask(template, Math.max(-1, ...doc.tasks.map(({ key }) => key)) + 1);
      if (task) doc.tasks.splice(placeOfNew(doc.tasks, task), 0, task);
    },
  },
);

const TaskChanges = PipelineTask.pick({ command: true, notes: true, input_version_id: true }).extend({ name: z.string() }).partial();

/** Changes a task of the form: its name, its notes, its input or its parameters. */
export const changePipelineTask = pipelineStep(
  'pipelineForm.changeTask',
  ({ changes }) => (changes.command ? 'Change parameters of a task' : `Change ${Object.keys(changes).join(', ')} of a task`),
  {
    payload: Key.extend({ changes: TaskChanges }),
    samples: [{ key: 0, changes: { name: 'Fetch' } }],
    edit: (doc, { key, changes }) => {
      const task = doc.tasks.find((one) => one.key === key);
      if (task) Object.assign(task, changes);
    },
    keep: ['key', 'changes.name'],
  },
);

/** Moves a task to another place in the order; `to` counts from 0. */
export const movePipelineTask = pipelineStep('pipelineForm.moveTask', 'Move a task', {
  payload: Key.extend({ to: z.int().min(0) }),
  samples: [{ key: 1, to: 0 }],
  edit: (doc, { key, to }) => {
    const at = doc.tasks.findIndex((task) => task.key === key);
    const [task] = at < 0 ? [] : doc.tasks.splice(at, 1);
    if (task) doc.tasks.splice(to, 0, task);
  },
});

/** Wants to remove a task; the Import is asked about. */
export const askRemoveTask = defineStep('pipelineForm.askRemoveTask', 'Remove a task', { payload: Key, samples: [{ key: 0 }] });

/** Removes a task. With the Import goes the schedule: without it there is nothing to fetch by itself. */
export const removePipelineTask = pipelineStep('pipelineForm.removeTask', 'Remove a task', {
  payload: Key,
  samples: [{ key: 0 }],
  edit: (doc, { key }) => {
    const task = doc.tasks.find((one) => one.key === key);
    if (!task) return;
    doc.tasks = doc.tasks.filter((one) => one !== task);
    if (isImport(task)) doc.times_of_day = [];
  },
});

/** Has the form saved. */
export const submitPipelineForm = defineStep('pipelineForm.submit', 'Save pipeline');

/** Asks whether a pipeline shall be removed. */
export const askDeletePipeline = defineStep('pipelineForm.askDelete', 'Delete pipeline', {
  payload: z.object({ id: z.int().positive() }),
  samples: [{ id: 1 }],
  decide: (view, { id }) => pipelineRefusal(view, 'pipelineForm.askDelete', id),
});

/** Says yes to the question. */
export const confirmPipelineForm = defineStep('pipelineForm.confirm', 'Confirm');

/** Says no to the question, or leaves the form; unsaved changes are asked about. */
export const cancelPipelineForm = defineStep('pipelineForm.cancel', 'Cancel');

/** Drops the draft. */
export const closePipelineForm = pipelineStep('pipelineForm.close', 'Close the pipeline form', {
  payload: Nothing,
  samples: [{}],
  close: true,
});

/** What making, running and approving a pipeline is in acts of the user. */
import {
  addPipelineTask,
  askDeletePipeline,
  askRemoveTask,
  cancelPipelineForm,
  changePipelineForm,
  closePipelineForm,
  confirmPipelineForm,
  openPipelineForm,
  PIPELINE_SCOPE,
  submitPipelineForm,
} from '../../src/commands/pipelines/pipelineFormSteps.ts';
import {
  askRepeatRun,
  askResumeRun,
  askRunPipeline,
  closePipelineRun,
  confirmRun,
  openReview,
  submitApproval,
} from '../../src/commands/pipelines/pipelineRunSteps.ts';
import { reviewRun } from '../../src/commands/pipelines/runPipeline.ts';
import { pipelineChanged } from '../../src/commands/pipelines/pipelineChanged.ts';
import { openPlace } from '../../src/commands/shell/openPlace.ts';
import type { PipelineFormEvent } from '../../src/machines/pipelineFormMachine.ts';
import type { PipelineRunEvent } from '../../src/machines/pipelineRunMachine.ts';
import { acting, type FakeScreen } from './fakeParts.ts';

export const PIPELINE_FORM_CALLS = ['createPipeline', 'updatePipeline', 'deletePipeline'] as const;
export const PIPELINE_RUN_CALLS = ['runPipeline', 'approveRun', 'resumeRun', 'repeatRun'] as const;

const NO = { status: 500, messages: ['No'], url: '/', method: 'POST' };
const PIPELINE = {
  id: 1,
  name: 'Nightly',
  db_id: 'demo',
  region: 'demo',
  timezone: 'UTC',
  tags: [],
  schedule: { times_of_day: ['03:30'], days_of_week: '1111111' },
  tasks: [],
  permissions: { read_only: false },
  last_run_status: 2,
  last_run_id: null,
  last_task_run_id: null,
  current_db_version: null,
  publishable_db_version: null,
  next_run: null as number | null,
  rev: 1,
};
const NOW = 1_800_000_000;

/** A run of it as it is loaded. */
const runOf = (id: number, status: number, superseded: object | null = null): object => ({
  id,
  pipeline_id: 1,
  created: NOW - 3600,
  ended: null,
  caused_by: 'somebody',
  status,
  superseded,
  tasks: [],
  level_summary: { errors: 0, warnings: 0 },
});

/** Shows the Pipelines screen with pipeline 1, as it stands now. */
function showPipeline(screen: FakeScreen, changes: Partial<typeof PIPELINE> = {}, runs: readonly object[] = []): void {
  screen.kernel.dispatch(openPlace({ path: '/pipelines', search: '?pipeline=1' }));
  screen.answer('readPipeline', () => ({ ...PIPELINE, ...changes, runs }));
  screen.kernel.receive(pipelineChanged({ pipeline_id: 1, db_id: 'demo', rev: 1 }));
  screen.answer('readPipeline', () => ({ ...PIPELINE, ...changes, runs }));
}

export const actOnPipelineForm = acting<PipelineFormEvent>((screen) => {
  const { kernel } = screen;
  const state = String(kernel.workflow('pipelineForm').getSnapshot().value);
  const undoAll = (): void => {
    while ((kernel.snapshot().history[PIPELINE_SCOPE]?.undo.length ?? 0) > 0) kernel.undo(PIPELINE_SCOPE);
  };
  return {
    OPEN: (event) => {
      showPipeline(screen);
      // the form is only offered where none is saved or asked about
      if (state !== 'closed' && state !== 'editing') return;
      kernel.dispatch(openPipelineForm({ id: event.id }));
    },
    REMOVE: (event) => {
      if (state !== 'editing') return;
      undoAll();
      kernel.dispatch(addPipelineTask({ template: event.isImport ? 'import-url' : 'drop-unused' }));
      kernel.dispatch(askRemoveTask({ key: event.key }));
    },
    SUBMIT: (event) => {
      if (state === 'editing') undoAll();
      if (state === 'editing') kernel.dispatch(changePipelineForm(event.save === null ? { name: '' } : { name: 'Nightly', db_id: 'demo' }));
      kernel.dispatch(submitPipelineForm({}));
    },
    CONFIRM: () => confirmPipelineForm({}),
    CANCEL: (event) => {
      if (state === 'editing') undoAll();
      if (state === 'editing' && event.changed) kernel.dispatch(changePipelineForm({ name: 'Another' }));
      kernel.dispatch(cancelPipelineForm({}));
    },
    CLOSED: () => {
      if (state === 'editing') kernel.dispatch(closePipelineForm({}));
      screen.answer('createPipeline', () => ({ pipeline_id: 1, pipeline: PIPELINE }));
      screen.answer('updatePipeline', () => PIPELINE);
    },
    DELETE: (event) => {
      showPipeline(screen);
      kernel.dispatch(askDeletePipeline({ id: event.id }));
    },
    DELETED: () => screen.answer('deletePipeline', () => ({})),
    FAILED: (event) => {
      for (const call of PIPELINE_FORM_CALLS)
        screen.fail(call, { ...NO, messages: [...event.messages], ...(event.errors.length > 0 ? { fields: [...event.errors] } : {}) });
    },
  };
});

export const actOnPipelineRun = acting<PipelineRunEvent>((screen) => {
  const { kernel } = screen;
  const end = (): void => {
    for (const call of PIPELINE_RUN_CALLS) screen.fail(call, NO);
  };
  return {
    ASK: (event) => {
      showPipeline(
        screen,
        event.reason === 'Running' ? { last_run_status: 1 } : event.reason === 'Scheduled' ? { next_run: NOW + 60 } : {},
        event.reason === 'Approval' ? [runOf(4, 4)] : [],
      );
      kernel.dispatch(askRunPipeline({ id: event.id, at: NOW }));
      return end();
    },
    CONFIRM: () => {
      kernel.dispatch(confirmRun({}));
      return end();
    },
    REVIEW: (event) => {
      showPipeline(screen, {}, [runOf(event.runId, 4, event.superseded)]);
      kernel.dispatch(openReview({ runId: event.runId }));
    },
    RESUME: (event) => {
      showPipeline(screen, {}, [runOf(event.runId, 3, event.superseded)]);
      kernel.dispatch(askResumeRun({ runId: event.runId, taskId: event.taskId }));
    },
    REPEAT: ({ runId, taskId }) => askRepeatRun({ runId, taskId }),
    OPENED: ({ runId }) => reviewRun({ runId }),
    APPROVE: () => {
      kernel.dispatch(submitApproval({}));
      return end();
    },
    CLOSE: () => closePipelineRun({}),
    LEAVE: () => openPlace({ path: '/tasks', search: '' }),
  };
});

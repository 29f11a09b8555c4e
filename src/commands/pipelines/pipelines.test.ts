import { describe, expect, test } from 'vitest';
import { databases, openProduct } from '../../../test/builders/productKernel.ts';
import type { PipelineRun } from '../../domain/taskRuns.ts';
import { conflictSides } from '../changes/conflictSides.ts';
import { formWithTheirs } from '../changes/formConflicts.ts';
import { builtIn } from '../changes/undoRedo.ts';
import { refreshPipelineRegions } from './loadPipelineRegions.ts';
import { loadPipelineRuns } from './loadPipelines.ts';
import { clonePipeline } from './pipelineEdits.ts';
import {
  addPipelineTask,
  askDeletePipeline,
  askRemoveTask,
  cancelPipelineForm,
  changePipelineForm,
  confirmPipelineForm,
  newPipeline,
  openPipelineForm,
  PIPELINE_SCOPE,
  pipelineDraft,
  submitPipelineForm,
} from './pipelineFormSteps.ts';
import { askRunPipeline, confirmRun, openReview, submitApproval } from './pipelineRunSteps.ts';
import { resumeRun, reviewRun, stopRun } from './runPipeline.ts';

const NOW = 1_800_000_000;
const PIPELINE = {
  id: 1,
  name: 'Nightly',
  db_id: 'demo',
  region: 'r',
  timezone: 'Europe/Amsterdam',
  tags: ['night'],
  schedule: { times_of_day: ['03:30'], days_of_week: '1111100' },
  tasks: [],
  permissions: { read_only: false },
  last_run_status: -1,
  last_run_id: null as number | null,
  last_task_run_id: null,
  current_db_version: 4,
  publishable_db_version: null,
  next_run: null as number | null,
  rev: 1,
};
const run = (status: PipelineRun['status']) => ({
  id: 7,
  pipeline_id: 1,
  created: NOW,
  ended: null,
  caused_by: 'mia@x.org',
  status,
  tasks: [],
  level_summary: { errors: 0, warnings: 0 },
});

/** The Pipelines screen with pipeline 1 selected. */
function selected(changes: Partial<typeof PIPELINE> = {}, runs: readonly unknown[] = []) {
  const product = openProduct('/pipelines', { search: '?pipeline=1' });
  product.call('listDatabases').answer(databases());
  product.call('readPipeline').answer({ ...PIPELINE, ...changes, runs });
  const { kernel } = product;
  const form = () => pipelineDraft.of(kernel.snapshot(), PIPELINE_SCOPE);
  const state = (id: 'pipelineForm' | 'pipelineRun') => String(kernel.workflow(id).getSnapshot().value);
  const calls = (name: string) => product.calls.filter(({ call }) => call.call === name).length;
  return { ...product, form, state, calls };
}

test('older runs are asked for 15 at a time [H355]', () => {
  const { kernel, call } = selected();
  kernel.dispatch(loadPipelineRuns({ id: 1, offset: 15, version: null }));
  expect(call('listPipelineRuns').call.input).toEqual({ params: { id: 1 }, query: { offset: 15, limit: 15 } });
});

test('the regions are not asked for again within 5 seconds, and nobody hears of it [H223 H224]', () => {
  const { kernel, call, calls } = selected();
  const at = NOW * 1000;
  kernel.dispatch(refreshPipelineRegions({ at }));
  kernel.dispatch(refreshPipelineRegions({ at: at + 10 }));
  call('listPipelineRegions').answer({ regions: [{ region: 'r', name: 'Rhine', count: 1, running: 0 }] });
  kernel.dispatch(refreshPipelineRegions({ at: at + 4999 }));
  expect(calls('listPipelineRegions')).toBe(1);
  expect(kernel.snapshot().view.pipelines.regions).toMatchObject({ status: 'succeeded', value: [{ name: 'Rhine' }] });
  expect(kernel.snapshot().errors).toEqual([]);
  kernel.dispatch(refreshPipelineRegions({ at: at + 5000 }));
  expect(calls('listPipelineRegions')).toBe(2);
});

describe('editing a pipeline', () => {
  test('each step is undone and done again, and only Save sends [H096 H097 H222]', () => {
    const { kernel, call, form } = selected();
    kernel.dispatch(openPipelineForm({ id: 1 }));
    kernel.dispatch(changePipelineForm({ name: 'Weekly' }));
    kernel.dispatch(addPipelineTask({ template: 'drop-unused' }));
    expect(form()).toMatchObject({ name: 'Weekly', tasks: [{ original_name: 'Remove unused documents' }] });
    kernel.undo(PIPELINE_SCOPE);
    expect(form()).toMatchObject({ name: 'Weekly', tasks: [] });
    kernel.undo(PIPELINE_SCOPE);
    expect(form()?.name).toBe('Nightly');
    kernel.redo(PIPELINE_SCOPE);
    kernel.dispatch(submitPipelineForm({}));
    expect(call('updatePipeline').call).toMatchObject({ ifMatch: 1, input: { params: { id: 1 }, body: { name: 'Weekly', tasks: [] } } });
    call('updatePipeline').answer({ ...PIPELINE, name: 'Weekly', rev: 2 });
    expect(form()).toBeUndefined();
    expect(kernel.snapshot().view.pipelines.details['1']?.value).toMatchObject({ name: 'Weekly', rev: 2 });
  });

  test('the Import is removed after a question only, and takes the schedule with it [H104 H105]', () => {
    const { kernel, form, state } = selected();
    kernel.dispatch(openPipelineForm({ id: 1 }));
    kernel.dispatch(addPipelineTask({ template: 'import-url' }));
    const key = form()?.tasks[0]?.key ?? -1;
    kernel.dispatch(askRemoveTask({ key }));
    expect(state('pipelineForm')).toBe('askingImport');
    kernel.dispatch(cancelPipelineForm({}));
    expect(form()).toMatchObject({ times_of_day: ['03:30'], tasks: [{ task_type: 1 }] });
    kernel.dispatch(askRemoveTask({ key }));
    kernel.dispatch(confirmPipelineForm({}));
    expect(form()).toMatchObject({ times_of_day: [], tasks: [] });
    kernel.undo(PIPELINE_SCOPE);
    expect(form()).toMatchObject({ times_of_day: ['03:30'], tasks: [{ task_type: 1 }] });
  });

  test('one of a read-only database, or by a read-only account, is not opened: "You have read-only rights" [H240]', () => {
    const locked = selected({ permissions: { read_only: true } });
    locked.kernel.dispatch(openPipelineForm({ id: 1 }));
    expect(locked.form()).toBeUndefined();
    expect(locked.kernel.snapshot().errors[0]?.messages).toEqual(['You have read-only rights']);
    const viewer = openProduct('/pipelines', { readOnly: true });
    expect(newPipeline.definition.action?.payload(viewer.kernel.snapshot().view, viewer.kernel.snapshot())).toEqual({
      why: 'You have read-only rights',
    });
  });

  test('a copy is made at the server and shown [H095]', () => {
    const { kernel, call } = selected();
    kernel.dispatch(clonePipeline({ id: 1 }));
    expect(call('clonePipeline').call.input).toEqual({ body: { pipeline_id: 1 } });
    call('clonePipeline').answer({ pipeline_id: 2, pipeline: { ...PIPELINE, id: 2, name: 'Nightly (copy)' } });
    expect(kernel.snapshot().view.location.search).toBe('?pipeline=2');
  });

  test('a pipeline is removed after a question only [H098 H103 H236]', () => {
    const { kernel, call, calls, state } = selected();
    kernel.dispatch(askDeletePipeline({ id: 1 }));
    kernel.dispatch(cancelPipelineForm({}));
    expect([state('pipelineForm'), calls('deletePipeline')]).toEqual(['closed', 0]);
    kernel.dispatch(askDeletePipeline({ id: 1 }));
    kernel.dispatch(confirmPipelineForm({}));
    call('deletePipeline').answer({});
    expect(kernel.snapshot().view.pipelines.details['1']).toBeUndefined();
  });
});

test('two editors of one pipeline: the second is asked, and goes on from theirs, or saves over them', () => {
  const overtaken = () => {
    const product = selected();
    product.kernel.dispatch(openPipelineForm({ id: 1 }));
    product.kernel.dispatch(changePipelineForm({ name: 'Mine', tags: ['day', 'bus'] }));
    product.kernel.dispatch(submitPipelineForm({}));
    product.call('updatePipeline').fail({ status: 412, messages: ['Changed'], present: { ...PIPELINE, name: 'Theirs', rev: 2 } });
    const [conflict] = product.kernel.snapshot().conflicts;
    if (!conflict) throw new Error('There is no conflict');
    return { ...product, conflict };
  };
  const { kernel, form, state, conflict } = overtaken();
  expect([form()?.name, state('pipelineForm')]).toEqual(['Mine', 'editing']);
  expect(conflictSides(conflict).lines).toEqual([
    { what: 'Name', theirs: 'Theirs', mine: 'Mine' },
    { what: 'Tags', theirs: 'night', mine: 'day, bus' },
  ]);
  kernel.dispatch(builtIn.keepTheirs({ id: conflict.id }));
  for (const input of formWithTheirs(conflict)) kernel.dispatch(input);
  expect(form()).toMatchObject({ name: 'Theirs', rev: 2 });

  const other = overtaken();
  other.kernel.dispatch(builtIn.applyMine({ id: other.conflict.id }));
  expect(other.call('updatePipeline').call).toMatchObject({ ifMatch: 2, input: { body: { name: 'Mine' } } });
  other.call('updatePipeline').answer({ ...PIPELINE, name: 'Mine', rev: 3 });
  expect([other.form(), other.state('pipelineForm')]).toEqual([undefined, 'closed']);
});

describe('running a pipeline', () => {
  test.each([
    ['Running', { last_run_status: 1 }],
    ['Pending', { last_run_status: 0 }],
    ['Scheduled', { next_run: NOW + 15 * 60 }],
  ] as const)('is confirmed first where a run is %s [H040 H173]', (reason, changes) => {
    const { kernel, calls, state } = selected(changes);
    kernel.dispatch(askRunPipeline({ id: 1, at: NOW }));
    expect([state('pipelineRun'), calls('runPipeline')]).toEqual(['confirming', 0]);
    expect(kernel.workflow('pipelineRun').getSnapshot().context).toMatchObject({ reason });
    kernel.dispatch(confirmRun({}));
    expect(calls('runPipeline')).toBe(1);
  });

  test('is begun at once where nothing speaks against it [E016]', () => {
    const { kernel, calls } = selected({ next_run: NOW + 15 * 60 + 1 });
    kernel.dispatch(askRunPipeline({ id: 1, at: NOW }));
    expect(calls('runPipeline')).toBe(1);
  });

  test('is stopped and resumed by calls that name the run, and the task to resume from [H100 H101]', () => {
    const { kernel, call } = selected({}, [run(1)]);
    kernel.dispatch(stopRun({ runId: 7 }));
    expect(call('stopRun').call.input).toEqual({ params: { id: 7 } });
    call('stopRun').answer(run(5));
    expect(kernel.snapshot().view.pipelines.details['1']?.value?.runs[0]?.status).toBe(5);
    kernel.dispatch(resumeRun({ runId: 7, fromTaskId: 12 }));
    expect(call('resumeRun').call.input).toEqual({ params: { id: 7 }, body: { from_task_id: 12 } });
  });

  test('is confirmed first where another run waits for approval, not where only a superseded one does', () => {
    const waiting = selected({ last_run_status: 4 }, [run(4)]);
    waiting.kernel.dispatch(askRunPipeline({ id: 1, at: NOW }));
    expect(waiting.kernel.workflow('pipelineRun').getSnapshot().context).toMatchObject({ reason: 'Approval' });
    const superseded = { run_id: 9, version_id: null, version_name: null };
    const overtaken = selected({ last_run_status: 2 }, [{ ...run(4), superseded }]);
    overtaken.kernel.dispatch(askRunPipeline({ id: 1, at: NOW }));
    expect(overtaken.calls('runPipeline')).toBe(1);
  });

  test('that is superseded is approved after one more question, by a call that says what was asked about', () => {
    const superseded = { run_id: 9, version_id: 12, version_name: 'Summer' };
    const { kernel, call, calls, state } = selected({ last_run_status: 4 }, [{ ...run(4), superseded }]);
    kernel.dispatch(openReview({ runId: 7 }));
    kernel.dispatch(reviewRun({ runId: 7 }));
    kernel.dispatch(submitApproval({}));
    expect([state('pipelineRun'), calls('approveRun')]).toEqual(['replacing', 0]);
    kernel.dispatch(confirmRun({}));
    expect(call('approveRun').call.input).toEqual({ params: { id: 7 }, body: { force: true, superseded: { run_id: 9, version_id: 12 } } });
  });

  test('that needs approval is approved once its data changes were opened, not before [H106 H237]', () => {
    const { kernel, call, calls } = selected({ last_run_status: 4 }, [run(4)]);
    kernel.dispatch(openReview({ runId: 7 }));
    kernel.dispatch(submitApproval({}));
    expect(calls('approveRun')).toBe(0);
    kernel.dispatch(reviewRun({ runId: 7 }));
    kernel.dispatch(submitApproval({}));
    expect(call('approveRun').call.input).toEqual({ params: { id: 7 }, body: { force: true } });
  });
});

import { describe, expect, test } from 'vitest';
import { openProduct } from '../../../test/builders/productKernel.ts';
import { openPlace } from '../shell/openPlace.ts';
import { endOfOwnRun, runChanged, taskProgressed } from './runChanged.ts';

const messageOf = (status: 1 | 2 | 3 | 4, caused_by = 'mia@x.org') => ({
  run_id: 7,
  pipeline_id: 1,
  db_id: 'demo',
  caused_by,
  status,
  tasks: [
    {
      task_run_id: 5,
      last_result: { type: status, created: 1_800_000_000, output_version_id: null, message: null },
      input_version_id: null,
      progress: null,
      approved: false,
      level_summary: { information: 1, warnings: 0, errors: 0 },
    },
  ],
});

describe('the end of a run that the user began', () => {
  const noticesAt = (path: string, search: string, ...runs: ReturnType<typeof messageOf>[]): readonly string[] => {
    const { kernel } = openProduct(path, { search });
    for (const run of runs) kernel.receive(runChanged(run));
    return kernel.snapshot().view.notices.map(({ text }) => text);
  };

  test('is reported once where the screen does not show it, with its outcome', () => {
    expect(noticesAt('/data', '', messageOf(1), messageOf(2), messageOf(2))).toEqual(['Run 7: Completed']);
    expect(noticesAt('/data', '', messageOf(3))).toEqual(['Run 7: Failed']);
    expect(noticesAt('/pipelines', '?pipeline=2', messageOf(4))).toEqual(['Run 7: Needs Approval']);
  });

  test('is not reported where the screen shows it, nor to others', () => {
    expect(noticesAt('/pipelines', '?pipeline=1', messageOf(2))).toEqual([]);
    expect(noticesAt('/log/5', '', messageOf(2))).toEqual([]);
    expect(noticesAt('/data', '', messageOf(2, 'erin@x.org'))).toEqual([]);
  });

  test('is what the browser tells while the tab is hidden', () => {
    const { kernel } = openProduct('/data');
    const view = kernel.snapshot().view;
    const record = { type: runChanged.type, payload: messageOf(3) } as never;
    expect(endOfOwnRun(record, view)).toMatchObject({ name: 'Run 7', words: 'Failed' });
    expect(endOfOwnRun({ type: runChanged.type, payload: messageOf(1) } as never, view)).toBeUndefined();
  });
});

test('a log that is open follows its task: what was added is asked for', () => {
  const { kernel, call, calls } = openProduct('/log/5');
  const task = { id: 5, created: 1_800_000_000, name: 'Import', original_name: '', s3_url: '', command: {}, task_type: 1, db_id: 'demo', input_version_id: null, notes: '', caused_by: 'mia@x.org', run_id: 7, pipeline_id: 1, pipeline_name: 'Nightly' }; // prettier-ignore
  const last_result = { type: 1, created: 1_800_000_000, output_version_id: null, message: null };
  const versions = {
    input_version_exists: false,
    output_version_exists: false,
    input_version_archived: false,
    output_version_archived: false,
    output_version_id: null,
  };
  const level_summary = { information: 2, warnings: 0, errors: 0 };
  call('readLogTask').answer({ task, last_result, run: { task, last_result, ...versions, progress: null, approved: false, level_summary } });
  call('readLogLevels').answer(level_summary);
  call('listLogs').answer({ logs: [1, 2].map((seq) => ({ seq, message: `row ${seq}`, timestamp: 0, groupId: null, level: 1 })) });
  const asked = (): number => calls.filter((one) => one.call.call === 'listLogs').length;
  expect(asked()).toBe(1);
  kernel.receive(
    taskProgressed({
      run_id: 7,
      task_run_id: 5,
      pipeline_id: 1,
      db_id: 'demo',
      progress: { phase: 'Reading', done: 1, total: 2 },
      level_summary: { ...level_summary, information: 3 },
    }),
  );
  expect(call('listLogs').call.input).toMatchObject({ query: { offset: 2 } });
  call('listLogs').answer({ logs: [{ seq: 3, message: 'row 3', timestamp: 0, groupId: null, level: 1 }] });
  const { log } = kernel.snapshot().view.tasks;
  expect([log.rows.value?.length, log.counts.value?.information, log.task.value?.progress?.phase]).toEqual([3, 3, 'Reading']);
  kernel.dispatch(openPlace({ path: '/tasks', search: '' }));
  const before = asked();
  kernel.receive(runChanged(messageOf(2)));
  expect(asked()).toBe(before);
});

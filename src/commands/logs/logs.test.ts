import { describe, expect, test } from 'vitest';
import { openProduct } from '../../../test/builders/productKernel.ts';
import type { LogRow } from '../../domain/runLogs.ts';
import { openPlace } from '../shell/openPlace.ts';
import { loadLogRows, toggleLogGroup } from './loadLogs.ts';

const TASK = {
  id: 5,
  created: 1_800_000_000,
  name: 'Import',
  original_name: 'GTFS from a URL',
  s3_url: 'builtin:import-url',
  command: {},
  task_type: 1,
  db_id: 'demo',
  input_version_id: null,
  notes: '',
  caused_by: 'mia@x.org',
  run_id: 3,
  pipeline_id: null,
  pipeline_name: null,
};
const RESULT = { type: 2, created: 1_800_000_060, output_version_id: 9, message: null };
const COUNTS = { information: 300, warnings: 0, errors: 2 };
const RUN = {
  task: TASK,
  last_result: RESULT,
  progress: null,
  approved: false,
  level_summary: COUNTS,
  input_version_exists: false,
  output_version_exists: true,
  input_version_archived: false,
  output_version_archived: false,
  output_version_id: 9,
};
const rows = (count: number, from = 1): { logs: LogRow[] } => ({
  logs: Array.from({ length: count }, (_, i) => ({ seq: from + i, message: `row ${from + i}`, timestamp: 0, groupId: i === 0 ? 4 : null, level: 1 })),
});

/** The log of task run 5 with its first 100 rows. */
function opened(search = '') {
  const product = openProduct('/log/5', { search });
  product.call('readLogTask').answer({ task: TASK, last_result: RESULT, run: RUN });
  product.call('readLogLevels').answer(COUNTS);
  product.call('listLogs').answer(rows(100));
  const log = () => product.kernel.snapshot().view.tasks.log;
  const asked = () => product.calls.filter(({ call }) => call.call === 'listLogs').map(({ call }) => call.input);
  return { ...product, log, asked };
}

describe('the task of a log', () => {
  test('comes with its result, and its counts say which levels are asked for [H019 H151 H152]', () => {
    const { log, asked } = opened();
    expect(log().task.value).toMatchObject({ task: { created: 1_800_000_000 }, last_result: { type: 2, created: 1_800_000_060 } });
    expect(log().counts.value).toEqual({ information: 300, warnings: 0, errors: 2 });
    expect(asked()).toEqual([{ params: { id: 5 }, query: { offset: 0, levels: ['1', '3'], message: '' } }]);
  });

  test('that is answered as a plain text counts as a failure, and is shown as one [H215 H324 H351]', () => {
    const { kernel, call } = openProduct('/log/5');
    call('readLogTask').answer('The task could not be found');
    expect(kernel.snapshot().view.tasks.log.task).toMatchObject({ status: 'failed', value: null });
    expect(kernel.snapshot().view.tasks.log.task.messages).not.toEqual([]);
  });

  test('that cannot be loaded is failed, with the words of the server [H351]', () => {
    const { kernel, call } = openProduct('/log/5');
    call('readLogTask').fail({ status: 404, messages: ['There is no task run 5.'] });
    expect(kernel.snapshot().view.tasks.log.task).toMatchObject({ status: 'failed', messages: ['There is no task run 5.'] });
  });
});

describe('the rows of a log', () => {
  test('have more after a full page of 100, and none after a shorter one [H118 H218 H357]', () => {
    const { kernel, call, log } = opened();
    expect([log().rows.value?.length, log().more]).toEqual([100, true]);
    kernel.dispatch(loadLogRows({ id: 5, levels: [1, 3], message: '', offset: 100 }));
    call('listLogs').answer(rows(99, 101));
    expect([log().rows.value?.length, log().more]).toEqual([199, false]);
  });

  test('are asked for from the first one again with another search or other levels [H216 H217]', () => {
    const { kernel, call, asked, log } = opened();
    kernel.dispatch(loadLogRows({ id: 5, levels: [1, 3], message: '', offset: 100 }));
    call('listLogs').answer(rows(100, 101));
    kernel.dispatch(openPlace({ path: '/log/5', search: '?message=calendar', replace: true }));
    expect(asked().at(-1)).toMatchObject({ query: { offset: 0, levels: ['1', '3'], message: 'calendar' } });
    call('listLogs').answer(rows(3));
    expect(log().rows.value).toHaveLength(3);
    kernel.dispatch(openPlace({ path: '/log/5', search: '?message=calendar&levels=3', replace: true }));
    expect(asked().at(-1)).toMatchObject({ query: { offset: 0, levels: ['3'], message: 'calendar' } });
  });

  test('of a group are loaded when it is opened first, and not again [H119 H219]', () => {
    const { kernel, call, asked, log } = opened();
    expect(asked()).toHaveLength(1);
    kernel.dispatch(toggleLogGroup({ groupId: 4, open: true }));
    expect(asked().at(-1)).toEqual({ params: { id: 5 }, query: { offset: 0, levels: ['1', '3'], message: '', groupId: 4 } });
    call('listLogs').answer(rows(100));
    expect(log().groups['4']).toMatchObject({ open: true, more: true });
    kernel.dispatch(toggleLogGroup({ groupId: 4, open: false }));
    kernel.dispatch(toggleLogGroup({ groupId: 4, open: true }));
    expect(asked()).toHaveLength(2);
  });
});

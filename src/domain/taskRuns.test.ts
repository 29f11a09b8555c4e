import { describe, expect, test } from 'vitest';
import { confirmationOfRun, PIPELINE_RUNS_PAGE, PipelineInput, RECENT_TAGS } from './pipelines.ts';
import { EXPORT_HISTORY_PAGE } from './exports.ts';
import { isLogExpired, LOG_LEVELS, LOG_PAGE } from './runLogs.ts';
import { TASK_TYPE_WORDS } from './runs.ts';
import { TASK_TEMPLATES } from './taskTemplates/catalogue.ts';
import { ALTERNATIVE_VERSIONS, TASKS_PAGE, versionLinkRefusal, type TaskRun } from './taskRuns.ts';

const run = (type: TaskRun['last_result']['type'], more: Partial<TaskRun> = {}): TaskRun => ({
  task: {
    id: 1,
    created: 0,
    name: '',
    original_name: '',
    s3_url: '',
    command: {},
    task_type: 2,
    db_id: 'a',
    input_version_id: 5,
    notes: '',
    caused_by: '',
    run_id: 1,
    pipeline_id: null,
    pipeline_name: null,
  },
  last_result: { type, created: 0, output_version_id: 6, message: null },
  progress: null,
  approved: false,
  level_summary: { information: 0, warnings: 0, errors: 0 },
  input_version_exists: true,
  output_version_exists: true,
  input_version_archived: false,
  output_version_archived: false,
  output_version_id: 6,
  ...more,
});

describe('links to the versions of a task run', () => {
  test('are disabled with their four reasons [H080 H081 H082 H083]', () => {
    expect([versionLinkRefusal(run(2), 'output'), versionLinkRefusal(run(2), 'input')]).toEqual([undefined, undefined]);
    expect(versionLinkRefusal(run(1), 'output')).toBe('Pipeline run is still processing');
    expect(versionLinkRefusal(run(2, { output_version_exists: false }), 'output')).toBe('Version no longer exists');
    expect(versionLinkRefusal(run(2, { input_version_exists: false }), 'input')).toBe('The previous version is unavailable');
    expect(versionLinkRefusal(run(2, { output_version_archived: true }), 'output')).toBe('This version is archived');
    expect(versionLinkRefusal(run(2, { input_version_archived: true }), 'input')).toBe('This version is archived');
  });
});

test('a page of tasks holds 200 [H354]', () => expect(TASKS_PAGE).toBe(200));
test('a page of the runs of a pipeline holds 15 [H355]', () => expect(PIPELINE_RUNS_PAGE).toBe(15));
test('a page of the history of an export holds 5 [H356]', () => expect(EXPORT_HISTORY_PAGE).toBe(5));
test('a page of a log holds 100 rows [H357]', () => expect(LOG_PAGE).toBe(100));
test('5 tags used last are kept [H366]', () => expect(RECENT_TAGS).toBe(5));
test('5 other versions are offered in a link of a task run [H084 H367]', () => expect(ALTERNATIVE_VERSIONS).toBe(5));

test('kinds of task are 1 Import, 2 Transform, 3 Export; Publish is of the third [H167 H147 H148]', () => {
  expect(TASK_TYPE_WORDS).toEqual({ 1: 'Import', 2: 'Transform', 3: 'Export' });
  expect(TASK_TEMPLATES.find(({ name }) => name === 'Publish')?.task_type).toBe(3);
});

test('levels of a log are Information 1, Warning 2, Error 3 [H154]', () => {
  expect(LOG_LEVELS).toEqual({ Information: 1, Warning: 2, Error: 3 });
});

test('the log of a task older than 30 days has expired [H361]', () => {
  const now = 1_800_000_000;
  expect([isLogExpired(now - 30 * 86_400, now), isLogExpired(now - 30 * 86_400 - 1, now)]).toEqual([false, true]);
});

test('a run asks for confirmation where another is under way, waits, or is planned within 15 minutes [H173]', () => {
  const now = 1_800_000_000;
  const ask = (last_run_status: 0 | 1 | 2 | 5, next_run: number | null) => confirmationOfRun({ last_run_status, next_run }, now);
  expect([ask(1, null), ask(5, null), ask(0, null), ask(2, now + 900), ask(2, now + 901), ask(2, null)]).toEqual([
    'Running',
    'Running',
    'Pending',
    'Scheduled',
    undefined,
    undefined,
  ]);
});

test('a task name has at most 128 characters, times are HH:mm and days seven 0 or 1 [H227 H228 H144 H145 H365]', () => {
  const task = { original_name: '', s3_url: 'x', command: {}, task_type: 1, input_version_id: null, notes: '' };
  const read = (name: string, times: string[], days: string) =>
    PipelineInput.safeParse({ name: 'p', db_id: 'a', tags: [], schedule: { times_of_day: times, days_of_week: days }, tasks: [{ ...task, name }] });
  expect(read('x'.repeat(128), ['00:00', '23:59'], '1010101').success).toBe(true);
  expect(read('x'.repeat(129), [], '0000000').error?.issues[0]?.message).toBe('The Task Name field cannot exceed 128 characters');
  expect([read('x', ['7:30'], '0000000').success, read('x', ['24:00'], '0000000').success, read('x', [], '000000').success]).toEqual([
    false,
    false,
    false,
  ]);
});

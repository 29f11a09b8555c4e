import { expect, test } from 'vitest';
import { databasesForTasks, newTaskRunForm, taskRunFaults, taskToRunOf } from './taskRunForm.ts';

test('a task runs on databases that may be written: read-only ones are not offered [H247]', () => {
  const database = (Id: string, ReadOnly: boolean) => ({ Id, Permissions: { ReadOnly } });
  expect(databasesForTasks([database('a', false), database('b', true), database('c', false)]).map(({ Id }) => Id)).toEqual(['a', 'c']);
});

test('the form says what is missing, and sends the standard parameters', () => {
  const form = newTaskRunForm('check');
  expect(taskRunFaults({ ...form, version: '1.5', name: 'x'.repeat(129) })).toEqual([
    { Field: 'db_id', Message: 'Choose a database' },
    { Field: 'name', Message: 'The Task Name field cannot exceed 128 characters' },
    { Field: 'version', Message: 'Enter an integer' },
  ]);
  expect(taskToRunOf(form)).toBeUndefined();
  expect(taskToRunOf({ ...form, db_id: 'demo', version: ' 7 ' })).toMatchObject({
    db_id: 'demo',
    name: 'Check',
    s3_url: 'builtin:check',
    task_type: 2,
    input_version_id: 7,
    command: { errors_allowed: 0, on_errors: 'approval' },
  });
  expect(taskRunFaults({ ...newTaskRunForm('import-url'), db_id: 'demo' })).toEqual([
    { Field: 'command/url', Message: 'Write an address that begins with http:// or https://' },
  ]);
});

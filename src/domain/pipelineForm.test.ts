import { expect, test } from 'vitest';
import { type FormTask, newTask, pipelineFaults, pipelineFormOf, pipelineInputOf, placeOfNew, sameForm, timeOfDay } from './pipelineForm.ts';
import type { PipelineInput } from './pipelines.ts';

const task = (template: string, key: number, changes: Partial<FormTask> = {}): FormTask => {
  const made = newTask(template, key);
  if (made === undefined) throw new Error(`There is no template ${template}`);
  return { ...made, ...changes };
};
const input = (changes: Partial<PipelineInput> = {}): PipelineInput => ({
  name: 'Nightly',
  db_id: 'demo',
  tags: [],
  schedule: null,
  tasks: [],
  ...changes,
});

test('typed times of day become HH:mm, and what is none is refused [H144]', () => {
  expect(['3:30', '330', '0330', '23:59', '0:00'].map(timeOfDay)).toEqual(['03:30', '03:30', '03:30', '23:59', '00:00']);
  expect(['24:00', '3:60', '3', '3:3', '', 'noon'].map(timeOfDay)).toEqual(Array.from({ length: 6 }, () => undefined));
});

test('a pipeline is refused by field: name, database, task names, parameters, order and days [H227 H228]', () => {
  const { key: _key, ...drop } = task('drop-unused', 0);
  const { key: _other, ...fetch } = task('import-url', 1);
  expect(pipelineFaults(input({ name: ' ', db_id: '', tasks: [{ ...drop, name: 'x'.repeat(129) }, fetch] }))).toEqual([
    { Field: 'name', Message: 'The Pipeline Name field is required' },
    { Field: 'db_id', Message: 'The Database field is required' },
    { Field: 'tasks[0]/name', Message: 'The Task Name field cannot exceed 128 characters' },
    { Field: 'tasks', Message: 'The Import task "GTFS from a URL" can only be the first task of a pipeline' },
    { Field: 'tasks[1]/command/url', Message: 'Write an address that begins with http:// or https://' },
  ]);
  const never = { times_of_day: ['03:30'], days_of_week: '0000000' };
  expect(pipelineFaults(input({ schedule: never }))).toEqual([{ Field: 'schedule/days_of_week', Message: 'Choose at least one day' }]);
  expect(pipelineFaults(input({ tasks: [drop] }))).toEqual([]);
});

test('a form keeps what is stored, sends no schedule without a time, and puts an Import first [H145]', () => {
  const empty = pipelineFormOf(undefined);
  expect(pipelineInputOf({ ...empty, days_of_week: '0000011' }).schedule).toBeNull();
  expect(pipelineInputOf({ ...empty, times_of_day: ['03:30'] }).schedule).toEqual({ times_of_day: ['03:30'], days_of_week: '1111100' });
  const tasks = [task('drop-unused', 0)];
  expect([placeOfNew(tasks, { task_type: 1 }), placeOfNew(tasks, { task_type: 3 })]).toEqual([0, 1]);
  expect(sameForm(empty, { ...empty, rev: 4 })).toBe(true);
  expect(sameForm(empty, { ...empty, tasks })).toBe(false);
});

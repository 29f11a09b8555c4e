import { produce } from 'immer';
import { expect, test } from 'vitest';
import type { PipelineSummary } from '../domain/pipelines.ts';
import { foldToldRun, NO_PIPELINES, pipelineGroups, type PipelinesState, pipelineViewOf, scheduleDays } from './pipelineState.ts';

const pipeline = (id: number, region: string, name: string, tags: string[] = []): PipelineSummary => ({
  id,
  region,
  name,
  tags,
  db_id: 'demo',
  schedule: null,
  timezone: 'UTC',
  permissions: { read_only: false },
  last_run_status: 2,
  last_run_id: 5,
  last_task_run_id: null,
  current_db_version: null,
  publishable_db_version: null,
  next_run: null,
  rev: 1,
  task_count: 1,
});
const all = [pipeline(1, 'zealand', 'Night'), pipeline(2, 'alps', 'Import 10'), pipeline(3, 'alps', 'Import 9', ['Nightly'])];

test('pipelines are grouped by region, ascending, and searched by name and tag', () => {
  const names = (filter: string) => pipelineGroups(all, filter).map(({ region, pipelines }) => [region, ...pipelines.map(({ name }) => name)]);
  expect(names('')).toEqual([
    ['alps', 'Import 9', 'Import 10'],
    ['zealand', 'Night'],
  ]);
  expect(names('night')).toEqual([
    ['alps', 'Import 9'],
    ['zealand', 'Night'],
  ]);
});

test('a pipeline shows its newest run, and Running while any runs', () => {
  const loaded: PipelinesState = { ...NO_PIPELINES, list: { status: 'succeeded', value: all, messages: [] } };
  const after = (run_id: number, status: 0 | 1 | 3) =>
    produce(loaded, (draft) => foldToldRun(draft, { run_id, pipeline_id: 1, status, tasks: [] }, () => undefined)).list.value?.[0]?.last_run_status;
  expect([after(6, 3), after(4, 3), after(4, 1), after(6, 0)]).toEqual([3, 2, 1, 0]);
});

test('the address keeps the selected pipeline, and days are read Monday first', () => {
  expect(pipelineViewOf('?pipeline=12&filter=a')).toEqual({ pipeline: 12, filter: 'a', ask: false });
  expect(pipelineViewOf('?pipeline=x').pipeline).toBeUndefined();
  expect(scheduleDays('1000001')).toBe('Mon, Sun');
});

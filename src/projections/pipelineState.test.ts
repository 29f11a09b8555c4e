import { produce } from 'immer';
import { expect, test } from 'vitest';
import type { PipelineSummary } from '../domain/pipelines.ts';
import {
  foldChangedRun,
  NO_PIPELINES,
  pipelineGroups,
  type PipelinesState,
  pipelineViewOf,
  recentTagsAfter,
  runPageOf,
  scheduleDays,
  timeError,
} from './pipelineState.ts';

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
  const names = (filter: string) =>
    pipelineGroups(all, { ...pipelineViewOf(''), filter }).map(({ region, pipelines }) => [region, ...pipelines.map(({ name }) => name)]);
  expect(names('')).toEqual([
    ['alps', 'Import 9', 'Import 10'],
    ['zealand', 'Night'],
  ]);
  expect(names('night')).toEqual([
    ['alps', 'Import 9'],
    ['zealand', 'Night'],
  ]);
});

test('a pipeline shows its newest run, and Running while any runs [H172]', () => {
  const loaded: PipelinesState = { ...NO_PIPELINES, list: { status: 'succeeded', value: all, messages: [] } };
  const after = (run_id: number, status: 0 | 1 | 3) =>
    produce(loaded, (draft) => foldChangedRun(draft, { run_id, pipeline_id: 1, status, tasks: [] }, () => undefined)).list.value?.[0]
      ?.last_run_status;
  expect([after(6, 3), after(4, 3), after(4, 1), after(6, 0)]).toEqual([3, 2, 1, 0]);
});

test('regions stand in the order of their names, not of their keys', () => {
  const nameOf = (region: string): string => (region === 'alps' ? 'Western Alps' : 'Northern Zealand');
  const regions = (search: string) => pipelineGroups(all, pipelineViewOf(search), nameOf).map(({ region }) => region);
  expect(regions('')).toEqual(['zealand', 'alps']);
  expect(regions('?sort=-region')).toEqual(['alps', 'zealand']);
});

test('the address keeps the selected pipeline, and days are read Monday first [H022]', () => {
  expect(pipelineViewOf('?pipeline=12&filter=a&tag=x&tag=y')).toMatchObject({ pipeline: 12, filter: 'a', tags: ['x', 'y'], sort: 'region', runs: 0 });
  expect(pipelineViewOf('?pipeline=x').pipeline).toBeUndefined();
  expect(scheduleDays('1000001')).toBe('Mon, Sun');
});

test('pipelines are narrowed by all of the tags and by a time, and sorted as asked [H088 H093 H231]', () => {
  const list = [
    { ...pipeline(1, 'alps', 'B', ['night', 'bus']), schedule: { times_of_day: ['03:30'], days_of_week: '1111111' } },
    { ...pipeline(2, 'alps', 'A', ['night']), last_run_status: 4 as const },
    { ...pipeline(3, 'zealand', 'C'), last_run_status: 3 as const },
  ];
  const ids = (search: string) => pipelineGroups(list, pipelineViewOf(search)).map(({ pipelines }) => pipelines.map(({ id }) => id));
  expect(ids('')).toEqual([[2, 1], [3]]);
  expect(ids('?tag=night')).toEqual([[2, 1]]);
  expect(ids('?tag=night&tag=bus')).toEqual([[1]]);
  expect(ids('?time=330')).toEqual([[1]]);
  expect(ids('?sort=-region')).toEqual([[3], [2, 1]]);
  expect(ids('?sort=-name')).toEqual([[1, 2], [3]]);
  expect([timeError('330'), timeError('25:00'), timeError('')]).toEqual([undefined, 'Enter a time such as 3:30 or 330', undefined]);
});

test('the five tags used last are offered, the newest first [H089 H366]', () => {
  expect(recentTagsAfter(['a', 'b', 'c', 'd', 'e'], 'c')).toEqual(['c', 'a', 'b', 'd', 'e']);
  expect(recentTagsAfter(['a', 'b', 'c', 'd', 'e'], 'f')).toEqual(['f', 'a', 'b', 'c', 'd']);
});

test('runs are asked for 15 a page, and by a version [H023 H294]', () => {
  expect(runPageOf(pipelineViewOf('?pipeline=4'))).toBeUndefined();
  expect(runPageOf(pipelineViewOf('?pipeline=4&runs=3'))).toEqual({ id: 4, offset: 30, version: null });
  expect(runPageOf(pipelineViewOf('?pipeline=4&version=17'))).toEqual({ id: 4, offset: 0, version: 17 });
  expect(runPageOf(pipelineViewOf('?pipeline=4&version=x'))).toBeUndefined();
});

import { produce } from 'immer';
import { describe, expect, test } from 'vitest';
import type { Export, ExportRun } from '../domain/exports.ts';
import { exportViewOf, foldExportRun, matchingExports, NO_EXPORTS, putExportRun, type ExportsState } from './exportState.ts';

const one = (id: number, name: string, DbId = 'bus'): Export => ({
  id,
  name,
  DbId,
  region: 'north',
  scope: 'Database',
  schedule: { timeOfDay: '04:15' },
  deliveryLocation: { fileName: '{db}.zip', location: 1 },
  feedInfo: { url: '', contactUrl: '' },
  agencyMergingRules: [],
  timezone: 'UTC',
  status: 2,
  lastRunId: 3,
  nextRun: null,
  locationName: 'Nightly',
  permissions: { readOnly: false },
  rev: 1,
});
const run = (RunId: number, status: ExportRun['status'] = 0): ExportRun => ({
  RunId,
  taskRunId: RunId,
  created: 0,
  ended: null,
  causedBy: 'Erin',
  status,
  feedInfo: { url: '', contactUrl: '' },
  scope: 'Database',
  versionId: null,
  delivered: null,
  size: null,
  message: null,
  progress: null,
  levelSummary: { information: 0, warnings: 0, errors: 0 },
});
const idle = { status: 'succeeded', messages: [] } as const;
const groups = [
  { region: 'north', name: 'North', exports: [one(1, 'To partners'), one(2, 'Nightly', 'tram')] },
  { region: 'south', name: 'South', exports: [one(4, 'Boats', 'ferry')] },
];

describe('the address of the Exports screen', () => {
  test('keeps the export, the run of its history, and one of the modes CREATE, EDIT and VIEW [H025 H026 H112 H220]', () => {
    expect(exportViewOf('?export=5&run=7')).toMatchObject({ exportId: 5, runId: 7, mode: 'VIEW', page: 0 });
    expect(exportViewOf('?export=5&mode=edit')).toMatchObject({ exportId: 5, mode: 'EDIT' });
    expect(exportViewOf('?mode=create&export=5')).toMatchObject({ exportId: undefined, mode: 'CREATE' });
    expect(exportViewOf('?mode=edit&export=x')).toMatchObject({ exportId: undefined, mode: 'VIEW' });
    expect(exportViewOf('?export=5&page=3')).toMatchObject({ page: 2 });
  });
});

test('a search finds exports by name and database, in their regions [H108]', () => {
  const found = (filter: string) => matchingExports(groups, filter).map(({ region, exports: own }) => [region, own.map(({ id }) => id)]);
  expect(found('')).toEqual([
    ['north', [1, 2]],
    ['south', [4]],
  ]);
  expect(found('TRAM')).toEqual([['north', [2]]]);
  expect(found('boat')).toEqual([['south', [4]]]);
});

describe('runs', () => {
  const loaded: ExportsState = {
    ...NO_EXPORTS,
    list: { ...idle, value: groups },
    history: { 1: { page: 0, load: { ...idle, value: { exportRuns: [3, 2, 1, 9, 8].map((id) => run(id, 2)), total: 7 } } } },
  };
  const listed = (state: ExportsState) => state.list.value?.[0]?.exports[0];

  test('a new one comes first in a history of 5 [H111]', () => {
    const after = produce(loaded, (draft) => putExportRun(draft, 1, run(10)));
    expect(after.history['1']?.load.value).toMatchObject({
      total: 8,
      exportRuns: [{ RunId: 10 }, { RunId: 3 }, { RunId: 2 }, { RunId: 1 }, { RunId: 9 }],
    });
    expect(listed(after)).toMatchObject({ status: 0, lastRunId: 10 });
  });

  test('the state of a run only rises: an answer that comes late does not take it back', () => {
    const changed = produce(loaded, (draft) => {
      putExportRun(draft, 1, run(10));
      foldExportRun(draft, { exportId: 1, runId: 10, status: 1 });
    });
    const after = produce(changed, (draft) => putExportRun(draft, 1, run(10, 0)));
    expect(listed(after)?.status).toBe(1);
    expect(after.history['1']?.load.value?.exportRuns[0]?.status).toBe(1);
    expect(listed(produce(after, (draft) => foldExportRun(draft, { exportId: 1, runId: 2, status: 3 })))?.status).toBe(1);
  });
});

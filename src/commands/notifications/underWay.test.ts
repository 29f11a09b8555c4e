/** What a live message changes while it is being read: the answer under way may be of before, so it must not be the last word. */
import { describe, expect, test } from 'vitest';
import { openProduct, versionOf } from '../../../test/builders/productKernel.ts';
import type { CommandInput } from '../../kernel/command.ts';
import { loadCalendars } from '../calendars/loadCalendars.ts';
import { loadJourneys } from '../journeys/loadJourneys.ts';
import { loadServiceFigures } from '../schedules/loadServiceFigures.ts';
import { loadDrivenTimes } from '../timetables/drivenTimes.ts';
import { loadExport, loadExports } from '../exports/loadExports.ts';
import { exportChanged } from '../exports/exportChanged.ts';
import { pipelineChanged } from '../pipelines/pipelineChanged.ts';
import { loadPipeline, loadPipelines } from '../pipelines/loadPipelines.ts';
import { loadPipelineRuns } from '../pipelines/loadPipelines.ts';
import { loadSchedules } from '../schedules/loadSchedules.ts';
import { loadStopAgencies } from '../stops/loadStopAgencies.ts';
import { openPlace } from '../shell/openPlace.ts';
import { loadTask, loadTasks } from '../tasks/loadTasks.ts';
import { runChanged } from '../tasks/runChanged.ts';
import { loadValidationRule } from '../validation/loadValidationRule.ts';
import { loadVersions } from '../versions/loadVersions.ts';
import { changesTold } from './changesTold.ts';
import { findingsChanged } from './findingsChanged.ts';
import { liveStatusChanged } from './liveStatusChanged.ts';
import { newsReceived } from './newsReceived.ts';
import { regionChanged } from './regionChanged.ts';
import { versionChanged } from './versionChanged.ts';
import { versionFailed } from './versionFailed.ts';
import { versionListed } from './versionListed.ts';
import { versionRemoved } from './versionRemoved.ts';

interface Race {
  readonly message: CommandInput;
  /** What is being read when the message comes, by its call. */
  readonly reading: CommandInput;
  readonly call: string;
}

const ended = runChanged({
  run_id: 7,
  pipeline_id: 3,
  export_id: 5,
  db_id: 'demo',
  caused_by: 'anna@x.org',
  status: 2,
  tasks: [
    {
      task_run_id: 9,
      last_result: { type: 2, created: 1_800_000_000, output_version_id: null, message: null },
      input_version_id: null,
      progress: null,
      approved: false,
      level_summary: { information: 1, warnings: 0, errors: 0 },
    },
  ],
});
const news = newsReceived({
  id: 3,
  topic: 'edits/7/Tom',
  kind: 'edited',
  databaseId: 'demo',
  title: 'Tom changed Draft of Summer',
  detail: '',
  path: '/data/db/demo/v/7',
  count: 1,
  read: false,
  at: '2026-11-22T08:05:00.000Z',
});
const listed = versionListed.definition.samples()[0];
if (!listed) throw new Error('live.versionListed has no sample');
const changed = (Kind: string, Id: string) =>
  versionChanged({
    VersionId: 1,
    Rev: 8,
    CommandId: 'anna:8',
    Author: 'anna@x.org',
    Edits: [{ Kind, Id, Rev: 8, Doc: null, Large: true, Fields: ['Id'] }],
  });
const versions = loadVersions({ databaseId: 'demo' });

const RACES: Readonly<Record<string, Race>> = {
  'the end of a run, the tasks': { message: ended, reading: loadTasks({ search: '' }), call: 'listTasks' },
  'the end of a run, one task': { message: ended, reading: loadTask({ id: 9 }), call: 'readTask' },
  'the end of a run, the pipelines': { message: ended, reading: loadPipelines({}), call: 'listPipelines' },
  'the end of a run, its pipeline': { message: ended, reading: loadPipeline({ id: 3 }), call: 'readPipeline' },
  'the end of a run, older runs': { message: ended, reading: loadPipelineRuns({ id: 3, offset: 15, version: null }), call: 'listPipelineRuns' },
  'the end of a run, the exports': { message: ended, reading: loadExports({}), call: 'listExports' },
  'the end of a run, its export': { message: ended, reading: loadExport({ id: 5 }), call: 'readExport' },
  'a pipeline that was changed': {
    message: pipelineChanged({ pipeline_id: 3, db_id: 'demo', rev: 2 }),
    reading: loadPipelines({}),
    call: 'listPipelines',
  },
  'a pipeline that was removed': {
    message: pipelineChanged({ pipeline_id: 3, db_id: 'demo', rev: null }),
    reading: loadPipelines({}),
    call: 'listPipelines',
  },
  'an export that was changed': { message: exportChanged({ exportId: 5, region: 'r', rev: 2 }), reading: loadExport({ id: 5 }), call: 'readExport' },
  'an export that was removed': { message: exportChanged({ exportId: 5, region: 'r', rev: null }), reading: loadExports({}), call: 'listExports' },
  'a version that was made': { message: versionListed(listed), reading: versions, call: 'listVersions' },
  'a version that was removed': { message: versionRemoved({ DatabaseId: 'demo', VersionId: 2 }), reading: versions, call: 'listVersions' },
  'work on a version that failed': {
    message: versionFailed({ DatabaseId: 'demo', VersionId: 2, Act: 'archive', Message: 'No room' }),
    reading: versions,
    call: 'listVersions',
  },
  'a rule that was checked again': {
    message: findingsChanged({ VersionId: 1, Rev: 8, Rules: [{ RuleId: 202, Added: 1, Cured: 0 }], Effects: [] }),
    reading: loadValidationRule({ versionId: 1, ruleId: 202, fresh: false }),
    call: 'readValidationRule',
  },
  'a track that was added, the schedules': { message: changed('Track', 'L1/b-a'), reading: loadSchedules({ versionId: 1 }), call: 'listSchedules' },
  'a track that was added, the agencies of stops': {
    message: changed('Track', 'L1/b-a'),
    reading: loadStopAgencies({ versionId: 1 }),
    call: 'listStopAgencies',
  },
  'a timetable that was changed, the calendars': {
    message: changed('Timetable', 'L1/a-b/1'),
    reading: loadCalendars({ versionId: 1 }),
    call: 'readCalendars',
  },
  'a timetable that was changed, the figures of service': {
    message: changed('Timetable', 'L1/a-b/1'),
    reading: loadServiceFigures({ versionId: 1 }),
    call: 'readServiceFigures',
  },
  'a track that was changed, the driven times': {
    message: changed('Track', 'L1/a-b'),
    reading: loadDrivenTimes({ versionId: 1, scheduleId: 'L1', from: '2026-05-01', to: '2026-05-14' }),
    call: 'readDrivenTimes',
  },
  'a track that was changed, the journeys': {
    message: changed('Track', 'L1/a-b'),
    reading: loadJourneys({ versionId: 1, from: 'S1', to: 'S2', date: '2026-05-04', time: 28_800 }),
    call: 'findJourneys',
  },
  'a live connection that was away, the pipelines': {
    message: liveStatusChanged({ status: 'connected', gap: true, missed: true }),
    reading: loadPipelines({}),
    call: 'listPipelines',
  },
};

describe('what is being read when a live message changes it is read again', () => {
  test.each(Object.entries(RACES))('%s', (_name, { message, reading, call: name }) => {
    const { kernel, call } = openProduct('/data/db/demo/v/1');
    kernel.dispatch(reading);
    const before = call(name);
    kernel.receive(message);
    const after = call(name);
    expect(after).not.toBe(before);
    expect(after.call).toEqual(before.call);
    expect([before.aborted(), after.aborted()]).toEqual([true, false]);
  });

  test.each([
    ['listRegions', regionChanged({ RegionKey: 'r' })],
    ['listDatabases', regionChanged({ RegionKey: 'r' })],
    ['listNews', news],
  ])('%s, which are read from the start', (name, message) => {
    const { kernel, call } = openProduct('/data');
    const before = call(name);
    kernel.receive(message);
    expect([call(name) === before, before.aborted()]).toEqual([false, true]);
  });

  test('and what is not being read is not', () => {
    const { kernel, calls } = openProduct('/data/db/demo/v/1');
    const before = calls.length;
    for (const message of [ended, news]) kernel.receive(message);
    expect(calls.slice(before).map(({ call }) => call.call)).toEqual(['listNews']);
  });
});

describe('lists of a version that are read while somebody edits it', () => {
  const edit = (Kind: string, Doc: { readonly Id: string }) =>
    versionChanged({
      VersionId: 1,
      Rev: 10,
      CommandId: 'anna:10',
      Author: 'anna.smit@demo.example',
      Edits: [{ Kind, Id: Doc.Id, Rev: 10, Doc, Fields: ['Name'] }],
    });
  const removal = (Kind: string, Id: string) =>
    versionChanged({
      VersionId: 1,
      Rev: 10,
      CommandId: 'anna:10',
      Author: 'anna.smit@demo.example',
      Edits: [{ Kind, Id, Rev: 10, Doc: null, Fields: [] }],
    });
  const agency = (Name: string) => ({ Id: 'A', Name, Url: 'https://a.example', Timezone: 'Europe/Amsterdam' });

  test('show the changed agency, though the list was read before', () => {
    const { kernel, call } = openProduct('/data/db/demo/v/1/agencies');
    kernel.receive(edit('Agency', agency('After')));
    call('listAgencies').answer({ Agencies: [agency('Before')], Revs: { A: 9 } });
    expect(kernel.snapshot().view.versions[1]?.agencies.value).toMatchObject([{ Id: 'A', Name: 'After' }]);
  });

  test('do not show what was removed, though the list was read before', () => {
    const { kernel, call } = openProduct('/data/db/demo/v/1/agencies');
    kernel.receive(removal('Agency', 'A'));
    call('listAgencies').answer({ Agencies: [agency('Before'), { ...agency('Other'), Id: 'B' }] });
    expect(kernel.snapshot().view.versions[1]?.agencies.value?.map(({ Id }) => Id)).toEqual(['B']);
  });

  test('show a schedule under its new name, though the list was read before', () => {
    const { kernel, call } = openProduct('/data/db/demo/v/1/schedules');
    const [fromDate, toDate] = ['2026-01-01', '2026-12-31'];
    const row = { Id: '10', Name: 'Before', IsBaseSchedule: true, FromDate: fromDate, ToDate: toDate, TrackCount: 2 };
    const schedule = { Id: '10', Name: 'After', IsBaseSchedule: true, Calendar: { fromDate, toDate, Exceptions: [] } };
    kernel.receive(edit('Schedule', schedule));
    call('listSchedules').answer({ Schedules: [row], TooManyResultsForSearch: false });
    expect(kernel.snapshot().view.versions[1]?.schedules.value).toMatchObject([{ Id: '10', Name: 'After', TrackCount: 2 }]);
  });

  test('show the new name of a schedule that is too large for a live message', () => {
    const { kernel, call } = openProduct('/data/db/demo/v/1/schedules');
    const [fromDate, toDate] = ['2026-01-01', '2026-12-31'];
    const row = { Id: '10', Name: 'Before', IsBaseSchedule: true, FromDate: fromDate, ToDate: toDate, TrackCount: 2 };
    call('listSchedules').answer({ Schedules: [row], TooManyResultsForSearch: false });
    const large = { Kind: 'Schedule', Id: '10', Rev: 10, Doc: null, Large: true, Fields: ['Name'] };
    kernel.receive(versionChanged({ VersionId: 1, Rev: 10, CommandId: 'anna:10', Author: 'anna.smit@demo.example', Edits: [large] }));
    expect(call('readDocuments').call.input).toMatchObject({ query: { key: ['Schedule/10'] } });
    const Doc = { Id: '10', Name: 'After', IsBaseSchedule: true, Calendar: { fromDate, toDate, Exceptions: [] } };
    call('readDocuments').answer({ Rev: 10, Documents: [{ Kind: 'Schedule', Id: '10', Rev: 10, Doc, Fields: [] }] });
    expect(kernel.snapshot().view.versions[1]?.schedules.value).toMatchObject([{ Id: '10', Name: 'After', TrackCount: 2 }]);
  });

  test('show the changed stop in its popup, though the popup was read before', () => {
    const { kernel, call } = openProduct('/data/db/demo/v/1/stops/S1');
    const stop = (Name: string) => ({ Id: 'S1', Name, Type: 0, Coordinate: { Lat: 52, Lng: 5 }, WheelchairBoarding: 0 });
    kernel.receive(edit('Stop', stop('After')));
    call('readStopDetails').answer({
      Stops: [{ Stop: stop('Before'), Rev: 9, Transfers: [], Pathways: [], Schedules: [], Agencies: [], StopNames: {} }],
    });
    expect(kernel.snapshot().view.versions[1]?.stopDetails['S1']?.value?.Stop.Name).toBe('After');
  });
});

describe('the change log', () => {
  const sets = { Sets: [], More: false };

  test('is read again when one comes back to it: clients do not get live messages of versions that they do not show', () => {
    const { kernel, call, calls } = openProduct('/changes/demo');
    call('listChangesets').answer(sets);
    call('listComments').answer({ Comments: [], Changes: [] });
    kernel.dispatch(openPlace({ path: '/data', search: '' }));
    kernel.receive(changesTold({ DatabaseId: 'demo', CommandId: null }));
    const before = calls.length;
    kernel.dispatch(openPlace({ path: '/changes/demo', search: '' }));
    expect(calls.slice(before).map((one) => one.call.call)).toEqual(expect.arrayContaining(['listChangesets', 'listComments']));
  });

  test('shows the comments of its own database', () => {
    const { kernel, call } = openProduct('/changes/demo');
    call('listComments').answer({ Comments: [], Changes: [] });
    kernel.dispatch(openPlace({ path: '/changes/other', search: '' }));
    expect(kernel.snapshot().view.changes.comments).toMatchObject({ status: 'loading', value: null });
    expect(call('listComments').call.input).toEqual({ query: { databaseId: 'other' } });
  });
});

test('after the live connection was away the lists that others may have changed are read again; a version watched again asks for none', () => {
  const { kernel, call, calls } = openProduct('/data/db/demo/v/1');
  call('listRegions').answer({ Regions: [] });
  call('listVersions').answer({ Versions: [versionOf(1)], More: false });
  const namesAfter = (missed: boolean) => {
    const before = calls.length;
    kernel.receive(liveStatusChanged({ status: 'connected', gap: true, missed }));
    return calls.slice(before).map((one) => one.call.call);
  };
  expect(namesAfter(true)).toEqual(expect.arrayContaining(['listRegions', 'listDatabases', 'listVersions']));
  expect(namesAfter(false)).not.toEqual(expect.arrayContaining(['listVersions']));
});

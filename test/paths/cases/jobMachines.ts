/** Regions, pipelines, tasks, exports, the comparer. */
import type { ComparerNavigatorEvent } from '../../../src/machines/comparerNavigatorMachine.ts';
import { EXPORT_INPUT } from '../exportFormActs.ts';
import { createExport } from '../../../src/commands/exports/exportWrites.ts';
import type { DeliveryLocationsEvent } from '../../../src/machines/deliveryLocationsMachine.ts';
import type { ServiceAlertsEvent } from '../../../src/machines/serviceAlertsMachine.ts';
import type { PublishingEvent } from '../../../src/machines/publishingMachine.ts';
import type { ExportFormEvent } from '../../../src/machines/exportFormMachine.ts';
import { saveRegionBounds } from '../../../src/commands/regions/saveRegion.ts';
import { createPipeline } from '../../../src/commands/pipelines/pipelineEdits.ts';
import type { PipelineFormEvent } from '../../../src/machines/pipelineFormMachine.ts';
import type { PipelineRunEvent } from '../../../src/machines/pipelineRunMachine.ts';
import { runTask } from '../../../src/commands/tasks/runTask.ts';
import type { TaskRunEvent } from '../../../src/machines/taskRunMachine.ts';
import { TASK_TO_RUN } from '../taskRunActs.ts';
import type { RegionWizardEvent } from '../../../src/machines/regionWizardMachine.ts';

/** Versions 1 and 2 are there, 8 and 9 are gone. */
export const comparerNavigator: readonly ComparerNavigatorEvent[] = [
  { type: 'ENTER', databaseId: null, first: null, second: null },
  { type: 'ENTER', databaseId: 'demo', first: null, second: null },
  { type: 'ENTER', databaseId: 'demo', first: 1, second: null },
  { type: 'ENTER', databaseId: 'demo', first: 1, second: 2 },
  { type: 'LEAVE' },
  { type: 'TOGGLE', list: 'databases' },
  { type: 'TOGGLE', list: 'first' },
  { type: 'TOGGLE', list: 'second' },
  { type: 'CHOOSE_DATABASE', databaseId: 'demo' },
  { type: 'CHOOSE_FIRST', databaseId: 'demo', versionId: 1, second: null },
  { type: 'CHOOSE_FIRST', databaseId: 'demo', versionId: 1, second: 2 },
  { type: 'CHOOSE_SECOND', databaseId: 'demo', versionId: 2, first: null },
  { type: 'CHOOSE_SECOND', databaseId: 'demo', versionId: 2, first: 1 },
  { type: 'DATABASE_GONE' },
  { type: 'VERSIONS_GONE', databaseId: 'demo', first: 8, second: 9, firstGone: true, secondGone: true },
  { type: 'VERSIONS_GONE', databaseId: 'demo', first: 8, second: 2, firstGone: true, secondGone: false },
  { type: 'VERSIONS_GONE', databaseId: 'demo', first: 1, second: 9, firstGone: false, secondGone: true },
];

const NORTH = {
  Key: 'north',
  Name: 'North',
  CountryCode: 'NL',
  LanguageCode: 'nl',
  Timezone: 'Europe/Amsterdam',
  Currency: 'EUR',
  Bounds: { NorthEast: { Lat: 53, Lng: 6 }, SouthWest: { Lat: 52, Lng: 4 } },
  Databases: [],
};
const SAVE = saveRegionBounds({ region: 'north', rev: 0, bounds: NORTH.Bounds });
export const regionWizard: readonly RegionWizardEvent[] = [
  { type: 'OPEN', mode: 'CREATE_REGION_MODAL' },
  { type: 'OPEN', mode: 'EDIT_REGION_MODAL' },
  { type: 'GO', step: 'bounds', allowed: true, place: 'Netherlands North' },
  { type: 'GO', step: 'general', allowed: true, place: 'Netherlands North' },
  { type: 'GO', step: 'databases', allowed: true, place: 'Netherlands North' },
  { type: 'GO', step: 'databases', allowed: false, place: 'Netherlands North' },
  { type: 'CREATE', body: NORTH },
  { type: 'CREATE', body: null },
  { type: 'SAVE', save: SAVE },
  { type: 'SAVE', save: null },
  { type: 'CONFIRM', save: SAVE },
  { type: 'CONFIRM', save: null },
  { type: 'CANCEL' },
  { type: 'CREATED', region: 'north' },
  { type: 'GO', step: 'notifications', allowed: true, place: 'Netherlands North' },
  { type: 'SAVED', region: 'north' },
  { type: 'FAILED', errorId: 'e1' },
  { type: 'LEAVE', changed: true },
  { type: 'LEAVE', changed: false },
  { type: 'CLOSE' },
];

/** A form that is saved names the demo database. */
export const pipelineForm: readonly PipelineFormEvent[] = [
  { type: 'OPEN', id: null },
  { type: 'OPEN', id: 1 },
  { type: 'REMOVE', key: 0, isImport: true },
  { type: 'REMOVE', key: 0, isImport: false },
  { type: 'SUBMIT', save: createPipeline({ name: 'Nightly', db_id: 'demo', tags: [], schedule: null, tasks: [] }) },
  { type: 'SUBMIT', save: null },
  { type: 'CONFIRM' },
  { type: 'CANCEL', changed: true },
  { type: 'CANCEL', changed: false },
  { type: 'CLOSED' },
  { type: 'DELETE', id: 1 },
  { type: 'DELETED' },
  { type: 'FAILED', errors: [], messages: ['No'] },
  { type: 'FAILED', errors: [{ Field: 'name', Message: 'No' }], messages: [] },
];

const OVERTAKEN = { run_id: 9, version_id: 12, version_name: 'Summer' };

/** Run 4 waits for approval, as does run 5, which another has overtaken; run 6 failed, run 7 was completed. */
export const pipelineRun: readonly PipelineRunEvent[] = [
  { type: 'ASK', id: 1, reason: null },
  { type: 'ASK', id: 1, reason: 'Running' },
  { type: 'ASK', id: 1, reason: 'Scheduled' },
  { type: 'ASK', id: 1, reason: 'Approval' },
  { type: 'RESUME', runId: 6, taskId: 61, superseded: null },
  { type: 'REPEAT', runId: 7, taskId: 71 },
  { type: 'CONFIRM' },
  { type: 'REVIEW', runId: 4, superseded: null },
  { type: 'REVIEW', runId: 5, superseded: OVERTAKEN },
  { type: 'OPENED', runId: 4 },
  { type: 'OPENED', runId: 5 },
  { type: 'APPROVE' },
  { type: 'CLOSE' },
  { type: 'LEAVE' },
];

/** The form of `check` can be sent as soon as a database is chosen. */
export const taskRun: readonly TaskRunEvent[] = [
  { type: 'OPEN', template: null },
  { type: 'OPEN', template: 'check' },
  { type: 'SUBMIT', run: runTask({ ...TASK_TO_RUN }) },
  { type: 'SUBMIT', run: null },
  { type: 'STARTED', taskRunId: 7 },
  { type: 'FAILED', errors: [], messages: ['No'] },
  { type: 'FAILED', errors: [{ Field: 'db_id', Message: 'No' }], messages: [] },
  { type: 'LEAVE' },
];

/** Export 5 is there. */
export const exportForm: readonly ExportFormEvent[] = [
  { type: 'START', exportId: null },
  { type: 'START', exportId: 5 },
  { type: 'LEAVE' },
  { type: 'SUBMIT', write: createExport({ input: EXPORT_INPUT }) },
  { type: 'SUBMIT', write: null },
  { type: 'SAVED', exportId: 5 },
  { type: 'FAILED', messages: ['No'], faults: {} },
  { type: 'LEAVE_FORM', changed: true },
  { type: 'LEAVE_FORM', changed: false },
  { type: 'ASK_RULE', ruleId: '1' },
  { type: 'ASK_DELETE', exportId: 5 },
  { type: 'REMOVED' },
  { type: 'CONFIRM' },
  { type: 'CANCEL' },
];

export const deliveryLocations: readonly DeliveryLocationsEvent[] = [
  { type: 'EDIT', id: null },
  { type: 'EDIT', id: 4 },
  { type: 'TEST' },
  { type: 'TESTED' },
  { type: 'SAVE' },
  { type: 'ASK', id: 4 },
  { type: 'CONFIRM' },
  { type: 'DONE' },
  { type: 'FAILED', messages: ['Exports deliver there'] },
  { type: 'CANCEL' },
];

export const serviceAlerts: readonly ServiceAlertsEvent[] = [
  { type: 'WRITE', id: null },
  { type: 'WRITE', id: 7 },
  { type: 'ASK', question: { feed: 4, id: 7, rev: 2, act: 'publish' } },
  { type: 'ASK', question: { feed: 4, id: 7, rev: 2, act: 'end' } },
  { type: 'ASK', question: { feed: 4, id: 7, rev: 2, act: 'remove' } },
  { type: 'ASK', question: { feed: 4, id: 7, rev: 2, act: 'history' } },
  { type: 'SAVE' },
  { type: 'CONFIRM' },
  { type: 'DONE' },
  { type: 'FAILED', messages: ['Somebody else has changed this alert'] },
  { type: 'CANCEL' },
];

export const publishing: readonly PublishingEvent[] = [
  { type: 'PUBLISH', file: { taskRunId: 7, databaseId: 'demo' } },
  { type: 'EDIT', id: 4 },
  { type: 'ASK', question: { act: 'switch', id: 4, rev: 2, release: 9 } },
  { type: 'ASK', question: { act: 'withdraw', id: 4, rev: 2 } },
  { type: 'ASK', question: { act: 'cancel', id: 4, rev: 2 } },
  { type: 'ASK', question: { act: 'review', id: 4, rev: 2, release: 9 } },
  { type: 'SAVE' },
  { type: 'CONFIRM' },
  { type: 'DONE' },
  { type: 'FAILED', messages: ['Somebody else has changed this feed'] },
  { type: 'CANCEL' },
];

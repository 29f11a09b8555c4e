/** For each workflow the concrete events its paths are made of: at least one per event, and one that each guard refuses. */
import type { AttachTrackEvent } from '../../src/machines/attachTrackMachine.ts';
import type { CarryOnEvent } from '../../src/machines/carryOnMachine.ts';
import type { CommentChangesEvent } from '../../src/machines/commentChangesMachine.ts';
import type { ComparerNavigatorEvent } from '../../src/machines/comparerNavigatorMachine.ts';
import type { CreateStopEvent } from '../../src/machines/createStopMachine.ts';
import type { ExcludingEvent } from '../../src/machines/excludingMachine.ts';
import type { SessionNoteEvent } from '../../src/machines/sessionNoteMachine.ts';
import type { FareCheckEvent } from '../../src/machines/fareCheckMachine.ts';
import type { FareConditionEvent } from '../../src/machines/fareConditionMachine.ts';
import type { FareFormEvent } from '../../src/machines/fareFormMachine.ts';
import type { DeleteModeEvent } from '../../src/machines/deleteModeMachine.ts';
import type { CreateTransferEvent } from '../../src/machines/createTransferMachine.ts';
import type { DrawPathwayEvent } from '../../src/machines/drawPathwayMachine.ts';
import { EXPORT_INPUT } from './exportFormActs.ts';
import { createExport } from '../../src/commands/exports/exportWrites.ts';
import type { ExportFormEvent } from '../../src/machines/exportFormMachine.ts';
import type { MoveStopEvent } from '../../src/machines/moveStopMachine.ts';
import { saveRegionBounds } from '../../src/commands/regions/saveRegion.ts';
import { createPipeline } from '../../src/commands/pipelines/pipelineEdits.ts';
import type { PipelineFormEvent } from '../../src/machines/pipelineFormMachine.ts';
import type { PipelineRunEvent } from '../../src/machines/pipelineRunMachine.ts';
import { runTask } from '../../src/commands/tasks/runTask.ts';
import type { TaskRunEvent } from '../../src/machines/taskRunMachine.ts';
import { TASK_TO_RUN } from './taskRunActs.ts';
import type { RegionWizardEvent } from '../../src/machines/regionWizardMachine.ts';
import type { ScheduleFormEvent } from '../../src/machines/scheduleFormMachine.ts';
import type { PaintCalendarEvent } from '../../src/machines/paintCalendarMachine.ts';
import type { EditSheetEvent } from '../../src/machines/editSheetMachine.ts';
import type { TrackStopsEvent } from '../../src/machines/trackStopsMachine.ts';
import { editShape } from '../../src/commands/tracks/shapeEdits.ts';
import type { ShapeEvent } from '../../src/machines/shapeMachine.ts';
import { NO_REGULAR, SEARCH_HINT } from '../../src/domain/searchTags.ts';
import { showPlace } from '../../src/commands/search/mapSearch.ts';
import { openPlace } from '../../src/commands/shell/openPlace.ts';
import type { MapSearchEvent } from '../../src/machines/mapSearchMachine.ts';
import type { TagSearchEvent } from '../../src/machines/tagSearchMachine.ts';
import type { UploadEvent } from '../../src/machines/uploadMachine.ts';
import type { VersionLifecycleEvent } from '../../src/machines/versionLifecycleMachine.ts';

const HOME = { Lat: 52.1, Lng: 5.1 };
const moveStop: readonly MoveStopEvent[] = [
  { type: 'START', versionId: 1, stopId: 'S1' },
  { type: 'GRAB', stopId: 'S1', from: HOME, rev: 0 },
  { type: 'GRAB', stopId: 'S2', from: { Lat: 52.3, Lng: 5.3 }, rev: 0 },
  { type: 'DROP', to: { Lat: 52.2, Lng: 5.2 } },
  { type: 'DROP', to: HOME },
  { type: 'CANCEL' },
  { type: 'LEAVE' },
  { type: 'SETTLED' },
  { type: 'FAILED' },
];

const createStop: readonly CreateStopEvent[] = [
  { type: 'START', versionId: 1 },
  { type: 'OFFER', databaseId: 'demo', versionId: 1, at: { Lat: 52.1, Lng: 5.1 }, stopId: 'N1' },
  { type: 'OFFER', databaseId: 'demo', versionId: 1, at: { Lat: 52.4, Lng: 5.4 }, stopId: 'N2' },
  { type: 'CHOOSE' },
  { type: 'SUBMIT', stopName: 'New Street', stopType: 0 },
  { type: 'SUBMIT', stopId: 'MS', stopName: 'Market Street', stopType: 0 },
  { type: 'SUBMIT', stopName: ' ', stopType: 0 },
  { type: 'CANCEL' },
  { type: 'LEAVE' },
  { type: 'DONE' },
  { type: 'FAILED', messages: ['A stop with this id exists already'] },
];

const createTransfer: readonly CreateTransferEvent[] = [
  { type: 'START', versionId: 1, stopId: null },
  { type: 'START', versionId: 1, stopId: 'S1' },
  { type: 'PICK', stopId: 'S1', transferId: 'NT1' },
  { type: 'PICK', stopId: 'S2', transferId: 'NT2' },
  { type: 'SUBMIT', transferType: 0, duration: '' },
  { type: 'SUBMIT', transferType: 2, duration: '180' },
  { type: 'SUBMIT', transferType: 2, duration: '' },
  { type: 'CANCEL' },
  { type: 'LEAVE' },
  { type: 'GONE', stopId: 'S1' },
  { type: 'GONE', stopId: 'S9' },
  { type: 'DONE' },
  { type: 'FAILED', messages: ['There is no stop S2 any more.'] },
];

const drawPathway: readonly DrawPathwayEvent[] = [
  { type: 'START', versionId: 1, stopId: null },
  { type: 'START', versionId: 1, stopId: 'S1' },
  { type: 'PICK', stopId: 'S1', at: HOME, nodeId: 'NN1', pathwayId: 'NP1' },
  { type: 'PICK', stopId: 'S2', at: HOME, nodeId: 'NN2', pathwayId: 'NP2' },
  { type: 'PICK', stopId: null, at: { Lat: 52.4, Lng: 5.4 }, nodeId: 'NN3', pathwayId: 'NP3' },
  { type: 'END' },
  { type: 'LEAVE' },
  { type: 'GONE', stopId: 'S1' },
  { type: 'GONE', stopId: 'S9' },
  { type: 'DONE' },
  { type: 'FAILED', messages: ['No'] },
];

const shape: readonly ShapeEvent[] = [
  { type: 'START', versionId: 1, scheduleId: '1', trackId: 'a-b', mode: 'MOVE' },
  { type: 'START', versionId: 1, scheduleId: '1', trackId: 'a-b', mode: 'DRAW' },
  { type: 'START', versionId: 1, scheduleId: '1', trackId: 'b-a', mode: 'MOVE' },
  { type: 'START', versionId: 1, scheduleId: '1', trackId: 'b-a', mode: 'DRAW' },
  { type: 'BEGIN', at: HOME, position: null },
  { type: 'LEG', from: HOME, to: { Lat: 52.2, Lng: 5.2 }, position: 1, variant: 'standard' },
  { type: 'ROUTED', shape: '_p~iF~ps|U_ulLnnqC' },
  { type: 'ROUTE_FAILED' },
  { type: 'APPLY', edit: null },
  {
    type: 'APPLY',
    edit: editShape({ versionId: 1, scheduleId: '1', trackId: 'a-b', shape: '_p~iF~ps|U_ulLnnqC', sequences: [0, 1], recalculateTimes: false }),
  },
  { type: 'SAVED' },
  { type: 'FAILED' },
  { type: 'CANCEL' },
  { type: 'LEAVE' },
];

/** Version 1 is a draft, 3 is finished. */
const versionLifecycle: readonly VersionLifecycleEvent[] = [
  { type: 'ASK', act: 'clone', databaseId: 'demo', versionId: 1 },
  { type: 'ASK', act: 'deleteDraft', databaseId: 'demo', versionId: 1 },
  { type: 'ASK', act: 'publish', databaseId: 'demo', versionId: 3 },
  { type: 'ASK', act: 'finishEdit', databaseId: 'demo', versionId: 1 },
  { type: 'CONFIRM' },
  { type: 'NAME', name: ' Summer ' },
  { type: 'NAME', name: ' ' },
  { type: 'NAME', name: 'x'.repeat(129) },
  { type: 'CANCEL' },
  { type: 'LEAVE' },
  { type: 'REFUSE', message: 'This version is still being saved' },
];

const upload: readonly UploadEvent[] = [
  { type: 'OPEN', databaseId: null },
  { type: 'OPEN', databaseId: 'demo' },
  { type: 'CHOOSE_DATABASE', databaseId: 'demo' },
  { type: 'NAME', versionName: 'Summer' },
  { type: 'NAME', versionName: ' ' },
  { type: 'DROP', fileId: 'f1', files: [{ name: 'summer.json', size: 1200 }] },
  { type: 'DROP', fileId: 'f2', files: [{ name: 'summer.zip', size: 1200 }] },
  { type: 'SUBMIT' },
  { type: 'HIDE' },
  { type: 'CANCEL' },
  { type: 'CANCELLED' },
  { type: 'UPLOADED', versionId: 9 },
  { type: 'FAILED', messages: ['Stops[17].Coordinate.Lat: is missing'], errorId: 'e1' },
  { type: 'TRY_AGAIN' },
  { type: 'CLOSE' },
  { type: 'VISITED' },
  { type: 'RELOADED' },
];

/** Versions 1 and 2 are there, 8 and 9 are gone. */
const comparerNavigator: readonly ComparerNavigatorEvent[] = [
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

const commentChanges: readonly CommentChangesEvent[] = [
  { type: 'OPEN', databaseId: 'demo' },
  { type: 'OPEN', databaseId: 'other' },
  { type: 'SEND', message: ' Please check ', changeIds: [7, 8] },
  { type: 'SEND', message: 'Please check', changeIds: [] },
  { type: 'SEND', message: ' ', changeIds: [7] },
  { type: 'DONE' },
  { type: 'FAILED', messages: ['No'] },
  { type: 'CLOSE' },
];

const attachTrack: readonly AttachTrackEvent[] = [
  { type: 'OPEN', versionId: 1, changeIds: [7] },
  { type: 'OPEN', versionId: 1, changeIds: [] },
  { type: 'SUBMIT', scheduleId: 'L1', trackId: 'a-b' },
  { type: 'DONE' },
  { type: 'FAILED', messages: ['This track is of another schedule'] },
  { type: 'CLOSE' },
];

/** The corrections of 1 are carried on to 3; of 1 and 2 an answer comes that nobody waits for. */
const carryOn: readonly CarryOnEvent[] = [
  { type: 'OPEN', databaseId: 'demo' },
  { type: 'CHOOSE', from: 1 },
  { type: 'CHOOSE', onto: 3 },
  { type: 'CHOOSE', onto: 1 },
  { type: 'TRY' },
  { type: 'TRIED', from: 1, onto: 3, fitting: 2 },
  { type: 'TRIED', from: 1, onto: 3, fitting: 0 },
  { type: 'TRIED', from: 1, onto: 2, fitting: 5 },
  { type: 'MAKE', name: ' Summer, corrected ' },
  { type: 'MAKE', name: ' ' },
  { type: 'DONE' },
  { type: 'FAILED', messages: ['This version is archived'] },
  { type: 'CLOSE' },
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

const regionWizard: readonly RegionWizardEvent[] = [
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

const scheduleForm: readonly ScheduleFormEvent[] = [
  { type: 'FORM', databaseId: 'demo', versionId: 1, scheduleIds: [], trackId: '' },
  { type: 'FORM', databaseId: 'demo', versionId: 1, scheduleIds: ['L1'], trackId: '' },
  { type: 'ASK', databaseId: 'demo', versionId: 1, scheduleIds: ['L1'], trackId: '' },
  { type: 'SUBMIT', id: 'N1', name: 'New', fromDate: '2026-01-01', toDate: '2026-12-31' },
  { type: 'SUBMIT', id: ' ', name: '', fromDate: '2026-01-01', toDate: '2026-12-31' },
  { type: 'CONFIRM' },
  { type: 'CANCEL' },
  { type: 'LEAVE' },
  { type: 'DONE' },
  { type: 'FAILED', messages: ['There is a schedule with the id N1 already'] },
];

const TRACK = { versionId: 1, scheduleId: 'L1', trackId: 'a-b' } as const;
const trackStops: readonly TrackStopsEvent[] = [
  { type: 'MODE', mode: 'reading', ...TRACK },
  { type: 'MODE', mode: 'destinations', ...TRACK },
  { type: 'MODE', mode: 'order', ...TRACK },
  { type: 'MODE', mode: 'adding', ...TRACK },
  { type: 'MODE', mode: 'sequence', ...TRACK },
  { type: 'MODE', mode: 'removing', ...TRACK },
  { type: 'PLACE', at: 1, fill: 'copied' },
  { type: 'PLACE', at: null, fill: 'interpolated' },
  { type: 'ASK', stopId: 'S1', position: 0 },
  { type: 'ASK', stopId: 'S2', position: 1 },
  { type: 'CONFIRM' },
  { type: 'CANCEL' },
  { type: 'LEAVE' },
  { type: 'DONE' },
  { type: 'FAILED', messages: ['Stop 2 is not S2 any more'] },
];

const paintCalendar: readonly PaintCalendarEvent[] = [
  { type: 'PRESS', versionId: 1, scheduleId: 'L1', from: '2026-12-24', to: '2026-12-24', runAs: 64 },
  { type: 'PRESS', versionId: 1, scheduleId: 'L1', from: '2026-05-04', to: '2026-05-01', runAs: null },
  { type: 'REACH', date: '2026-12-26' },
  { type: 'RELEASE' },
  { type: 'CANCEL' },
  { type: 'LEAVE' },
];

/** A cell of column 3 that reads 08:04; somebody else writes 08:06 there, or takes the departure away. */
const CELL = { ...TRACK, column: 3, row: 1, stopId: 'S2', was: '08:04' } as const;
const TYPED = { act: 'type' as const, edit: { columns: [{ of: { timetable: 1, time: 28_800 }, by: 60 }] } };
const editSheet: readonly EditSheetEvent[] = [
  { type: 'BEGIN', ...CELL },
  { type: 'BEGIN', ...CELL, column: 4 },
  { type: 'ENTER', now: '08:04', write: TYPED, message: null },
  { type: 'ENTER', now: '08:06', write: TYPED, message: null },
  { type: 'ENTER', now: '08:04', write: null, message: '25:61 is not a time' },
  { type: 'ENTER', now: '08:04', write: null, message: null },
  { type: 'ENTER', now: null, write: null, message: null },
  { type: 'CANCEL' },
  { type: 'REFUSE', ...TRACK, messages: ['Nothing was pasted', 'Row 2, column 2: 25:61 is not a time'] },
  { type: 'REFUSE', ...TRACK, messages: ['Times run from 0:00 to 99:59:59'] },
  { type: 'LEAVE' },
];

const excluding: readonly ExcludingEvent[] = [
  { type: 'ENTER', versionId: 1, ruleId: 203 },
  { type: 'ENTER', versionId: 1, ruleId: 204 },
  { type: 'SELECT', entity: 'Stop', ids: ['S1', 'S2'], selected: true },
  { type: 'SELECT', entity: 'Stop', ids: ['S1', 'S2'], selected: false },
  { type: 'CONFIRM', removed: false },
  { type: 'CONFIRM', removed: true },
  { type: 'DONE' },
  { type: 'FAILED', messages: ['No'] },
  { type: 'LEAVE' },
];

const sessionNote: readonly SessionNoteEvent[] = [
  { type: 'OPEN', versionId: 1, sessionId: 4, note: 'Old' },
  { type: 'SAVE', note: 'New' },
  { type: 'SAVE', note: 'Old' },
  { type: 'SAVE', note: 'x'.repeat(129) },
  { type: 'DONE' },
  { type: 'FAILED', messages: ['Failed to save note'] },
  { type: 'CLOSE' },
];

const deleteMode: readonly DeleteModeEvent[] = [
  { type: 'START', databaseId: 'demo', versionId: 1, page: 'agencies' },
  { type: 'START', databaseId: 'demo', versionId: 1, page: 'fares' },
  { type: 'ASK_ONE', databaseId: 'demo', versionId: 1, page: 'fares', ids: ['F1'] },
  { type: 'CHOOSE', ids: ['A1', 'A2'] },
  { type: 'CHOOSE', ids: ['A1'] },
  { type: 'CHOOSE', ids: [] },
  { type: 'ASK' },
  { type: 'CONFIRM', search: '?Name=tram' },
  { type: 'CANCEL' },
  { type: 'LEAVE' },
];

/** A form that is saved names the demo database. */
const pipelineForm: readonly PipelineFormEvent[] = [
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

const pipelineRun: readonly PipelineRunEvent[] = [
  { type: 'ASK', id: 1, reason: null },
  { type: 'ASK', id: 1, reason: 'Running' },
  { type: 'ASK', id: 1, reason: 'Scheduled' },
  { type: 'CONFIRM' },
  { type: 'REVIEW', runId: 4 },
  { type: 'REVIEW', runId: 5 },
  { type: 'OPENED', runId: 4 },
  { type: 'OPENED', runId: 5 },
  { type: 'APPROVE' },
  { type: 'CLOSE' },
  { type: 'LEAVE' },
];

/** The form of `check` can be sent as soon as a database is chosen. */
const taskRun: readonly TaskRunEvent[] = [
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
const exportForm: readonly ExportFormEvent[] = [
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

/** Addresses are those of the list of version 1; the search box that is refused stands on what it had. */
const SEARCHED = { path: '/data/db/demo/v/1/schedules', search: '?Name=market' };
const tagSearch: readonly TagSearchEvent[] = [
  { type: 'OPEN', versionId: 1, list: 'schedules', category: null },
  { type: 'OPEN', versionId: 1, list: 'schedules', category: 'Name' },
  { type: 'OPEN', versionId: 2, list: 'schedules', category: 'TripId' },
  { type: 'TYPE', address: SEARCHED },
  { type: 'CATEGORY', category: 'Name', refused: null, address: SEARCHED },
  { type: 'CATEGORY', category: 'Name', refused: NO_REGULAR, address: SEARCHED },
  { type: 'ADD', refused: null, address: SEARCHED },
  { type: 'ADD', refused: SEARCH_HINT, address: SEARCHED },
  { type: 'BACK', address: SEARCHED },
  { type: 'CHANGE', address: SEARCHED },
  { type: 'CLEAR', address: SEARCHED },
  { type: 'CLOSE' },
  { type: 'LEAVE' },
];

const mapSearch: readonly MapSearchEvent[] = [
  { type: 'OPEN', versionId: 1 },
  { type: 'OPEN', versionId: null },
  { type: 'TYPE', text: 'Utrecht' },
  { type: 'TYPE', text: 'Arnhem' },
  { type: 'TYPE', text: 'Ut' },
  { type: 'TYPE', text: '52.1,5.1' },
  { type: 'FOUND' },
  { type: 'CHOOSE', to: showPlace({ at: HOME, zoom: 8 }) },
  { type: 'CHOOSE', to: openPlace({ path: '/data/db/demo/v/1/stops/S1', search: '' }) },
  { type: 'CLOSE' },
  { type: 'LEAVE' },
];

const fareForm: readonly FareFormEvent[] = [
  { type: 'OPEN', databaseId: 'demo', versionId: 1, page: 'fares' },
  { type: 'SUBMIT', form: { fareId: 'F9', description: 'Evening', price: '2.50', currency: 'EUR' } },
  { type: 'SUBMIT', form: { fareId: ' ', description: '', price: '2.50', currency: 'EUR' } },
  { type: 'CANCEL' },
  { type: 'LEAVE' },
  { type: 'DONE' },
  { type: 'FAILED', messages: ['There is a fare with the id F9 already.'] },
];

const fareCheck: readonly FareCheckEvent[] = [
  { type: 'OPEN', versionId: 1 },
  { type: 'CHANGE', draft: { date: '2026-05-04' } },
  { type: 'PICK', at: 0 },
  { type: 'PICK', at: -1 },
  { type: 'PICKED', stopId: 'S2' },
  { type: 'CLOSE' },
  { type: 'LEAVE' },
];

const fareCondition: readonly FareConditionEvent[] = [
  { type: 'OPEN', versionId: 1, fareId: 'F1', condition: null, draft: {} },
  { type: 'OPEN', versionId: 1, fareId: 'F1', condition: 'BetweenStops', draft: {} },
  { type: 'CHOOSE', condition: 'BetweenStops' },
  { type: 'CHANGE', draft: { to: 'S2' } },
  { type: 'PICK', at: 'to' },
  { type: 'PICKED', stopId: 'S2' },
  { type: 'SUBMIT', conditions: { NumberOfStops: 3 } },
  { type: 'SUBMIT', rules: { add: [{ Transport: null, FromZone: 'Z', ToZone: null, ContainsZone: null }], remove: [] } },
  { type: 'SUBMIT', faults: ['Choose a stop'] },
  { type: 'BACK' },
  { type: 'CANCEL' },
  { type: 'LEAVE' },
  { type: 'DONE' },
  { type: 'FAILED', messages: ['Between stops and between zones cannot be combined.'] },
];

/** Events by workflow id. A workflow of the catalogue without cases fails the path tests. */
export const pathCases: Readonly<Record<string, readonly { readonly type: string }[]>> = {
  moveStop,
  createStop,
  createTransfer,
  drawPathway,
  shape,
  versionLifecycle,
  upload,
  excluding,
  sessionNote,
  comparerNavigator,
  commentChanges,
  attachTrack,
  carryOn,
  regionWizard,
  scheduleForm,
  trackStops,
  editSheet,
  paintCalendar,
  deleteMode,
  pipelineForm,
  pipelineRun,
  taskRun,
  tagSearch,
  mapSearch,
  fareForm,
  fareCondition,
  fareCheck,
  exportForm,
};

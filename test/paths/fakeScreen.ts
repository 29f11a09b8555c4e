/**
 * The product without a browser and without a server: the real kernel, the real catalogues, and calls that stay open until
 * a path says how they end. What a path means in acts of a user is said here once for every workflow.
 */
import { Observable, type Subscriber } from 'rxjs';
import { commandCatalogue, eventCatalogue } from '../../src/commands/catalogue.ts';
import { versionListed } from '../../src/commands/notifications/versionListed.ts';
import { loadAccount } from '../../src/commands/account/loadAccount.ts';
import { appStarted } from '../../src/commands/shell/appStarted.ts';
import { openPlace } from '../../src/commands/shell/openPlace.ts';
import { cancelCreateStop, chooseCreateStop, offerStop, startCreateStop, submitStop } from '../../src/commands/stops/createStopSteps.ts';
import { cancelStopMove, dropStop, grabStop, startStopMove } from '../../src/commands/stops/moveStopGesture.ts';
import { cancelUpload } from '../../src/commands/upload/cancelUpload.ts';
import { openUpload } from '../../src/commands/upload/openUpload.ts';
import {
  chooseUploadDatabase,
  chooseUploadFile,
  closeUpload,
  hideUpload,
  nameUploadVersion,
  retryUpload,
  submitUpload,
} from '../../src/commands/upload/uploadSteps.ts';
import {
  askArchive,
  askClone,
  askDeleteDraft,
  askFinishEdit,
  askMakeCurrent,
  askPublish,
  cancelVersionAct,
  confirmVersionAct,
  nameClone,
} from '../../src/commands/versions/lifecycleSteps.ts';
import { Version } from '../../src/domain/versions.ts';
import type { MergeStopsEvent } from '../../src/machines/mergeStopsMachine.ts';
import { askMergeStops, closeMergeStops, confirmMergeStops, loadStopUsers } from '../../src/commands/stops/stopSelectionSteps.ts';
import type { MoveStopEvent } from '../../src/machines/moveStopMachine.ts';
import type { CreateStopEvent } from '../../src/machines/createStopMachine.ts';
import type { RegionWizardEvent } from '../../src/machines/regionWizardMachine.ts';
import type { UploadEvent } from '../../src/machines/uploadMachine.ts';
import type { VersionLifecycleEvent } from '../../src/machines/versionLifecycleMachine.ts';
import {
  editTrackStops,
  fillScheduleForm,
  changeNetworkCalendar,
  NETWORK_CALENDAR_CALLS,
  paintDates,
  SCHEDULE_CALLS,
  TIDY_CALENDARS_CALLS,
  tidyTheCalendars,
  typeIntoSheet,
} from './scheduleScreens.ts';
import { actOnSpreadsheet, SPREADSHEET_CALLS } from './spreadsheetActs.ts';
import type { FareCheckEvent } from '../../src/machines/fareCheckMachine.ts';
import { actOnFareCheck, actOnFareCondition, actOnFareForm, FARE_CONDITION_CALLS } from './fareActs.ts';
import type { FareConditionEvent } from '../../src/machines/fareConditionMachine.ts';
import type { FareFormEvent } from '../../src/machines/fareFormMachine.ts';
import type { DeleteModeEvent } from '../../src/machines/deleteModeMachine.ts';
import {
  askDelete,
  askDeleteOne,
  chooseToDelete,
  confirmDelete,
  leaveDeleteMode,
  startDeleteMode,
} from '../../src/commands/changes/deleteModeSteps.ts';
import { createTransferActs, drawPathwayActs } from './connectActs.ts';
import { mapSearchActs } from './mapSearchActs.ts';
import { tagSearchActs } from './tagSearchActs.ts';
import { drawZoneActs } from './zoneActs.ts';
import { detourActs, followStreetsActs, matchNetworkActs, shapeActs } from './shapeActs.ts';
import {
  actOnDeliveryLocations,
  actOnExportForm,
  actOnPublishing,
  actOnServiceAlerts,
  ALERT_CALLS,
  EXPORT_CALLS,
  PUBLISHING_CALLS,
} from './exportFormActs.ts';
import type { ExportFormEvent } from '../../src/machines/exportFormMachine.ts';
import { navigateComparer } from './comparerActs.ts';
import { acting, type FakeScreen, versionRow } from './fakeParts.ts';
import { workflowCatalogue } from '../../src/machines/catalogue.ts';
import { createKernel } from '../../src/kernel/kernel.ts';
import type { CallDescription } from '../../src/kernel/command.ts';
import { type AppState, initialState } from '../../src/projections/state.ts';
import {
  actOnAttach,
  actOnRebase,
  actOnComments,
  actOnDeleteChanges,
  actOnReview,
  actOnReviewLinks,
  REVIEW_CALLS,
  REVIEW_LINK_CALLS,
} from './changeDialogActs.ts';
import { actOnFirstSteps } from './firstStepsActs.ts';
import { actOnFollow } from './followActs.ts';
import { actOnTakeOver, TAKE_OVER_CALLS } from './takeOverActs.ts';
import { actOnFindReplace } from './findReplaceActs.ts';
import { actOnSavedSearches, SAVED_SEARCH_CALLS } from './savedSearchActs.ts';
import { actOnExcluding, actOnFixCases, actOnSessionNote } from './exclusionActs.ts';
import { actOnPipelineForm, actOnPipelineRun, PIPELINE_FORM_CALLS, PIPELINE_RUN_CALLS } from './pipelineActs.ts';
import { actOnTaskRun } from './taskRunActs.ts';
import { actOnRegionWizard, REGION_CALLS } from './regionWizardActs.ts';

/** Opens the product on an editable version with two stops, signed in as an editor. */
export function openFakeScreen(): FakeScreen {
  const made: CallDescription[] = [];
  const open: { readonly description: CallDescription; readonly subscriber: Subscriber<unknown> }[] = [];
  let now = 0;
  const kernel = createKernel<AppState>({
    initial: initialState,
    commands: commandCatalogue,
    events: eventCatalogue,
    workflows: workflowCatalogue,
    header: { session: 'paths', schema: 1, build: 'test', startedAt: '2026-01-01T00:00:00.000Z', locale: 'en', role: 'editor' },
    clock: () => now++,
    perform: (description) =>
      new Observable((subscriber) => {
        made.push(description);
        const call = { description, subscriber };
        open.push(call);
        return () => {
          if (open.includes(call)) open.splice(open.indexOf(call), 1);
        };
      }),
  });

  const screen: FakeScreen = {
    kernel,
    callsOf: (call) => made.filter((one) => one.call === call),
    answer(call, reply) {
      const found = open.find((one) => one.description.call === call);
      found?.subscriber.next(reply(found.description));
      found?.subscriber.complete();
    },
    fail: (call, error) => open.find((one) => one.description.call === call)?.subscriber.error(error),
  };
  signIn(screen);
  return screen;
}

/** What each event of a path is in acts of the user and answers of the server. */
export const acts: Readonly<Record<string, (screen: FakeScreen, event: never) => void>> = {
  moveStop: acting<MoveStopEvent>((screen) => {
    const { kernel } = screen;
    return {
      START: (event) => {
        kernel.dispatch(openPlace({ path: `/data/db/demo/v/1/stops/${event.stopId}`, search: '' }));
        kernel.dispatch(startStopMove({ versionId: event.versionId, stopId: event.stopId }));
      },
      GRAB: ({ from, rev, stopId }) => grabStop({ stopId, from, rev }),
      DROP: ({ to }) => dropStop({ to }),
      CANCEL: () => cancelStopMove({}),
      LEAVE: () => openPlace({ path: '/data/db/demo/v/1/stops', search: '' }),
      SETTLED: () => screen.answer('stop.move', edited),
      FAILED: () => screen.fail('stop.move', { status: 500, messages: ['No'], url: '/', method: 'POST' }),
    };
  }),
  createStop: acting<CreateStopEvent>((screen) => {
    const { kernel } = screen;
    return {
      START: (event) => {
        kernel.dispatch(openPlace({ path: `/data/db/demo/v/${event.versionId}/stops`, search: '' }));
        kernel.dispatch(startCreateStop({ versionId: event.versionId }));
      },
      OFFER: (event) => {
        kernel.dispatch(openPlace({ path: `/data/db/${event.databaseId}/v/${event.versionId}/stops`, search: '' }));
        kernel.dispatch(offerStop({ versionId: event.versionId, at: event.at, stopId: event.stopId }));
      },
      CHOOSE: () => chooseCreateStop({}),
      SUBMIT: ({ stopId, stopName, stopType }) => submitStop({ ...(stopId === undefined ? {} : { stopId }), stopName, stopType }),
      CANCEL: () => cancelCreateStop({}),
      LEAVE: () => {
        kernel.dispatch(openPlace({ path: '/data/db/demo/v/2/stops', search: '' }));
        // what was under way fails, or the same id could not be given again
        screen.fail('stop.create', { status: 500, messages: ['No'], url: '/', method: 'POST' });
      },
      DONE: () => screen.answer('stop.create', edited),
      FAILED: ({ messages }) => screen.fail('stop.create', { status: 409, messages, url: '/', method: 'POST' }),
    };
  }),
  mergeStops: acting<MergeStopsEvent>((screen) => {
    const { kernel } = screen;
    const { value: state, context } = kernel.workflow('mergeStops').getSnapshot();
    return {
      ASK: (event) => {
        // the dialog lies over what asks for another merge
        if (state !== 'merging') kernel.dispatch(askMergeStops({ versionId: event.versionId, keptId: event.keptId, goneId: event.goneId }));
      },
      MERGE: (event) => {
        if (state === 'looking') kernel.dispatch(loadStopUsers({ versionId: 1, keptId: context.keptId, goneId: context.goneId }));
        screen.answer('listStopUsers', () => ({ Users: [{ Kind: 'Track', Id: 'L1/a-b' }], More: event.users === undefined }));
        kernel.dispatch(confirmMergeStops({}));
      },
      DONE: () => screen.answer('stop.merge', edited),
      FAILED: ({ messages }) => screen.fail('stop.merge', { status: 409, messages, url: '/', method: 'POST' }),
      CLOSE: () => {
        kernel.dispatch(closeMergeStops({}));
        // what was under way ends, or the next one would wait for it
        screen.fail('stop.merge', { status: 500, messages: ['No'], url: '/', method: 'POST' });
      },
    };
  }),
  createTransfer: createTransferActs,
  drawPathway: drawPathwayActs,
  shape: shapeActs,
  followStreets: followStreetsActs,
  detour: detourActs,
  drawZone: drawZoneActs,
  matchNetwork: matchNetworkActs,
  tagSearch: tagSearchActs,
  mapSearch: mapSearchActs,
  versionLifecycle: acting<VersionLifecycleEvent>((screen) => {
    const { kernel } = screen;
    const listed = (id: number, changes: object = {}): void =>
      void kernel.receive(versionListed({ DatabaseId: 'demo', Version: Version.parse({ ...versionRow(id), ...changes }) }));
    return {
      ASK: (event) => {
        listed(event.versionId, event.act === 'makeCurrent' ? { Published: true } : {});
        const ask = {
          clone: askClone,
          archive: askArchive,
          deleteDraft: askDeleteDraft,
          finishEdit: askFinishEdit,
          publish: askPublish,
          makeCurrent: askMakeCurrent,
        }[event.act];
        kernel.dispatch(ask({ databaseId: event.databaseId, versionId: event.versionId }));
      },
      // What becomes of an act is no matter of the question before it: it fails, so that it can be asked again.
      CONFIRM: () => {
        kernel.dispatch(confirmVersionAct({}));
        for (const call of ['publishVersion', 'makeVersionCurrent', 'finishEdit', 'archiveVersion', 'deleteDraft'])
          screen.fail(call, { status: 500, messages: ['No'], url: '/', method: 'POST' });
      },
      NAME: (event) => {
        kernel.dispatch(nameClone({ name: event.name }));
        screen.fail('cloneVersion', { status: 500, messages: ['No'], url: '/', method: 'POST' });
      },
      CANCEL: () => cancelVersionAct({}),
      LEAVE: () => openPlace({ path: '/data/db/demo', search: '' }),
      REFUSE: () => {
        for (const id of [1, 3, 4]) listed(id, { Completed: false, Saving: 'unArchiving' });
      },
    };
  }),
  comparerNavigator: navigateComparer,
  commentChanges: actOnComments,
  attachTrack: actOnAttach,
  carryOn: actOnRebase,
  takeOver: actOnTakeOver,
  deleteChanges: actOnDeleteChanges,
  review: actOnReview,
  reviewLinks: actOnReviewLinks,
  scheduleForm: fillScheduleForm,
  trackStops: editTrackStops,
  editSheet: typeIntoSheet,
  paintCalendar: paintDates,
  networkCalendar: changeNetworkCalendar,
  tidyCalendars: tidyTheCalendars,
  spreadsheet: actOnSpreadsheet,
  excluding: actOnExcluding,
  findReplace: actOnFindReplace,
  savedSearches: actOnSavedSearches,
  fixCases: actOnFixCases,
  sessionNote: actOnSessionNote,
  firstSteps: actOnFirstSteps,
  follow: actOnFollow,
  upload: acting<UploadEvent>((screen) => {
    const { kernel } = screen;
    return {
      OPEN: ({ databaseId }) => openUpload({ databaseId }),
      CHOOSE_DATABASE: ({ databaseId }) => chooseUploadDatabase({ databaseId }),
      NAME: ({ versionName }) => nameUploadVersion({ versionName }),
      DROP: ({ fileId, files }) => chooseUploadFile({ fileId, files: [...files] }),
      SUBMIT: () => submitUpload({}),
      HIDE: () => hideUpload({}),
      CANCEL: () => cancelUpload({}),
      CANCELLED: () => {
        // Nobody says so who was not asked to break it off.
        if (kernel.workflow('upload').getSnapshot().value === 'cancelling') screen.answer('uploadSource', () => ({ Cancelled: true }));
      },
      UPLOADED: ({ versionId }) => screen.answer('uploadSource', () => ({ DbVersionId: versionId, Version: versionRow(versionId) })),
      FAILED: (event) => {
        // An upload that was broken off does not fail: it is cancelled, or it was too late.
        if (kernel.workflow('upload').getSnapshot().value === 'cancelling') return;
        screen.fail('uploadSource', { status: 400, messages: event.messages, url: '/', method: 'POST' });
      },
      TRY_AGAIN: () => retryUpload({}),
      CLOSE: () => closeUpload({}),
      VISITED: () => openPlace({ path: '/data/db/demo/v/9', search: '' }),
      RELOADED: () => signIn(screen),
    };
  }),
  regionWizard: (screen, event: RegionWizardEvent) => actOnRegionWizard(screen, event),
  pipelineForm: actOnPipelineForm,
  pipelineRun: actOnPipelineRun,
  taskRun: actOnTaskRun,
  fareForm: (screen, event: FareFormEvent) => actOnFareForm(screen, event),
  fareCheck: (screen, event: FareCheckEvent) => actOnFareCheck(screen, event),
  fareCondition: (screen, event: FareConditionEvent) => actOnFareCondition(screen, event),
  deliveryLocations: actOnDeliveryLocations,
  publishing: actOnPublishing,
  serviceAlerts: actOnServiceAlerts,
  exportForm: (screen, event: ExportFormEvent) => actOnExportForm(screen, event),
  deleteMode: acting<DeleteModeEvent>(({ kernel }) => ({
    START: (event) => {
      // another page ends the mode by itself
      if (kernel.workflow('deleteMode').getSnapshot().value === 'off')
        kernel.dispatch(openPlace({ path: `/data/db/demo/v/1/${event.page}`, search: '?Name=tram' }));
      kernel.dispatch(startDeleteMode({ versionId: event.versionId, page: event.page }));
    },
    ASK_ONE: (event) => {
      if (kernel.workflow('deleteMode').getSnapshot().value === 'off')
        kernel.dispatch(openPlace({ path: '/data/db/demo/v/1/fares/F1', search: '?Name=tram' }));
      kernel.dispatch(askDeleteOne({ versionId: event.versionId, page: event.page, id: event.ids[0] ?? '' }));
    },
    CHOOSE: ({ ids }) => chooseToDelete({ ids: [...ids] }),
    ASK: () => askDelete({}),
    CONFIRM: () => confirmDelete({}),
    CANCEL: () => leaveDeleteMode({}),
    LEAVE: () => openPlace({ path: '/data/db/demo/v/1/stops', search: '' }),
  })),
};

/** The calls that the commands of a workflow end in. */
export const callsOf: Readonly<Record<string, readonly string[]>> = {
  moveStop: ['stop.move'],
  createStop: ['stop.create'],
  mergeStops: ['stop.merge'],
  firstSteps: [],
  follow: [],
  createTransfer: ['transfer.create'],
  drawPathway: ['pathway.create'],
  shape: ['track.editShape', 'track.replaceShape'],
  followStreets: [],
  detour: ['track.takeDetours'],
  drawZone: ['zone.editGeometry'],
  matchNetwork: ['track.matchShapes'],
  upload: ['uploadSource'],
  versionLifecycle: ['cloneVersion', 'publishVersion', 'makeVersionCurrent', 'finishEdit', 'archiveVersion', 'deleteDraft'],
  comparerNavigator: [],
  commentChanges: ['addComment'],
  attachTrack: ['attachTrack'],
  carryOn: ['rebaseCorrections'],
  takeOver: TAKE_OVER_CALLS,
  deleteChanges: ['deleteChanges'],
  review: REVIEW_CALLS,
  reviewLinks: REVIEW_LINK_CALLS,
  findReplace: ['text.replace'],
  savedSearches: SAVED_SEARCH_CALLS,
  fixCases: ['validation.mend'],
  excluding: ['ignoreRule', 'unignoreRule'],
  sessionNote: ['editSessionNote'],
  regionWizard: REGION_CALLS,
  trackStops: ['track.deleteStop'],
  editSheet: ['timetable.editTimes'],
  paintCalendar: ['calendar.editExceptions'],
  networkCalendar: NETWORK_CALENDAR_CALLS,
  tidyCalendars: TIDY_CALENDARS_CALLS,
  spreadsheet: SPREADSHEET_CALLS,
  scheduleForm: SCHEDULE_CALLS,
  pipelineForm: PIPELINE_FORM_CALLS,
  pipelineRun: PIPELINE_RUN_CALLS,
  taskRun: ['runTask'],
  tagSearch: [],
  mapSearch: [],
  deleteMode: ['agency.remove', 'fare.remove'],
  fareForm: ['fare.create'],
  fareCondition: FARE_CONDITION_CALLS,
  fareCheck: [],
  exportForm: EXPORT_CALLS,
  deliveryLocations: ['deleteDeliveryLocation'],
  publishing: PUBLISHING_CALLS,
  serviceAlerts: ALERT_CALLS,
};

/** Whether what a machine asked for writes to the server. */
export function isWrite(asked: unknown): boolean {
  return commandCatalogue.some(({ type, definition }) => definition.write === true && type === Object(asked).type);
}

function signIn(screen: FakeScreen): void {
  const { kernel } = screen;
  kernel.receive(appStarted({ ...firstStart(), path: '/data/db/demo/v/1/stops', search: '' }));
  kernel.dispatch(loadAccount({}));
  screen.answer('readAccount', () => ({ name: 'a@b.c', email: 'a@b.c', verified: true, hasAccess: true, permissions: { readOnly: false } }));
  screen.answer('listDatabases', () => ({
    Databases: [{ Id: 'demo', Name: 'Demo', RegionKey: 'demo', RegionName: 'Demo', Permissions: { ReadOnly: false } }],
  }));
  screen.answer('listVersions', () => ({ Versions: [versionRow(1), versionRow(2), versionRow(3)] }));
}

function firstStart(): { config: NonNullable<AppState['config']>; settings: AppState['settings'] } {
  const [sample] = appStarted.definition.samples();
  if (!sample) throw new Error('appStarted has no sample');
  return sample;
}

let rev = 0;

/** No document comes to be: a path may make the same stop again and again. */
function edited(): unknown {
  return { Rev: ++rev, NoChange: true };
}

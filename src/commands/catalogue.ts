/** Table of contents: every intent of a user, and every fact that comes from outside. */
import type { AnyCommand, AnyFact } from '../kernel/command.ts';
import type { AppState } from '../projections/state.ts';
import { acceptTerms } from './account/acceptTerms.ts';
import { loadAccount } from './account/loadAccount.ts';
import { signInEnded } from './account/signInEnded.ts';
import { createAgency, editAgencyField, removeAgencies } from './agencies/agencyEdits.ts';
import { loadAgencyOptions } from './agencies/loadAgencyOptions.ts';
import { loadAgencies } from './agencies/loadAgencies.ts';
import { fareCommands } from './fares/fareCommands.ts';
import { discardTakenUp, editsTakenUp, keepTakenUp } from './changes/editsTakenUp.ts';
import { loadLogCounts, loadLogGroup, loadLogRows, loadLogTask, toggleLogGroup } from './logs/loadLogs.ts';
import { saveLog } from './logs/saveLog.ts';
import { exportCommands } from './exports/catalogue.ts';
import { deliveryLocationsChanged, exportChanged } from './exports/exportChanged.ts';
import { regionCommands } from './regions/catalogue.ts';
import { validationCommands } from './validation/catalogue.ts';
import { pipelineCommands } from './pipelines/catalogue.ts';
import { pipelineChanged } from './pipelines/pipelineChanged.ts';
import { taskCommands } from './tasks/catalogue.ts';
import { realtimeCommands } from './realtime/catalogue.ts';
import { vehiclesMoved } from './realtime/vehiclesMoved.ts';
import { runChanged, taskProgressed } from './tasks/runChanged.ts';
import {
  loadChangesets,
  loadChangesOfSet,
  loadComments,
  loadHistory,
  loadMoreChangesets,
  loadMoreHistory,
  loadRebase,
  loadTrackSuggestions,
} from './changes/loadChanges.ts';
import { loadReview } from './changes/loadReview.ts';
import { closeHistory, showHistory } from './changes/showHistory.ts';
import {
  attachTrack,
  clearChangeNotes,
  commentOnChanges,
  deleteChanges,
  rebaseCorrections,
  toggleChanges,
  undoChangesets,
} from './changes/switchChanges.ts';
import { loadDiff } from './comparer/loadDiff.ts';
import { loadDiffSummary } from './comparer/loadDiffSummary.ts';
import { loadDiffList, loadDifference, loadDiffProperties } from './comparer/loadDiffLists.ts';
import { chooseComparerDatabase, chooseComparerVersion, toggleNavigatorList } from './comparer/navigatorSteps.ts';
import { saveDiff } from './comparer/saveDiff.ts';
import { changeDialogCommands } from './changes/changeDialogSteps.ts';
import { deleteModeCommands } from './changes/deleteModeSteps.ts';
import { loadDocuments } from './changes/loadDocuments.ts';
import { revertChangeset } from './changes/revertChangeset.ts';
import { loadDatabases } from './databases/loadDatabases.ts';
import { deleteExclusions } from './exclusions/deleteExclusions.ts';
import { excludeCases } from './exclusions/excludeCases.ts';
import { confirmExcluding, selectCases } from './exclusions/excludingSteps.ts';
import { selectAllCases } from './exclusions/selectAllCases.ts';
import { loadIgnored } from './exclusions/loadIgnored.ts';
import { saveSessionNote } from './exclusions/saveSessionNote.ts';
import { closeSessionNote, openSessionNote, submitSessionNote } from './exclusions/sessionNoteSteps.ts';
import { changeTold } from './notifications/changeTold.ts';
import { findingsChanged } from './notifications/findingsChanged.ts';
import { liveStatusChanged } from './notifications/liveStatusChanged.ts';
import { loadEdits } from './notifications/loadEdits.ts';
import { regionChanged } from './notifications/regionChanged.ts';
import { loadSentMail, loadSentNotices } from './notifications/loadSentNotices.ts';
import { loadNews } from './notifications/loadNews.ts';
import { newsTold } from './notifications/newsTold.ts';
import { readNews } from './notifications/readNews.ts';
import { versionChanged } from './notifications/versionChanged.ts';
import { versionRead } from './notifications/versionRead.ts';
import { changesTold } from './notifications/changesTold.ts';
import { versionFailed } from './notifications/versionFailed.ts';
import { versionListed } from './notifications/versionListed.ts';
import { versionRemoved } from './notifications/versionRemoved.ts';
import { endPathway, pickPathwayNode, startPathway } from './pathways/drawPathwaySteps.ts';
import { loadPathwayDetails } from './pathways/loadPathwayDetails.ts';
import { createPathway, editPathwayField, removePathway, reversePathway } from './pathways/pathwayEdits.ts';
import { loadPathways } from './pathways/loadPathways.ts';
import { loadRecords } from './records/loadRecords.ts';
import { loadUses } from './records/loadUses.ts';
import { cloneRecord, createRecord, editRecordField, removeRecords } from './records/recordEdits.ts';
import { findTrips } from './schedules/findTrips.ts';
import { loadSchedule } from './schedules/loadSchedule.ts';
import { loadSchedules } from './schedules/loadSchedules.ts';
import { tagSearchCommands } from './search/tagSearchSteps.ts';
import { fitNetwork } from './map/fitNetwork.ts';
import { toggleLegend } from './map/toggleLegend.ts';
import { searchPlaces, showPlace } from './search/mapSearch.ts';
import { mapSearchCommands } from './search/mapSearchSteps.ts';
import { changeSettings } from './settings/changeSettings.ts';
import { appStarted } from './shell/appStarted.ts';
import { typedCommands } from './shell/typedSteps.ts';
import { dayBegan } from './shell/dayBegan.ts';
import { dismissNotice } from './shell/dismissNotice.ts';
import { errorUncaught } from './shell/errorUncaught.ts';
import { lineReturned } from './shell/lineReturned.ts';
import { locationChanged } from './shell/locationChanged.ts';
import { openPlace } from './shell/openPlace.ts';
import { cancelCreateStop, chooseCreateStop, offerStop, startCreateStop, submitStop } from './stops/createStopSteps.ts';
import { loadStopAgencies } from './stops/loadStopAgencies.ts';
import { loadStopDetails } from './stops/loadStopDetails.ts';
import { createStops, editFieldOfStops, mergeStops } from './stops/stopBulkEdits.ts';
import { orderLevels } from './stations/levelEdits.ts';
import { closeStation, enlargePlan, openStation } from './stations/stationSteps.ts';
import { askMergeStops, closeMergeStops, confirmMergeStops, loadStopUsers, selectStops, toggleLasso } from './stops/stopWorkSteps.ts';
import { tellStopGone } from './stops/tellStopGone.ts';
import { loadStops } from './stops/loadStops.ts';
import { cancelStopMove, dropStop, grabStop, startStopMove } from './stops/moveStopGesture.ts';
import { editShape, replaceShape } from './tracks/shapeEdits.ts';
import { shapeCommands } from './tracks/shapeSteps.ts';
import { loadNetwork } from './tracks/loadNetwork.ts';
import { announceTransfer, cancelTransfer, pickTransferStop, startTransfer, submitTransfer } from './transfers/createTransferSteps.ts';
import { loadTransfersBetween } from './transfers/loadTransfersBetween.ts';
import { createTransfer, editTransferTime, editTransferType, removeTransfer } from './transfers/transferEdits.ts';
import { loadTransfers } from './transfers/loadTransfers.ts';
import { createStop, editStopField, moveStop, removeStop } from './stops/stopEdits.ts';
import { loadSourceTexts } from './translations/loadSourceTexts.ts';
import { cloneTranslation, createTranslation, editTranslationField, fillTranslations, removeTranslations } from './translations/translationEdits.ts';
import { loadTranslationFields } from './translations/loadTranslationFields.ts';
import { loadTranslationLanguages } from './translations/loadTranslationLanguages.ts';
import { loadTranslations } from './translations/loadTranslations.ts';
import { announceUpload } from './upload/announceUpload.ts';
import { cancelUpload } from './upload/cancelUpload.ts';
import { openUpload } from './upload/openUpload.ts';
import { uploadProgress, uploadSent } from './upload/uploadProgress.ts';
import {
  chooseUploadDatabase,
  chooseUploadFile,
  closeUpload,
  hideUpload,
  nameUploadVersion,
  retryUpload,
  submitUpload,
} from './upload/uploadSteps.ts';
import { uploadVersion } from './upload/uploadVersion.ts';
import { archiveVersion } from './versions/archiveVersion.ts';
import { beginEdit } from './versions/beginEdit.ts';
import { cloneVersion } from './versions/cloneVersion.ts';
import { deleteDraft } from './versions/deleteDraft.ts';
import { dismissVersionFailure } from './versions/dismissVersionFailure.ts';
import { cancelDownload, downloadProgressed, downloadVersion } from './versions/downloadVersion.ts';
import { finishEdit } from './versions/finishEdit.ts';
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
} from './versions/lifecycleSteps.ts';
import { loadVersion } from './versions/loadVersion.ts';
import { loadMoreVersions, loadVersions } from './versions/loadVersions.ts';
import { loadOutlook } from './versions/loadOutlook.ts';
import { loadServiceOverview } from './versions/loadServiceOverview.ts';
import { makeVersionCurrent } from './versions/makeVersionCurrent.ts';
import { publishVersion } from './versions/publishVersion.ts';
import { storeVersion } from './versions/storeVersion.ts';
import { unArchiveVersion } from './versions/unArchiveVersion.ts';
import { editExceptions, editInterval } from './calendars/calendarEdits.ts';
import {
  askCloneSchedule,
  askCreateSchedule,
  askDeleteSchedules,
  cancelScheduleForm,
  confirmScheduleForm,
  submitScheduleForm,
} from './schedules/scheduleFormSteps.ts';
import { cloneSchedule, createSchedule, deleteSchedules, editScheduleField, orderTracks } from './schedules/scheduleEdits.ts';
import {
  cloneTimetable,
  createTimetable,
  deleteTimetable,
  editAccess,
  editDepartureField,
  editDepartures,
  editDeparturesOfDays,
  editSheet,
  editStopValues,
  editTimepoints,
  editTimetableDays,
  editTimetableField,
  tidyTimetables,
} from './timetables/timetableEdits.ts';
import { beginCell, cancelCell, enterCell, refuseSheetAct } from './timetables/editSheetSteps.ts';
import { cancelPainting, pressDate, reachDate, releaseDates } from './calendars/paintCalendarSteps.ts';
import { askRemoveTrackStop, cancelTrackStops, chooseTrackStopMode, confirmRemoveTrackStop, placeTrackStops } from './tracks/trackStopSteps.ts';
import {
  cloneTrack,
  createTrack,
  createTrackStop,
  createTrackStops,
  deleteTrack,
  deleteTrackStop,
  editDestinations,
  editStopSequence,
  editTrackField,
  ignoreTrackStop,
  moveTrack,
  moveTrackStop,
  orderTrackStops,
} from './tracks/trackEdits.ts';

/** Every command. */
export const commandCatalogue: readonly AnyCommand<AppState>[] = [
  openPlace,
  keepTakenUp,
  discardTakenUp,
  dismissNotice,
  loadNews,
  loadSentNotices,
  loadSentMail,
  readNews,
  changeSettings,
  loadAccount,
  acceptTerms,
  loadDatabases,
  loadVersions,
  loadMoreVersions,
  loadVersion,
  loadEdits,
  beginEdit,
  finishEdit,
  cloneVersion,
  publishVersion,
  loadOutlook,
  loadServiceOverview,
  makeVersionCurrent,
  askMakeCurrent,
  storeVersion,
  askArchive,
  archiveVersion,
  unArchiveVersion,
  downloadVersion,
  cancelDownload,
  deleteDraft,
  askClone,
  askPublish,
  askFinishEdit,
  askDeleteDraft,
  confirmVersionAct,
  nameClone,
  cancelVersionAct,
  dismissVersionFailure,
  loadAgencies,
  loadAgencyOptions,
  loadRecords,
  loadUses,
  loadSchedules,
  findTrips,
  searchPlaces,
  showPlace,
  fitNetwork,
  toggleLegend,
  ...tagSearchCommands,
  ...mapSearchCommands,
  loadSchedule,
  ...fareCommands,
  loadTranslations,
  loadTranslationLanguages,
  loadTranslationFields,
  loadSourceTexts,
  loadStops,
  loadStopAgencies,
  loadStopDetails,
  loadNetwork,
  editShape,
  replaceShape,
  ...shapeCommands,
  loadTransfers,
  loadTransfersBetween,
  createTransfer,
  editTransferType,
  editTransferTime,
  removeTransfer,
  startTransfer,
  pickTransferStop,
  submitTransfer,
  cancelTransfer,
  announceTransfer,
  loadPathways,
  loadPathwayDetails,
  createPathway,
  editPathwayField,
  reversePathway,
  removePathway,
  startPathway,
  pickPathwayNode,
  endPathway,
  editStopField,
  moveStop,
  createStop,
  removeStop,
  editAgencyField,
  createAgency,
  removeAgencies,
  editTranslationField,
  cloneTranslation,
  removeTranslations,
  createTranslation,
  fillTranslations,
  editRecordField,
  createRecord,
  cloneRecord,
  removeRecords,
  ...changeDialogCommands,
  ...deleteModeCommands,
  revertChangeset,
  loadDocuments,
  editExceptions,
  editInterval,
  askCreateSchedule,
  askCloneSchedule,
  askDeleteSchedules,
  submitScheduleForm,
  confirmScheduleForm,
  cancelScheduleForm,
  cloneSchedule,
  createSchedule,
  deleteSchedules,
  editScheduleField,
  orderTracks,
  cloneTimetable,
  createTimetable,
  deleteTimetable,
  editAccess,
  editDepartureField,
  editDepartures,
  editDeparturesOfDays,
  editSheet,
  beginCell,
  enterCell,
  cancelCell,
  refuseSheetAct,
  editStopValues,
  editTimepoints,
  editTimetableDays,
  editTimetableField,
  tidyTimetables,
  chooseTrackStopMode,
  askRemoveTrackStop,
  placeTrackStops,
  pressDate,
  reachDate,
  releaseDates,
  cancelPainting,
  confirmRemoveTrackStop,
  cancelTrackStops,
  cloneTrack,
  createTrack,
  createTrackStop,
  createTrackStops,
  deleteTrack,
  deleteTrackStop,
  editDestinations,
  editStopSequence,
  editTrackField,
  ignoreTrackStop,
  moveTrack,
  moveTrackStop,
  orderTrackStops,
  startStopMove,
  grabStop,
  dropStop,
  cancelStopMove,
  offerStop,
  startCreateStop,
  chooseCreateStop,
  submitStop,
  cancelCreateStop,
  openUpload,
  chooseUploadDatabase,
  nameUploadVersion,
  chooseUploadFile,
  submitUpload,
  uploadVersion,
  hideUpload,
  cancelUpload,
  retryUpload,
  closeUpload,
  announceUpload,
  loadChangesets,
  loadMoreChangesets,
  loadMoreHistory,
  loadChangesOfSet,
  loadComments,
  loadHistory,
  loadRebase,
  loadReview,
  loadTrackSuggestions,
  toggleChanges,
  undoChangesets,
  deleteChanges,
  attachTrack,
  commentOnChanges,
  rebaseCorrections,
  clearChangeNotes,
  showHistory,
  closeHistory,
  loadDiff,
  loadDiffSummary,
  loadDiffList,
  loadDiffProperties,
  loadDifference,
  toggleNavigatorList,
  chooseComparerDatabase,
  chooseComparerVersion,
  saveDiff,
  loadLogTask,
  loadLogCounts,
  loadLogRows,
  loadLogGroup,
  toggleLogGroup,
  saveLog,
  excludeCases,
  selectCases,
  selectAllCases,
  confirmExcluding,
  loadIgnored,
  deleteExclusions,
  openSessionNote,
  submitSessionNote,
  saveSessionNote,
  closeSessionNote,
  ...typedCommands,
  ...realtimeCommands,
  ...pipelineCommands,
  tellStopGone,
  selectStops,
  toggleLasso,
  openStation,
  closeStation,
  enlargePlan,
  orderLevels,
  askMergeStops,
  closeMergeStops,
  confirmMergeStops,
  loadStopUsers,
  editFieldOfStops,
  createStops,
  mergeStops,
  ...exportCommands,
  ...taskCommands,
  ...regionCommands,
  ...validationCommands,
];

/** Every fact from outside. */
export const eventCatalogue: readonly AnyFact<AppState>[] = [
  appStarted,
  editsTakenUp,
  errorUncaught,
  lineReturned,
  locationChanged,
  dayBegan,
  signInEnded,
  liveStatusChanged,
  versionChanged,
  versionRead,
  changeTold,
  versionListed,
  versionRemoved,
  versionFailed,
  regionChanged,
  newsTold,
  downloadProgressed,
  uploadSent,
  uploadProgress,
  vehiclesMoved,
  runChanged,
  taskProgressed,
  pipelineChanged,
  exportChanged,
  deliveryLocationsChanged,
  changesTold,
  findingsChanged,
];

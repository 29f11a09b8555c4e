/** Every workflow of the product. */
import type { AnyWorkflow } from '../kernel/workflow.ts';
import type { AppState } from '../projections/state.ts';
import { attachTrackWorkflow } from './attachTrackMachine.ts';
import { rebaseWorkflow } from './rebaseMachine.ts';
import { commentChangesWorkflow } from './commentChangesMachine.ts';
import { comparerNavigatorWorkflow } from './comparerNavigatorMachine.ts';
import { createStopWorkflow } from './createStopMachine.ts';
import { excludingWorkflow } from './excludingMachine.ts';
import { sessionNoteWorkflow } from './sessionNoteMachine.ts';
import { fareCheckWorkflow } from './fareCheckMachine.ts';
import { fareConditionWorkflow } from './fareConditionMachine.ts';
import { fareFormWorkflow } from './fareFormMachine.ts';
import { deleteChangesWorkflow } from './deleteChangesMachine.ts';
import { deleteModeWorkflow } from './deleteModeMachine.ts';
import { createTransferWorkflow } from './createTransferMachine.ts';
import { publishingWorkflow } from './publishingMachine.ts';
import { serviceAlertsWorkflow } from './serviceAlertsMachine.ts';
import { deliveryLocationsWorkflow } from './deliveryLocationsMachine.ts';
import { detourWorkflow } from './detourMachine.ts';
import { drawZoneWorkflow } from './drawZoneMachine.ts';
import { drawPathwayWorkflow } from './drawPathwayMachine.ts';
import { exportFormWorkflow } from './exportFormMachine.ts';
import { editSheetWorkflow } from './editSheetMachine.ts';
import { firstStepsWorkflow } from './firstStepsMachine.ts';
import { followWorkflow } from './followMachine.ts';
import { followStreetsWorkflow } from './followStreetsMachine.ts';
import { mapSearchWorkflow } from './mapSearchMachine.ts';
import { findReplaceWorkflow } from './findReplaceMachine.ts';
import { fixCasesWorkflow } from './fixCasesMachine.ts';
import { matchNetworkWorkflow } from './matchNetworkMachine.ts';
import { mergeStopsWorkflow } from './mergeStopsMachine.ts';
import { moveStopWorkflow } from './moveStopMachine.ts';
import { networkCalendarWorkflow } from './networkCalendarMachine.ts';
import { paintCalendarWorkflow } from './paintCalendarMachine.ts';
import { pipelineFormWorkflow } from './pipelineFormMachine.ts';
import { pipelineRunWorkflow } from './pipelineRunMachine.ts';
import { regionWizardWorkflow } from './regionWizardMachine.ts';
import { reviewLinksWorkflow } from './reviewLinksMachine.ts';
import { savedSearchesWorkflow } from './savedSearchesMachine.ts';
import { reviewWorkflow } from './reviewMachine.ts';
import { scheduleFormWorkflow } from './scheduleFormMachine.ts';
import { trackStopsWorkflow } from './trackStopsMachine.ts';
import { shapeWorkflow } from './shapeMachine.ts';
import { taskRunWorkflow } from './taskRunMachine.ts';
import { spreadsheetWorkflow } from './spreadsheetMachine.ts';
import { tagSearchWorkflow } from './tagSearchMachine.ts';
import { takeOverWorkflow } from './takeOverMachine.ts';
import { tidyCalendarsWorkflow } from './tidyCalendarsMachine.ts';
import { uploadWorkflow } from './uploadMachine.ts';
import { versionLifecycleWorkflow } from './versionLifecycleMachine.ts';

export const workflowCatalogue: readonly AnyWorkflow<AppState>[] = [
  moveStopWorkflow,
  createStopWorkflow,
  mergeStopsWorkflow,
  createTransferWorkflow,
  drawPathwayWorkflow,
  shapeWorkflow,
  versionLifecycleWorkflow,
  uploadWorkflow,
  excludingWorkflow,
  findReplaceWorkflow,
  fixCasesWorkflow,
  sessionNoteWorkflow,
  comparerNavigatorWorkflow,
  commentChangesWorkflow,
  attachTrackWorkflow,
  rebaseWorkflow,
  takeOverWorkflow,
  deleteChangesWorkflow,
  regionWizardWorkflow,
  scheduleFormWorkflow,
  trackStopsWorkflow,
  editSheetWorkflow,
  paintCalendarWorkflow,
  networkCalendarWorkflow,
  tidyCalendarsWorkflow,
  spreadsheetWorkflow,
  deleteModeWorkflow,
  pipelineFormWorkflow,
  pipelineRunWorkflow,
  tagSearchWorkflow,
  mapSearchWorkflow,
  fareFormWorkflow,
  fareConditionWorkflow,
  fareCheckWorkflow,
  exportFormWorkflow,
  deliveryLocationsWorkflow,
  publishingWorkflow,
  serviceAlertsWorkflow,
  firstStepsWorkflow,
  followWorkflow,
  taskRunWorkflow,
  followStreetsWorkflow,
  detourWorkflow,
  drawZoneWorkflow,
  matchNetworkWorkflow,
  reviewWorkflow,
  reviewLinksWorkflow,
  savedSearchesWorkflow,
];
